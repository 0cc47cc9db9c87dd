import type { ParsedUrlQuery } from 'node:querystring';
import type { Request } from 'express';
import { readCredential } from '../access/credential.js';
import { ApiError } from '../access/errors.js';
import type { Identity } from '../access/identity.js';
import { accountScope, addressScope, keyScope, type MinuteState } from '../access/limits.js';
import { ANONYMOUS_PER_MINUTE, MCP_MESSAGES_PER_MINUTE, PAGE_FILES_PER_MINUTE } from '../access/tiers.js';
import { isPromise, type Eventually, type HttpContext } from './context.js';
import type { HttpOptions } from './options.js';

/** Requests that need no key and count towards limits of their own. */
const OWN_LIMITS = { files: PAGE_FILES_PER_MINUTE, messages: MCP_MESSAGES_PER_MINUTE };
export type OwnLimit = keyof typeof OWN_LIMITS;

/** Who sends a request, and the state of the minute's limit it counts towards. */
export class Admission<Context extends HttpContext> {
  private readonly options: HttpOptions<Context>;
  private readonly request: Request;
  private readonly query: ParsedUrlQuery;
  private readonly nowMs: number;
  private known: Identity | null = null;
  private counted: MinuteState | null = null;
  private refused: ApiError | null = null;

  constructor(options: HttpOptions<Context>, request: Request, query: ParsedUrlQuery, nowMs: number) {
    this.options = options;
    this.request = request;
    this.query = query;
    this.nowMs = nowMs;
  }

  /** Null for an anonymous caller, and before `caller`. */
  get identity(): Identity | null {
    return this.known;
  }

  /** Why the caller is anonymous: the error to refuse it with. */
  get refusal(): ApiError {
    return this.refused ?? new ApiError('missing_key');
  }

  /** Null before the request has been counted. */
  get minute(): MinuteState | null {
    return this.counted;
  }

  /**
   * Key, then rate limit. Open paths treat a caller without a valid key as anonymous, and one without any key as
   * `keyless` does. Throws what refuses the caller.
   */
  caller(isOpen: boolean, keyless = () => this.anonymous(null)): Eventually<void> {
    try {
      const credential = readCredential(this.request.headers, this.query, {
        allowedOrigins: this.options.allowedOrigins ?? [],
        scheme: this.request.protocol,
      });
      if (credential === null && isOpen) return keyless();
      const identity = this.options.access.authenticator.authenticate(credential);
      if (!isPromise(identity)) return this.identified(identity);
      return identity.then(
        (known) => this.identified(known),
        (error: unknown) => this.anonymous(error, isOpen),
      );
    } catch (error) {
      return this.anonymous(error, isOpen);
    }
  }

  /** Counts a request of a kind that has a limit of its own per address. Throws `rate_limited`. */
  ofKind(kind: OwnLimit): Eventually<void> {
    const scope = `${this.address()} ${kind}` as const;
    return this.settle(this.options.access.limiter.take(scope, OWN_LIMITS[kind], this.nowMs));
  }

  /**
   * OPTIONS is a request to an open path; but a CORS preflight, which carries no key, only reads the address's limit:
   * each call from a page would count twice.
   */
  preflight(): Eventually<void> {
    return this.caller(true, () => this.uncounted());
  }

  /** Reads the address's limit. */
  private uncounted(): Eventually<void> {
    const minute = this.options.access.limiter.peek(this.address(), ANONYMOUS_PER_MINUTE, this.nowMs);
    const keep = (state: MinuteState): void => {
      this.counted = state;
    };
    return isPromise(minute) ? minute.then(keep) : keep(minute);
  }

  private identified(identity: Identity): Eventually<void> {
    this.known = identity;
    const { accountId, keyId, perMinute, publishable } = identity;
    const { limiter } = this.options.access;
    const ofAccount = (): Eventually<void> => this.settle(limiter.take(accountScope(accountId), perMinute, this.nowMs));
    if (publishable === undefined || keyId === null) return ofAccount();
    const own = this.settle(limiter.take(keyScope(keyId), publishable.perMinute, this.nowMs));
    return isPromise(own) ? own.then(ofAccount) : ofAccount();
  }

  /** Counts against the address's rate limit, then throws `refusal` unless the path is open. */
  private anonymous(refusal: unknown, isOpen = true): Eventually<void> {
    const isAnonymous = refusal === null || (refusal instanceof ApiError && refusal.status === 401);
    if (this.known !== null || !isAnonymous) throw refusal;
    this.refused = refusal;
    const minute = this.options.access.limiter.take(this.address(), ANONYMOUS_PER_MINUTE, this.nowMs);
    return this.settle(minute, isOpen ? null : refusal);
  }

  private address(): ReturnType<typeof addressScope> {
    return addressScope(this.request.ip ?? 'unknown');
  }

  private settle(minute: Eventually<MinuteState>, refusal: ApiError | null = null): Eventually<void> {
    const settled = (state: MinuteState): void => {
      this.counted = state;
      if (!state.allowed) throw new ApiError('rate_limited', undefined, { retry_after_s: state.retryAfterS });
      if (refusal !== null) throw refusal;
    };
    return isPromise(minute) ? minute.then(settled) : settled(minute);
  }
}
