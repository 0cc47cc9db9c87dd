import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { RepositoryRow } from './repository-row.js';
import type { Tables } from './tables.js';
import { admitVaultUse, type KnownItems, type UseRequest, type UseVerdict } from './vault-admission.js';
import type { NewCredential, NewVaultItem, VaultItem, VaultItemChanges, VaultState } from './vault-item.js';

export type VaultInsertion = 'inserted' | 'too_many' | 'no_account' | 'stale_key';

/** Setting with the fingerprint of the key that credentials are encrypted with. */
export const VAULT_KEY_SETTING = 'vault_key_fingerprint';

export interface VaultRepository {
  /** `stale_key` if credentials are encrypted with another key by now; the account's items are counted under a lock. */
  insert(item: NewVaultItem, most: number): Promise<VaultInsertion>;
  /** Oldest first. */
  ofAccount(accountId: string, onlyShared: boolean): Promise<readonly VaultItem[]>;
  get(accountId: string, id: string): Promise<VaultItem | undefined>;
  update(accountId: string, id: string, changes: VaultItemChanges, at: Date): Promise<VaultItem | undefined>;
  /** Replaces the credential and forgets its approval and its sign-in. */
  replaceCredential(
    accountId: string,
    id: string,
    credential: NewCredential,
    at: Date,
  ): Promise<VaultItem | 'stale_key' | undefined>;
  /** Stores the cookies of a sign-in, unless the credential has been replaced since. */
  storeSignIn(item: Pick<VaultItem, 'id' | 'secret'>, cookies: Buffer | null): Promise<void>;
  approve(accountId: string, id: string, until: Date): Promise<VaultItem | undefined>;
  delete(accountId: string, id: string): Promise<boolean>;
  state(accountId: string): Promise<VaultState>;
  setState(accountId: string, state: Partial<VaultState>): Promise<VaultState>;
  /** Admits a use and records it, or records why it is refused; see `vault-admission.ts`. */
  admit(request: UseRequest): Promise<UseVerdict>;
  /** Fingerprints of keys that credentials are encrypted with. */
  sealedWith(): Promise<readonly string[]>;
  /** Encrypts all credentials anew, in one transaction, and from then on expects them to be encrypted with this key. */
  reseal(fingerprint: string, anew: (item: VaultItem) => Pick<VaultItem, 'secret' | 'signIn'>): Promise<number>;
}

/** Items in memory for their next use. */
const MOST_KNOWN = 5_000;
const NO_STATE: VaultState = { isStrict: false, unlockedUntil: null };

/** Whether new credentials are still encrypted with this key; `reseal` waits until the transaction has ended. */
async function isCurrentKey(tx: Kysely<Tables>, fingerprint: string): Promise<boolean> {
  const row = await tx
    .selectFrom('settings')
    .select('value')
    .where('name', '=', VAULT_KEY_SETTING)
    .forShare()
    .executeTakeFirst();
  return row?.value === fingerprint;
}

