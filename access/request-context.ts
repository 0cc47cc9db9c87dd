import { noteVersion, UNVERSIONED, type Versions } from '../store/table-versions.js';
import type { Identity } from './identity.js';
import type { Meter, MonthState } from './meter.js';
import type { Tier } from './tiers.js';

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
   * Versions of stored histories that the caller has seen, by their names: the answer must rest on none older, and on
   * what is stored now where the version is null. Another process may not have heard of a change yet.
   */
  readonly seen?: ReadonlyMap<string, number | null> | undefined;
  /** Registers what is called when the client goes away before it is answered; nothing is, where that cannot be told. */
  readonly onAbandoned?: ((listener: () => void) => void) | undefined;
}

const NOTHING_SEEN: ReadonlyMap<string, number | null> = new Map();

/**
 * One request as the resolvers see it: who asks, when, and what it cost so far.
 * Plain fields and getters only, since servers copy their context objects.
 */
export class RequestContext {
  /** Who asks and when, for gates, charges and signatures. Resolvers take `identity` and `nowMs`. */
  readonly origin: { readonly identity: Identity; readonly nowMs: number };
  readonly requestId: string;
  /** Names of the sources whose data the answer rests on. */
  readonly dataSources: Set<string> = new Set();
  /** Per-request loaders, kept under the function that they batch for. */
  readonly loaders: Map<object, unknown> = new Map();
  /** What the answer rests on. */
  readonly versions: Versions = new Map();
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
    this.origin = { identity: options.identity, nowMs: options.nowMs };
    this.requestId = options.requestId;
    this.meter = options.meter;
    this.seen = options.seen ?? NOTHING_SEEN;
    this.trustsCoverage = options.trustsCoverage ?? true;
    this.onAbandoned = options.onAbandoned ?? (() => undefined);
  }

  /** The caller's tier. Answers are kept for each tier by itself, so they may depend on it. */
  get tier(): Tier {
    return this.origin.identity.tier;
  }

  /** Who asks. Whatever takes it makes the answer the caller's own: it is not kept. */
  get identity(): Identity {
    noteVersion(this.versions, 'caller', UNVERSIONED);
    return this.origin.identity;
  }

  /** Epoch milliseconds of the request. Whatever takes them makes the answer one of this moment: it is not kept. */
  get nowMs(): number {
    noteVersion(this.versions, 'clock', UNVERSIONED);
    return this.origin.nowMs;
  }

  /** Takes units off the account's monthly allowance. */
  charge(units: number): void | Promise<void> {
    const { identity, nowMs } = this.origin;
    const state = this.meter.charge(identity, units, nowMs);
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
    return this.meter.refund(this.origin.identity, units, month);
  }

  private record(state: MonthState, units: number): void {
    this.month = state;
    this.unitsCharged += units;
  }
}
