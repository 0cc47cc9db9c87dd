import { BENCHMARK } from '../../../engines/benchmark.js';
import { METHOD_VERSION } from '../../../engines/signal/constants.js';
import type { BenchmarkCloses } from '../../../engines/signal/drift.js';
import { labelOf } from '../../../engines/signal/composite.js';
import type { CompositeHistory } from '../../../engines/signal/composite-history.js';
import { fundamentalsHistory, type FundamentalsHistory } from '../../../engines/signal/fundamentals.js';
import type { DatedReading } from '../../../engines/signal/options-flow.js';
import { at } from '../../../engines/series.js';
import { firstYearRead } from '../../../engines/signal/window.js';
import { rowsBeside } from '../../../sources/simulated/rows-beside.js';
import type { COMPOSITE_METHOD, CompositesMark, CompositesWrite } from '../../../store/composites.js';
import { StoreError } from '../../../store/errors.js';
import type { Store } from '../../../store/open-store.js';
import type { MinuteBars } from '../../../calendar/bars.js';
import type { StoredSeries } from '../../../store/series.js';
import type { CompositesPool } from './composites-pool.js';
import { closedDays, daysAfter, isWhole, knownTimes, missingDays } from './due-days.js';

export interface RecordingOptions {
  readonly store: Pick<Store, 'bars' | 'composites' | 'earnings' | 'optionReadings'>;
  readonly compute: CompositesPool['run'];
  readonly clock: () => number;
  readonly log: { info(details: object, message: string): void; error(details: object, message: string): void };
  /** A number from 0 (included) to 1. */
  readonly rng: () => number;
  /** Checked between batches; the next run does the rest. */
  readonly isStopping?: () => boolean;
}

/** Result of a run. */
export interface Recording {
  readonly tickers: number;
  readonly days: number;
  /** Tickers whose stored data is damaged. */
  readonly failed: readonly string[];
}

/** A new version of the method is a new one of the record. */
const METHOD: typeof COMPOSITE_METHOD = METHOD_VERSION;
/** Tickers per batch: bounds memory and the length of a transaction. */
const TICKERS_PER_BATCH = 10;
/** Of tickers on record, which mostly miss a session: the statements of a batch cost more than what they read. */
const RECORDED_PER_BATCH = 50;
/** Concurrent batches: one is computed while another is read or written. */
const BATCHES_AT_ONCE = 2;
const PROGRESS_EVERY_TICKERS = 500;
const NOTHING: Recording = { tickers: 0, days: 0, failed: [] };

/** A ticker with unrecorded days. */
interface Due {
  readonly series: StoredSeries;
  readonly sessions: readonly MinuteBars[];
  readonly fundamentals: FundamentalsHistory;
  readonly optionsFlow: readonly DatedReading[];
  readonly mark: CompositesMark | null;
  /** Since when composites of the history can have been known, epoch milliseconds. */
  readonly start: number;
  /** Indices of the bars to record. */
  readonly indices: Int32Array;
  readonly covered: CompositesWrite['covered'];
  readonly version: number;
}

/**
 * Records the missing composite of every stored day of every equity, each computed from the data up to its day; a day
 * without any factor has none. A recorded day is never rewritten. A run may be stopped or killed at any point, and
 * several processes may run at once: the next run finds the rest.
 */
export async function recordComposites(options: RecordingOptions): Promise<Recording> {
  const { store, clock, log, rng, isStopping = () => false } = options;
  const pending = await store.composites.pendingSymbols();
  if (pending.length === 0) return NOTHING;
  const benchmark = (await store.bars.readDaily([BENCHMARK])).get(BENCHMARK)?.bars ?? null;
  const record = recorder(options, benchmark, knownTimes(clock()));
  const done = { tickers: 0, days: 0, failed: [] as string[] };
  const batches = batchesFrom(pending, new Set(await store.composites.symbols()), rng);
  const state = { seen: 0, isOver: false };
  const lane = async (): Promise<void> => {
    for (const batch of batches) {
      if (state.isOver || isStopping()) return;
      const { tickers, days, failed } = await record(batch);
      done.tickers += tickers;
      done.days += days;
      done.failed.push(...failed);
      const before = state.seen;
      state.seen += batch.length;
      if (Math.floor(state.seen / PROGRESS_EVERY_TICKERS) > Math.floor(before / PROGRESS_EVERY_TICKERS))
        log.info({ tickers: state.seen, of: pending.length, days: done.days }, 'recording composites');
    }
  };
  const stopAll = (error: unknown): never => {
    state.isOver = true;
    throw error;
  };
  const lanes = await Promise.allSettled(Array.from({ length: BATCHES_AT_ONCE }, () => lane().catch(stopAll)));
  for (const each of lanes) if (each.status === 'rejected') throw each.reason;
  return done;
}

