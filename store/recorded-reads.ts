import type { BarsRepository } from './bars.js';
import { REPOSITORY_TABLES, VERSION_POLICIES, type Repositories } from './repositories.js';
import type { SecuritiesRepository } from './securities.js';
import { noteVersion, UNVERSIONED, type TableVersions, type Versions } from './table-versions.js';

/** The repositories for one request; `versions` records the data that its response depends on. */
export type RecordedReads = (versions: Versions) => Repositories;

const BARS = 'bars:';
const SECURITY = 'security:';
const ROWS = 'rows:';
const UNREAD = 'unread:';
/** The version of every name of rows. */
export const ROWS_VERSION = 0;

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

/** Rows of a ticker that requests read through from live sources. */
export interface ReadThroughRows {
  readonly kind: string;
  readonly ticker: string;
}

/**
 * The name under which a response notes that it used these rows, so that their age can be told. Its version never
 * changes: the rows' tables have versions of their own.
 */
export function rowsVersionName({ kind, ticker }: ReadThroughRows): string {
  return `${ROWS}${kind}:${ticker}`;
}

/** The rows in a version name; undefined for other names. */
export function rowsOfVersion(name: string): ReadThroughRows | undefined {
  if (!name.startsWith(ROWS)) return undefined;
  const [kind = '', ticker = ''] = name.slice(ROWS.length).split(':');
  return { kind, ticker };
}

/**
 * The name under which a response notes that it lacks a kind of data, because no source has given it yet. Never cached.
 */
export function unreadVersionName(kind: string): string {
  return UNREAD + kind;
}

/** The kind in such a name; undefined for other names. */
export function unreadOfVersion(name: string): string | undefined {
  return name.startsWith(UNREAD) ? name.slice(UNREAD.length) : undefined;
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
        return name === 'bars' ? recordedBars(all.bars, versions) : (Reflect.get(all, name) as unknown);
      },
    });
}
