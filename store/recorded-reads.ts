import type { BarsRepository } from './bars.js';
import { REPOSITORY_TABLES, VERSION_POLICIES, type Repositories } from './repositories.js';
import type { SecuritiesRepository } from './securities.js';
import { noteVersion, UNVERSIONED, type TableVersions, type Versions } from './table-versions.js';

/** The repositories for one request; `versions` records the data that its response depends on. */
export type RecordedReads = (versions: Versions) => Repositories;

const BARS = 'bars:';
const SECURITY = 'security:';

/** The version name for a history. */
export function barsVersionName(symbol: string): string {
  return BARS + symbol;
}

/** The symbol in a history's version name; undefined for table names. */
export function symbolOfBarsVersion(name: string): string | undefined {
  return name.startsWith(BARS) ? name.slice(BARS.length) : undefined;
}

/** The symbol in the version name of a security; undefined for other names. */
export function symbolOfSecurityVersion(name: string): string | undefined {
  return name.startsWith(SECURITY) ? name.slice(SECURITY.length) : undefined;
}

/** Securities that are read by symbol have a version each; other reads depend on the whole table. */
function recordedSecurities(
  securities: SecuritiesRepository,
  versions: Versions,
  noteTable: () => void,
): SecuritiesRepository {
  return new Proxy(securities, {
    get(all, name) {
      if (name !== 'bySymbols') noteTable();
      else
        return (symbols: readonly string[]) => {
          for (const symbol of symbols) noteVersion(versions, SECURITY + symbol, securities.versionInMemory(symbol));
          return securities.bySymbols(symbols);
        };
      return Reflect.get(all, name) as unknown;
    },
  });
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

/** Records the versions of a repository's tables on access, before anything is read. */
export function recordedReads(repositories: Repositories, tables: Pick<TableVersions, 'of'>): RecordedReads {
  return (versions) =>
    new Proxy(repositories, {
      get(all, name) {
        const named = REPOSITORY_TABLES.get(String(name));
        if (named === undefined) return undefined;
        const noteTables = (): void => {
          for (const table of named) {
            if (VERSION_POLICIES[table] !== 'symbol') noteVersion(versions, table, tables.of(table) ?? UNVERSIONED);
          }
        };
        if (name === 'securities') return recordedSecurities(all.securities, versions, noteTables);
        noteTables();
        return name === 'bars' ? recordedBars(all.bars, versions) : Reflect.get(all, name) as unknown;
      },
    });
}
