import { setImmediate } from 'node:timers/promises';
import type { RequestContext } from '../access/request-context.js';
import type { DailyBars, MinuteBars } from '../calendar/bars.js';
import { rowsBeside } from '../sources/simulated/rows-beside.js';
import type { Repositories } from '../store/repositories.js';
import type { Dividend, Split, StoredSeries } from '../store/series.js';
import { seriesOfListed } from './listed-series.js';
import type { Tables } from '../store/tables.js';
import { noteVersion, UNVERSIONED } from '../store/table-versions.js';
import type { BatchedField, FieldQuery } from './field-loader.js';
import { kindNotRead, unreadKinds, type NeededKind } from './kind-not-read.js';
import type { Services } from './services.js';
import { notFoundErrors } from './ticker-not-found.js';
import type { SecurityRef } from './tickers.js';

/** How long a batch runs before it yields to other requests. */
const TURN_MS = 5;

/** A row of another table, with the source that it is from. */
export interface SourcedRow {
  readonly source: string;
}

/** Rows of another table about a security. */
export interface SeriesRows<Row extends SourcedRow> {
  /** The tables that they are read from, whose versions are part of the cache key. */
  readonly tables: readonly (keyof Tables)[];
  /** The kind of live data without which a result would say that there is nothing; by default none. */
  readonly kind?: NeededKind;
  /**
   * Kinds of live data that these rows of a ticker are not of: a result without them is told to lack those never read.
   */
  readonly lacking?: (rows: readonly SourcedRow[]) => readonly NeededKind[];
  /**
   * What the cache key has of the rows themselves, where the versions of tables would say too little or change too
   * often.
   */
  readonly keyOf?: (rows: readonly SourcedRow[]) => string;
  /** One query at most. */
  load(repositories: Repositories, symbols: readonly string[]): Promise<ReadonlyMap<string, readonly Row[]>>;
}

/** The rows of two tables, those of the first one first. */
export function bothRows<One extends SourcedRow, Other extends SourcedRow>(
  one: SeriesRows<One>,
  other: SeriesRows<Other>,
): SeriesRows<One | Other> {
  return {
    tables: [...one.tables, ...other.tables],
    lacking: (rows) => [...(one.lacking?.(rows) ?? []), ...(other.lacking?.(rows) ?? [])],
    keyOf: (rows) => `${one.keyOf?.(rows) ?? ''}${other.keyOf?.(rows) ?? ''}`,
    async load(repositories, symbols) {
      const [first, second] = await Promise.all([one.load(repositories, symbols), other.load(repositories, symbols)]);
      return new Map(symbols.map((symbol) => [symbol, [...(first.get(symbol) ?? []), ...(second.get(symbol) ?? [])]]));
    },
  };
}

/** Input of a computation; splits and dividends are oldest first. */
export interface SeriesInput<Row = never> {
  readonly bars: DailyBars;
  readonly splits: readonly Split[];
  readonly dividends: readonly Dividend[];
  /** The history of the additional symbol; undefined if none is stored. */
  readonly alongside: DailyBars | undefined;
  /** Minute bars, oldest session first. */
  readonly sessions: readonly MinuteBars[];
  /** Rows of the additional table, without invented ones beside prices that are not. */
  readonly rows: readonly Row[];
}

export interface SeriesFieldOptions<Result, Params, Row extends SourcedRow = never> {
  /** Name of the capability, the first part of the cache key. */
  readonly name: string;
  /** A symbol whose history every computation also reads, such as the benchmark. */
  readonly alongside?: string;
  /** How many of the newest sessions of minute bars the computation reads; none by default. */
  readonly minuteSessions?: number;
  /** Another table that every computation also reads. */
  readonly rows?: SeriesRows<Row>;
  readonly compute: (input: SeriesInput<Row>, params: Params) => Result;
  /** Whether a known security of which no bars are stored is computed too, from the rows alone. */
  readonly isOfRowsAlone?: boolean;
  /** How long a result stays cached; until the data changes by default. */
  readonly ttlMs?: number;
  readonly isBypassed?: (params: Params) => boolean;
  /** The parameters that the result depends on; all by default. */
  readonly keyOf?: (params: Params) => string;
}

/**
 * A batched field; its only effect on the request is to record data sources. `given` has the rows of the additional
 * table, where the caller has read them in this request.
 */
