import { mean, sampleDeviation } from './statistics.js';

const MOST_STEPS = 300;
const PRECISION = 1e-15;
const TINY = 1e-300;

const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const;

/** ln Γ(x) for x ≥ ½; C. Lanczos (1964), coefficients of P. Godfrey for g = 7 and n = 9. */
function logGamma(x: number): number {
  const z = x - 1;
  const sum = LANCZOS.reduce((total, coefficient, k) => total + (k === 0 ? coefficient : coefficient / (z + k)), 0);
  const t = z + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(t) - t + Math.log(sum);
}

const awayFromZero = (value: number): number => (Math.abs(value) < TINY ? TINY : value);

/**
 * The continued fraction of the incomplete beta function by Lentz's method; converges fast for x < (a + 1) / (a + b +
 * 2).
 */
function betaFraction(a: number, b: number, x: number): number {
  let c = 1;
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= MOST_STEPS; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / awayFromZero(1 + even * d);
    c = awayFromZero(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / awayFromZero(1 + odd * d);
    c = awayFromZero(1 + odd / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < PRECISION) break;
  }
  return fraction;
}

/** Regularised incomplete beta function I_x(a, b). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x));
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(a, b, x)) / a : 1 - (front * betaFraction(b, a, 1 - x)) / b;
}

/**
 * Probability that |T| is at least |t| for Student's t with `degrees` degrees of freedom. Abramowitz & Stegun 26.7.1.
 */
export function twoSidedT(t: number, degrees: number): number {
  return incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5);
}

/** A test of whether the mean of a sample is 0. */
export interface MeanTest {
  /** Mean over its standard error. */
  readonly t: number;
  /** Two-sided, by Student's t with one degree of freedom less than values. */
  readonly pValue: number;
}

/** Null below two values and without variation. */
export function meanTest(values: Float64Array): MeanTest | null {
  const { length } = values;
  const deviation = length < 2 ? 0 : sampleDeviation(values);
  if (!(deviation > 0)) return null;
  const t = mean(values) / (deviation / Math.sqrt(length));
  return { t, pValue: twoSidedT(t, length - 1) };
}
