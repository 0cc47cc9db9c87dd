import { sampleDeviation } from '../statistics.js';
import { portfolioReturns, type JointHistory } from './joint-history.js';
import { quantileReader } from './quantiles.js';

const TAIL = 0.05;

/** Standard errors of two quantiles at the horizon, percentage points of the starting value. */
export interface StandardErrors {
  /** Of the 5% quantile, because the paths are a sample. */
  readonly p5Pct: number;
  /** Of the median, because the mean daily return is estimated from the history. */
  readonly p50Pct: number;
}

/**
 * Of a quantile of independent draws, √(p(1 − p)/N) / density, the density read off the quantiles one such step of
 * probability away. An upper bound with stratified draws.
 */
function quantileError(terminal: Float64Array, probability: number): number {
  const step = Math.sqrt((probability * (1 - probability)) / terminal.length);
  const [below, above] = quantileReader(terminal.length)(terminal, [
    Math.max(0, probability - step),
    Math.min(1, probability + step),
  ] as const);
  return (above - below) / 2;
}

/** Daily log returns of the portfolio at its starting weights: one of n shifts a path of T days by T/n of itself. */
function medianError(history: JointHistory, horizonDays: number, median: number): number {
  const logs = portfolioReturns(history, history).map(Math.log1p);
  return median * horizonDays * (sampleDeviation(logs) / Math.sqrt(logs.length));
}

/** Of final values given as multiples of the starting value; `p50Pct` is their median's gain. */
export function standardErrors(
  terminal: Float64Array,
  history: JointHistory,
  horizonDays: number,
  p50Pct: number,
): StandardErrors {
  return {
    p5Pct: 100 * quantileError(terminal, TAIL),
    p50Pct: 100 * medianError(history, horizonDays, 1 + p50Pct / 100),
  };
}
