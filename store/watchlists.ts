import { type ColumnType, type Generated, type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Tables } from './tables.js';
import type { RepositoryRow } from './repository-row.js';

declare module './tables.js' {
  interface Tables {
    watchlists: {
      id: string;
      accountId: string;
      name: string;
      createdAt: ColumnType<Date, Date, never>;
      /** Order of creation; several lists can be created in one millisecond. */
      seq: Generated<number>;
    };
    watchlist_entries: {
      watchlistId: string;
      /** Canonical symbol; not necessarily stored. */
      symbol: string;
      /** Order of addition. */
      seq: Generated<number>;
      addedAt: ColumnType<Date, Date, never>;
    };
  }
}

export type Watchlist = Readonly<Selectable<Tables['watchlists']>>;
export type NewWatchlist = Insertable<Tables['watchlists']>;
export type WatchlistEntry = Readonly<Pick<Selectable<Tables['watchlist_entries']>, 'symbol' | 'addedAt'>>;
export type WatchlistInsertion =
  { readonly outcome: 'inserted'; readonly watchlist: Watchlist } | { readonly outcome: 'too_many' | 'no_account' };

/** A list id and its account: lists of other accounts are not found. */
export interface OwnWatchlist {
  readonly accountId: string;
  readonly id: string;
}

export interface WatchlistUpdate {
  readonly name?: string | undefined;
  readonly symbols?: readonly string[] | undefined;
}

export type WatchlistAddition =
  | { readonly outcome: 'added'; readonly watchlist: Watchlist; readonly symbols: readonly string[] }
  | { readonly outcome: 'too_many' | 'not_found' };

