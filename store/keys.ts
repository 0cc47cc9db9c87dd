import { sql, type ColumnType, type Insertable, type Kysely, type Selectable } from 'kysely';
import type { NullableTimestamp, Timestamp } from './column-types.js';
import { notifyKeysChanged } from './accounts.js';
import { rowsByKey } from './rows-by-key.js';
import type { Tables } from './tables.js';
import type { Alongside } from './alongside.js';
import type { RepositoryRow } from './repository-row.js';

declare module './tables.js' {
  interface Tables {
    api_keys: {
      id: string;
      accountId: string;
      /** SHA-256 of the key; the key itself (256 random bits) is not stored. */
      hash: Buffer;
      prefix: string;
      name: string | null;
      dailyTokenCap: number | null;
      createdAt: Timestamp;
      lastUsedAt: NullableTimestamp;
      revokedAt: NullableTimestamp;
      /** The secret before the last rotation, which works until `oldUntil`. */
      oldHash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
      oldUntil: NullableTimestamp;
      /** Origins of a publishable key; null for a secret one. */
      origins: ColumnType<string[] | null, string[] | null | undefined, string[] | null>;
      /** Requests per minute of a publishable key; null for the account's limit. */
      ownPerMinute: ColumnType<number | null, number | null | undefined, number | null>;
      /** When the key stops working; null for never. */
      expiresAt: NullableTimestamp;
    };
  }
}

export type StoredKey = Readonly<Omit<Selectable<Tables['api_keys']>, 'hash' | 'oldHash'>>;
export type NewKey = Insertable<Tables['api_keys']>;
/** The account data that a request needs for its credential. */
export type AccountLimits = Readonly<Pick<Selectable<Tables['accounts']>, 'tier' | 'perMinute' | 'perMonth'>>;
export type KeyInsertion = 'inserted' | 'taken' | 'too_many' | 'no_account';

export interface KeysRepository {
  /**
   * Inserts unless the account already has `most` keys that are neither revoked nor expired, counted under a lock on
   * the account.
   */
  insert(key: NewKey, most: number): Promise<KeyInsertion>;
  /**
   * The unrevoked key with this SHA-256, with its account's limits. `isOld` if it is that of a secret from before the
   * last rotation, valid until `oldUntil`.
   */
  byHash(hash: Buffer): Promise<(StoredKey & AccountLimits & { readonly isOld: boolean }) | undefined>;
  /** The same, by id. */
  byId(id: string): Promise<(StoredKey & AccountLimits) | undefined>;
  /** Oldest first, including revoked ones. */
  ofAccount(accountId: string): Promise<readonly StoredKey[]>;
  /** By account, newest first and at most `most` of each, including revoked ones; one query. */
  ofAccounts(accountIds: readonly string[], most: number): Promise<ReadonlyMap<string, readonly StoredKey[]>>;
  get(id: string): Promise<StoredKey | undefined>;
  /** The key after the change; undefined if the account has no such key. */
  update(
    accountId: string,
    id: string,
    changes: {
      readonly name?: string | null;
      readonly dailyTokenCap?: number | null;
      readonly origins?: string[];
      readonly expiresAt?: Date | null;
    },
  ): Promise<StoredKey | undefined>;
  /**
   * The key with its first revocation time; undefined if the account has no such key. `alongside` is written in the
   * same transaction.
   */
  revoke(accountId: string, id: string, at: Date, alongside?: Alongside<StoredKey>): Promise<StoredKey | undefined>;
  /**
   * Replaces the secret; the present one works until `oldUntil`. Undefined if the account has no such unrevoked key.
   */
  rotate(
    accountId: string,
    id: string,
    next: { readonly hash: Buffer; readonly prefix: string; readonly oldUntil: Date | null },
  ): Promise<StoredKey | undefined>;
  /** Moves `lastUsedAt` forward, all keys in one statement. */
  touch(lastUsed: ReadonlyMap<string, Date>): Promise<void>;
}

const COLUMNS = [
  'api_keys.id',
  'api_keys.accountId',
  'api_keys.prefix',
  'api_keys.name',
  'api_keys.dailyTokenCap',
  'api_keys.createdAt',
  'api_keys.lastUsedAt',
  'api_keys.revokedAt',
  'api_keys.oldUntil',
  'api_keys.origins',
  'api_keys.ownPerMinute',
  'api_keys.expiresAt',
] as const;

