import type { Kysely } from 'kysely';
import { sql } from 'kysely';

const STATEMENTS = [
  `create table composite_latest (
    symbol text primary key references securities on delete cascade, source text not null, version bigint not null,
    revision bigint not null, first_day integer not null, days integer not null, day integer not null,
    score double precision not null, label text not null, price double precision not null, known_at bigint not null)`,
  `create table composite_years (
    symbol text not null references composite_latest on delete cascade, year smallint not null,
    days integer not null, packed bytea not null, primary key (symbol, year))`,
  // Scores barely compress: compression costs more than it saves.
  `alter table composite_years alter column packed set storage external`,
];

/** Recorded daily composites: packed by ticker-year, and the newest of each ticker. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
