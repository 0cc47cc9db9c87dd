import type { DailyBars } from '../../calendar/bars.js';
import { closeMinute, OPEN_MINUTE } from '../../calendar/nyse.js';
import { at } from '../series.js';
import { sampleDeviation } from '../statistics.js';
import type { MinuteTape } from '../minute-tape.js';

const SESSIONS_A_YEAR = 252;
const VOLATILITY_SESSIONS = 30;
/** Sessions whose volatilities today's is ranked among. */
const RANKED_SESSIONS = 252;
const VARIANCE_RATIO_LAG = 5;

/**
 * Annualised deviation of the 30 daily returns up to each session, percent; NaN before there are 30, or where a price
 * is not positive.
 */
function historicalVolatilities({ close }: DailyBars, from: number): Float64Array {
  const returns = close.map((price, i) =>
    i > 0 && price > 0 && at(close, i - 1) > 0 ? price / at(close, i - 1) - 1 : Number.NaN,
  );
  return Float64Array.from({ length: close.length - from }, (_, k) => {
    const end = from + k + 1;
    return end <= VOLATILITY_SESSIONS
      ? Number.NaN
      : 100 * Math.sqrt(SESSIONS_A_YEAR) * sampleDeviation(returns, end - VOLATILITY_SESSIONS, end);
  });
}

export type VolatilityRegime = 'low' | 'normal' | 'high' | 'extreme';

/** Shares of the past year's sessions below today's volatility from which the regime is normal, high, extreme. */
const REGIMES: readonly (readonly [from: number, regime: VolatilityRegime])[] = [
  [0.95, 'extreme'],
  [0.75, 'high'],
  [0.25, 'normal'],
  [0, 'low'],
];

export interface HistoricalVolatility {
  readonly pct: number | null;
  /** By the share of the year's volatilities below today's; null with less than a year. */
  readonly regime: VolatilityRegime | null;
}

/** Close-to-close volatility of the newest 30 returns, and where it stands among those of the past 252 sessions. */
export function historicalVolatility(bars: DailyBars): HistoricalVolatility {
  const past = historicalVolatilities(bars, Math.max(0, bars.close.length - RANKED_SESSIONS));
  const today = past.at(-1) ?? Number.NaN;
  if (!Number.isFinite(today)) return { pct: null, regime: null };
  const known = past.filter((value) => Number.isFinite(value));
  if (known.length < RANKED_SESSIONS) return { pct: today, regime: null };
  const below = known.filter((value) => value < today).length / known.length;
  return { pct: today, regime: REGIMES.find(([from]) => below >= from)?.[1] ?? 'low' };
}

/** Natural logarithms of a session's prices: its open, then the close of each bar. */
function logPrices({ open, close }: MinuteTape): Float64Array {
  return Float64Array.from({ length: close.length + 1 }, (_, i) => Math.log(i === 0 ? open : at(close, i - 1)));
}

/** Realised volatility of a session, annualised, percent: √(252 Σ of squared log returns from minute to minute). */
export function realisedVolatility(tape: MinuteTape): number {
  const logs = logPrices(tape);
  let squares = 0;
  for (let i = 1; i < logs.length; i += 1) squares += (at(logs, i) - at(logs, i - 1)) ** 2;
  return 100 * Math.sqrt(SESSIONS_A_YEAR * squares);
}

/**
 * |close − open| over the sum of all minutes' absolute moves, 0 to 1: 1 for a straight line. Null if the price stands
 * still.
 *
 * Source: P. Kaufman, Smarter Trading (1995).
 */
export function efficiencyRatio({ changes }: MinuteTape): number | null {
  const path = changes.reduce((sum, change) => sum + Math.abs(change), 0);
  return path > 0 ? Math.abs(changes.reduce((sum, change) => sum + change, 0)) / path : null;
}

/**
 * Variance of five-minute log returns, overlapping, over five times that of one-minute ones, both unbiased: 1 for a
 * random walk, above it for trends, below it for reversals. Null if the price stands still.
 *
 * Source: A. Lo, C. MacKinlay, "Stock market prices do not follow random walks", Review of Financial Studies 1 (1988).
 */
export function varianceRatio(tape: MinuteTape): number | null {
  const logs = logPrices(tape);
  const count = logs.length - 1;
  const q = VARIANCE_RATIO_LAG;
  const drift = (at(logs, count) - at(logs, 0)) / count;
  let [single, several] = [0, 0];
  for (let i = 1; i <= count; i += 1) single += (at(logs, i) - at(logs, i - 1) - drift) ** 2;
  for (let i = q; i <= count; i += 1) several += (at(logs, i) - at(logs, i - q) - q * drift) ** 2;
  const scale = q * (count - q + 1) * (1 - q / count);
  return single > 0 ? several / scale / (single / (count - 1)) : null;
}

/**
 * Smart money index over the sessions given, percentage points: the sum of each session's return in its last hour less
 * that in its first half hour, in which orders piled up overnight are filled. Sessions without a bar in either part
 * count 0 there.
 *
 * Source: the index of L. Koppel and D. Hays (Barron's), in returns in place of points.
 */
export function smartMoneyIndex(tapes: readonly MinuteTape[]): number {
  return tapes.reduce((sum, { day, minutes, open, close }) => {
    const priceBefore = (minute: number): number => {
      let price = open;
      for (let i = 0; i < minutes.length && at(minutes, i) < minute; i += 1) price = at(close, i);
      return price;
    };
    const end = closeMinute(day);
    const late = priceBefore(end) / priceBefore(end - 60) - 1;
    const early = priceBefore(OPEN_MINUTE + 30) / open - 1;
    return sum + 100 * (late - early);
  }, 0);
}
