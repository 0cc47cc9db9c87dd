import { at } from '../series.js';
import { mean, sampleDeviation } from '../statistics.js';
import { filter, hmmPass, smooth, type HmmParameters, type HmmPass, type Pair } from './hmm-pass.js';

export type { HmmParameters, Pair } from './hmm-pass.js';

/** A fitted chain; state 0 has the smaller variance. */
export interface HmmFit {
  readonly parameters: HmmParameters;
  /** Probability of state 1 at each observation, given those up to it, and given all. */
  readonly filtered: Float64Array;
  readonly smoothed: Float64Array;
  readonly logLikelihood: number;
  readonly iterations: number;
}

/** Iterations end once one gains less log-likelihood than `tolerance`. */
export const HMM_FIT = { tolerance: 1e-4, maxIterations: 300 } as const;

/** Initial probability of staying in a state. */
const START_PERSISTENCE = 0.95;
/**
 * Lowest variance of a state as a share of the sample's: otherwise a run of equal observations would collapse a state.
 */
const VARIANCE_FLOOR_SHARE = 0.0025;
/** Sessions of the rolling spread that the second start groups by. */
const SPREAD_SESSIONS = 21;
const GROUPING_ROUNDS = 50;

/** Splits positive numbers into a low (0) and a high (1) group by two-means, starting from the overall mean. */
function twoMeans(values: Float64Array): Uint8Array {
  const groups = new Uint8Array(values.length);
  const centre = mean(values);
  let [low, high] = [centre / 2, centre * 2];
  for (let round = 0; round < GROUPING_ROUNDS; round += 1) {
    const border = (low + high) / 2;
    const sums = [0, 0];
    const counts = [0, 0];
    values.forEach((value, i) => {
      const group = value > border ? 1 : 0;
      groups[i] = group;
      sums[group] = (sums[group] ?? 0) + value;
      counts[group] = (counts[group] ?? 0) + 1;
    });
    const next: Pair = [counts[0] ? (sums[0] ?? 0) / counts[0] : low, counts[1] ? (sums[1] ?? 0) / counts[1] : high];
    if (next[0] === low && next[1] === high) break;
    [low, high] = next;
  }
  return groups;
}

function rollingSpread(observations: Float64Array): Float64Array {
  return observations.map((_, i) => {
    const from = Math.max(0, Math.min(i - (SPREAD_SESSIONS >> 1), observations.length - SPREAD_SESSIONS));
    return sampleDeviation(observations, from, Math.min(observations.length, from + SPREAD_SESSIONS));
  });
}

/** Initial parameters: moments of the two groups, or of all observations if a group has fewer than two. */
function startFrom(observations: Float64Array, spread: Float64Array, floor: number): HmmParameters {
  const groups = twoMeans(spread);
  const momentsOf = (group: number): { centre: number; variance: number } => {
    const members = observations.filter((_, i) => groups[i] === group);
    const sample = members.length < 2 ? observations : members;
    return { centre: mean(sample), variance: Math.max(floor, sampleDeviation(sample) ** 2) };
  };
  const [calm, stressed] = [momentsOf(0), momentsOf(1)];
  return {
    initial: [0.5, 0.5],
    transition: [[START_PERSISTENCE, 1 - START_PERSISTENCE], [1 - START_PERSISTENCE, START_PERSISTENCE]],
    means: [calm.centre, stressed.centre],
    variances: [calm.variance, stressed.variance],
  };
}

/** The two starts of a fit: days grouped by their own size, and by the spread around them. */
export function startingPoints(observations: Float64Array): HmmParameters[] {
  const centre = mean(observations);
  const floor = varianceFloor(observations);
  const sizes = observations.map((x) => Math.abs(x - centre));
  return [sizes, rollingSpread(observations)].map((spread) => startFrom(observations, spread, floor));
}

export function varianceFloor(observations: Float64Array): number {
  return VARIANCE_FLOOR_SHARE * sampleDeviation(observations) ** 2;
}

