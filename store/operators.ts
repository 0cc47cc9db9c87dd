import { sql, type ColumnType, type Insertable, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { NullableTimestamp, Timestamp } from './column-types.js';
import type { RepositoryRow } from './repository-row.js';
import type { Tables } from './tables.js';

declare module './tables.js' {
  interface Tables {
    /** Credentials of operators, which belong to no account. */
    operator_keys: {
      id: string;
      /** SHA-256 of the key; the key itself (256 random bits) is not stored. */
      hash: Buffer;
      prefix: string;
      /** Whose key it is. */
      name: string;
      createdAt: Timestamp;
      /** When the key stops working; null for never. */
      expiresAt: NullableTimestamp;
      lastUsedAt: NullableTimestamp;
      revokedAt: NullableTimestamp;
    };
    /** What operators have changed. */
    operator_actions: {
      id: string;
      /** Without a reference: an action outlives its key. */
      operatorId: string;
      /** The name that the key had. */
      operatorName: string;
      /** `set_account_tier` */
      action: string;
      /** Id of what was changed. */
      subject: string;
      detail: string | null;
      at: ColumnType<Date, Date, never>;
    };
  }
}

export type StoredOperatorKey = Readonly<Omit<Selectable<Tables['operator_keys']>, 'hash'>>;
export type NewOperatorKey = Insertable<Tables['operator_keys']>;
export type OperatorAction = Readonly<Selectable<Tables['operator_actions']>>;

/** The place of an action in their order: its time and id. */
export interface ActionPlace {
  readonly at: Date;
  readonly id: string;
}

export interface OperatorsRepository {
  /** False if a key with this id or hash exists, which changes nothing. */
  insert(key: NewOperatorKey): Promise<boolean>;
  /** The unrevoked key with this SHA-256, expired or not. */
  byHash(hash: Buffer): Promise<StoredOperatorKey | undefined>;
  /** Oldest first, including revoked ones. */
  list(): Promise<readonly StoredOperatorKey[]>;
  /** The key with its first revocation time; undefined if there is none. */
  revoke(id: string, at: Date): Promise<StoredOperatorKey | undefined>;
  /** Moves `lastUsedAt` forward. */
  touch(id: string, at: Date): Promise<void>;
  /** In `tx`, the transaction of the change that it records, if that is in the database. */
  record(action: Insertable<Tables['operator_actions']>, tx?: Transaction<Tables>): Promise<void>;
  /** Adds how a recorded action went on. */
  detail(id: string, detail: string): Promise<void>;
  /** Newest first; `after` is the place of the last action of the previous page. */
  actions(page: { readonly first: number; readonly after: ActionPlace | undefined }): Promise<{
    readonly rows: readonly OperatorAction[];
    readonly hasNext: boolean;
    readonly total: number;
  }>;
}

const COLUMNS = ['id', 'prefix', 'name', 'createdAt', 'expiresAt', 'lastUsedAt', 'revokedAt'] as const;

/** Keys of operators and the record of what they changed. */
function createOperatorsRepository(db: Kysely<Tables>): OperatorsRepository {
  return {
    async insert(key) {
      const row = await db
        .insertInto('operator_keys')
        .values(key)
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },
    byHash: (hash) =>
      db
        .selectFrom('operator_keys')
        .select(COLUMNS)
        .where('hash', '=', hash)
        .where('revokedAt', 'is', null)
        .executeTakeFirst(),
    list: () => db.selectFrom('operator_keys').select(COLUMNS).orderBy('createdAt').orderBy('id').execute(),
    revoke: (id, at) =>
      db
        .updateTable('operator_keys')
        .set({ revokedAt: sql`coalesce(revoked_at, ${at})` })
        .where('id', '=', id)
        .returning(COLUMNS)
        .executeTakeFirst(),
    async touch(id, at) {
      await db
        .updateTable('operator_keys')
        .set({ lastUsedAt: sql`greatest(last_used_at, ${at})` })
        .where('id', '=', id)
        .execute();
    },
    async record(action, tx) {
      await (tx ?? db).insertInto('operator_actions').values(action).execute();
    },
    async detail(id, detail) {
      await db.updateTable('operator_actions').set({ detail }).where('id', '=', id).execute();
    },
    async actions({ first, after }) {
      const page = db.selectFrom('operator_actions').selectAll().orderBy('at', 'desc').orderBy('id', 'desc');
      const rest =
        after === undefined ? page : page.where(sql<boolean>`(at, id) < (${after.at}::timestamptz, ${after.id})`);
      const [rows, { total }] = await Promise.all([
        rest.limit(first + 1).execute(),
        db
          .selectFrom('operator_actions')
          .select((select) => select.fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow(),
      ]);
      return { rows: rows.slice(0, first), hasNext: rows.length > first, total };
    },
  };
}

export const REPOSITORY = {
  create: createOperatorsRepository,
  tables: { operator_keys: 'uncached', operator_actions: 'uncached' },
  migrations: {
    '0082-operators': [
      `create table operator_keys (
        id text primary key, hash bytea not null unique, prefix text not null, name text not null,
        created_at timestamptz not null, expires_at timestamptz, last_used_at timestamptz, revoked_at timestamptz)`,
      `create table operator_actions (
        id text primary key, operator_id text not null, operator_name text not null, action text not null,
        subject text not null, detail text, at timestamptz not null)`,
      `create index operator_actions_at on operator_actions (at desc, id desc)`,
    ],
  },
} as const satisfies RepositoryRow;
