import { ApiError } from '../../access/errors.js';
import type { Keyring } from '../../access/keyring.js';
import { newId, type RandomBytes } from '../../access/secrets.js';
import type { Clock } from '../../calendar/utc-periods.js';
import type { TargetCheck } from '../../outbound/targets.js';
import type { Store } from '../../store/open-store.js';
import type { VaultItem, VaultState } from '../../store/vault-item.js';
import type { VaultUse, VaultUsesPage } from '../../store/vault-uses.js';
import { packed } from './credentials.js';
import { hostPattern, isAllowedHost } from './hosts.js';
import { readCredential, type GivenCredential, type ReadCredential } from './read-credential.js';
import { VAULT } from './rules.js';
import type { UseEnds } from './use-ends.js';

export interface NewItem {
  readonly name: string;
  readonly credential: GivenCredential;
  readonly allowedHosts: readonly string[];
  /** False by default. */
  readonly isWriteAllowed?: boolean | null | undefined;
  /** True by default. */
  readonly isApprovalRequired?: boolean | null | undefined;
  /** True by default. */
  readonly isShared?: boolean | null | undefined;
}

/** Null and undefined leave a property as it is. */
export type ItemChanges = { readonly [Key in keyof Omit<NewItem, 'credential'>]?: NewItem[Key] | null | undefined };

/** What an owner does with the vault. All throw ApiError, `not_found` for an item that the account does not have. */
export interface VaultOwners {
  /** Throws `invalid_parameter` and `vault_items_cap`. */
  create(accountId: string, item: NewItem): Promise<VaultItem>;
  update(accountId: string, id: string, changes: ItemChanges): Promise<VaultItem>;
  replaceCredential(accountId: string, id: string, given: GivenCredential): Promise<VaultItem>;
  delete(accountId: string, id: string): Promise<void>;
  approve(accountId: string, id: string): Promise<VaultItem>;
  /** Turning strict mode on locks the vault. */
  setStrict(accountId: string, isStrict: boolean): Promise<VaultState>;
  /** Throws `invalid_parameter` if the account is not in strict mode. */
  unlock(accountId: string, minutes: number): Promise<VaultState>;
  lock(accountId: string): Promise<VaultState>;
  use(accountId: string, id: string): Promise<VaultUse | undefined>;
  /** Newest first. */
  uses(
    accountId: string,
    page: { readonly first: number; readonly beforeSeq: number | undefined },
  ): Promise<VaultUsesPage>;
}

export interface VaultOwnersOptions {
  readonly store: Pick<Store, 'vault' | 'vaultUses'>;
  readonly ends: Pick<UseEnds, 'settled'>;
  /** Reads the keys again if `isStale`. */
  readonly keys: (isStale?: boolean) => Promise<Keyring>;
  readonly checkTarget: TargetCheck;
  readonly clock: Clock;
  readonly random: RandomBytes;
}

const MS_PER_MINUTE = 60_000;
/** A rotation of the key in between makes one more try necessary. */
const MOST_TRIES = 5;

function wrong(param: string, message: string): ApiError {
  return new ApiError('invalid_parameter', message, { param });
}

function notFound(): ApiError {
  return new ApiError('not_found', 'The account has no vault item with this id.', { param: 'id' });
}

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw notFound();
  return value;
}

function nameOf(name: string): string {
  if (name.trim() === '') throw wrong('name', 'name must have a character that is not white space.');
  return name.trim();
}

function hostsOf(hosts: readonly string[]): string[] {
  const patterns = hosts.map((host, index) => {
    const pattern = hostPattern(host);
    if (pattern !== null) return pattern;
    const param = `allowedHosts[${index}]`;
    throw wrong(
      param,
      `${param} must be a host such as api.example.com or *.example.com, with a port if it is not 443, and no IP address.`,
    );
  });
  return [...new Set(patterns)];
}

