import type { Kysely } from 'kysely';
import { sql } from 'kysely';

const STATEMENTS = [
  `create table producer_states (
    producer text not null, key text not null, as_of timestamptz not null, state jsonb not null, primary key (producer, key))`,
];

/** What each producer of events last told, so that it tells of a change once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
