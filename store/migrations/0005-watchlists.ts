import type { Kysely } from 'kysely';
import { sql } from 'kysely';

const STATEMENTS = [
  `create table watchlists (
    id text primary key, account_id text not null references accounts on delete cascade, name text not null, created_at timestamptz not null)`,
  `create index watchlists_account on watchlists (account_id, created_at)`,
  `create table watchlist_entries (
    watchlist_id text not null references watchlists on delete cascade, symbol text not null, seq bigint generated always as identity,
    added_at timestamptz not null, primary key (watchlist_id, symbol))`,
  `create index watchlist_entries_symbol on watchlist_entries (symbol)`,
];

/** Watchlists and their tickers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
