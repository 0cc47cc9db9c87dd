import { newYorkTime } from '../calendar/new-york-time.js';
import { CallerVersions, noteVersion, UNVERSIONED, type Versions } from '../store/table-versions.js';
import { BatchOutcomes, isPaidBefore } from './batch-outcomes.js';
import { ApiError } from './errors.js';
import type { Requester } from './fair-queue.js';
import type { Identity } from './identity.js';
import type { Cost, Meter, MeterName, MonthState, RequestCost } from './meter.js';
import type { Client } from './sign-in.js';
import type { Tier } from './tiers.js';

/** The parts of the monthly meter that a request uses. */
export type RequestMeter = Pick<Meter, 'charge' | 'refund' | 'noteFields'>;

/** Cost of a GraphQL operation with its variables. */
export interface OperationCost {
  /** Points by the schema's `@cost` and `@listSize`. */
  readonly requested: number;
  /** Maximum points per operation in the caller's tier. */
  readonly limit: number;
  /** Maximum number of objects that the operation can return. */
  readonly nodes: number;
}

export interface RequestContextOptions {
  readonly identity: Identity;
  readonly requestId: string;
  /** Epoch milliseconds of the request. */
  readonly nowMs: number;
  readonly meter: RequestMeter;
  /** Whether to trust `batch` of entity representations: true by default, as in the gateway's process. */
  readonly trustsCoverage?: boolean | undefined;
  /**
   * Versions of stored data that the caller has seen, by name. The response must not use older data or, if the version
   * is null, must use the data stored now: another process may not have been notified of a change yet.
   */
  readonly seen?: ReadonlyMap<string, number | null> | undefined;
  /** The client's address and program, for sign-in; by default neither is known. */
  readonly client?: Client | undefined;
  /** Registers a listener for clients that disconnect before the response; a no-op if that cannot be detected. */
  readonly onAbandoned?: ((listener: () => void) => void) | undefined;
}

const UNKNOWN_CLIENT: Client = { address: null, userAgent: null };

const NOTHING_SEEN: ReadonlyMap<string, number | null> = new Map();

/** Version name of New York's day. */
export const TODAY = 'today';

/**
 * The resolvers' view of one request: caller, time and cost so far. It only has plain fields and getters, because
 * servers copy their context objects.
 */
export class RequestContext {
  /** Caller and time, for gates, charges and signatures. Resolvers use `identity` and `nowMs`. */
  readonly origin: { readonly identity: Identity; readonly nowMs: number };
  readonly requestId: string;
  readonly client: Client;
  /** Names of the sources of the data that was read. */
  readonly dataSources: Set<string> = new Set();
  /** Per-request loaders, by the function that they batch. */
  readonly loaders: Map<object, unknown> = new Map();
  /** Versions of the data that was read, by name. */
  readonly versions: Versions;
  readonly meter: RequestMeter;
  readonly trustsCoverage: boolean;
  readonly seen: ReadonlyMap<string, number | null>;
  readonly onAbandoned: (listener: () => void) => void;
  /** Units of the monthly quota. */
  unitsCharged = 0;
  /** Units of `charge` since `defer`, which `settle` charges. */
  unitsDeferred = 0;
  transcriptsCharged = 0;
  transcriptsDeferred = 0;
  /** The month that transcripts were charged to; null before the first. */
  transcriptMonth: string | null = null;
  /** Whether a field marked `@anonymous` has been resolved: an operation may have one. */
  hasAnonymousField = false;
  private isDeferring = false;
  /** Units of the monthly quota by field, charged or postponed, and those noted in the account's history. */
  private readonly fields = new Map<string, number>();
  private readonly noted = new Map<string, number>();
  /** The charge of each batch, which the first metered field below it makes. */
  private readonly batches = new Map<string, void | Promise<void>>();
  /** What happened to the batches of this operation. */
  readonly batchOutcomes = new BatchOutcomes();
  /** Cost of a client's operation; null for stored operations. */
  operationCost: OperationCost | null = null;
  /** The account's month after the last charge or refund; null before the first. */
  month: MonthState | null = null;