function createVaultRepository(db: Kysely<Tables>): VaultRepository {
  const own = (accountId: string, id: string) =>
    db.updateTable('vault_items').where('accountId', '=', accountId).where('id', '=', id);
  const known: KnownItems = new LRUCache({ max: MOST_KNOWN });
  return {
    insert: (item, most) =>
      db.transaction().execute(async (tx) => {
        const account = await tx
          .selectFrom('accounts')
          .select('id')
          .where('id', '=', item.accountId)
          .forUpdate()
          .executeTakeFirst();
        if (account === undefined) return 'no_account';
        if (!(await isCurrentKey(tx, item.sealedWith))) return 'stale_key';
        const { present } = await tx
          .selectFrom('vault_items')
          .select((select) => select.fn.countAll<number>().as('present'))
          .where('accountId', '=', item.accountId)
          .executeTakeFirstOrThrow();
        if (present >= most) return 'too_many';
        await tx.insertInto('vault_items').values(item).execute();
        return 'inserted';
      }),
    ofAccount: (accountId, onlyShared) =>
      db
        .selectFrom('vault_items')
        .selectAll()
        .where('accountId', '=', accountId)
        .$if(onlyShared, (query) => query.where('isShared', '=', true))
        .orderBy('seq')
        .execute(),
    get: (accountId, id) =>
      db
        .selectFrom('vault_items')
        .selectAll()
        .where('accountId', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst(),
    update: (accountId, id, changes, at) =>
      own(accountId, id)
        .set({ ...changes, updatedAt: at })
        .returningAll()
        .executeTakeFirst(),
    replaceCredential: (accountId, id, credential, at) =>
      db.transaction().execute(async (tx) => {
        if (!(await isCurrentKey(tx, credential.sealedWith))) return 'stale_key';
        return tx
          .updateTable('vault_items')
          .set({ ...credential, signIn: null, approvedUntil: null, updatedAt: at })
          .where('accountId', '=', accountId)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
      }),
    async storeSignIn({ id, secret }, cookies) {
      await db
        .updateTable('vault_items')
        .set({ signIn: cookies })
        .where('id', '=', id)
        .where('secret', '=', secret)
        .execute();
    },
    approve: (accountId, id, until) =>
      own(accountId, id).set({ approvedUntil: until }).returningAll().executeTakeFirst(),
    async delete(accountId, id) {
      const { numDeletedRows } = await db
        .deleteFrom('vault_items')
        .where('accountId', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    async state(accountId) {
      const row = await db
        .selectFrom('vault_states')
        .select(['isStrict', 'unlockedUntil'])
        .where('accountId', '=', accountId)
        .executeTakeFirst();
      return row ?? NO_STATE;
    },
    setState: (accountId, state) =>
      db
        .insertInto('vault_states')
        .values({ accountId, ...state })
        .onConflict((conflict) => conflict.column('accountId').doUpdateSet({ ...state, accountId }))
        .returning(['isStrict', 'unlockedUntil'])
        .executeTakeFirstOrThrow(),
    admit: (request) => admitVaultUse(db, known, request),
    async sealedWith() {
      const rows = await db.selectFrom('vault_items').select('sealedWith').distinct().execute();
      return rows.map(({ sealedWith }) => sealedWith);
    },
    reseal: (fingerprint, anew) =>
      db.transaction().execute(async (tx) => {
        const value = JSON.stringify(fingerprint);
        await tx
          .insertInto('settings')
          .values({ name: VAULT_KEY_SETTING, value })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
          .execute();
        const items = await tx.selectFrom('vault_items').selectAll().orderBy('id').forUpdate().execute();
        for (const item of items) {
          const { secret, signIn } = anew(item);
          await tx
            .updateTable('vault_items')
            .set({ secret, signIn, sealedWith: fingerprint })
            .where('id', '=', item.id)
            .execute();
        }
        return items.length;
      }),
  };
}

export const REPOSITORY = {
  create: createVaultRepository,
  tables: { vault_items: 'uncached', vault_states: 'uncached' },
  alsoReads: ['accounts', 'settings'],
  migrations: {
    '0062-vault': [
      `create table vault_items (
        id text primary key, seq bigint generated always as identity,
        account_id text not null references accounts on delete cascade, name text not null,
        kind text not null check (kind in ('bearer', 'header', 'basic', 'query', 'password')),
        allowed_hosts text[] not null, is_write_allowed boolean not null, is_approval_required boolean not null,
        is_shared boolean not null, use jsonb not null, secret bytea not null, sealed_with text not null, sign_in bytea,
        approved_until timestamptz, created_at timestamptz not null, updated_at timestamptz not null)`,
      `create index vault_items_account on vault_items (account_id, seq)`,
      `create table vault_states (
        account_id text primary key references accounts on delete cascade, is_strict boolean not null default false,
        unlocked_until timestamptz)`,
      `create table vault_uses (
        id text primary key, seq bigint generated always as identity,
        account_id text not null references accounts on delete cascade, item_id text, item_name text,
        key_id text, session_id text, action text not null check (action in ('request', 'login_check')),
        method text not null, host text, path text, is_counted boolean not null, outcome text,
        http_status integer, at timestamptz not null, duration_ms integer)`,
      `create index vault_uses_account on vault_uses (account_id, seq)`,
      `create index vault_uses_hour on vault_uses (account_id, at) where is_counted`,
    ],
  },
} as const satisfies RepositoryRow;
