import { sql, type Kysely, type Transaction } from 'kysely';
import { removeMinutesBefore, writeDaily, writeMinutes, type SeriesWrite } from './bar-writes.js';
import { bytesOf, unpackMinutes, unpackYears } from './packed-bars.js';
import { ReadThrough } from './read-through.js';
import type { DailyBars, MinuteBars } from '../calendar/bars.js';
import type { Dividend, Split, StoredSeries } from './series.js';
import type { Tables } from './tables.js';
import type { RepositoryOptions, RepositoryRow } from './repository-row.js';

declare module './tables.js' {
  interface Tables {
    bar_years: {
      symbol: string;
      year: number;
      bars: number;
      packed: Buffer;
    };
    minute_days: {
      symbol: string;
      day: number;
      bars: number;
      packed: Buffer;
    };
    splits: {
      symbol: string;
      day: number;
      /** New shares for one old share. */
      ratio: number;
    };
    dividends: {
      symbol: string;
      day: number;
      /** USD per share, split-adjusted. */
      amount: number;
    };
  }
}

export type { SeriesWrite } from './bar-writes.js';

/** The newest part of a history. */
export interface RecentSeries extends StoredSeries {
  /** Day of the whole history's first bar, since 1970-01-01. */
  readonly firstDay: number;
  /** Number of stored bars in the years before this part. */
  readonly earlier: number;
}

/** Calendar years. */
export interface BarYears {
  readonly first: number;
  readonly last: number;
}

export interface BarsRepository {
  /** Daily histories by symbol, without unknown symbols and those without bars; one query for those not cached. */
  load(symbols: readonly string[]): Promise<Map<string, StoredSeries>>;
  /**
   * The newest `sessions` (1 to 30) sessions of minute bars by symbol, oldest first; one query for those not cached.
   * Symbols without minutes are omitted.
   */
  loadMinutes(symbols: readonly string[], sessions: number): Promise<Map<string, readonly MinuteBars[]>>;
  /** Like `load`, for a pass over the whole market: does not fill the cache. */
  readDaily(symbols: readonly string[]): Promise<ReadonlyMap<string, StoredSeries>>;
  /** Like `readDaily`, as `tx` sees them. */
  within(tx: Kysely<Tables>, symbols: readonly string[]): Promise<ReadonlyMap<string, StoredSeries>>;
  /** Daily bars of `year` and later, like `readDaily`; symbols without any are omitted. */
  readSince(symbols: readonly string[], year: number): Promise<ReadonlyMap<string, RecentSeries>>;
  /** Daily bars of the calendar years `first` to `last`, both included, like `readSince`. */
  readYears(symbols: readonly string[], years: BarYears): Promise<ReadonlyMap<string, StoredSeries>>;
  /** The newest 30 sessions of minute bars, like `readDaily`. */
  readMinutes(symbols: readonly string[]): Promise<ReadonlyMap<string, readonly MinuteBars[]>>;
  /** The newest `sessions` sessions of minute bars as they are stored, past the cache. */
  readNewestMinutes(symbols: readonly string[], sessions: number): Promise<ReadonlyMap<string, readonly MinuteBars[]>>;
  /** The newest session of minute bars of each symbol, as `tx` sees it. */
  newestMinutesWithin(tx: Kysely<Tables>, symbols: readonly string[]): Promise<ReadonlyMap<string, MinuteBars>>;
  /** Replaces all daily bars of the symbol; creates the security if unknown. */
  replace(tx: Transaction<Tables>, symbol: string, bars: DailyBars, source: string): Promise<void>;
  replaceMany(tx: Transaction<Tables>, writes: readonly SeriesWrite[]): Promise<void>;
  /**
   * Replaces the days from the first to the last of `bars`, see `mergeBars`; another source replaces the whole history.
   */
  merge(tx: Transaction<Tables>, symbol: string, bars: DailyBars, source: string): Promise<void>;
  mergeMany(tx: Transaction<Tables>, writes: readonly SeriesWrite[]): Promise<void>;
  /** Writes sessions of minute bars, each replacing the stored one for its day. The security must exist. */
  replaceMinutes(tx: Transaction<Tables>, symbol: string, sessions: readonly MinuteBars[]): Promise<void>;
  replaceMinutesMany(tx: Transaction<Tables>, writes: ReadonlyMap<string, readonly MinuteBars[]>): Promise<void>;
  /**
   * Removes the sessions of minute bars before a day, such as those that are not adjusted for its split. Other
   * processes are told by another write of the symbol in the same transaction.
   */
  removeMinutesBefore(tx: Transaction<Tables>, symbol: string, day: number): Promise<void>;
  /** Version of the cached history; undefined if not cached. */
  versionInMemory(symbol: string): number | undefined;
  /** Drops cached series: of these symbols, or all. */
  forget(symbols?: readonly string[]): void;
}

