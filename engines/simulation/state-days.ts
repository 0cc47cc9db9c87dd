import { at, lowerBound } from '../series.js';
import type { Pair } from './hmm-pass.js';
import type { JointHistory } from './joint-history.js';
import { indexOfState, type RegimeFit } from './regime.js';
import type { GrowthTable } from './wealth-paths.js';

/** The fewest days to draw a state from: its own, or the most similar ones. */
export const MIN_STATE_DAYS = 20;

/** The joint days by state: a day belongs to each with its smoothed probability. */
export interface StateDays {
  /** Probability with which each state draws each joint day. */
  readonly weights: readonly [Float64Array, Float64Array];
  /** Expected number of joint days that really were in each state. */
  readonly own: Pair;
}

/** Shares of the days by their probability of a state, or with too few, equal shares of those most like it. */
function weightsOf(probabilities: Float64Array, own: number): Float64Array {
  if (own >= MIN_STATE_DAYS) return probabilities.map((probability) => Math.max(0, probability) / own);
  const ranked = [...probabilities.keys()].sort((a, b) => at(probabilities, b) - at(probabilities, a) || a - b);
  const weights = new Float64Array(probabilities.length);
  for (const day of ranked.slice(0, MIN_STATE_DAYS)) weights[day] = 1 / MIN_STATE_DAYS;
  return weights;
}

/**
 * Weights of the joint days in each state. Days on which the benchmark has no return are in neither. Null if benchmark
 * and positions share fewer than {@link MIN_STATE_DAYS}.
 */
export function stateDays({ days: jointDays }: Pick<JointHistory, 'days'>, { days, hmm }: RegimeFit): StateDays | null {
  const stressed = Float64Array.from(jointDays, (day) => {
    const found = lowerBound(days, day);
    return days[found] === day ? at(hmm.smoothed, found) : Number.NaN;
  });
  const known = stressed.filter((probability) => !Number.isNaN(probability));
  if (known.length < MIN_STATE_DAYS) return null;
  const ownStressed = known.reduce((sum, probability) => sum + probability, 0);
  const own: Pair = [known.length - ownStressed, ownStressed];
  // An unknown day ranks behind every known one.
  const ranks = (probabilities: Float64Array): Float64Array =>
    probabilities.map((probability) => (Number.isNaN(probability) ? -1 : probability));
  return {
    weights: [
      weightsOf(ranks(stressed.map((probability) => 1 - probability)), own[0]),
      weightsOf(ranks(stressed), own[1]),
    ],
    own,
  };
}

/** Mean growth of each position, with these weights of the days. */
function meanGrowth({ days, factors, stride }: JointHistory, weightOf: (row: number) => number): Float64Array {
  return Float64Array.from({ length: stride }, (_, j) => {
    let sum = 0;
    for (let row = 0; row < days.length; row += 1) sum += weightOf(row) * at(factors, row * stride + j);
    return sum;
  });
}

/**
 * Growth of the joint days as drawn in either state: the rows of calm, then those of stress. In each state they are
 * scaled so that a position's mean growth is its mean over all joint days: a state tells how far prices move and how
 * closely together, but its mean return has no forecast content out of sample.
 *
 * Source: R. C. Merton, "On estimating the expected return on the market", J. Financial Economics 8 (1980); A. Ang, G.
 * Bekaert, "International asset allocation with regime shifts", Rev. Financial Studies 15 (2002).
 */
export function centredGrowth(history: JointHistory, { weights: stateWeights }: StateDays): GrowthTable {
  const { days, factors, stride, weights } = history;
  const common = meanGrowth(history, () => 1 / days.length);
  const table = new Float64Array(2 * factors.length);
  stateWeights.forEach((shares, state) => {
    const own = meanGrowth(history, (row) => at(shares, row));
    const scale = common.map((mean, j) => mean / at(own, j));
    const offset = state * factors.length;
    for (let i = 0; i < factors.length; i += 1) table[offset + i] = at(factors, i) * at(scale, i % stride);
  });
  return { factors: table, stride, weights };
}

/** Mean growth of the portfolio over `horizonDays` when the chain starts in each state: exact, not simulated. */
export function expectedGrowth(
  { factors, stride, weights }: GrowthTable,
  { hmm }: RegimeFit,
  states: StateDays,
  horizonDays: number,
): Pair {
  const { transition } = hmm.parameters;
  const rows = factors.length / stride / 2;
  const mean = (state: 0 | 1, j: number): number =>
    states.weights[state].reduce((sum, share, row) => sum + share * at(factors, (state * rows + row) * stride + j), 0);
  const total: [number, number] = [0, 0];
  for (let j = 0; j < stride; j += 1) {
    const [calm, stressed] = [mean(0, j), mean(1, j)];
    let [from0, from1] = [1, 1];
    for (let day = 0; day < horizonDays; day += 1) {
      [from0, from1] = [
        transition[0][0] * calm * from0 + transition[0][1] * stressed * from1,
        transition[1][0] * calm * from0 + transition[1][1] * stressed * from1,
      ];
    }
    total[0] += at(weights, j) * from0;
    total[1] += at(weights, j) * from1;
  }
  return total;
}

/**
 * Mean return over the horizon from today's state less that from the long-run mix of states, in percentage points of
 * the starting value: 0 but for rounding as long as both states have the same mean.
 */
export function regimeDriftPct(table: GrowthTable, fit: RegimeFit, states: StateDays, horizonDays: number): number {
  const growth = expectedGrowth(table, fit, states, horizonDays);
  const mix = fit.stationary[0] * growth[0] + fit.stationary[1] * growth[1];
  return 100 * (growth[indexOfState(fit.today.state)] - mix);
}
