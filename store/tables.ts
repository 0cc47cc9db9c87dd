import type { ColumnType, Generated } from 'kysely';
import type {
  AccountsTable, ApiKeysTable, EventsTable, MinuteUsageTable, MonthlyUsageTable, SessionsTable,
  TokenUsageTable, WatchlistEntriesTable, WatchlistsTable, WebhookDeliveriesTable, WebhookEndpointsTable, WebhookSendsTable,
} from './account-tables.js';
import type { Timestamp } from './column-types.js';

/** Database tables, one interface each; table names as in SQL, columns in camel case. Days count from 1970-01-01. */
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

export interface SecuritiesTable {
  symbol: string;
  name: string;
  kind: 'equity' | 'etf' | 'index';
  exchange: string | null;
  sector: string | null;
  industry: string | null;
  currency: Generated<string>;
  source: string;
  firstDay: number | null;
  lastDay: number | null;
  /** Incremented on every change of bars, minutes, splits or dividends; part of all cache keys. */
  version: Generated<number>;
  updatedAt: Timestamp;
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
  finishedAt: Timestamp;
}

export interface SettingsTable {
  name: string;
  value: ColumnType<unknown, string, string>;
}

/** The composite record of one security: its state and newest composite. */
export interface CompositeLatestTable {
  symbol: string;
  /** Source of the bars of the record. */
  source: string;
  /** The security's version that is fully recorded; 0 while days are missing. */
  version: number;
  /** Incremented on every change of the record, for optimistic locking. */
  revision: number;
  firstDay: number;
  days: number;
  day: number;
  score: number;
  label: string;
  /** Close of the day, USD, split-adjusted as of that day. */
  price: number;
  /** Epoch milliseconds. */
  knownAt: number;
}

export interface CompositeYearsTable {
  symbol: string;
  year: number;
  days: number;
  packed: Buffer;
}

/** An event producer's last state for one key. */
export interface ProducerStatesTable {
  producer: string;
  key: string;
  asOf: ColumnType<Date, Date, Date>;
  state: ColumnType<unknown, string, string>;
}

/** The latest calendar state of one IPO. */
export interface IpoListingsTable {
  key: string;
  ticker: string | null;
  issuerName: string;
  exchange: string | null;
  status: 'expected' | 'priced' | 'filed' | 'withdrawn';
  /** Listing date if expected or priced, else the date of the filing or withdrawal. */
  day: number;
  /** USD per share; both are equal once it is priced. */
  offerLow: number | null;
  offerHigh: number | null;
  shares: number | null;
  /** Value of all shares on offer. */
  valueUsd: number | null;
  source: string;
}