/**
 * All symbols in batches, those on record first, each kind from a random start, so that two processes rarely do the
 * same work.
 */
function* batchesFrom(
  symbols: readonly string[],
  recorded: ReadonlySet<string>,
  rng: RecordingOptions['rng'],
): Generator<readonly string[]> {
  const start = rng();
  const kinds = [
    { size: RECORDED_PER_BATCH, of: symbols.filter((symbol) => recorded.has(symbol)) },
    { size: TICKERS_PER_BATCH, of: symbols.filter((symbol) => !recorded.has(symbol)) },
  ];
  for (const { size, of } of kinds) {
    const first = Math.floor(start * of.length);
    const turned = [...of.slice(first), ...of.slice(0, first)];
    for (let from = 0; from < turned.length; from += size) yield turned.slice(from, from + size);
  }
}

/** Records a batch; a ticker with damaged data does not affect the others. */
function recorder(
  options: RecordingOptions,
  benchmark: BenchmarkCloses | null,
  knownAt: ReturnType<typeof knownTimes>,
): (symbols: readonly string[]) => Promise<Recording> {
  const { store, compute, log } = options;
  const recordBatch = async (symbols: readonly string[]): Promise<Recording> => {
    const due = await dueOf(options, symbols);
    if (due.length === 0) return NOTHING;
    const histories = await compute(
      due.map(({ series: { bars }, sessions, fundamentals, optionsFlow, indices }) => ({
        bars,
        sessions: sessionsFor(bars.days, indices, sessions),
        benchmark,
        fundamentals,
        optionsFlow,
        indices,
      })),
    );
    const writes = due.flatMap((each, place) => {
      const history = histories[place];
      return history === undefined ? [] : [writeOf(each, history, knownAt)];
    });
    const written = new Set(await store.composites.record(writes));
    const days = writes.reduce((sum, { symbol, fresh }) => sum + (written.has(symbol) ? fresh.days.length : 0), 0);
    return { tickers: written.size, days, failed: [] };
  };
  const recordOne = async (symbol: string): Promise<Recording> => {
    try {
      return await recordBatch([symbol]);
    } catch (err) {
      if (!(err instanceof StoreError)) throw err;
      log.error({ err, ticker: symbol }, 'could not record the composites of a ticker');
      return { ...NOTHING, failed: [symbol] };
    }
  };
  return async (symbols) => {
    try {
      return await recordBatch(symbols);
    } catch (err) {
      if (!(err instanceof StoreError)) throw err;
      const each: Recording[] = [];
      for (const symbol of symbols) each.push(await recordOne(symbol));
      return {
        tickers: each.reduce((sum, { tickers }) => sum + tickers, 0),
        days: each.reduce((sum, { days }) => sum + days, 0),
        failed: each.flatMap(({ failed }) => failed),
      };
    }
  };
}

async function dueOf({ store, clock }: RecordingOptions, symbols: readonly string[]): Promise<readonly Due[]> {
  const pending = await store.composites.pending(symbols);
  const [grown, minutes] = [await readGrown(store, pending), await store.bars.readMinutes([...pending.keys()])];
  const others = await store.bars.readDaily([...pending.keys()].filter((symbol) => !grown.has(symbol)));
  const reports = await store.earnings.byTickers([...pending.keys()]);
  const chains = await store.optionReadings.byTickers([...pending.keys()]);
  // After the bars: those of another company come with its start.
  const starts = await store.composites.starts([...pending.keys()]);
  const nowMs = clock();
  const due: Due[] = [];
  for (const [symbol, mark] of pending) {
    const series = grown.get(symbol) ?? others.get(symbol);
    if (series === undefined) continue;
    const { days } = series.bars;
    const closed = closedDays(days, nowMs);
    const version = closed === days.length ? series.version : 0;
    const known = grown.has(symbol) ? mark : null;
    const indices =
      known === null ? await daysMissing(store, series, mark, closed) : daysAfter(days, closed, known.day);
    const covered =
      known === null
        ? { firstDay: at(days, 0), days: closed }
        : { firstDay: known.firstDay, days: known.days + indices.length };
    if (indices.length === 0 && (mark?.source !== series.source || mark.version === version)) continue;
    const fundamentals = fundamentalsHistory(rowsBeside(series.source, reports.get(symbol) ?? []));
    const optionsFlow = rowsBeside(series.source, chains.get(symbol) ?? []);
    due.push({
      series,
      sessions: minutes.get(symbol) ?? [],
      fundamentals,
      optionsFlow,
      mark,
      start: starts.get(symbol) ?? -Infinity,
      indices,
      covered,
      version,
    });
  }
  return due;
}

