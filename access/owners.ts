import type { AccountsRepository } from '../store/accounts.js';
import type { KeysRepository } from '../store/keys.js';
import { identityOf } from './authenticate.js';
import type { Identity } from './identity.js';

/** Identities of owners of work that no request is made for. */
export interface Owners {
  /**
   * The account, spending AI tokens under a key: under the key's cap while it is not revoked, afterwards under the
   * tier's. Without a key, as the account's sessions do. Undefined if the account is gone.
   */
  identityOf(accountId: string, keyId: string | null): Promise<Identity | undefined>;
}

/** In place of the id of a session. */
const NO_SESSION = 'schedule';

export interface OwnersOptions {
  readonly accounts: Pick<AccountsRepository, 'get'>;
  readonly keys: Pick<KeysRepository, 'byId'>;
}

export function createOwners({ accounts, keys }: OwnersOptions): Owners {
  return {
    async identityOf(accountId, keyId) {
      const [account, key] = await Promise.all([
        accounts.get(accountId),
        keyId === null ? undefined : keys.byId(keyId),
      ]);
      if (account === undefined) return undefined;
      const asker = keyId === null ? { keyId, sessionId: NO_SESSION } : { keyId, sessionId: null };
      return identityOf(account, accountId, asker, key?.accountId === accountId ? key.dailyTokenCap : null);
    },
  };
}