  constructor(options: RequestContextOptions) {
    this.origin = { identity: options.identity, nowMs: options.nowMs };
    this.requestId = options.requestId;
    this.versions = new CallerVersions(options.identity.accountId);
    this.client = options.client ?? UNKNOWN_CLIENT;
    this.meter = options.meter;
    this.seen = options.seen ?? NOTHING_SEEN;
    this.trustsCoverage = options.trustsCoverage ?? true;
    this.onAbandoned = options.onAbandoned ?? (() => undefined);
  }

  /** The caller's tier. Responses may depend on it, because they are cached per tier. */
  get tier(): Tier {
    return this.origin.identity.tier;
  }

  /**
   * The caller. Reading it makes the response depend on the caller, so that it is not cached. Throws `publishable_key`:
   * whoever opens the page has such a key, so nothing of the account is read or done with it.
   */
  get identity(): Identity {
    noteVersion(this.versions, 'caller', UNVERSIONED);
    if (this.origin.identity.publishable !== undefined) throw new ApiError('publishable_key');
    return this.origin.identity;
  }

  /** Whose turn it is where requests queue. */
  get requester(): Requester {
    return { turn: this.origin.identity.accountId, onAbandoned: this.onAbandoned };
  }

  /** Epoch milliseconds of the request. Reading it makes the response depend on the time, so that it is not cached. */
  get nowMs(): number {
    noteVersion(this.versions, 'clock', UNVERSIONED);
    return this.origin.nowMs;
  }

  /**
   * Whether an instant, epoch milliseconds, is not after the request. What has passed has passed for good, so that only
   * the response to an instant that has not depends on the time.
   */
  hasPassed(instantMs: number): boolean {
    return instantMs <= this.origin.nowMs || instantMs <= this.nowMs;
  }

  /**
   * New York's day of the request, since 1970-01-01. Reading it makes the response depend on the day: it is cached
   * until midnight in New York.
   */
  get today(): number {
    const { day } = newYorkTime(this.origin.nowMs);
    noteVersion(this.versions, TODAY, day);
    return day;
  }

  /**
   * Postpones charges until `settle`, so that a response the client already has costs nothing, even when the quota is
   * used up. Charges made by a remote subgraph are not postponed.
   */
  defer(): void {
    this.isDeferring = true;
  }

  /** What the request costs, charged or postponed. */
  get cost(): RequestCost {
    return {
      requests: this.unitsCharged + this.unitsDeferred,
      transcripts: this.transcriptsCharged + this.transcriptsDeferred,
      fields: new Map(this.fields),
    };
  }

  /** Charges what was postponed: all of it or nothing. */
  settle(): void | Promise<void> {
    const due = { requests: this.unitsDeferred, transcripts: this.transcriptsDeferred };
    this.isDeferring = false;
    this.unitsDeferred = 0;
    this.transcriptsDeferred = 0;
    // A batch whose charge was only postponed is not paid for if the charge is refused now.
    this.batches.clear();
    return this.pay(due);
  }

  /** Charges units of both quotas: all of them or none. */
  pay({ requests, transcripts, fields }: Cost & Partial<RequestCost>): void | Promise<void> {
    const charging = this.charge(requests, 'requests', fields);
    if (transcripts === 0) return charging;
    return this.payTranscripts(charging, { requests, transcripts });
  }

  /**
   * Charges units to the account's monthly quota, or to that of transcripts, for a field, or for several by their
   * units.
   */
  charge(
    units: number,
    meter: MeterName = 'requests',
    field?: string | ReadonlyMap<string, number>,
  ): void | Promise<void> {
    if (units === 0) return;
    if (this.isDeferring) return this.postpone(units, meter, field);
    const { identity, nowMs } = this.origin;
    const state =
      meter === 'requests'
        ? this.meter.charge(identity, units, nowMs)
        : this.meter.charge(identity, units, nowMs, meter);
    if (state instanceof Promise) return state.then((settled) => this.record(settled, units, meter, field));
    this.record(state, units, meter, field);
  }

  /** Charges one unit for a batch, once; a batch that could not be charged fails for all that is read below it. */
  chargeBatch(batch: string, field: string): void | Promise<void> {
    if (this.batches.has(batch)) return this.batches.get(batch);
    const charging = this.charge(1, 'requests', field);
    this.batches.set(batch, charging);
    const note = (): void => this.batchOutcomes.charged(batch, field);
    // A refused charge is told by `charging` itself.
    if (charging === undefined) note();
    else charging.then(note, () => undefined);
    return charging;
  }