export function createVaultOwners({ store, ends, keys, checkTarget, clock, random }: VaultOwnersOptions): VaultOwners {
  const now = (): Date => new Date(clock());
  const checked = (given: GivenCredential, hosts: readonly string[]): ReadCredential => {
    const read = readCredential(given, checkTarget);
    const { login } = read.use;
    if (login !== null && !isAllowedHost(hosts, new URL(login.url)))
      throw wrong('credential.password.loginUrl', 'credential.password.loginUrl must be on one of allowedHosts.');
    return read;
  };
  /** Stores a credential with the key that is current when it is stored. */
  const sealed = async <Outcome>(
    id: string,
    { kind, use, credential }: ReadCredential,
    put: (columns: {
      kind: typeof kind;
      use: string;
      secret: Buffer;
      sealedWith: string;
    }) => Promise<Outcome | 'stale_key'>,
  ): Promise<Outcome> => {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const { current } = await keys(tries > 0);
      const secret = current.seal(packed(credential), id);
      const outcome = await put({ kind, use: JSON.stringify(use), secret, sealedWith: current.fingerprint });
      if (outcome !== 'stale_key') return outcome;
    }
    throw new Error(
      'The key of the vault is not the one that credentials are encrypted with: set SVC_VAULT_KEY to that key first.',
    );
  };

  return {
    async create(accountId, { credential, allowedHosts, name, isWriteAllowed, isApprovalRequired, isShared }) {
      const settings = {
        isWriteAllowed: isWriteAllowed ?? false,
        isApprovalRequired: isApprovalRequired ?? true,
        isShared: isShared ?? true,
      };
      const id = newId('vi', random);
      const hosts = hostsOf(allowedHosts);
      const read = checked(credential, hosts);
      const at = now();
      const columns = {
        id,
        accountId,
        name: nameOf(name),
        allowedHosts: hosts,
        ...settings,
        createdAt: at,
        updatedAt: at,
      };
      const outcome = await sealed(id, read, (own) =>
        store.vault.insert({ ...columns, ...own }, VAULT.itemsPerAccount),
      );
      if (outcome === 'too_many') throw new ApiError('vault_items_cap', undefined, { cap: VAULT.itemsPerAccount });
      return found(await store.vault.get(accountId, id));
    },
    async update(accountId, id, { name, allowedHosts, isWriteAllowed, isApprovalRequired, isShared }) {
      const before = found(await store.vault.get(accountId, id));
      const hosts = hostsOf(allowedHosts ?? before.allowedHosts);
      const { login } = before.use;
      if (login !== null && !isAllowedHost(hosts, new URL(login.url)))
        throw wrong('allowedHosts', `allowedHosts must allow ${new URL(login.url).host}, where the item signs in.`);
      const changes = {
        name: nameOf(name ?? before.name),
        allowedHosts: hosts,
        isWriteAllowed: isWriteAllowed ?? before.isWriteAllowed,
        isApprovalRequired: isApprovalRequired ?? before.isApprovalRequired,
        isShared: isShared ?? before.isShared,
      };
      return found(await store.vault.update(accountId, id, changes, now()));
    },
    async replaceCredential(accountId, id, given) {
      const { allowedHosts } = found(await store.vault.get(accountId, id));
      const read = checked(given, allowedHosts);
      return found(await sealed(id, read, (columns) => store.vault.replaceCredential(accountId, id, columns, now())));
    },
    async delete(accountId, id) {
      if (!(await store.vault.delete(accountId, id))) throw notFound();
    },
    approve: async (accountId, id) =>
      found(await store.vault.approve(accountId, id, new Date(clock() + VAULT.approvalMs))),
    setStrict: (accountId, isStrict) => store.vault.setState(accountId, { isStrict, unlockedUntil: null }),
    async unlock(accountId, minutes) {
      if (!(await store.vault.state(accountId)).isStrict)
        throw new ApiError(
          'invalid_parameter',
          'The vault is not in strict mode, so it is not locked; turn strict mode on first.',
        );
      return store.vault.setState(accountId, { unlockedUntil: new Date(clock() + minutes * MS_PER_MINUTE) });
    },
    lock: (accountId) => store.vault.setState(accountId, { unlockedUntil: null }),
    async use(accountId, id) {
      await ends.settled();
      return store.vaultUses.get(accountId, id);
    },
    async uses(accountId, page) {
      await ends.settled();
      return store.vaultUses.page(accountId, page);
    },
  };
}
