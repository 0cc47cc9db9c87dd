import { at, lowerBound } from '../series.js';
import { BENCHMARK_COUNTS, CLOSE_DAYS } from './constants.js';

/** Closes adjusted for splits and dividends, oldest first. */
export interface Closes {
  readonly days: Int32Array;
  readonly adjClose: Float64Array;
}

/** Histories by ticker, and the benchmark's; null if it is not stored. */
export interface Market {
  readonly closes: ReadonlyMap<string, Closes>;
  readonly benchmark: Closes | null;
}

/** How listed companies moved between two days. */
export interface MarketMove {
  /** Natural logarithm of the move. */
  readonly log: number;
  /** Comparables that have closes on both days. */
  readonly comparables: readonly string[];
  readonly hasBenchmark: boolean;
  /** Day of the closes at the end; null without any. */
  readonly asOfDay: number | null;
}

interface Close {
  readonly day: number;
  readonly price: number;
}

/** The last close on or before a day; undefined if it is more than `CLOSE_DAYS` older. */
function closeOn({ days, adjClose }: Closes, day: number): Close | undefined {
  const place = lowerBound(days, day + 1) - 1;
  const [found, price] = [at(days, place), at(adjClose, place)];
  return found >= day - CLOSE_DAYS && price > 0 ? { day: found, price } : undefined;
}

/** The newest day up to `today` on which anything closed; null without closes. */
export function newestClose({ closes, benchmark }: Market, today: number): number | null {
  const ends = [...closes.values(), ...(benchmark === null ? [] : [benchmark])].map(({ days }) =>
    at(days, lowerBound(days, today + 1) - 1),
  );
  const newest = ends.reduce((latest, day) => (day > latest ? day : latest), -Infinity);
  return Number.isFinite(newest) ? newest : null;
}

function ratioOf(history: Closes, from: number, to: number): number | undefined {
  const [start, end] = [closeOn(history, from), closeOn(history, to)];
  return start === undefined || end === undefined ? undefined : end.price / start.price;
}

/**
 * The total return of an equal amount in each comparable, shrunk towards the benchmark's, from one day to another; no
 * move if neither has closes on both days.
 */
export function marketMove(
  { closes, benchmark }: Market,
  comparables: readonly string[],
  from: number,
  to: number | null,
): MarketMove {
  if (to === null || from >= to) return { log: 0, comparables: [], hasBenchmark: false, asOfDay: null };
  const moves = comparables.flatMap((ticker) => {
    const history = closes.get(ticker);
    const ratio = history === undefined ? undefined : ratioOf(history, from, to);
    return ratio === undefined ? [] : [{ ticker, ratio }];
  });
  const broad = benchmark === null ? undefined : ratioOf(benchmark, from, to);
  const own = moves.length === 0 ? 0 : Math.log(moves.reduce((sum, { ratio }) => sum + ratio, 0) / moves.length);
  const count = broad === undefined ? 0 : BENCHMARK_COUNTS;
  const total = moves.length + count;
  return {
    log: total === 0 ? 0 : (moves.length * own + count * Math.log(broad ?? 1)) / total,
    comparables: moves.map(({ ticker }) => ticker),
    hasBenchmark: broad !== undefined,
    asOfDay: total === 0 ? null : to,
  };
}
