import type { Kysely } from 'kysely';
import { sql } from 'kysely';

const STATEMENTS = [
  `create table producer_states (
    producer text not null, key text not null, as_of timestamptz not null, state jsonb not null, primary key (producer, key))`,
];

/** The last state that each event producer emitted, so that each change is emitted once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