/** Bounds the memory of one query result: larger reads use several queries. */
const SYMBOLS_PER_QUERY = 250;
const LAST_YEAR = 32_767;
const DEFAULT_CACHE_BYTES = 256 * 1024 * 1024;
const MINUTES_CACHE_SHARE = 0.25;
/** The maximum ever requested is read at once, so that one cached list serves all requests. */
const MINUTE_SESSIONS_READ = 30;

/** Packed bar series: written in whole years, decoded once, cached until they change. */
function createBarsRepository(db: Kysely<Tables>, options: RepositoryOptions = {}): BarsRepository {
  const { keptDb = db, onForget } = options;
  const cacheBytes = options.cacheBytes ?? DEFAULT_CACHE_BYTES;
  const daily = new ReadThrough<StoredSeries>({
    name: 'series',
    maxBytes: Math.ceil(cacheBytes * (1 - MINUTES_CACHE_SHARE)),
    sizeOf: (series) => bytesOf(series.bars),
    fetch: (symbols) => inGroups(symbols, (group) => fetchDaily(keptDb, group)),
  });
  const minutes = new ReadThrough<readonly MinuteBars[]>({
    name: 'series',
    maxBytes: Math.ceil(cacheBytes * MINUTES_CACHE_SHARE),
    sizeOf: (sessions) => sessions.reduce((sum, session) => sum + bytesOf(session), 0),
    fetch: (symbols) => inGroups(symbols, (group) => fetchMinutes(keptDb, group)),
  });
  const forget = (symbols?: readonly string[]): void => {
    onForget?.();
    daily.forget(symbols);
    minutes.forget(symbols);
  };
  const writeMany = async (
    tx: Transaction<Tables>,
    writes: readonly SeriesWrite[],
    mode: 'replace' | 'merge',
  ): Promise<void> => {
    await writeDaily(tx, writes, mode);
    forget(writes.map(({ symbol }) => symbol));
  };
  const replaceMinutesMany = async (
    tx: Transaction<Tables>,
    writes: ReadonlyMap<string, readonly MinuteBars[]>,
  ): Promise<void> => {
    await writeMinutes(tx, writes);
    forget([...writes.keys()]);
  };
  return {
    load: (symbols) => daily.load(symbols),
    async loadMinutes(symbols, sessions) {
      if (!Number.isInteger(sessions) || sessions < 1 || sessions > MINUTE_SESSIONS_READ) {
        throw new RangeError(`sessions must be 1 to ${String(MINUTE_SESSIONS_READ)}`);
      }
      const kept = await minutes.load(symbols);
      return new Map([...kept].map(([symbol, all]) => [symbol, all.slice(-sessions)]));
    },
    readDaily: (symbols) => daily.read(symbols, (missing) => inGroups(missing, (group) => fetchDaily(db, group))),
    within: (tx, symbols) => inGroups(symbols, (group) => fetchDaily(tx, group)),
    readSince: (symbols, year) => inGroups(symbols, (group) => fetchSince(db, group, year)),
    readYears: (symbols, years) => inGroups(symbols, (group) => fetchYears(db, group, years)),
    readMinutes: (symbols) => minutes.read(symbols, (missing) => inGroups(missing, (group) => fetchMinutes(db, group))),
    readNewestMinutes: (symbols, sessions) => inGroups(symbols, (group) => fetchMinutes(db, group, sessions)),
    async newestMinutesWithin(tx, symbols) {
      const newest = await inGroups(symbols, (group) => fetchMinutes(tx, group, 1));
      return new Map([...newest].flatMap(([symbol, [session]]) => (session === undefined ? [] : [[symbol, session]])));
    },
    replace: (tx, symbol, bars, source) => writeMany(tx, [{ symbol, bars, source }], 'replace'),
    replaceMany: (tx, writes) => writeMany(tx, writes, 'replace'),
    merge: (tx, symbol, bars, source) => writeMany(tx, [{ symbol, bars, source }], 'merge'),
    mergeMany: (tx, writes) => writeMany(tx, writes, 'merge'),
    replaceMinutes: (tx, symbol, sessions) => replaceMinutesMany(tx, new Map([[symbol, sessions]])),
    replaceMinutesMany,
    async removeMinutesBefore(tx, symbol, day) {
      await removeMinutesBefore(tx, symbol, day);
      forget([symbol]);
    },
    versionInMemory: (symbol) => daily.peek(symbol)?.version,
    forget,
  };
}

