import type { Kysely } from 'kysely';
import { sql } from 'kysely';

const STATEMENTS = [
  `create table ipo_listings (
    key text primary key, ticker text, issuer_name text not null, exchange text,
    status text not null check (status in ('expected', 'priced', 'filed', 'withdrawn')), day integer not null,
    offer_low double precision, offer_high double precision, shares bigint, value_usd double precision, source text not null)`,
  `create index ipo_listings_day on ipo_listings (day)`,
];

/** The IPO calendar. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