export type SeriesField<Result, Params, Row extends SourcedRow = never> = (
  queries: readonly FieldQuery<SecurityRef, Params>[],
  context: Pick<RequestContext, 'dataSources' | 'versions'>,
  given?: ReadonlyMap<string, readonly Row[]>,
) => ReturnType<BatchedField<Result, SecurityRef, Params>>;

/** A field computed from a security's daily history: one query per batch, one engine run for each result not cached. */
export function seriesField<Result extends object, Params extends object, Row extends SourcedRow = never>(
  services: Services,
  options: SeriesFieldOptions<Result, Params, Row>,
): SeriesField<Result, Params, Row> {
  const resultOf = (series: StoredSeries, params: Params, beside: Beside<Row>): Result => {
    const { alongside, sessions, rows, rowVersions } = beside;
    const versions = [series.version, alongside?.version ?? '', ...rowVersions];
    const asked = options.keyOf?.(params) ?? Object.values(params).join(' ');
    const parts = [options.name, series.symbol, ...versions, options.rows?.keyOf?.(rows) ?? '', asked];
    const compute = (): Result => options.compute({ ...series, alongside: alongside?.bars, sessions, rows }, params);
    const key = parts.join('\u0000');
    // Rows of an unknown version may change without another key.
    if (rowVersions.includes(UNVERSIONED)) return compute();
    return options.isBypassed?.(params) === true
      ? services.results.renew(key, compute, options.ttlMs)
      : services.results.remember(key, compute, options.ttlMs);
  };
  const { alongside, minuteSessions = 0 } = options;
  return async (queries, context, given) => {
    const symbols = symbolsOf(queries);
    const repositories = services.store.reading(context.versions);
    const { bars } = repositories;
    const [stored, minutes, rows] = await Promise.all([
      bars.load(alongside === undefined ? symbols : [...symbols, alongside]),
      minuteSessions === 0 ? NO_MINUTES : bars.loadMinutes(symbols, minuteSessions),
      given ?? options.rows?.load(repositories, symbols),
    ]);
    const rowVersions = (options.rows?.tables ?? []).map((table) => context.versions.get(table) ?? UNVERSIONED);
    const beside = alongside === undefined ? undefined : stored.get(alongside);
    const answers: (Error | Result)[] = [];
    const unknown = queries.filter(({ obj }) => !stored.has(obj.ticker)).map(({ obj }) => obj.ticker);
    const known = options.isOfRowsAlone === true ? await seriesOfListed(services, unknown, context) : NO_SERIES;
    const notFound = await notFoundErrors(services, unknown, context);
    let turn = performance.now();
    for (const { obj, params } of queries) {
      const series = stored.get(obj.ticker) ?? known.get(obj.ticker);
      if (series === undefined) {
        answers.push(notFound(obj.ticker));
        continue;
      }
      context.dataSources.add(series.source);
      if (beside !== undefined) context.dataSources.add(beside.source);
      // The caller asked for a fresh result.
      if (options.isBypassed?.(params) === true) noteVersion(context.versions, 'bypassed', UNVERSIONED);
      const ownRows = rowsBeside(series.source, rows?.get(obj.ticker) ?? []);
      for (const { source } of ownRows) context.dataSources.add(source);
      const unread =
        ownRows.length > 0 || options.rows?.kind === undefined
          ? null
          : kindNotRead(services, options.rows.kind, obj.ticker);
      if (unread !== null) {
        answers.push(unread);
        continue;
      }
      const sessions = minutes.get(obj.ticker) ?? [];
      const withoutMinutes = minuteSessions > 0 && sessions.length === 0;
      const lacking = options.rows?.lacking?.(ownRows) ?? [];
      unreadKinds(services, context, obj.ticker, withoutMinutes ? ['minutes', ...lacking] : lacking);
      answers.push(resultOf(series, params, { alongside: beside, sessions, rows: ownRows, rowVersions }));
      if (performance.now() - turn < TURN_MS) continue;
      await setImmediate();
      turn = performance.now();
    }
    return answers;
  };
}

/** What a computation reads besides the series. */
interface Beside<Row> {
  readonly alongside: StoredSeries | undefined;
  readonly sessions: readonly MinuteBars[];
  readonly rows: readonly Row[];
  readonly rowVersions: readonly number[];
}

const NO_SERIES: ReadonlyMap<string, StoredSeries> = new Map();
const NO_MINUTES: ReadonlyMap<string, readonly MinuteBars[]> = new Map();

function symbolsOf(queries: readonly FieldQuery<SecurityRef, object>[]): readonly string[] {
  return [...new Set(queries.map(({ obj }) => obj.ticker))];
}
