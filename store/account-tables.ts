import type { ColumnType, Generated } from 'kysely';
import type { NullableTimestamp, Timestamp } from './column-types.js';

/** Tables of what belongs to accounts, see `tables.ts`. */

export interface AccountsTable {
  id: string;
  name: string | null;
  tier: string;
  /** Overrides of the tier's limits for one customer; null takes the tier's. */
  per_minute: number | null;
  per_month: number | null;
  created_at: Timestamp;
}

export interface ApiKeysTable {
  id: string;
  account_id: string;
  /** SHA-256 of the key; the key itself (256 random bits) is nowhere stored. */
  hash: Buffer;
  prefix: string;
  name: string | null;
  daily_token_cap: number | null;
  created_at: Timestamp;
  last_used_at: NullableTimestamp;
  revoked_at: NullableTimestamp;
}

export interface SessionsTable {
  id: string;
  account_id: string;
  hash: Buffer;
  created_at: Timestamp;
  expires_at: ColumnType<Date, Date | string, Date | string>;
  revoked_at: NullableTimestamp;
}

export interface MonthlyUsageTable {
  account_id: string;
  /** `YYYY-MM`, UTC. */
  month: string;
  /** `requests` or `transcripts`. */
  meter: string;
  used: number;
}

/** Starts of recent requests, so that the sliding minute survives a restart. */
export interface MinuteUsageTable {
  scope: string;
  /** Epoch seconds. */
  second: number;
  requests: number;
}

export interface TokenUsageTable {
  key_id: string;
  account_id: string;
  /** Calendar day since 1970-01-01, UTC. */
  day: number;
  used: number;
}

export interface WebhookEndpointsTable {
  id: string;
  account_id: string;
  url: string;
  /** Subscribed event types. */
  events: string[];
  /** The signing secret, sealed. */
  secret: Buffer;
  secret_last4: string;
  /** The secret that takes over at `next_secret_at`, sealed. */
  next_secret: Buffer | null;
  next_secret_last4: string | null;
  next_secret_at: NullableTimestamp;
  status: ColumnType<'active' | 'disabled', 'active' | undefined, 'disabled'>;
  disabled_reason: string | null;
  consecutive_failures: Generated<number>;
  /** After failures in a row: when the next attempt may probe the endpoint. */
  blocked_until: NullableTimestamp;
  created_at: ColumnType<Date, Date, never>;
}

export interface EventsTable {
  id: string;
  /** Order of emission. */
  seq: Generated<number>;
  type: string;
  /** Null reaches every account that subscribed. */
  account_id: string | null;
  /** The envelope, byte for byte as it is signed and sent. */
  body: Buffer;
  created_at: ColumnType<Date, Date, never>;
  /** Null until its receivers are found. */
  fanned_out_at: NullableTimestamp;
}

/** One event on its way to one endpoint. */
export interface WebhookSendsTable {
  endpoint_id: string;
  event_id: string;
  event_seq: number;
  state: Generated<'waiting' | 'sending' | 'delivered' | 'given_up'>;
  attempts: Generated<number>;
  /** Place in the schedule of attempts. */
  failures: Generated<number>;
  next_at: ColumnType<Date, Date, Date>;
}

/** One attempt; its id goes out at most once. */
export interface WebhookDeliveriesTable {
  id: string;
  seq: Generated<number>;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  attempt: number;
  is_test: Generated<boolean>;
  status: Generated<'sending' | 'succeeded' | 'failed'>;
  claimed_at: ColumnType<Date, Date, never>;
  /** An attempt that is still `sending` after this has an unknown outcome. */
  lease_until: ColumnType<Date, Date, never>;
  http_status: number | null;
  error: string | null;
  duration_ms: number | null;
}

export interface WatchlistsTable {
  id: string;
  account_id: string;
  name: string;
  created_at: ColumnType<Date, Date, never>;
}

export interface WatchlistEntriesTable {
  watchlist_id: string;
  /** Canonical; nothing need be stored for it. */
  symbol: string;
  /** Order of addition. */
  seq: Generated<number>;
  added_at: ColumnType<Date, Date, never>;
}