/**
 * The years to read for tickers that only miss later days, so that the cost of a session does not grow with the
 * history.
 */
async function readGrown(
  store: RecordingOptions['store'],
  pending: ReadonlyMap<string, CompositesMark | null>,
): Promise<ReadonlyMap<string, StoredSeries>> {
  const marks = new Map([...pending].flatMap(([symbol, mark]) => (mark === null ? [] : [[symbol, mark] as const])));
  const recent = await store.bars.readSince(
    [...marks.keys()],
    firstYearRead(Math.min(...[...marks.values()].map(({ day }) => day))),
  );
  return new Map(
    [...recent].filter(([symbol, series]) => {
      const mark = marks.get(symbol);
      return mark !== undefined && isWhole(series, mark);
    }),
  );
}

/** Unrecorded bars; all bars if the record is from another source, which has a different history. */
async function daysMissing(
  store: RecordingOptions['store'],
  { symbol, source, bars: { days } }: StoredSeries,
  mark: CompositesMark | null,
  closed: number,
): Promise<Int32Array> {
  if (mark?.source !== source) return missingDays(days, closed, new Int32Array());
  const recorded = (await store.composites.load([symbol])).get(symbol);
  return missingDays(days, closed, recorded?.days ?? new Int32Array());
}

/** The minute sessions that composites at these bars read; none if nothing is due. */
function sessionsFor(days: Int32Array, indices: Int32Array, sessions: readonly MinuteBars[]): readonly MinuteBars[] {
  const last = at(days, indices[indices.length - 1] ?? -1);
  return sessions.filter(({ day }) => day <= last);
}

/** The part of a history at these places. */
function partOf(
  { score, factors }: CompositeHistory,
  days: Int32Array,
  places: readonly number[],
  knownAt: (day: number) => number,
): CompositesWrite['fresh'] {
  const column = (values: Float64Array): Float64Array => Float64Array.from(places, (place) => at(values, place));
  const { technical, momentum, fundamentals, microstructure, optionsFlow } = factors;
  return {
    days: Int32Array.from(places, (place) => at(days, place)),
    score: column(score),
    knownAt: Float64Array.from(places, (place) => knownAt(at(days, place))),
    factors: {
      technical: column(technical),
      momentum: column(momentum),
      fundamentals: column(fundamentals),
      microstructure: column(microstructure),
      optionsFlow: column(optionsFlow),
    },
  };
}

/** What is recorded of a history; a day without any factor is covered, but has no composite. */
function writeOf(
  { series: { symbol, source, bars }, mark, start, indices, covered, version }: Due,
  history: CompositeHistory,
  knownTime: ReturnType<typeof knownTimes>,
): CompositesWrite {
  const from = mark?.source === source ? mark.firstDay : null;
  const knownAt = (day: number): number => knownTime(day, { from, start });
  const days = indices.map((index) => at(bars.days, index));
  const last = indices.length - 1;
  const [day, score] = [at(days, last), at(history.score, last)];
  const newest =
    last < 0
      ? null
      : {
          day,
          score,
          label: Number.isNaN(score) ? '' : labelOf(score),
          price: at(bars.close, at(indices, last)),
          knownAt: knownAt(day),
        };
  const scored = [...days.keys()].filter((place) => !Number.isNaN(at(history.score, place)));
  return {
    symbol,
    method: METHOD,
    source,
    version,
    mark,
    fresh: partOf(history, days, scored, knownAt),
    covered,
    newest,
  };
}