  /**
   * Refunds the batches of which nothing was answered because all that they pay for failed internally. Called once an
   * operation has ended. Behind our gateway a subgraph leaves those that other subgraphs read, too, to the gateway.
   */
  settleBatches(isWhole = true): void | Promise<void> {
    if (this.batchOutcomes.isEmpty) return;
    const due = this.batchOutcomes.decide((batch) => isWhole || !isPaidBefore(batch));
    const refunds = due.map(({ units, field }) => this.refund(units, field)).filter((refund) => refund !== undefined);
    if (refunds.length > 0) return Promise.all(refunds).then(() => undefined);
  }

  /** Refunds units of the monthly quota, of a field; by default all that were charged. */
  refund(all: number = this.unitsDeferred + this.unitsCharged, field?: string): void | Promise<void> {
    if (field === undefined) this.fields.clear();
    else this.addToFields(-all, field);
    const dropped = Math.min(all, this.unitsDeferred);
    this.unitsDeferred -= dropped;
    const units = all - dropped;
    if (units === 0 || this.month === null) return;
    const { month, used, limit, ...rest } = this.month;
    const left = Math.max(0, used - units);
    this.unitsCharged -= units;
    this.month = { ...rest, month, limit, used: left, remaining: limit === null ? null : Math.max(0, limit - left) };
    this.noteFields();
    return this.meter.refund(this.origin.identity, units, month);
  }

  /** Fields that another process has charged and noted. */
  enterFields(fields: ReadonlyMap<string, number>): void {
    for (const [field, units] of fields) {
      this.addToFields(units, field);
      this.noted.set(field, (this.noted.get(field) ?? 0) + units);
    }
  }

  /** Refunds transcripts, by default all that were charged. */
  refundTranscripts(all: number = this.transcriptsDeferred + this.transcriptsCharged): void | Promise<void> {
    const dropped = Math.min(all, this.transcriptsDeferred);
    this.transcriptsDeferred -= dropped;
    const units = all - dropped;
    if (units === 0 || this.transcriptMonth === null) return;
    this.transcriptsCharged -= units;
    return this.meter.refund(this.origin.identity, units, this.transcriptMonth, 'transcripts');
  }

  private async payTranscripts(charging: void | Promise<void>, { requests, transcripts }: Cost): Promise<void> {
    await charging;
    try {
      await this.charge(transcripts, 'transcripts');
    } catch (error) {
      await this.refund(requests);
      throw error;
    }
  }

  private postpone(units: number, meter: MeterName, field?: string | ReadonlyMap<string, number>): void {
    if (meter === 'requests') this.unitsDeferred += units;
    else this.transcriptsDeferred += units;
    this.addToFields(units, field);
  }

  private record(
    state: MonthState,
    units: number,
    meter: MeterName,
    field?: string | ReadonlyMap<string, number>,
  ): void {
    if (meter === 'requests') {
      this.month = state;
      this.unitsCharged += units;
      this.addToFields(units, field);
      this.noteFields();
    } else {
      this.transcriptMonth = state.month;
      this.transcriptsCharged += units;
    }
  }

  private addToFields(units: number, field: string | ReadonlyMap<string, number> | undefined): void {
    if (field === undefined) return;
    if (typeof field === 'string') this.fields.set(field, (this.fields.get(field) ?? 0) + units);
    else for (const [name, own] of field) this.addToFields(own, name);
  }

  /** Tells the account's history what has changed since it was told last. */
  private noteFields(): void {
    const changes = new Map<string, number>();
    for (const field of new Set([...this.fields.keys(), ...this.noted.keys()])) {
      const change = (this.fields.get(field) ?? 0) - (this.noted.get(field) ?? 0);
      if (change !== 0) changes.set(field, change);
    }
    if (changes.size === 0) return;
    for (const [field, change] of changes) this.noted.set(field, (this.noted.get(field) ?? 0) + change);
    this.meter.noteFields?.(this.origin.identity, changes, this.origin.nowMs);
  }

  /** Refunds all that the request was charged, and drops what was postponed. */
  refundAll(): void | Promise<void> {
    const requests = this.refund();
    const transcripts = this.refundTranscripts();
    if (requests === undefined) return transcripts;
    return Promise.all([requests, Promise.resolve(transcripts)]).then(() => undefined);
  }
}
