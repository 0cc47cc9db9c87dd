import type { Alongside } from '../store/alongside.js';
import type { KeysRepository, StoredKey } from '../store/keys.js';
import type { Clock } from '../calendar/utc-periods.js';
import { ApiError } from './errors.js';
import {
  newId,
  newSecret,
  hashSecret,
  PUBLISHABLE_PREFIX,
  visiblePrefix,
  type NewSecret,
  type RandomBytes,
} from './secrets.js';
import { DAILY_TOKEN_CAP, KEY_OVERLAP_HOURS, KEYS_PER_ACCOUNT } from './tiers.js';

export type ApiKey = StoredKey;

export interface KeyOptions {
  readonly name?: string | null | undefined;
  /** AI tokens per UTC day; null means the tier's limit. */
  readonly dailyTokenCap?: number | null | undefined;
  /** When the key stops working; null means never. */
  readonly expiresAt?: Date | null | undefined;
}

/** A key that web pages carry: it reads what is the same for all accounts, from pages of its origins. */
export interface PublishableKeyOptions {
  readonly name?: string | null | undefined;
  /** `https://app.example.com`; `http` for this machine alone. */
  readonly origins: readonly string[];
  /** Requests per minute of the key, beside the account's limit; null means that of the account. */
  readonly requestsPerMinute?: number | null | undefined;
}

export interface KeyChanges extends KeyOptions {
  /** Only of a publishable key. */
  readonly origins?: readonly string[] | null | undefined;
}

export interface CreatedKey {
  /** The key itself, shown only once. */
  readonly secret: string;
  readonly key: ApiKey;
}

export interface Keys {
  /**
   * Throws `keys_cap` if the account has `KEYS_PER_ACCOUNT` keys, `invalid_parameter` for a token cap out of range and
   * `not_found` if there is no such account.
   */
  create(accountId: string, options?: KeyOptions): Promise<CreatedKey>;
  /** Throws like `create`, and `invalid_parameter` for an origin that is none. */
  createPublishable(accountId: string, options: PublishableKeyOptions): Promise<CreatedKey>;
  /** Changes what is given. Throws `invalid_parameter` for a token cap out of range, and `not_found`. */
  update(accountId: string, keyId: string, changes: KeyChanges): Promise<ApiKey>;
  /** Revokes a key in every process; idempotent. `alongside` is written in the same transaction. Throws `not_found`. */
  revoke(accountId: string, keyId: string, alongside?: Alongside<ApiKey>): Promise<ApiKey>;
  /**
   * Replaces the secret of a key; the present one works for `overlapHours` more in every process, and one from before a
   * previous rotation no longer. Throws `invalid_parameter` and `not_found`.
   */
  rotate(accountId: string, keyId: string, overlapHours?: number): Promise<CreatedKey>;
  get(keyId: string): Promise<ApiKey | undefined>;
  /** Oldest first, including revoked keys. */
  list(accountId: string): Promise<readonly ApiKey[]>;
}

export interface KeysOptions {
  readonly keys: KeysRepository;
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** Called after a change is committed. */
  readonly onChange: (accountId: string) => void;
}

const MS_PER_HOUR = 3_600_000;

