import type { Authenticator } from '../access/authenticate.js';
import type { Identity } from '../access/identity.js';
import type { RateLimiter } from '../access/limits.js';

/** What is known at once where it can be, so that a warm request never leaves its tick. */
export type Eventually<T> = T | Promise<T>;

/** Allowance of the month; `null` is unlimited. */
export interface Allowance {
  readonly limit: number | null;
  readonly remaining: number | null;
}

/** The part of a request's context that HTTP endpoints use; created once the caller is authenticated. */
export interface HttpContext {
  /** Names of the sources whose data the answer rests on. */
  readonly dataSources: Set<string>;
  readonly unitsCharged: number;
  /** What the answer rests on. */
  readonly versions: ReadonlyMap<string, number>;
  /** The month as the last charge or refund left it; null before any. */
  readonly month: Allowance | null;
  /** Takes units off the month, as the resolvers do. Throws `monthly_limit_reached`. */
  charge(units: number): Eventually<void>;
  /** Gives back every unit that the request was charged. */
  refund(): Eventually<void>;
}

export interface Origin {
  readonly identity: Identity;
  readonly requestId: string;
  /** Epoch milliseconds of the request. */
  readonly nowMs: number;
  /** Registers what is called when the client goes away before it is answered. */
  readonly onAbandoned: (listener: () => void) => void;
}

/** Keys and limits. Each may answer at once or later; refusals are thrown as `ApiError`. */
export interface HttpAccess {
  readonly authenticator: Pick<Authenticator, 'authenticate'>;
  readonly limiter: Pick<RateLimiter, 'take' | 'peek'>;
  readonly meter: { peek(identity: Identity): Eventually<Allowance> };
}

export function isPromise<T>(value: Eventually<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