/** API keys, looked up by hash. */
function createKeysRepository(db: Kysely<Tables>): KeysRepository {
  const unrevoked = () =>
    db
      .selectFrom('api_keys')
      .innerJoin('accounts', 'accounts.id', 'api_keys.accountId')
      .select([...COLUMNS, 'accounts.tier', 'accounts.perMinute', 'accounts.perMonth'])
      .where('api_keys.revokedAt', 'is', null);
  return {
    insert: (key, most) => insertKey(db, key, most),
    byHash: (hash) =>
      unrevoked()
        .select(sql<boolean>`api_keys.hash <> ${hash}`.as('isOld'))
        .where((where) => where.or([where('api_keys.hash', '=', hash), where('api_keys.oldHash', '=', hash)]))
        .executeTakeFirst(),
    byId: (id) => unrevoked().where('api_keys.id', '=', id).executeTakeFirst(),
    ofAccount: (accountId) =>
      db
        .selectFrom('api_keys')
        .select(COLUMNS)
        .where('accountId', '=', accountId)
        .orderBy('createdAt')
        .orderBy('id')
        .execute(),
    async ofAccounts(accountIds, most) {
      const ranked = db
        .selectFrom('api_keys')
        .select([
          ...COLUMNS,
          sql<number>`row_number() over (partition by account_id order by created_at desc, id desc)`.as('place'),
        ])
        .where(sql<boolean>`account_id = any(${[...accountIds]}::text[])`)
        .as('api_keys');
      const rows = await db.selectFrom(ranked).select(COLUMNS).where('place', '<=', most).orderBy('place').execute();
      return rowsByKey(rows, ({ accountId }) => accountId);
    },
    get: (id) => db.selectFrom('api_keys').select(COLUMNS).where('id', '=', id).executeTakeFirst(),
    update: (accountId, id, changes) =>
      db.transaction().execute(async (tx) => {
        // An update needs a column; the id stays.
        const key = await tx
          .updateTable('api_keys')
          .set({ id, ...changes })
          .where('id', '=', id)
          .where('accountId', '=', accountId)
          .returning(COLUMNS)
          .executeTakeFirst();
        if (key !== undefined) await notifyKeysChanged(tx, accountId);
        return key;
      }),
    revoke: (accountId, id, at, alongside) =>
      db.transaction().execute(async (tx) => {
        const own = tx.selectFrom('api_keys').select(COLUMNS).where('id', '=', id).where('accountId', '=', accountId);
        const before = await own.forUpdate().executeTakeFirst();
        if (before === undefined) return undefined;
        const key = await tx
          .updateTable('api_keys')
          .set({ revokedAt: sql`coalesce(revoked_at, ${at})` })
          .where('id', '=', id)
          .returning(COLUMNS)
          .executeTakeFirstOrThrow();
        await alongside?.(tx, before);
        await notifyKeysChanged(tx, accountId);
        return key;
      }),
    rotate: (accountId, id, { hash, prefix, oldUntil }) =>
      db.transaction().execute(async (tx) => {
        const key = await tx
          .updateTable('api_keys')
          .set({ oldHash: oldUntil === null ? null : sql<Buffer>`hash`, oldUntil, hash, prefix })
          .where('id', '=', id)
          .where('accountId', '=', accountId)
          .where('revokedAt', 'is', null)
          .returning(COLUMNS)
          .executeTakeFirst();
        if (key !== undefined) await notifyKeysChanged(tx, accountId);
        return key;
      }),
    async touch(lastUsed) {
      if (lastUsed.size === 0) return;
      await sql`
        update api_keys set last_used_at = greatest(api_keys.last_used_at, touched.at)
        from unnest(${[...lastUsed.keys()]}::text[], ${[...lastUsed.values()]}::timestamptz[]) as touched (id, at)
        where api_keys.id = touched.id`.execute(db);
    },
  };
}

async function insertKey(db: Kysely<Tables>, key: NewKey, most: number): Promise<KeyInsertion> {
  return db.transaction().execute(async (tx) => {
    // The lock makes concurrent insertions for one account count each other.
    const account = await tx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', key.accountId)
      .forUpdate()
      .executeTakeFirst();
    if (account === undefined) return 'no_account';
    const { active } = await tx
      .selectFrom('api_keys')
      .select((select) => select.fn.countAll<number>().as('active'))
      .where('accountId', '=', key.accountId)
      .where('revokedAt', 'is', null)
      .where((where) =>
        where.or([where('expiresAt', 'is', null), where('expiresAt', '>', sql<Date>`${key.createdAt}`)]),
      )
      .executeTakeFirstOrThrow();
    if (active >= most) return 'too_many';
    const row = await tx
      .insertInto('api_keys')
      .values(key)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (row === undefined) return 'taken';
    await notifyKeysChanged(tx, key.accountId);
    return 'inserted';
  });
}

export const REPOSITORY = {
  create: createKeysRepository,
  tables: { api_keys: 'uncached' },
  alsoReads: ['accounts'],
  migrations: {
    '0067-publishable-keys': [
      `alter table api_keys add column origins text[] check (cardinality(origins) > 0),
        add column own_per_minute integer check (own_per_minute > 0)`,
    ],
    '0070-key-expiry': ['alter table api_keys add column expires_at timestamptz'],
  },
} as const satisfies RepositoryRow;