export function createKeys({ keys, clock, random, onChange }: KeysOptions): Keys {
  const insert = async (
    accountId: string,
    { secret, hash }: NewSecret,
    settings: Pick<ApiKey, 'name' | 'dailyTokenCap' | 'ownPerMinute' | 'expiresAt'> & {
      readonly origins: string[] | null;
    },
  ): Promise<CreatedKey> => {
    const row = {
      id: newId('key', random),
      accountId,
      hash,
      prefix: visiblePrefix(secret),
      ...settings,
      createdAt: new Date(clock()),
    };
    const outcome = await keys.insert(row, KEYS_PER_ACCOUNT);
    if (outcome === 'no_account') throw new ApiError('not_found', 'No such account.');
    if (outcome === 'too_many') throw new ApiError('keys_cap', undefined, { cap: KEYS_PER_ACCOUNT });
    if (outcome === 'taken') {
      throw new Error('A new random key collided with a stored one: the random source is broken.');
    }
    onChange(accountId);
    const { hash: _hash, ...key } = row;
    return { secret, key: { ...key, lastUsedAt: null, revokedAt: null, oldUntil: null } };
  };
  /** A key of the account. Throws `not_found`. */
  const own = async (accountId: string, keyId: string): Promise<ApiKey> => {
    const key = await keys.get(keyId);
    if (key?.accountId !== accountId) throw noSuchKey();
    return key;
  };
  return {
    create: async (accountId, { name, dailyTokenCap, expiresAt } = {}) =>
      insert(accountId, newSecret('key', random), {
        name: name ?? null,
        dailyTokenCap: checkedCap(dailyTokenCap ?? null),
        origins: null,
        ownPerMinute: null,
        expiresAt: expiresAt ?? null,
      }),
    createPublishable: async (accountId, { name, origins, requestsPerMinute }) =>
      insert(accountId, newSecret('key', random, PUBLISHABLE_PREFIX), {
        name: name ?? null,
        dailyTokenCap: null,
        origins: checkedOrigins(origins),
        ownPerMinute: requestsPerMinute ?? null,
        expiresAt: null,
      }),
    async update(accountId, keyId, { name, dailyTokenCap, origins, expiresAt }) {
      const given = origins === null || origins === undefined ? undefined : checkedOrigins(origins);
      if (given !== undefined && (await own(accountId, keyId)).origins === null)
        throw new ApiError(
          'invalid_parameter',
          'origins must be omitted: the key is a secret one; create a publishable key for web pages.',
          { param: 'origins' },
        );
      const key = await keys.update(accountId, keyId, {
        ...(given === undefined ? {} : { origins: given }),
        ...(name === undefined ? {} : { name }),
        ...(expiresAt === undefined ? {} : { expiresAt }),
        ...(dailyTokenCap === undefined ? {} : { dailyTokenCap: checkedCap(dailyTokenCap) }),
      });
      if (key === undefined) throw noSuchKey();
      onChange(accountId);
      return key;
    },
    async revoke(accountId, keyId, alongside) {
      const key = await keys.revoke(accountId, keyId, new Date(clock()), alongside);
      if (key === undefined) throw noSuchKey();
      onChange(accountId);
      return key;
    },
    async rotate(accountId, keyId, overlapHours = KEY_OVERLAP_HOURS.default) {
      const { min, max } = KEY_OVERLAP_HOURS;
      if (!Number.isInteger(overlapHours) || overlapHours < min || overlapHours > max) {
        const message = `overlapHours must be a whole number from ${min} to ${max}.`;
        throw new ApiError('invalid_parameter', message, { param: 'overlapHours' });
      }
      const { origins } = await own(accountId, keyId);
      const { secret, hash } =
        origins === null ? newSecret('key', random) : newSecret('key', random, PUBLISHABLE_PREFIX);
      const oldUntil = overlapHours === 0 ? null : new Date(clock() + overlapHours * MS_PER_HOUR);
      const key = await keys.rotate(accountId, keyId, { hash, prefix: visiblePrefix(secret), oldUntil });
      if (key === undefined) throw noSuchKey();
      onChange(accountId);
      return { secret, key };
    },
    get: (keyId) => keys.get(keyId),
    list: (accountId) => keys.ofAccount(accountId),
  };
}

/** Stores a given secret as a key, only for demo keys. Returns whether it was new. */
export async function storeKnownKey(
  keys: KeysRepository,
  accountId: string,
  secret: string,
  at: Date,
): Promise<boolean> {
  const row = {
    id: `key_${secret.slice(4)}`,
    accountId,
    hash: hashSecret(secret),
    prefix: secret,
    name: 'demo',
    createdAt: at,
  };
  return (await keys.insert(row, KEYS_PER_ACCOUNT)) === 'inserted';
}

const MOST_ORIGINS = 10;
const DEFAULT_PORTS = { http: '80', https: '443' } as const;
const LOCAL = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** Origins as browsers send them. Throws `invalid_parameter`. */
function checkedOrigins(given: readonly string[]): string[] {
  const param = 'origins';
  if (given.length === 0 || given.length > MOST_ORIGINS)
    throw new ApiError('invalid_parameter', `${param} must have from 1 to ${MOST_ORIGINS} origins.`, { param });
  return [...new Set(given.map((text, index) => originOf(text, `${param}[${index}]`)))];
}

const ORIGIN =
  /^(https?):\/\/((?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)*[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?|\[[\da-f:]{2,39}\])(?::(\d{1,5}))?\/?$/;

function originOf(text: string, param: string): string {
  const [, protocol, host = '', port] = ORIGIN.exec(text.toLowerCase()) ?? [];
  if (protocol === 'https' || (protocol === 'http' && LOCAL.test(host)))
    return `${protocol}://${host}${port === undefined || port === DEFAULT_PORTS[protocol] ? '' : `:${Number(port)}`}`;
  throw new ApiError(
    'invalid_parameter',
    `${param} must be an origin such as https://app.example.com, or http://localhost:3000 for development.`,
    { param },
  );
}

function noSuchKey(): ApiError {
  return new ApiError('not_found', 'The account has no key with this id.', { param: 'id' });
}

function checkedCap(cap: number | null): number | null {
  if (cap === null) return null;
  if (Number.isInteger(cap) && cap >= DAILY_TOKEN_CAP.min && cap <= DAILY_TOKEN_CAP.max) return cap;
  const message = `dailyTokenCap must be a whole number from ${DAILY_TOKEN_CAP.min} to ${DAILY_TOKEN_CAP.max}.`;
  throw new ApiError('invalid_parameter', message, { param: 'dailyTokenCap' });
}
