import type { Request } from 'express';
import type { Credential } from '../../../access/credential.js';
import { ApiError } from '../../../access/errors.js';
import type { Identity } from '../../../access/identity.js';
import { addressScope, type MinuteState, type Scope } from '../../../access/limits.js';
import { ANONYMOUS_PER_MINUTE, TIER_LIMITS } from '../../../access/tiers.js';
import type { HttpContext } from '../../context.js';
import type { HttpOptions } from '../../options.js';
import { connectionCredential } from './connection-credential.js';

/** Sockets of an account per stream that its tier allows: some are about to close while their clients open others. */
const SOCKETS_PER_STREAM = 2;
const STARTING = 'The server is starting; connect again shortly.';
const STARTING_WAIT_S = 2;
const WITHOUT_KEY = 'Send connectionParams {"X-API-Key": "<key>"}.';

/** The payload of `connection_init`. */
type Params = Readonly<Record<string, unknown>>;

/** A socket from its handshake to its end. */
export interface Entrant {
  /** The caller, by `connection_init`; each call checks again. Throws a declared error. */
  readonly admit: (params: Params) => Promise<AdmittedCaller>;
  /** To be called once the socket is closed. */
  readonly leave: () => void;
}

export interface AdmittedCaller {
  /** The caller's current identity. Throws a declared error once the key or session is no longer valid. */
  authenticate(): Identity | Promise<Identity>;
}

class Counts<K> {
  readonly #counts = new Map<K, number>();

  of(key: K): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: K, change: 1 | -1): void {
    const count = this.of(key) + change;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }
}

/**
 * Admits sockets. One without a valid key counts towards the limit of its address like a request without one, and an
 * address may have as many sockets that have not sent their key yet.
 */
export class Admission<C extends HttpContext> {
  readonly #options: HttpOptions<C>;
  readonly #waiting = new Counts<Scope>();
  readonly #admitted = new Counts<string>();

  constructor(options: HttpOptions<C>) {
    this.#options = options;
  }

  /** Throws `rate_limited` if too many sockets of the address have not sent their key yet. */
  enter(request: Request): Entrant {
    const scope = addressScope(request.ip ?? 'unknown');
    if (this.#waiting.of(scope) >= ANONYMOUS_PER_MINUTE)
      throw new ApiError('rate_limited', undefined, { retry_after_s: 1 });
    this.#waiting.add(scope, 1);
    let state: 'waiting' | 'refused' | 'admitted' | 'gone' = 'waiting';
    let accountId: string | undefined;
    const refuse = async (error: unknown): Promise<never> => {
      state = state === 'waiting' ? 'refused' : state;
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      const { allowed, retryAfterS } = await this.#countAnonymous(scope);
      throw allowed ? error : new ApiError('rate_limited', undefined, { retry_after_s: retryAfterS });
    };
    return {
      admit: async (params) => {
        const { identity, authenticate } = await this.#authenticate(request, params).catch(refuse);
        if (state !== 'waiting') return { authenticate };
        state = 'admitted';
        this.#waiting.add(scope, -1);
        accountId = this.#enterAccount(identity);
        return { authenticate };
      },
      leave: () => {
        if (state === 'waiting') void this.#countAbandoned(scope);
        if (state === 'waiting' || state === 'refused') this.#waiting.add(scope, -1);
        if (accountId !== undefined) this.#admitted.add(accountId, -1);
        state = 'gone';
      },
    };
  }

  async #authenticate(request: Request, params: Params): Promise<AdmittedCaller & { readonly identity: Identity }> {
    const { access, allowedOrigins = [], isReady } = this.#options;
    if (isReady?.() === false) throw new ApiError('unavailable', STARTING, { retry_after_s: STARTING_WAIT_S });
    const { headers, url, protocol } = request;
    const credential: Credential | null = connectionCredential(
      { headers, url, params },
      { allowedOrigins, scheme: protocol },
    );
    if (credential === null) throw new ApiError('missing_key', WITHOUT_KEY);
    const authenticate = (): Identity | Promise<Identity> => access.authenticator.authenticate(credential);
    return { identity: await authenticate(), authenticate };
  }

  #enterAccount({ accountId, tier }: Identity): string {
    const cap = SOCKETS_PER_STREAM * TIER_LIMITS[tier].liveStreams;
    if (this.#admitted.of(accountId) >= cap) {
      throw new ApiError('streams_cap', `The ${tier} tier allows ${cap} open WebSockets; close one first.`, { cap });
    }
    this.#admitted.add(accountId, 1);
    return accountId;
  }

  /** For a socket that was closed before it sent a key. Never rejects. */
  async #countAbandoned(scope: Scope): Promise<void> {
    try {
      await this.#countAnonymous(scope);
    } catch (err) {
      this.#options.log.warn({ err }, 'could not count a socket without a key');
    }
  }

  async #countAnonymous(scope: Scope): Promise<MinuteState> {
    const { access, clock } = this.#options;
    return access.limiter.take(scope, ANONYMOUS_PER_MINUTE, clock());
  }
}