export interface WatchlistsRepository {
  /**
   * Inserts a list with distinct, ordered symbols unless the account has `most` lists, counted under an account lock.
   */
  insert(watchlist: NewWatchlist, symbols: readonly string[], most: number): Promise<WatchlistInsertion>;
  /** Oldest first. */
  ofAccount(accountId: string): Promise<readonly Watchlist[]>;
  get(own: OwnWatchlist): Promise<Watchlist | undefined>;
  /**
   * Changes the name, and moves the named symbols to the front in their order. `unknown` are those of them that are not
   * on the list, and then nothing is changed; undefined if the account has no such list.
   */
  update(
    own: OwnWatchlist,
    changes: WatchlistUpdate,
  ): Promise<{ readonly watchlist: Watchlist; readonly unknown: readonly string[] } | undefined>;
  /** Adds the missing symbols and returns them; adds none if the list would then exceed `most`. */
  add(
    own: OwnWatchlist,
    symbols: readonly string[],
    options: { readonly most: number; readonly at: Date },
  ): Promise<WatchlistAddition>;
  /** Removes symbols and returns those removed; undefined if the account has no such list. */
  remove(
    own: OwnWatchlist,
    symbols: readonly string[],
  ): Promise<{ readonly watchlist: Watchlist; readonly symbols: readonly string[] } | undefined>;
  /** Deletes a list with its entries; returns whether the account had it. */
  delete(own: OwnWatchlist): Promise<boolean>;
  /** The entries of each list, in the order added; one query. */
  entriesOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly WatchlistEntry[]>>;
  /** Ids of the accounts with a symbol in a list, by symbol, without symbols in no list. One query. */
  holdersOf(symbols: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Symbols in any list, sorted. */
  symbols(): Promise<readonly string[]>;
}

/** Watchlists. */
function createWatchlistsRepository(db: Kysely<Tables>): WatchlistsRepository {
  return {
    insert: (watchlist, symbols, most) => insertWatchlist(db, watchlist, symbols, most),
    ofAccount: (accountId) =>
      db
        .selectFrom('watchlists')
        .selectAll()
        .where('accountId', '=', accountId)
        .orderBy('createdAt')
        .orderBy('seq')
        .execute(),
    get: (own) => ownQuery(db, own).executeTakeFirst(),
    update: (own, changes) => updateWatchlist(db, own, changes),
    add: (own, symbols, options) => addEntries(db, own, symbols, options),
    remove: (own, symbols) => removeEntries(db, own, symbols),
    async delete({ accountId, id }) {
      const { numDeletedRows } = await db
        .deleteFrom('watchlists')
        .where('id', '=', id)
        .where('accountId', '=', accountId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    async entriesOf(ids) {
      const rows = await db
        .selectFrom('watchlist_entries')
        .select(['watchlistId', 'symbol', 'addedAt'])
        .where(sql<boolean>`watchlist_id = any(${[...ids]}::text[])`)
        .orderBy('seq')
        .execute();
      return grouped(
        rows,
        ({ watchlistId }) => watchlistId,
        ({ symbol, addedAt }) => ({ symbol, addedAt }),
      );
    },
    async symbols() {
      const rows = await db.selectFrom('watchlist_entries').select('symbol').distinct().orderBy('symbol').execute();
      return rows.map(({ symbol }) => symbol);
    },
    async holdersOf(symbols) {
      const rows = await db
        .selectFrom('watchlist_entries')
        .innerJoin('watchlists', 'watchlists.id', 'watchlist_entries.watchlistId')
        .select(['watchlist_entries.symbol', 'watchlists.accountId'])
        .distinct()
        .where(sql<boolean>`watchlist_entries.symbol = any(${[...symbols]}::text[])`)
        .orderBy('watchlists.accountId')
        .execute();
      return grouped(
        rows,
        ({ symbol }) => symbol,
        ({ accountId }) => accountId,
      );
    },
  };
}

function ownQuery(db: Kysely<Tables>, { accountId, id }: OwnWatchlist) {
  return db.selectFrom('watchlists').selectAll().where('id', '=', id).where('accountId', '=', accountId);
}

function grouped<Row, Value>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  valueOf: (row: Row) => Value,
): ReadonlyMap<string, readonly Value[]> {
  const groups = new Map<string, Value[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [valueOf(row)]);
    else group.push(valueOf(row));
  }
  return groups;
}

async function insertEntries(
  tx: Kysely<Tables>,
  watchlistId: string,
  symbols: readonly string[],
  at: Date,
): Promise<void> {
  if (symbols.length === 0) return;
  await tx
    .insertInto('watchlist_entries')
    .values(symbols.map((symbol) => ({ watchlistId, symbol, addedAt: at })))
    .execute();
}

async function insertWatchlist(
  db: Kysely<Tables>,
  watchlist: NewWatchlist,
  symbols: readonly string[],
  most: number,
): Promise<WatchlistInsertion> {
  return db.transaction().execute(async (tx) => {
    // The lock makes concurrent insertions for one account count each other.
    const account = await tx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', watchlist.accountId)
      .forUpdate()
      .executeTakeFirst();
    if (account === undefined) return { outcome: 'no_account' };
    const { present } = await tx
      .selectFrom('watchlists')
      .select((select) => select.fn.countAll<number>().as('present'))
      .where('accountId', '=', watchlist.accountId)
      .executeTakeFirstOrThrow();
    if (present >= most) return { outcome: 'too_many' };
    const row = await tx.insertInto('watchlists').values(watchlist).returningAll().executeTakeFirstOrThrow();
    await insertEntries(tx, row.id, symbols, row.createdAt);
    return { outcome: 'inserted', watchlist: row };
  });
}

async function updateWatchlist(
  db: Kysely<Tables>,
  own: OwnWatchlist,
  { name, symbols }: WatchlistUpdate,
): ReturnType<WatchlistsRepository['update']> {
  return db.transaction().execute(async (tx) => {
    // The lock makes concurrent changes of one list wait for each other.
    const before = await ownQuery(tx, own).forUpdate().executeTakeFirst();
    if (before === undefined) return undefined;
    if (symbols !== undefined) {
      const unknown = await moveToFront(tx, own.id, symbols);
      if (unknown.length > 0) return { watchlist: before, unknown };
    }
    if (name === undefined) return { watchlist: before, unknown: [] };
    const watchlist = await tx
      .updateTable('watchlists')
      .set({ name })
      .where('id', '=', own.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { watchlist, unknown: [] };
  });
}

/** Returns the symbols that are not on the list; with any, nothing is moved. */
async function moveToFront(
  tx: Kysely<Tables>,
  watchlistId: string,
  symbols: readonly string[],
): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('watchlist_entries')
    .select(['symbol', 'addedAt'])
    .where('watchlistId', '=', watchlistId)
    .orderBy('seq')
    .execute();
  const bySymbol = new Map(rows.map((row) => [row.symbol, row]));
  const unknown = symbols.filter((symbol) => !bySymbol.has(symbol));
  if (unknown.length > 0 || rows.length === 0) return unknown;
  const order = [...new Set([...symbols, ...bySymbol.keys()])];
  // Their order is that of their insertion.
  await tx.deleteFrom('watchlist_entries').where('watchlistId', '=', watchlistId).execute();
  await tx
    .insertInto('watchlist_entries')
    .values(
      order.flatMap((symbol) => {
        const row = bySymbol.get(symbol);
        return row === undefined ? [] : [{ watchlistId, ...row }];
      }),
    )
    .execute();
  return [];
}

async function addEntries(
  db: Kysely<Tables>,
  own: OwnWatchlist,
  symbols: readonly string[],
  { most, at }: { readonly most: number; readonly at: Date },
): Promise<WatchlistAddition> {
  return db.transaction().execute(async (tx) => {
    // The lock makes concurrent additions to one list count each other.
    const watchlist = await ownQuery(tx, own).forUpdate().executeTakeFirst();
    if (watchlist === undefined) return { outcome: 'not_found' };
    const rows = await tx.selectFrom('watchlist_entries').select('symbol').where('watchlistId', '=', own.id).execute();
    const present = new Set(rows.map(({ symbol }) => symbol));
    const added = [...new Set(symbols)].filter((symbol) => !present.has(symbol));
    if (present.size + added.length > most) return { outcome: 'too_many' };
    await insertEntries(tx, own.id, added, at);
    return { outcome: 'added', watchlist, symbols: added };
  });
}

async function removeEntries(
  db: Kysely<Tables>,
  own: OwnWatchlist,
  symbols: readonly string[],
): Promise<{ readonly watchlist: Watchlist; readonly symbols: readonly string[] } | undefined> {
  return db.transaction().execute(async (tx) => {
    const watchlist = await ownQuery(tx, own).forUpdate().executeTakeFirst();
    if (watchlist === undefined) return undefined;
    const removed = await tx
      .deleteFrom('watchlist_entries')
      .where('watchlistId', '=', own.id)
      .where(sql<boolean>`symbol = any(${[...symbols]}::text[])`)
      .returning('symbol')
      .execute();
    return { watchlist, symbols: removed.map(({ symbol }) => symbol) };
  });
}

export const REPOSITORY = {
  create: createWatchlistsRepository,
  tables: { watchlists: 'uncached', watchlist_entries: 'uncached' },
  alsoReads: ['accounts'],
  migrations: {
    '0005-watchlists': [
      `create table watchlists (
        id text primary key, account_id text not null references accounts on delete cascade, name text not null, created_at timestamptz not null)`,
      `create index watchlists_account on watchlists (account_id, created_at)`,
      `create table watchlist_entries (
        watchlist_id text not null references watchlists on delete cascade, symbol text not null, seq bigint generated always as identity,
        added_at timestamptz not null, primary key (watchlist_id, symbol))`,
      `create index watchlist_entries_symbol on watchlist_entries (symbol)`,
    ],
    '0009-watchlist-order': [`alter table watchlists add column seq bigint generated always as identity`],
  },
} as const satisfies RepositoryRow;
