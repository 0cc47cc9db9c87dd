import { at } from '../series.js';
import { mean, median, sampleDeviation } from '../statistics.js';

/** Student's t by location and scale; `degrees` of freedom. */
export interface StudentT {
  readonly location: number;
  readonly scale: number;
  readonly degrees: number;
}

/** Bounds for the degrees of freedom: below, the distribution has no mean; above, it is practically normal. */
export const DEGREES = { lowest: 1.1, highest: 200 } as const;

const MAX_ROUNDS = 500;
/** The scale has converged if it moves by less than this share of itself. */
const SETTLED = 1e-12;
/** A scale below this share of the deviation is collapsing to 0. */
const SMALLEST_SCALE_SHARE = 1e-6;
const ROOT_STEPS = 60;
/** Tolerance for the logarithm of the degrees of freedom. */
const ROOT_TOLERANCE = 1e-10;

/** ψ(x), x > 0, to 1e-13: recurrence up to 10, then the asymptotic series (Abramowitz & Stegun 6.3.18). */
export function digamma(x: number): number {
  let shift = 0;
  let z = x;
  for (; z < 10; z += 1) shift -= 1 / z;
  const inverse = 1 / (z * z);
  const series =
    inverse *
    (1 / 12 -
      inverse * (1 / 120 - inverse * (1 / 252 - inverse * (1 / 240 - inverse * (1 / 132 - inverse * (691 / 32_760))))));
  return shift + Math.log(z) - 1 / (2 * z) - series;
}

/** Derivative of the log-likelihood per observation in the degrees of freedom, times 2. */
function score(values: Float64Array, { location, scale, degrees }: StudentT): number {
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) {
    const z = (at(values, i) - location) / scale;
    const weight = (degrees + 1) / (degrees + z * z);
    sum += Math.log(weight) - weight;
  }
  const half = degrees / 2;
  return sum / values.length + 1 + Math.log(half) - digamma(half) + digamma(half + 0.5) - Math.log(half + 0.5);
}

/**
 * Maximum-likelihood scale for a given location and degrees of freedom, by iterated reweighting; null if the scale
 * collapses to 0. Dividing by the sum of the weights instead of n reaches the same point in fewer rounds.
 *
 * Source: J. T. Kent, D. E. Tyler, Y. Vardi, "A curious likelihood identity for the multivariate t-distribution", Comm.
 * Stat. Simulation 23 (1994).
 */
function settle(values: Float64Array, start: StudentT, smallestScale: number): StudentT | null {
  let { scale } = start;
  const { location, degrees } = start;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    let [weights, squares] = [0, 0];
    for (let i = 0; i < values.length; i += 1) {
      const off = at(values, i) - location;
      const weight = (degrees + 1) / (degrees + (off / scale) ** 2);
      weights += weight;
      squares += weight * off * off;
    }
    const next = Math.sqrt(squares / weights);
    if (!(next > smallestScale)) return null;
    const moved = Math.abs(next / scale - 1);
    scale = next;
    if (moved < SETTLED) break;
  }
  return { location, scale, degrees };
}

function mostAreEqual(values: Float64Array): boolean {
  const middle = median(values);
  return values.reduce((count, value) => count + (value === middle ? 1 : 0), 0) * 2 > values.length;
}

/**
 * Student's t with the mean of the values as its location, and scale and degrees of freedom of maximum likelihood. The
 * likelihood's own location is close to the median: compounded over a year, its distance from the mean of skewed
 * returns would move the whole distribution.
 *
 * The degrees are the root of the profile likelihood's derivative, by the Illinois method on their logarithm. Null if
 * the values do not vary, or if most of them are equal: the likelihood then has no maximum.
 */
export function fitStudentT(values: Float64Array): StudentT | null {
  const deviation = sampleDeviation(values);
  if (!(deviation > 0) || mostAreEqual(values)) return null;
  let fit: StudentT = { location: mean(values), scale: deviation * Math.SQRT1_2, degrees: DEGREES.highest };
  const slopeAt = (logDegrees: number): number => {
    const settled = settle(values, { ...fit, degrees: Math.exp(logDegrees) }, deviation * SMALLEST_SCALE_SHARE);
    if (settled === null) return Number.NaN;
    fit = settled;
    return score(values, settled);
  };
  let [low, high] = [Math.log(DEGREES.lowest), Math.log(DEGREES.highest)];
  let highSlope = slopeAt(high);
  if (highSlope >= 0) return { ...fit, degrees: DEGREES.highest };
  let lowSlope = slopeAt(low);
  if (lowSlope <= 0) return { ...fit, degrees: DEGREES.lowest };
  let retained = 0;
  for (let step = 0; step < ROOT_STEPS && high - low > ROOT_TOLERANCE; step += 1) {
    const middle = (low * highSlope - high * lowSlope) / (highSlope - lowSlope);
    const slope = slopeAt(middle);
    if (Number.isNaN(slope)) return null;
    if (Math.abs(slope) < ROOT_TOLERANCE) break;
    // Illinois method: halve an end that stays twice in a row, or the bracket would never shrink from both sides.
    if (slope > 0) {
      [low, lowSlope] = [middle, slope];
      if (retained === 1) highSlope /= 2;
      retained = 1;
    } else {
      [high, highSlope] = [middle, slope];
      if (retained === -1) lowSlope /= 2;
      retained = -1;
    }
  }
  return fit;
}
