import type { BarsRepository } from './bars.js';
import type { Repositories } from './repositories.js';
import { noteVersion, UNVERSIONED, type TableVersions, type Versions } from './table-versions.js';
import type { Tables } from './tables.js';
import { VERSION_POLICIES } from './version-policy.js';

/** Every repository with its tables; `bars` also reads `securities`, from which it takes the version of a symbol. */
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

/** The repositories as one request reads them: `versions` then tells what its answer rests on. */
export type RecordedReads = (versions: Versions) => Repositories;

const BARS = 'bars:';

/** The name of a history's version. */
export function barsVersionName(symbol: string): string {
  return BARS + symbol;
}

/** The symbol whose history has this version; undefined for names of tables. */
export function symbolOfBarsVersion(name: string): string | undefined {
  return name.startsWith(BARS) ? name.slice(BARS.length) : undefined;
}

/** Each history carries its version. One that is not stored has none, so that the answer is not kept until it is. */
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

/** Notes the versions of a repository's tables when it is taken in hand, which is before anything is read. */
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
