import { at } from './series.js';

/** Sessions in a year, for annualising. */
const SESSIONS_PER_YEAR = 252;

/**
 * A spread below this share of the largest value is rounding noise, not variation: simple returns of a price that grows
 * at a constant rate differ by about 1e-16.
 */
const NOISE_SHARE = 1e-12;

/** Arithmetic mean of `values[from..to)`; NaN when empty. */
export function mean(values: Float64Array, from = 0, to = values.length): number {
  let sum = 0;
  for (let i = from; i < to; i += 1) sum += at(values, i);
  return sum / (to - from);
}

/** Sample standard deviation (n − 1) of `values[from..to)`; 0 if they do not vary, NaN below two values. */
export function sampleDeviation(values: Float64Array, from = 0, to = values.length): number {
  if (to - from < 2) return Number.NaN;
  const centre = mean(values, from, to);
  let squares = 0;
  let largest = 0;
  for (let i = from; i < to; i += 1) {
    const value = at(values, i);
    squares += (value - centre) * (value - centre);
    if (Math.abs(value) > largest) largest = Math.abs(value);
  }
  const deviation = Math.sqrt(squares / (to - from - 1));
  return deviation <= largest * NOISE_SHARE ? 0 : deviation;
}

/** Median of an unordered array (mean of the middle two when even); NaN when empty. Sorts a copy. */
export function median(values: Float64Array): number {
  const sorted = values.slice().sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? at(sorted, middle) : (at(sorted, middle - 1) + at(sorted, middle)) / 2;
}

/** Logistic function 1 / (1 + e^−x): 0 to 1, increasing, ½ at 0. */
export function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

const TAIL_NUMERATOR = [
  0.0352624965998911, 0.700383064443688, 6.37396220353165, 33.912866078383, 112.079291497871, 221.213596169931,
  220.206867912376,
];
const TAIL_DENOMINATOR = [
  0.0883883476483184, 1.75566716318264, 16.064177579207, 86.7807322029461, 296.564248779674, 637.333633378831,
  793.826512519948, 440.413735824752,
];

function polynomial(coefficients: readonly number[], x: number): number {
  let value = 0;
  for (const coefficient of coefficients) value = value * x + coefficient;
  return value;
}

/**
 * Standard normal distribution function Φ(x), absolute error below 1e-14.
 *
 * Source: J. Hart et al., Computer Approximations (1968), algorithm 5666; form of G. West, "Better approximations to
 * cumulative normal functions", Wilmott (2005).
 */
export function normalCdf(x: number): number {
  const magnitude = Math.abs(x);
  if (magnitude > 37) return x > 0 ? 1 : 0;
  const density = Math.exp((-magnitude * magnitude) / 2);
  let tail: number;
  if (magnitude < 7.07106781186547) {
    tail = (density * polynomial(TAIL_NUMERATOR, magnitude)) / polynomial(TAIL_DENOMINATOR, magnitude);
  } else {
    let fraction = magnitude + 0.65;
    for (let k = 4; k >= 1; k -= 1) fraction = magnitude + k / fraction;
    tail = density / fraction / 2.506628274631;
  }
  return x > 0 ? 1 - tail : tail;
}

/** Beyond this deviation the normal tail is 0 in a double. */
const FARTHEST_TAIL = 37;

/** The z with P(Z > z) = `tail` (0 to ½), 0 to 37, by halving. */
export function normalUpper(tail: number): number {
  let [low, high] = [0, FARTHEST_TAIL];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (normalCdf(-middle) > tail) low = middle;
    else high = middle;
  }
  return low;
}

/** Annualised Sharpe ratio, risk-free 0, of daily returns `values[from..to)`; null without variation. */
export function sharpeRatio(values: Float64Array, from = 0, to = values.length): number | null {
  const deviation = sampleDeviation(values, from, to);
  return deviation > 0 ? (mean(values, from, to) / deviation) * Math.sqrt(SESSIONS_PER_YEAR) : null;
}

/**
 * Standard error of an annualised Sharpe ratio of `count` independent daily returns, annualised too.
 *
 * Source: A. Lo, "The Statistics of Sharpe Ratios", Financial Analysts Journal 58:4 (2002), equation 9.
 */
export function sharpeStandardError(sharpe: number, count: number): number {
  const daily = sharpe / Math.sqrt(SESSIONS_PER_YEAR);
  return Math.sqrt(((1 + (daily * daily) / 2) / count) * SESSIONS_PER_YEAR);
}
