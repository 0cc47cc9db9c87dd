import { sql, type Insertable, type Kysely, type Selectable, type Updateable } from 'kysely';
import type { Timestamp } from './column-types.js';
import type { Tables } from './tables.js';
import type { Alongside } from './alongside.js';
import type { RepositoryRow } from './repository-row.js';

declare module './tables.js' {
  interface Tables {
    accounts: {
      id: string;
      name: string | null;
      tier: string;
      /** Overrides of the tier's limits; null uses the tier's. */
      perMinute: number | null;
      perMonth: number | null;
      createdAt: Timestamp;
    };
  }
}

export type Account = Readonly<Selectable<Tables['accounts']>>;
export type NewAccount = Pick<
  Insertable<Tables['accounts']>,
  'id' | 'name' | 'tier' | 'perMinute' | 'perMonth' | 'createdAt'
>;
export type AccountChange = Partial<Pick<Updateable<Tables['accounts']>, 'name' | 'tier' | 'perMinute' | 'perMonth'>>;

/** Notification with the id of an account whose tier, limits, keys or sessions changed; sent on commit. */
export const KEYS_CHANGED = 'keys_changed';

export interface AccountsPage {
  readonly accounts: readonly Account[];
  /** Pass as `after` for the next page; null on the last. */
  readonly nextCursor: string | null;
}

export interface AccountsRepository {
  /** False if the id exists; nothing is changed then. */
  insert(account: NewAccount): Promise<boolean>;
  get(id: string): Promise<Account | undefined>;
  /** The changed account; undefined if none has the id. `alongside` is written in the same transaction. */
  change(id: string, change: AccountChange, alongside?: Alongside<Account>): Promise<Account | undefined>;
  /** Sorted by id. */
  list(options: { readonly after?: string | undefined; readonly limit: number }): Promise<AccountsPage>;
}

export async function notifyKeysChanged(tx: Kysely<Tables>, accountId: string): Promise<void> {
  await sql`select pg_notify(${KEYS_CHANGED}, ${accountId})`.execute(tx);
}

/** Customer accounts with tier and limit overrides. */
function createAccountsRepository(db: Kysely<Tables>): AccountsRepository {
  return {
    async insert(account) {
      const row = await db
        .insertInto('accounts')
        .values(account)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },
    get: (id) => db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst(),
    change: (id, change, alongside) =>
      db.transaction().execute(async (tx) => {
        const before = await tx.selectFrom('accounts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
        if (before === undefined) return undefined;
        const update = tx.updateTable('accounts').set(change).where('id', '=', id).returningAll();
        const account = await update.executeTakeFirstOrThrow();
        await alongside?.(tx, before);
        await notifyKeysChanged(tx, id);
        return account;
      }),
    async list({ after, limit }) {
      const query = db
        .selectFrom('accounts')
        .selectAll()
        .orderBy('id')
        .limit(limit + 1);
      const rows = await (after === undefined ? query : query.where('id', '>', after)).execute();
      const accounts = rows.slice(0, limit);
      return { accounts, nextCursor: rows.length > limit ? (accounts.at(-1)?.id ?? null) : null };
    },
  };
}

export const REPOSITORY = {
  create: createAccountsRepository,
  tables: { accounts: 'uncached' },
  alsoReads: ['api_keys', 'sessions'],
} as const satisfies RepositoryRow;
