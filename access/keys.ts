import type { KeysRepository, StoredKey } from '../store/keys.js';
import type { Clock } from '../calendar/utc-periods.js';
import { ApiError } from './errors.js';
import { newId, newSecret, hashSecret, visiblePrefix, type RandomBytes } from './secrets.js';
import { DAILY_TOKEN_CAP, KEYS_PER_ACCOUNT } from './tiers.js';

export type ApiKey = StoredKey;

export interface KeyOptions {
  readonly name?: string | null | undefined;
  /** AI tokens a UTC day; null takes the tier's. */
  readonly dailyTokenCap?: number | null | undefined;
}

export interface CreatedKey {
  /** The key itself: shown this once. */
  readonly secret: string;
  readonly key: ApiKey;
}

export interface Keys {
  /** Throws `keys_cap` where the account has `KEYS_PER_ACCOUNT`, `invalid_parameter` for a cap out of bounds, `not_found` for no such account. */
  create(accountId: string, options?: KeyOptions): Promise<CreatedKey>;
  /** The key, from then on refused in every process; revoking twice changes nothing. Throws `not_found`. */
  revoke(accountId: string, keyId: string): Promise<ApiKey>;
  get(keyId: string): Promise<ApiKey | undefined>;
  /** Oldest first, revoked ones too. */
  list(accountId: string): Promise<readonly ApiKey[]>;
}

export interface KeysOptions {
  readonly keys: KeysRepository;
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** Called once a change is committed. */
  readonly onChange: (accountId: string) => void;
}

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
      if (outcome === 'no_account') throw new ApiError('not_found', 'There is no account under that id.');
      if (outcome === 'too_many') throw new ApiError('keys_cap', undefined, { cap: KEYS_PER_ACCOUNT });
      if (outcome === 'taken') throw new Error('A new random key collided with a stored one: the source of randomness is broken.');
      onChange(accountId);
      const { hash: _hash, ...key } = row;
      return { secret, key: { ...key, lastUsedAt: null, revokedAt: null } };
    },
    async revoke(accountId, keyId) {
      const key = await keys.revoke(accountId, keyId, new Date(clock()));
      if (key === undefined) throw new ApiError('not_found', 'The account has no key under that id.');
      onChange(accountId);
      return key;
    },
    get: (keyId) => keys.get(keyId),
    list: (accountId) => keys.ofAccount(accountId),
  };
}

/** Stores a given secret as a key, for the well-known demo keys alone. Whether it was new. */
export async function storeKnownKey(keys: KeysRepository, accountId: string, secret: string, at: Date): Promise<boolean> {
  const row = { id: `key_${secret.slice(4)}`, accountId, hash: hashSecret(secret), prefix: secret, name: 'demo', createdAt: at };
  return (await keys.insert(row, KEYS_PER_ACCOUNT)) === 'inserted';
}

function checkedCap(cap: number | null): number | null {
  if (cap === null) return null;
  if (Number.isInteger(cap) && cap >= DAILY_TOKEN_CAP.min && cap <= DAILY_TOKEN_CAP.max) return cap;
  const message = `dailyTokenCap must be a whole number from ${DAILY_TOKEN_CAP.min} to ${DAILY_TOKEN_CAP.max}.`;
  throw new ApiError('invalid_parameter', message, { param: 'dailyTokenCap' });
}
