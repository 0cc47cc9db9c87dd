import type { Kysely } from 'kysely';
import { sql } from 'kysely';

const STATEMENTS = [
  `create table webhook_endpoints (
    id text primary key, account_id text not null references accounts on delete cascade, url text not null, events text[] not null,
    secret bytea not null, secret_last4 text not null,
    next_secret bytea, next_secret_last4 text, next_secret_at timestamptz,
    status text not null default 'active' check (status in ('active', 'disabled')), disabled_reason text,
    consecutive_failures integer not null default 0, blocked_until timestamptz, created_at timestamptz not null)`,
  `create index webhook_endpoints_account on webhook_endpoints (account_id)`,
  `create table events (
    id text primary key, seq bigint generated always as identity, type text not null,
    account_id text references accounts on delete cascade, body bytea not null,
    created_at timestamptz not null, fanned_out_at timestamptz)`,
  `create index events_waiting on events (seq) where fanned_out_at is null`,
  `create index events_age on events (created_at)`,
  `create table webhook_sends (
    endpoint_id text not null references webhook_endpoints on delete cascade, event_id text not null references events on delete cascade,
    event_seq bigint not null, state text not null default 'waiting' check (state in ('waiting', 'sending', 'delivered', 'given_up')),
    attempts integer not null default 0, failures integer not null default 0, next_at timestamptz not null,
    primary key (endpoint_id, event_id))`,
  `create index webhook_sends_due on webhook_sends (endpoint_id, next_at) where state = 'waiting'`,
  `create index webhook_sends_event on webhook_sends (event_id)`,
  `create table webhook_deliveries (
    id text primary key, seq bigint generated always as identity,
    endpoint_id text not null references webhook_endpoints on delete cascade, event_id text not null references events on delete cascade,
    event_type text not null, attempt integer not null, is_test boolean not null default false,
    status text not null default 'sending' check (status in ('sending', 'succeeded', 'failed')),
    claimed_at timestamptz not null, lease_until timestamptz not null,
    http_status integer, error text, duration_ms integer)`,
  `create index webhook_deliveries_recent on webhook_deliveries (endpoint_id, seq desc)`,
  `create index webhook_deliveries_open on webhook_deliveries (endpoint_id, lease_until) where status = 'sending'`,
  `create index webhook_deliveries_event on webhook_deliveries (event_id)`,
];

/** Webhook endpoints, events waiting for fan-out, deliveries and their attempts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
