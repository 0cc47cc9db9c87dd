import { LRUCache } from 'lru-cache';
import type { AccountLimits, KeysRepository } from '../store/keys.js';
import type { SessionsRepository } from '../store/sessions.js';
import type { Clock } from '../calendar/utc-periods.js';
import type { Credential } from './credential.js';
import { isDemoAccount, isDemoKey } from './demo.js';
import { ApiError, unavailable } from './errors.js';
import type { Identity } from './identity.js';
import { hashSecret, SECRET_PREFIX } from './secrets.js';
import { isTier, TIER_LIMITS } from './tiers.js';

export interface Authenticator {
  /**
   * The identity for a credential; synchronous if cached. Throws `missing_key` for null, `invalid_key` for an unknown,
   * revoked or expired credential, `origin_not_allowed` for a publishable key from elsewhere, and `unavailable` if the
   * store cannot be reached.
   */
  authenticate(credential: Credential | null): Identity | Promise<Identity>;
  /**
   * The current identity of a caller who was authenticated earlier, here or in another process. Throws like
   * `authenticate`.
   */
  recall(identity: Identity): Identity | Promise<Identity>;
  /**
   * Origins of a publishable key. Throws `invalid_key` for any other, and `unavailable` if the store cannot be reached.
   */
  originsOf(secret: string): Promise<readonly string[]>;
  /** Removes one account, or all, from the cache. */
  forget(accountId?: string): void;
  /** Stores when keys and sessions were last used: in one statement each, each of them at most once per minute. */
  flush(): Promise<void>;
}

export interface AuthenticatorOptions {
  readonly keys: Pick<KeysRepository, 'byHash' | 'byId' | 'touch'>;
  readonly sessions: Pick<SessionsRepository, 'byHash' | 'byId' | 'touch'>;
  readonly clock: Clock;
  /** Without it no key or session of a demo account works, whoever made it. */
  readonly areDemoKeysAllowed: boolean;
}

interface Known {
  readonly identity: Identity;
  /** Epoch milliseconds at which the entry expires, at the latest when the session does. */
  readonly expiresAtMs: number;
  touchedAtMs: number;
}

interface Found {
  readonly identity: Identity;
  readonly endsAtMs: number;
  readonly touchedAtMs: number;
}

type Search = () => Promise<Found | undefined>;

const KNOWN_MS = 30_000;
const UNKNOWN_MS = 5_000;
const TOUCH_MS = 60_000;
const MOST_KNOWN = 50_000;
const MOST_UNKNOWN = 10_000;
const MOST_CHARACTERS = 128;
const WELL_FORMED = /^svcs?_[A-Za-z0-9_-]+$/;

export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  return new CachedAuthenticator(options);
}

class CachedAuthenticator implements Authenticator {
  private readonly options: AuthenticatorOptions;
  /** By hash, so that a memory dump contains no keys; for `recall`, by the id of the key or session. */
  private readonly known = new LRUCache<string, Known>({ max: MOST_KNOWN });
  private readonly unknownUntilMs = new LRUCache<string, number>({ max: MOST_UNKNOWN });
  private readonly looking = new Map<string, Promise<Identity>>();
  private touched = new Map<string, Date>();
  private touchedSessions = new Map<string, Date>();
  /** Number of changes so far: a row read before a change is not cached after it. */
  private changes = 0;

  constructor(options: AuthenticatorOptions) {
    this.options = options;
  }

  authenticate(credential: Credential | null): Identity | Promise<Identity> {
    if (credential === null) throw new ApiError('missing_key');
    const identity = this.identify(credential);
    if (identity instanceof Promise) return identity.then((known) => requireOrigin(known, credential));
    return requireOrigin(identity, credential);
  }

  async originsOf(secret: string): Promise<readonly string[]> {
    const { publishable } = await this.identify({ kind: 'key', secret });
    if (publishable === undefined) throw new ApiError('invalid_key');
    return publishable.origins;
  }

  recall({ keyId, sessionId }: Identity): Identity | Promise<Identity> {
    const { keys, sessions } = this.options;
    if (keyId !== null) return this.look(`key ${keyId}`, () => foundKey(keys.byId(keyId)));
    if (sessionId !== null) return this.look(`session ${sessionId}`, () => foundSession(sessions.byId(sessionId)));
    throw new ApiError('missing_key');
  }

  private identify(credential: Credential): Identity | Promise<Identity> {
    this.requireWellFormed(credential);
    const hash = hashSecret(credential.secret);
    const { keys, sessions } = this.options;
    return this.look(hash.toString('base64'), () =>
      credential.kind === 'key' ? foundKey(keys.byHash(hash)) : foundSession(sessions.byHash(hash)),
    );
  }

  private look(id: string, search: Search): Identity | Promise<Identity> {
    const nowMs = this.options.clock();
    const known = this.known.get(id);
    if (known !== undefined && nowMs < known.expiresAtMs) return this.touch(known, nowMs);
    if (nowMs < (this.unknownUntilMs.get(id) ?? 0)) throw new ApiError('invalid_key');
    return this.lookUp(id, search);
  }

  forget(accountId?: string): void {
    this.changes += 1;
    this.unknownUntilMs.clear();
    this.looking.clear();
    if (accountId === undefined) return this.known.clear();
    for (const [id, { identity }] of this.known.entries()) {
      if (identity.accountId === accountId) this.known.delete(id);
    }
  }