async function inGroups<Value>(
  symbols: readonly string[],
  fetch: (group: string[]) => Promise<Map<string, Value>>,
): Promise<Map<string, Value>> {
  if (symbols.length <= SYMBOLS_PER_QUERY) return fetch([...symbols]);
  const all = new Map<string, Value>();
  for (let from = 0; from < symbols.length; from += SYMBOLS_PER_QUERY) {
    for (const [symbol, value] of await fetch(symbols.slice(from, from + SYMBOLS_PER_QUERY))) all.set(symbol, value);
  }
  return all;
}

interface DailyRow {
  readonly symbol: string;
  readonly version: number;
  readonly source: string;
  readonly firstDay: number;
  readonly earlier: number;
  readonly packed: Buffer;
  readonly splits: readonly (readonly [number, number])[] | null;
  readonly dividends: readonly (readonly [number, number])[] | null;
}

async function dailyRows(
  db: Kysely<Tables>,
  symbols: string[],
  { first: sinceYear, last }: BarYears,
): Promise<readonly DailyRow[]> {
  const { rows } = await sql<DailyRow>`
    select s.symbol, s.version, s.source, s.first_day as "firstDay", years.packed,
      (select coalesce(sum(bars), 0)::int from bar_years where bar_years.symbol = s.symbol and year < ${sinceYear}) as earlier,
      (select json_agg(json_build_array(day, ratio) order by day) from splits where splits.symbol = s.symbol) as splits,
      (select json_agg(json_build_array(day, amount) order by day) from dividends where dividends.symbol = s.symbol) as dividends
    from securities s cross join lateral (
      select string_agg(packed, ''::bytea order by year) as packed from bar_years where bar_years.symbol = s.symbol
        and year between ${sinceYear} and ${last}) years
    where s.symbol = any(${symbols}::text[]) and years.packed is not null`.execute(db);
  return rows;
}

function fetchDaily(db: Kysely<Tables>, symbols: string[]): Promise<Map<string, StoredSeries>> {
  return fetchYears(db, symbols, { first: 0, last: LAST_YEAR });
}

async function fetchSince(db: Kysely<Tables>, symbols: string[], year: number): Promise<Map<string, RecentSeries>> {
  const rows = symbols.length === 0 ? [] : await dailyRows(db, symbols, { first: year, last: LAST_YEAR });
  return new Map(rows.map((row) => [row.symbol, { ...toSeries(row), firstDay: row.firstDay, earlier: row.earlier }]));
}

async function fetchYears(db: Kysely<Tables>, symbols: string[], years: BarYears): Promise<Map<string, StoredSeries>> {
  return new Map((await dailyRows(db, symbols, years)).map((row) => [row.symbol, toSeries(row)]));
}

function toSeries({ symbol, version, source, packed, splits, dividends }: DailyRow): StoredSeries {
  return {
    symbol,
    version,
    source,
    bars: unpackYears(symbol, packed),
    splits: (splits ?? []).map(([day, ratio]): Split => ({ day, ratio })),
    dividends: (dividends ?? []).map(([day, amount]): Dividend => ({ day, amount })),
  };
}

async function fetchMinutes(
  db: Kysely<Tables>,
  symbols: string[],
  sessions: number = MINUTE_SESSIONS_READ,
): Promise<Map<string, readonly MinuteBars[]>> {
  const { rows } = await sql<{ symbol: string; day: number; packed: Buffer }>`
    select wanted.symbol, newest.day, newest.packed
    from unnest(${symbols}::text[]) as wanted(symbol) cross join lateral (
      select day, packed from minute_days where minute_days.symbol = wanted.symbol order by day desc limit ${sessions}) newest
    order by wanted.symbol, newest.day`.execute(db);
  const bySymbol = new Map<string, MinuteBars[]>();
  for (const { symbol, day, packed } of rows) {
    const list = bySymbol.get(symbol) ?? [];
    list.push(unpackMinutes(symbol, day, packed));
    bySymbol.set(symbol, list);
  }
  return bySymbol;
}

export const REPOSITORY = {
  create: createBarsRepository,
  replica: { kept: ['load', 'loadMinutes', 'readDaily', 'readMinutes', 'versionInMemory', 'forget'] },
  tables: { bar_years: 'symbol', minute_days: 'symbol', splits: 'symbol', dividends: 'symbol' },
} as const satisfies RepositoryRow;
