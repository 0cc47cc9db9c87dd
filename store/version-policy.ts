import type { Tables } from './tables.js';

/**
 * How a cache learns that a table changed:
 * - `table`: one version for all rows, which a trigger counts with the commit of every write (`table-versions.ts`);
 * - `symbol`: the version of the security, which the writes of bars count and which is read together with the rows;
 * - `uncached`: none; an answer that reads the table is never kept.
 */
export type VersionPolicy = 'table' | 'symbol' | 'uncached';

/** Every table has its row here. */
export const VERSION_POLICIES = {
  securities: 'table',
  bar_years: 'symbol',
  minute_days: 'symbol',
  splits: 'symbol',
  dividends: 'symbol',
  private_companies: 'table',
  ipo_listings: 'table',
  composite_latest: 'table',
  composite_years: 'table',
  settings: 'table',
  imports: 'uncached',
  accounts: 'uncached',
  api_keys: 'uncached',
  sessions: 'uncached',
  monthly_usage: 'uncached',
  minute_usage: 'uncached',
  token_usage: 'uncached',
  webhook_endpoints: 'uncached',
  events: 'uncached',
  webhook_sends: 'uncached',
  webhook_deliveries: 'uncached',
  producer_states: 'uncached',
  watchlists: 'uncached',
  watchlist_entries: 'uncached',
} as const satisfies Readonly<Record<keyof Tables, VersionPolicy>>;

/** The tables that have a version of their own. */
export const VERSIONED_TABLES: readonly string[] = Object.entries(VERSION_POLICIES)
  .flatMap(([table, policy]) => (policy === 'table' ? [table] : []));
