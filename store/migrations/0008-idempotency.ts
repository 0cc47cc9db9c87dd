import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** The idempotency key that an endpoint was registered with, and a hash of that request; both null without a key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhook_endpoints add column idempotency_key text, add column request_hash bytea`.execute(db);
}