/** One expectation-maximisation step: improved parameters, and the log-likelihood of the given ones. */
export function improve(
  observations: Float64Array,
  parameters: HmmParameters,
  floor: number,
  pass: HmmPass,
): { readonly next: HmmParameters; readonly logLikelihood: number } {
  const logLikelihood = filter(observations, parameters, pass);
  const moves = smooth(parameters, pass);
  const { smoothed } = pass;
  const [old0, old1] = parameters.means;
  let [weight0, weight1, sum0, sum1, square0, square1] = [0, 0, 0, 0, 0, 0];
  for (let t = 0; t < observations.length; t += 1) {
    const x = at(observations, t);
    const in1 = at(smoothed, t);
    weight0 += 1 - in1;
    weight1 += in1;
    sum0 += (1 - in1) * (x - old0);
    sum1 += in1 * (x - old1);
    square0 += (1 - in1) * (x - old0) ** 2;
    square1 += in1 * (x - old1) ** 2;
  }
  // Moments about the old means lose no digits, and a state without any weight keeps its values.
  const shift0 = weight0 > 0 ? sum0 / weight0 : 0;
  const shift1 = weight1 > 0 ? sum1 / weight1 : 0;
  const variances: Pair = [
    Math.max(floor, weight0 > 0 ? square0 / weight0 - shift0 ** 2 : parameters.variances[0]),
    Math.max(floor, weight1 > 0 ? square1 / weight1 - shift1 ** 2 : parameters.variances[1]),
  ];
  const row = (expected: Pair, previous: Pair): Pair => {
    const total = expected[0] + expected[1];
    return total > 0 ? [expected[0] / total, expected[1] / total] : previous;
  };
  const first1 = at(smoothed, 0);
  return {
    next: {
      initial: [1 - first1, first1],
      transition: [row(moves[0], parameters.transition[0]), row(moves[1], parameters.transition[1])],
      means: [old0 + shift0, old1 + shift1],
      variances,
    },
    logLikelihood,
  };
}

function swapped({ initial, transition, means, variances }: HmmParameters): HmmParameters {
  const swap = ([first, second]: Pair): Pair => [second, first];
  return { initial: swap(initial), transition: [swap(transition[1]), swap(transition[0])], means: swap(means), variances: swap(variances) };
}

function fitFrom(observations: Float64Array, start: HmmParameters, floor: number): HmmFit {
  const pass = hmmPass(observations.length);
  let parameters = start;
  let reached = -Infinity;
  let iterations = 0;
  for (; iterations < HMM_FIT.maxIterations; iterations += 1) {
    const { next, logLikelihood } = improve(observations, parameters, floor, pass);
    if (logLikelihood - reached < HMM_FIT.tolerance) break;
    reached = logLikelihood;
    parameters = next;
  }
  if (parameters.variances[0] > parameters.variances[1]) parameters = swapped(parameters);
  const logLikelihood = filter(observations, parameters, pass);
  smooth(parameters, pass);
  return { parameters, filtered: pass.filtered, smoothed: pass.smoothed, logLikelihood, iterations };
}

/**
 * Maximum-likelihood fit of a two-state chain with normal observations by expectation-maximisation (Baum & Welch), from
 * two deterministic starts; the more likely result wins. Null below three observations or without variation.
 *
 * Source: L. E. Baum et al., Ann. Math. Stat. 41 (1970); J. D. Hamilton, Econometrica 57 (1989) for the use.
 */
export function fitHmm(observations: Float64Array): HmmFit | null {
  if (observations.length < 3 || !(sampleDeviation(observations) > 0)) return null;
  const floor = varianceFloor(observations);
  const fits = startingPoints(observations).map((start) => fitFrom(observations, start, floor));
  return fits.reduce((best, fit) => (fit.logLikelihood > best.logLikelihood ? fit : best));
}
