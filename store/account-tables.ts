import type { ColumnType, Generated } from 'kysely';
import type { NullableTimestamp, Timestamp } from './column-types.js';

/** Account tables, see `tables.ts`. */

export interface AccountsTable {
  id: string;
  name: string | null;
  tier: string;
  /** Overrides of the tier's limits; null uses the tier's. */
  perMinute: number | null;
  perMonth: number | null;
  createdAt: Timestamp;
}

export interface ApiKeysTable {
  id: string;
  accountId: string;
  /** SHA-256 of the key; the key itself (256 random bits) is not stored. */
  hash: Buffer;
  prefix: string;
  name: string | null;
  dailyTokenCap: number | null;
  createdAt: Timestamp;
  lastUsedAt: NullableTimestamp;
  revokedAt: NullableTimestamp;
}

export interface SessionsTable {
  id: string;
  accountId: string;
  hash: Buffer;
  createdAt: Timestamp;
  expiresAt: ColumnType<Date, Date | string, Date | string>;
  revokedAt: NullableTimestamp;
}

export interface MonthlyUsageTable {
  accountId: string;
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
  keyId: string;
  accountId: string;
  /** Calendar day since 1970-01-01, UTC. */
  day: number;
  used: number;
}

export interface WebhookEndpointsTable {
  id: string;
  accountId: string;
  url: string;
  /** Subscribed event types. */
  events: string[];
  /** The signing secret, encrypted. */
  secret: Buffer;
  secretLast4: string;
  /** The secret that replaces it at `nextSecretAt`, encrypted. */
  nextSecret: Buffer | null;
  nextSecretLast4: string | null;
  nextSecretAt: NullableTimestamp;
  status: ColumnType<'active' | 'disabled', 'active' | undefined, 'disabled'>;
  disabledReason: string | null;
  consecutiveFailures: Generated<number>;
  /** After consecutive failures: when the next attempt may probe the endpoint. */
  blockedUntil: NullableTimestamp;
  createdAt: ColumnType<Date, Date, never>;
  /** The client's key for retries of the registration. */
  idempotencyKey: ColumnType<string | null, string | null | undefined, never>;
  /** SHA-256 of the registration with that key. */
  requestHash: ColumnType<Buffer | null, Buffer | null | undefined, never>;
}

export interface EventsTable {
  id: string;
  /** Order of emission. */
  seq: Generated<number>;
  type: string;
  /** Null for all subscribed accounts. */
  accountId: string | null;
  /** The envelope, exactly as signed and sent. */
  body: Buffer;
  createdAt: ColumnType<Date, Date, never>;
  /** Null until its receivers have been determined. */
  fannedOutAt: NullableTimestamp;
}

/** Delivery of one event to one endpoint. */
export interface WebhookSendsTable {
  endpointId: string;
  eventId: string;
  eventSeq: number;
  state: Generated<'waiting' | 'sending' | 'delivered' | 'given_up'>;
  attempts: Generated<number>;
  /** Position in the retry schedule. */
  failures: Generated<number>;
  nextAt: ColumnType<Date, Date, Date>;
}

/** One attempt; its id is sent at most once. */
export interface WebhookDeliveriesTable {
  id: string;
  seq: Generated<number>;
  endpointId: string;
  eventId: string;
  eventType: string;
  attempt: number;
  isTest: Generated<boolean>;
  status: Generated<'sending' | 'succeeded' | 'failed'>;
  claimedAt: ColumnType<Date, Date, never>;
  /** An attempt still `sending` after this time has an unknown outcome. */
  leaseUntil: ColumnType<Date, Date, never>;
  httpStatus: number | null;
  error: string | null;
  durationMs: number | null;
}

export interface WatchlistsTable {
  id: string;
  accountId: string;
  name: string;
  createdAt: ColumnType<Date, Date, never>;
}

export interface WatchlistEntriesTable {
  watchlistId: string;
  /** Canonical symbol; not necessarily stored. */
  symbol: string;
  /** Order of addition. */
  seq: Generated<number>;
  addedAt: ColumnType<Date, Date, never>;
}
