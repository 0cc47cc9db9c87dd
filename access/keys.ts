import type { KeysRepository, StoredKey } from '../store/keys.js';
import type { Clock } from '../calendar/utc-periods.js';
import { ApiError } from './errors.js';
import { newId, newSecret, hashSecret, visiblePrefix, type RandomBytes } from './secrets.js';
import { DAILY_TOKEN_CAP, KEY_OVERLAP_HOURS, KEYS_PER_ACCOUNT } from './tiers.js';

export type ApiKey = StoredKey;

export interface KeyOptions {
  readonly name?: string | null | undefined;
  /** AI tokens per UTC day; null means the tier's limit. */
  readonly dailyTokenCap?: number | null | undefined;
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
  /** Changes what is given. Throws `invalid_parameter` for a token cap out of range, and `not_found`. */
  update(accountId: string, keyId: string, changes: KeyOptions): Promise<ApiKey>;
  /** Revokes a key in every process; idempotent. Throws `not_found`. */
  revoke(accountId: string, keyId: string): Promise<ApiKey>;
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
  return {
    async create(accountId, options = {}) {
      const cap = checkedCap(options.dailyTokenCap ?? null);
      const { secret, hash } = newSecret('key', random);
      const id = newId('key', random);
      const row = {
        id, accountId, hash, prefix: visiblePrefix(secret), name: options.name ?? null,
        dailyTokenCap: cap, createdAt: new Date(clock()),
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
    },
    async update(accountId, keyId, { name, dailyTokenCap }) {
      const key = await keys.update(accountId, keyId, {
        ...(name === undefined ? {} : { name }),
        ...(dailyTokenCap === undefined ? {} : { dailyTokenCap: checkedCap(dailyTokenCap) }),
      });
      if (key === undefined) throw noSuchKey();
      onChange(accountId);
      return key;
    },
    async revoke(accountId, keyId) {
      const key = await keys.revoke(accountId, keyId, new Date(clock()));
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
      const { secret, hash } = newSecret('key', random);
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

function noSuchKey(): ApiError {
  return new ApiError('not_found', 'The account has no key with this id.', { param: 'id' });
}

function checkedCap(cap: number | null): number | null {
  if (cap === null) return null;
  if (Number.isInteger(cap) && cap >= DAILY_TOKEN_CAP.min && cap <= DAILY_TOKEN_CAP.max) return cap;
  const message = `dailyTokenCap must be a whole number from ${DAILY_TOKEN_CAP.min} to ${DAILY_TOKEN_CAP.max}.`;
  throw new ApiError('invalid_parameter', message, { param: 'dailyTokenCap' });
}
