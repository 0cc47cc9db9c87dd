import { at } from '../series.js';
import { sampleDeviation } from '../statistics.js';
import { filter, hmmPass, smooth, type HmmParameters, type HmmPass, type Pair } from './hmm-pass.js';
import { startingPoints, varianceFloor } from './hmm-starts.js';

export type { HmmParameters, Pair } from './hmm-pass.js';

/** A fitted chain; state 0 has the smaller variance. */
export interface HmmFit {
  readonly parameters: HmmParameters;
  /** Probability of state 1 at each observation, given those up to it, and given all. */
  readonly filtered: Float64Array;
  readonly smoothed: Float64Array;
  readonly logLikelihood: number;
  /** Steps of expectation-maximisation. */
  readonly steps: number;
}

/** A fit ends once a step changes the log-likelihood and each parameter by less than this share. */
export const HMM_FIT = { tolerance: 1e-9, maxSteps: 3000 } as const;

/** Probabilities below this need not settle to a share of themselves. */
const SMALL_PROBABILITY = 1e-3;
/** Largest logit of an extrapolated probability. */
const LARGEST_LOGIT = 35;

interface Step {
  readonly next: HmmParameters;
  /** Of the parameters before the step. */
  readonly logLikelihood: number;
}

/** One expectation-maximisation step: improved parameters, and the log-likelihood of the given ones. */
export function improve(observations: Float64Array, parameters: HmmParameters, floor: number, pass: HmmPass): Step {
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

/** Whether a step changed no parameter by more than the tolerance: means as a share of their state's deviation. */
function isSettled(before: HmmParameters, after: HmmParameters): boolean {
  const moved = (one: number, other: number, unit: number): boolean => Math.abs(one - other) > HMM_FIT.tolerance * unit;
  const states = [0, 1] as const;
  return !states.some((state) => {
    const leave = after.transition[state][1 - state] ?? 0;
    return (
      moved(before.means[state], after.means[state], Math.sqrt(after.variances[state])) ||
      moved(before.variances[state], after.variances[state], after.variances[state]) ||
      moved(before.transition[state][1 - state] ?? 0, leave, Math.max(leave, SMALL_PROBABILITY)) ||
      moved(before.initial[state], after.initial[state], 1)
    );
  });
}

function logit(probability: number): number {
  return Math.max(-LARGEST_LOGIT, Math.min(LARGEST_LOGIT, Math.log(probability / (1 - probability))));
}

/** Parameters without bounds: means in deviations of the sample, log variances, logits of leaving a state. */
function coordinates({ means, variances, transition }: HmmParameters, deviation: number): number[] {
  return [
    ...means.map((mean) => mean / deviation),
    ...variances.map(Math.log),
    logit(transition[0][1]),
    logit(transition[1][0]),
  ];
}

function fromCoordinates(
  coordinates: readonly number[],
  initial: Pair,
  deviation: number,
  floor: number,
): HmmParameters {
  const [mean0, mean1, log0, log1, leave0, leave1] = coordinates as [number, number, number, number, number, number];
  const probability = (x: number): number => 1 / (1 + Math.exp(Math.max(-LARGEST_LOGIT, Math.min(LARGEST_LOGIT, -x))));
  const [up, down] = [probability(leave0), probability(leave1)];
  return {
    initial,
    transition: [
      [1 - up, up],
      [down, 1 - down],
    ],
    means: [mean0 * deviation, mean1 * deviation],
    variances: [Math.max(floor, Math.exp(log0)), Math.max(floor, Math.exp(log1))],
  };
}

/**
 * Extrapolates two steps from `first`; null if there is nothing to extrapolate.
 *
 * Source: R. Varadhan, C. Roland, "Simple and globally convergent methods for accelerating the convergence of any EM
 * algorithm", Scand. J. Stat. 35 (2008), step length S3.
 */
function extrapolated(
  first: HmmParameters,
  second: HmmParameters,
  third: HmmParameters,
  deviation: number,
  floor: number,
): HmmParameters | null {
  const [a, b, c] = [first, second, third].map((parameters) => coordinates(parameters, deviation)) as [
    number[],
    number[],
    number[],
  ];
  const step = a.map((from, i) => (b[i] ?? 0) - from);
  const bend = a.map((from, i) => (c[i] ?? 0) - 2 * (b[i] ?? 0) + from);
  const length = Math.sqrt(step.reduce((sum, x) => sum + x * x, 0) / bend.reduce((sum, x) => sum + x * x, 0));
  if (!(length > 1 && length < Infinity)) return null;
  return fromCoordinates(
    a.map((from, i) => from + 2 * length * (step[i] ?? 0) + length * length * (bend[i] ?? 0)),
    third.initial,
    deviation,
    floor,
  );
}

function swapped({ initial, transition, means, variances }: HmmParameters): HmmParameters {
  const swap = ([first, second]: Pair): Pair => [second, first];
  return {
    initial: swap(initial),
    transition: [swap(transition[1]), swap(transition[0])],
    means: swap(means),
    variances: swap(variances),
  };
}

/** Steps of expectation-maximisation, accelerated, until one changes nothing. */
function settle(
  observations: Float64Array,
  start: HmmParameters,
  floor: number,
  pass: HmmPass,
): { readonly parameters: HmmParameters; readonly steps: number } {
  const deviation = sampleDeviation(observations);
  let parameters = start;
  let steps = 0;
  const take = (from: HmmParameters): Step => {
    steps += 1;
    return improve(observations, from, floor, pass);
  };
  let first = take(parameters);
  while (steps < HMM_FIT.maxSteps) {
    const second = take(first.next);
    const isLevel = second.logLikelihood - first.logLikelihood <= HMM_FIT.tolerance * Math.abs(second.logLikelihood);
    if (isLevel && isSettled(parameters, first.next)) break;
    const guess = extrapolated(parameters, first.next, second.next, deviation, floor);
    parameters = second.next;
    let following = guess === null ? null : take(guess);
    // An extrapolation that has lost likelihood is undone, so that the fit never loses any.
    if (following !== null && guess !== null && following.logLikelihood >= second.logLikelihood) parameters = guess;
    else following = null;
    first = following ?? take(parameters);
  }
  return { parameters, steps };
}

function fitFrom(observations: Float64Array, start: HmmParameters, floor: number): HmmFit {
  const pass = hmmPass(observations.length);
  const { parameters: settled, steps } = settle(observations, start, floor, pass);
  const parameters = settled.variances[0] > settled.variances[1] ? swapped(settled) : settled;
  const logLikelihood = filter(observations, parameters, pass);
  smooth(parameters, pass);
  return { parameters, filtered: pass.filtered, smoothed: pass.smoothed, logLikelihood, steps };
}

/**
 * Maximum-likelihood fit of a two-state chain with normal observations by expectation-maximisation (Baum & Welch), from
 * three deterministic starts; the most likely result wins. Null below three observations or without variation.
 *
 * Source: L. E. Baum et al., Ann. Math. Stat. 41 (1970); J. D. Hamilton, Econometrica 57 (1989) for the use.
 */
export function fitHmm(observations: Float64Array): HmmFit | null {
  if (observations.length < 3 || !(sampleDeviation(observations) > 0)) return null;
  const floor = varianceFloor(observations);
  const fits = startingPoints(observations).map((start) => fitFrom(observations, start, floor));
  return fits.reduce((best, fit) => (fit.logLikelihood > best.logLikelihood ? fit : best));
}
