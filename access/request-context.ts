import type { Identity } from './identity.js';
import type { Meter, MonthState } from './meter.js';

/** What a request needs of the monthly meter. */
export type RequestMeter = Pick<Meter, 'charge' | 'refund'>;

/** What a GraphQL operation costs with its variables. */
export interface OperationCost {
  /** Points by the schema's `@cost` and `@listSize`. */
  readonly requested: number;
  /** Most points of one operation in the caller's tier. */
  readonly limit: number;
  /** Most objects the operation can return. */
  readonly nodes: number;
}

export interface RequestContextOptions {
  readonly identity: Identity;
  readonly requestId: string;
  /** Epoch milliseconds of the request. */
  readonly nowMs: number;
  readonly meter: RequestMeter;
  /** Whether an entity that comes from elsewhere is believed to be paid for by a batch: true unless told otherwise, as in our gateway's own process. */
  readonly trustsCoverage?: boolean | undefined;
  /**
   * Versions of stored histories that whoever asks has seen, by symbol: the answer must rest on none older, and on what is stored
   * now where the version is null. Another process may not have heard of a change yet.
   */
  readonly seen?: ReadonlyMap<string, number | null> | undefined;
  /** Registers what is called when the client goes away before it is answered; nothing is, where that cannot be told. */
  readonly onAbandoned?: ((listener: () => void) => void) | undefined;
}

const NOTHING_SEEN: ReadonlyMap<string, number | null> = new Map();

/**
 * One request as the resolvers see it: who asks, when, and what it cost so far.
 * Plain fields only, since servers copy their context objects.
 */
export class RequestContext {
  readonly identity: Identity;
  readonly requestId: string;
  readonly nowMs: number;
  /** Names of the sources whose data the answer rests on. */
  readonly dataSources: Set<string> = new Set();
  /** Per-request loaders, kept under the function that they batch for. */
  readonly loaders: Map<object, unknown> = new Map();
  /** Versions of the stored histories the answer rests on, by symbol. */
  readonly histories: Map<string, number> = new Map();
  readonly meter: RequestMeter;
  readonly trustsCoverage: boolean;
  readonly seen: ReadonlyMap<string, number | null>;
  readonly onAbandoned: (listener: () => void) => void;
  unitsCharged = 0;
  /** Of the operation that a client wrote; null for stored ones. */
  operationCost: OperationCost | null = null;
  /** The account's month as the last charge or refund left it; null before any. */
  month: MonthState | null = null;

  constructor(options: RequestContextOptions) {
    this.identity = options.identity;
    this.requestId = options.requestId;
    this.nowMs = options.nowMs;
    this.meter = options.meter;
    this.seen = options.seen ?? NOTHING_SEEN;
    this.trustsCoverage = options.trustsCoverage ?? true;
    this.onAbandoned = options.onAbandoned ?? (() => undefined);
  }

  /** Takes units off the account's monthly allowance. */
  charge(units: number): void | Promise<void> {
    const state = this.meter.charge(this.identity, units, this.nowMs);
    if (state instanceof Promise) return state.then((settled) => this.record(settled, units));
    this.record(state, units);
  }

  /** Gives units back, all that were charged unless told otherwise. */
  refund(units: number = this.unitsCharged): void | Promise<void> {
    if (units === 0 || this.month === null) return;
    const { month, used, limit, ...rest } = this.month;
    const left = Math.max(0, used - units);
    this.unitsCharged -= units;
    this.month = { ...rest, month, limit, used: left, remaining: limit === null ? null : Math.max(0, limit - left) };
    return this.meter.refund(this.identity, units, month);
  }

  private record(state: MonthState, units: number): void {
    this.month = state;
    this.unitsCharged += units;
  }
}
