import type { Authenticator } from '../access/authenticate.js';
import type { Identity } from '../access/identity.js';
import type { Client } from '../access/sign-in.js';
import type { Cost, RequestCost } from '../access/meter.js';
import type { RateLimiter } from '../access/limits.js';

/** Synchronous where possible, so that a request with cached data completes in the same tick. */
export type Eventually<T> = T | Promise<T>;

/** Monthly quota; `null` is unlimited. */
export interface Allowance {
  readonly limit: number | null;
  readonly remaining: number | null;
  /** When the next month begins, epoch milliseconds. */
  readonly resetsAtMs: number;
}

/** The part of a request's context that HTTP endpoints use; created once the caller is authenticated. */
export interface HttpContext {
  /** Names of the sources of the data that was read. */
  readonly dataSources: Set<string>;
  readonly unitsCharged: number;
  /** What the request costs, charged or postponed. */
  readonly cost: RequestCost;
  /** Units whose charge is postponed. */
  readonly unitsDeferred: number;
  /** Versions of the data that was read, by name. */
  readonly versions: Map<string, number>;
  /** Monthly quota after the last charge or refund; null before the first. */
  readonly month: Allowance | null;
  /** Charges units to the monthly quota, for a field. Throws `monthly_limit_reached`. */
  charge(units: number, meter?: 'requests', field?: string): Eventually<void>;
  /** Charges units of all quotas, or none. Throws also `transcript_quota_reached`. */
  pay(cost: Cost & Partial<RequestCost>): Eventually<void>;
  /** Postpones charges until `settle`. */
  defer(): void;
  /** Charges what was postponed. Throws `monthly_limit_reached`. */
  settle(): Eventually<void>;
  /** Refunds all units that the request was charged, and drops those postponed. */
  refundAll(): Eventually<void>;
}

export interface Origin {
  readonly identity: Identity;
  readonly requestId: string;
  /** Epoch milliseconds of the request. */
  readonly nowMs: number;
  /** For sign-in; not known of messages on a WebSocket. */
  readonly client?: Client | undefined;
  /** Registers a listener for clients that disconnect before the response is sent. */
  readonly onAbandoned: (listener: () => void) => void;
}

/** Authentication, rate limits and quotas. Rejections are thrown as `ApiError`. */
export interface HttpAccess {
  readonly authenticator: Pick<Authenticator, 'authenticate'>;
  readonly limiter: Pick<RateLimiter, 'take' | 'peek'>;
  readonly meter: { peek(identity: Identity): Eventually<Allowance> };
}

export function isPromise<T>(value: Eventually<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
