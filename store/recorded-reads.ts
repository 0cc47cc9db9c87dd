import type { BarsRepository } from './bars.js';
import type { Repositories } from './repositories.js';
import { noteVersion, UNVERSIONED, type TableVersions, type Versions } from './table-versions.js';
import type { Tables } from './tables.js';
import { VERSION_POLICIES } from './version-policy.js';

/** Tables of each repository; `bars` also reads `securities`, which has the version of a symbol. */
export const REPOSITORY_TABLES = {
  bars: ['bar_years', 'minute_days', 'splits', 'dividends'],
  composites: ['composite_latest', 'composite_years', 'securities'],
  securities: ['securities'],
  settings: ['settings'],
  imports: ['imports'],
  privateCompanies: ['private_companies'],
  accounts: ['accounts', 'api_keys', 'sessions'],
  keys: ['api_keys', 'accounts'],
  sessions: ['sessions', 'accounts'],
  usage: ['monthly_usage', 'minute_usage', 'token_usage', 'accounts'],
  outbox: ['events', 'webhook_endpoints', 'accounts', 'webhook_sends'],
  webhooks: ['webhook_endpoints', 'webhook_sends', 'webhook_deliveries', 'accounts'],
  webhookDeliveries: ['webhook_deliveries', 'webhook_sends', 'webhook_endpoints', 'events', 'accounts'],
  producerStates: ['producer_states'],
  watchlists: ['watchlists', 'watchlist_entries', 'accounts'],
  ipoListings: ['ipo_listings'],
} as const satisfies Readonly<Record<keyof Repositories, readonly (keyof Tables)[]>>;

/** The repositories for one request; `versions` records the data that its response depends on. */
export type RecordedReads = (versions: Versions) => Repositories;

const BARS = 'bars:';

/** The version name for a history. */
export function barsVersionName(symbol: string): string {
  return BARS + symbol;
}

/** The symbol in a history's version name; undefined for table names. */
export function symbolOfBarsVersion(name: string): string | undefined {
  return name.startsWith(BARS) ? name.slice(BARS.length) : undefined;
}

/** Records the version of each history. A missing one has none, so that the response is not cached. */
function recordedBars(bars: BarsRepository, versions: Versions): BarsRepository {
  return {
    ...bars,
    async load(symbols) {
      const found = await bars.load(symbols);
      for (const symbol of symbols) {
        noteVersion(versions, barsVersionName(symbol), found.get(symbol)?.version ?? UNVERSIONED);
      }
      return found;
    },
  };
}

function isRepository(name: string | symbol): name is keyof Repositories {
  return name in REPOSITORY_TABLES;
}

/** Records the versions of a repository's tables on access, before anything is read. */
export function recordedReads(repositories: Repositories, tables: Pick<TableVersions, 'of'>): RecordedReads {
  return (versions) =>
    new Proxy(repositories, {
      get(all, name) {
        if (!isRepository(name)) return undefined;
        for (const table of REPOSITORY_TABLES[name]) {
          if (VERSION_POLICIES[table] !== 'symbol') noteVersion(versions, table, tables.of(table) ?? UNVERSIONED);
        }
        return name === 'bars' ? recordedBars(all.bars, versions) : all[name];
      },
    });
}
