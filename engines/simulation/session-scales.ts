import { at } from '../series.js';
import type { Pair } from './hmm-pass.js';
import type { JointHistory } from './joint-history.js';
import type { StateDays } from './state-days.js';
import { forecastOf, forecastWeights, varianceAverages } from './volatility-forecast.js';
import { LEAST_GROWTH, type GrowthTable, type SessionScales } from './wealth-paths.js';

/** Variance of a position's daily growth in each state, around its mean. */
function variances({ factors, stride }: GrowthTable, { weights }: StateDays, position: number, mean: number): Pair {
  const variance = (state: 0 | 1): number => {
    const shares = weights[state];
    let sum = 0;
    for (let row = 0; row < shares.length; row += 1) {
      const growth = at(factors, (state * shares.length + row) * stride + position);
      sum += at(shares, row) * (growth - mean) ** 2;
    }
    return sum;
  };
  return [variance(0), variance(1)];
}

/** The largest fall of a position in the table, as its move below the mean; at most 0. */
function worstMove({ factors, stride }: GrowthTable, position: number, mean: number): number {
  let worst = mean;
  for (let i = position; i < factors.length; i += stride) worst = Math.min(worst, at(factors, i));
  return worst - mean;
}

function movesOf({ factors, stride }: GrowthTable, means: Float64Array): Float32Array {
  const moves = new Float32Array(factors.length);
  for (let row = 0; row < factors.length; row += stride) {
    for (let j = 0; j < stride; j += 1) moves[row + j] = at(factors, row + j) - at(means, j);
  }
  return moves;
}

/**
 * How far each position moves in each simulated session, as a multiple of its moves on the days drawn, so that the
 * variance of the session is the forecast from the position's own past: √(forecast / variance of the days drawn), where
 * the latter mixes the states by `stressedShares`, the chain's probability of stress in each session. Moves are scaled
 * around the position's mean, which stays, but that no move leaves less than {@link LEAST_GROWTH}.
 *
 * Source: G. Barone-Adesi, K. Giannopoulos, L. Vosper, "VaR without correlations for portfolios of derivative
 * securities", J. Futures Markets 19 (1999); J. Hull, A. White, "Incorporating volatility updating into the historical
 * simulation method for value-at-risk", J. Risk 1 (1998).
 */
export function sessionScales(
  history: JointHistory,
  table: GrowthTable,
  states: StateDays,
  stressedShares: Float64Array,
): SessionScales {
  const { stride, weights, days, factors } = history;
  const horizonDays = stressedShares.length;
  const forecasts = forecastWeights(horizonDays);
  const means = new Float64Array(stride).fill(1);
  const scales = new Float64Array(horizonDays * stride).fill(1);
  let isFloored = false;
  for (let j = 0; j < stride; j += 1) {
    if (weights[j] === 0) continue;
    const growth = Float64Array.from(days, (_, row) => at(factors, row * stride + j));
    const mean = growth.reduce((sum, factor) => sum + factor, 0) / growth.length;
    const averages = varianceAverages(growth)(0, growth.length, mean);
    const [calm, stressed] = variances(table, states, j, mean);
    const worst = worstMove(table, j, mean);
    means[j] = mean;
    for (let session = 0; session < horizonDays; session += 1) {
      const drawn = calm + at(stressedShares, session) * (stressed - calm);
      const scale = drawn > 0 ? Math.sqrt(forecastOf(forecasts, averages, session) / drawn) : 1;
      scales[session * stride + j] = scale;
      if (mean + worst * scale < LEAST_GROWTH) isFloored = true;
    }
  }
  return { means, moves: movesOf(table, means), scales, isFloored };
}
