import type { ColumnType, Generated } from 'kysely';

/** Tables of the database, one interface each; columns are spelled as in SQL. Days are calendar days since 1970-01-01. */
export interface Tables {
  securities: SecuritiesTable;
  bar_years: BarYearsTable;
  minute_days: MinuteDaysTable;
  splits: SplitsTable;
  dividends: DividendsTable;
  private_companies: PrivateCompaniesTable;
  imports: ImportsTable;
  settings: SettingsTable;
  accounts: AccountsTable;
  api_keys: ApiKeysTable;
  sessions: SessionsTable;
  monthly_usage: MonthlyUsageTable;
  minute_usage: MinuteUsageTable;
  token_usage: TokenUsageTable;
  webhook_endpoints: WebhookEndpointsTable;
  events: EventsTable;
  webhook_sends: WebhookSendsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  composite_latest: CompositeLatestTable;
  composite_years: CompositeYearsTable;
  producer_states: ProducerStatesTable;
  watchlists: WatchlistsTable;
  watchlist_entries: WatchlistEntriesTable;
  ipo_listings: IpoListingsTable;
}

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;
type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

export interface SecuritiesTable {
  symbol: string;
  name: string;
  kind: 'equity' | 'etf' | 'index';
  exchange: string | null;
  sector: string | null;
  industry: string | null;
  currency: Generated<string>;
  source: string;
  first_day: number | null;
  last_day: number | null;
  /** Grows with every change of the stored bars, minutes, splits or dividends: the key of every cached result. */
  version: Generated<number>;
  updated_at: Timestamp;
}

export interface BarYearsTable {
  symbol: string;
  year: number;
  bars: number;
  packed: Buffer;
}

export interface MinuteDaysTable {
  symbol: string;
  day: number;
  bars: number;
  packed: Buffer;
}

export interface SplitsTable {
  symbol: string;
  day: number;
  /** New shares for one old share. */
  ratio: number;
}

export interface DividendsTable {
  symbol: string;
  day: number;
  /** USD per share, split-adjusted. */
  amount: number;
}

export interface PrivateCompaniesTable {
  slug: string;
  name: string;
  tagline: string | null;
  sector: string | null;
  founded: number | null;
  hq: string | null;
  employees: number | null;
  source: string;
}

export interface ImportsTable {
  id: string;
  kind: string;
  source: string;
  subject: string;
  rows: number;
  refused: number;
  finished_at: Timestamp;
}

export interface SettingsTable {
  name: string;
  value: ColumnType<unknown, string, string>;
}

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

/** What is on record of one security, and its newest composite. */
export interface CompositeLatestTable {
  symbol: string;
  /** Where the bars came from that the record stands on. */
  source: string;
  /** The security's version whose days are all on record; 0 while one of them is still to come. */
  version: number;
  /** Grows with every change of the record: what was read of it must still be so when it is added to. */
  revision: number;
  first_day: number;
  days: number;
  day: number;
  score: number;
  label: string;
  /** Close of the day, USD, split-adjusted as it was then. */
  price: number;
  /** Epoch milliseconds. */
  known_at: number;
}

export interface CompositeYearsTable {
  symbol: string;
  year: number;
  days: number;
  packed: Buffer;
}

/** What a producer of events last saw of one thing. */
export interface ProducerStatesTable {
  producer: string;
  key: string;
  as_of: ColumnType<Date, Date, Date>;
  state: ColumnType<unknown, string, string>;
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

/** One IPO as the calendar last told of it. */
export interface IpoListingsTable {
  key: string;
  ticker: string | null;
  issuer_name: string;
  exchange: string | null;
  status: 'expected' | 'priced' | 'filed' | 'withdrawn';
  /** Of the listing where it is expected or priced, else of the filing or the withdrawal. */
  day: number;
  /** USD per share; both the same once it is priced. */
  offer_low: number | null;
  offer_high: number | null;
  shares: number | null;
  /** Of all shares on offer. */
  value_usd: number | null;
  source: string;
}