  async flush(): Promise<void> {
    const { touched, touchedSessions } = this;
    this.touched = new Map();
    this.touchedSessions = new Map();
    try {
      await this.options.keys.touch(touched);
      await this.options.sessions.touch(touchedSessions);
    } catch (error) {
      this.touched = new Map([...touched, ...this.touched]);
      this.touchedSessions = new Map([...touchedSessions, ...this.touchedSessions]);
      throw error;
    }
  }

  private requireWellFormed({ kind, secret }: Credential): void {
    if (secret.startsWith(SECRET_PREFIX.operator))
      throw new ApiError(
        'invalid_key',
        'This is the key of an operator, which works only at /admin; send the API key of an account.',
      );
    const isForged =
      secret.length > MOST_CHARACTERS || !secret.startsWith(SECRET_PREFIX[kind]) || !WELL_FORMED.test(secret);
    if (isForged || (!this.options.areDemoKeysAllowed && isDemoKey(secret))) throw new ApiError('invalid_key');
  }

  private isClosed({ accountId }: Identity): boolean {
    return !this.options.areDemoKeysAllowed && isDemoAccount(accountId);
  }

  private touch(known: Known, nowMs: number): Identity {
    const { keyId, sessionId } = known.identity;
    if (nowMs - known.touchedAtMs >= TOUCH_MS) {
      known.touchedAtMs = nowMs;
      if (keyId !== null) this.touched.set(keyId, new Date(nowMs));
      if (sessionId !== null) this.touchedSessions.set(sessionId, new Date(nowMs));
    }
    return known.identity;
  }

  private touchedAt({ keyId, sessionId }: Identity): number {
    const at = this.touched.get(keyId ?? '') ?? this.touchedSessions.get(sessionId ?? '');
    return at?.getTime() ?? 0;
  }

  private lookUp(id: string, search: Search): Promise<Identity> {
    const underWay = this.looking.get(id);
    if (underWay !== undefined) return underWay;
    const look = this.searched(id, search).finally(() => {
      if (this.looking.get(id) === look) this.looking.delete(id);
    });
    this.looking.set(id, look);
    return look;
  }

  private async searched(id: string, search: Search): Promise<Identity> {
    const changes = this.changes;
    const found = await search().catch((error: unknown) => {
      throw unavailable(error);
    });
    const nowMs = this.options.clock();
    const isCurrent = changes === this.changes;
    if (found === undefined || found.endsAtMs <= nowMs || this.isClosed(found.identity)) {
      if (isCurrent) this.unknownUntilMs.set(id, nowMs + UNKNOWN_MS);
      throw new ApiError('invalid_key');
    }
    const known: Known = {
      identity: found.identity,
      expiresAtMs: Math.min(found.endsAtMs, nowMs + KNOWN_MS),
      touchedAtMs: Math.max(found.touchedAtMs, this.touchedAt(found.identity)),
    };
    if (isCurrent) this.known.set(id, known);
    return this.touch(known, nowMs);
  }
}

/** Throws `origin_not_allowed` for a publishable key that neither a page of its origins nor one of ours sent. */
function requireOrigin(identity: Identity, { origin, isFromOwnPage }: Credential): Identity {
  const { publishable } = identity;
  if (publishable === undefined || isFromOwnPage === true) return identity;
  if (origin !== undefined && publishable.origins.includes(origin)) return identity;
  throw new ApiError(
    'origin_not_allowed',
    'This publishable key only works in pages of its origins; its owner lists them with updateApiKey.',
  );
}

async function foundKey(
  reading: ReturnType<KeysRepository['byHash'] | KeysRepository['byId']>,
): Promise<Found | undefined> {
  const row = await reading;
  if (row === undefined) return undefined;
  const known = identityOf(row, row.accountId, { keyId: row.id, sessionId: null }, row.dailyTokenCap);
  const { origins, ownPerMinute } = row;
  const identity =
    origins === null ? known : { ...known, publishable: { origins, perMinute: ownPerMinute ?? known.perMinute } };
  // A rotated secret works for a while after its successor was created.
  const oldEndsAtMs = 'isOld' in row && row.isOld ? (row.oldUntil?.getTime() ?? 0) : Infinity;
  const endsAtMs = Math.min(oldEndsAtMs, row.expiresAt?.getTime() ?? Infinity);
  return { identity, endsAtMs, touchedAtMs: row.lastUsedAt?.getTime() ?? 0 };
}

async function foundSession(reading: ReturnType<SessionsRepository['byHash']>): Promise<Found | undefined> {
  const row = await reading;
  if (row === undefined) return undefined;
  const identity = identityOf(row, row.accountId, { keyId: null, sessionId: row.id }, null);
  return { identity, endsAtMs: row.expiresAt.getTime(), touchedAtMs: row.lastUsedAt?.getTime() ?? 0 };
}

/** The identity of a credential with the limits of its account. Throws for an unknown tier. */
export function identityOf(
  limits: AccountLimits,
  accountId: string,
  asker: Pick<Identity, 'keyId' | 'sessionId'>,
  ownTokenCap: number | null,
): Identity {
  const { tier } = limits;
  if (!isTier(tier)) throw new Error(`Account ${accountId} has the unknown tier ${tier}.`);
  const ofTier = TIER_LIMITS[tier];
  return {
    accountId,
    tier,
    ...asker,
    perMinute: limits.perMinute ?? ofTier.perMinute,
    perMonth: limits.perMonth ?? ofTier.perMonth,
    dailyTokenCap: ofTier.dailyTokenCap === 0 ? 0 : (ownTokenCap ?? ofTier.dailyTokenCap),
  };
}
