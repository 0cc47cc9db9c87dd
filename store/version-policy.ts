import type { Tables } from './tables.js';

/**
 * How changes of a table invalidate caches:
 * - `table`: one version for all rows, which a trigger increments on the commit of every write (`table-versions.ts`);
 * - `symbol`: the version of the security, which bar writes increment and which is read together with the rows;
 * - `uncached`: none; a response that reads the table is never cached.
 */
export type VersionPolicy = 'table' | 'symbol' | 'uncached';

/** All tables. */
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

/** The tables with a table version. */
export const VERSIONED_TABLES: readonly string[] = Object.entries(VERSION_POLICIES)
  .flatMap(([table, policy]) => (policy === 'table' ? [table] : []));
