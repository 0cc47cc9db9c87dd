import { setImmediate } from 'node:timers/promises';
import type { RequestContext } from '../access/request-context.js';
import type { DailyBars, MinuteBars } from '../calendar/bars.js';
import type { Dividend, Split, StoredSeries } from '../store/series.js';
import { noteVersion, UNVERSIONED } from '../store/table-versions.js';
import type { BatchedField, FieldQuery } from './field-loader.js';
import type { Services } from './services.js';
import { notFoundErrors } from './ticker-not-found.js';
import type { SecurityRef } from './tickers.js';

/** How long a batch runs before it yields to other requests. */
const TURN_MS = 5;

/** Input of a computation; splits and dividends are oldest first. */
export interface SeriesInput {
  readonly bars: DailyBars;
  readonly splits: readonly Split[];
  readonly dividends: readonly Dividend[];
  /** The history of the additional symbol; undefined if none is stored. */
  readonly alongside: DailyBars | undefined;
  /** Minute bars, oldest session first. */
  readonly sessions: readonly MinuteBars[];
}

export interface SeriesFieldOptions<Result, Params> {
  /** Name of the capability, the first part of the cache key. */
  readonly name: string;
  /** A symbol whose history every computation also reads, such as the benchmark. */
  readonly alongside?: string;
  /** How many of the newest sessions of minute bars the computation reads; none by default. */
  readonly minuteSessions?: number;
  readonly compute: (input: SeriesInput, params: Params) => Result;
  /** How long a result stays cached; until the data changes by default. */
  readonly ttlMs?: number;
  readonly isBypassed?: (params: Params) => boolean;
  /** The parameters that the result depends on; all by default. */
  readonly keyOf?: (params: Params) => string;
}

/** A batched field; its only effect on the request is to record data sources. */
export type SeriesField<Result, Params> = (
  queries: readonly FieldQuery<SecurityRef, Params>[],
  context: Pick<RequestContext, 'dataSources' | 'versions'>,
) => ReturnType<BatchedField<Result, SecurityRef, Params>>;

/** A field computed from a security's daily history: one query per batch, one engine run for each result not cached. */
export function seriesField<Result extends object, Params extends object>(
  services: Services,
  options: SeriesFieldOptions<Result, Params>,
): SeriesField<Result, Params> {
  const resultOf = (
    series: StoredSeries,
    params: Params,
    alongside: StoredSeries | undefined,
    sessions: readonly MinuteBars[],
  ): Result => {
    const parts = [
      options.name,
      series.symbol,
      series.version,
      alongside?.version ?? '',
      options.keyOf?.(params) ?? Object.values(params).join(' '),
    ];
    const compute = (): Result => options.compute({ ...series, alongside: alongside?.bars, sessions }, params);
    const key = parts.join('\u0000');
    return options.isBypassed?.(params) === true
      ? services.results.renew(key, compute, options.ttlMs)
      : services.results.remember(key, compute, options.ttlMs);
  };
  const { alongside, minuteSessions = 0 } = options;
  return async (queries, context) => {
    const symbols = symbolsOf(queries);
    const { bars } = services.store.reading(context.versions);
    const [stored, minutes] = await Promise.all([
      bars.load(alongside === undefined ? symbols : [...symbols, alongside]),
      minuteSessions === 0 ? NO_MINUTES : bars.loadMinutes(symbols, minuteSessions),
    ]);
    const beside = alongside === undefined ? undefined : stored.get(alongside);
    const answers: (Error | Result)[] = [];
    const unknown = queries.filter(({ obj }) => !stored.has(obj.ticker)).map(({ obj }) => obj.ticker);
    const notFound = await notFoundErrors(services, unknown, context);
    let turn = performance.now();
    for (const { obj, params } of queries) {
      const series = stored.get(obj.ticker);
      if (series === undefined) {
        answers.push(notFound(obj.ticker));
        continue;
      }
      context.dataSources.add(series.source);
      if (beside !== undefined) context.dataSources.add(beside.source);
      // The caller asked for a fresh result.
      if (options.isBypassed?.(params) === true) noteVersion(context.versions, 'bypassed', UNVERSIONED);
      answers.push(resultOf(series, params, beside, minutes.get(obj.ticker) ?? []));
      if (performance.now() - turn < TURN_MS) continue;
      await setImmediate();
      turn = performance.now();
    }
    return answers;
  };
}

const NO_MINUTES: ReadonlyMap<string, readonly MinuteBars[]> = new Map();

function symbolsOf(queries: readonly FieldQuery<SecurityRef, object>[]): readonly string[] {
  return [...new Set(queries.map(({ obj }) => obj.ticker))];
}
