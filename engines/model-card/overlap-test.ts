import { fixedBTail } from '../fixed-b.js';
import { neweyWestMean, type MeanTest } from '../newey-west.js';
import { at } from '../series.js';
import { CARD } from './constants.js';

/** A test of whether the mean of overlapping values is 0. */
export interface OverlapTest extends MeanTest {
  /** Two-sided. */
  readonly pValue: number;
}

const weight = (distance: number): number => Math.max(0, 1 - distance / CARD.horizonSessions);

/**
 * Expected Newey-West variance of the mean of `n` overlapping values over their true variance, relative to that of `n`
 * independent ones: below 1, since the weights that Bartlett gives autocovariances are what an overlap leaves of them.
 */
function overlapBias(n: number): number {
  const sums = Float64Array.from({ length: n }, (_, i) => {
    let sum = 0;
    for (let k = -CARD.lagSessions; k <= CARD.lagSessions; k += 1)
      if (i + k >= 0 && i + k < n) sum += weight(Math.abs(k));
    return sum;
  });
  const total = sums.reduce((sum, value) => sum + value, 0);
  // Trace of M·K·M·S: K Bartlett's weights, M what takes the mean out, S the covariance of overlapping (= K) or other
  // values.
  let products = 0;
  for (let k = -CARD.lagSessions; k <= CARD.lagSessions; k += 1)
    products += Math.max(0, n - Math.abs(k)) * weight(Math.abs(k)) ** 2;
  const squares = sums.reduce((sum, value) => sum + value * value, 0);
  const overlapping = products - (2 / n) * squares + (total * total) / (n * n);
  const independent = n - total / n;
  return overlapping / total / (independent / n);
}

const biases = new Map<number, number>();

function biasOf(n: number): number {
  const bias = biases.get(n) ?? overlapBias(n);
  biases.set(n, bias);
  return bias;
}

/** Standard error of the mean with what the overlap hides from Newey and West put back. */
export function overlapStandardError({ n, standardError }: MeanTest): number {
  return standardError / Math.sqrt(biasOf(n));
}

/**
 * Test of the mean of daily values whose returns overlap over the horizon: t by Newey and West at lag 20, its p-value
 * from the fixed-b distribution of t with the standard error corrected for the known overlap. Null below two horizons
 * of days or without variation.
 */
export function overlapTest(values: Float64Array): OverlapTest | null {
  const test = values.length < CARD.minDays ? null : neweyWestMean(values, CARD.lagSessions);
  if (test === null) return null;
  const corrected = Math.abs(test.mean) / overlapStandardError(test);
  return { ...test, pValue: 2 * fixedBTail(corrected, test.n, CARD.lagSessions) };
}

/** Mean of the values that are numbers; null if there is none. */
export function meanOfKnown(values: Float64Array): number | null {
  let [sum, count] = [0, 0];
  for (let i = 0; i < values.length; i += 1) {
    if (Number.isNaN(at(values, i))) continue;
    sum += at(values, i);
    count += 1;
  }
  return count === 0 ? null : sum / count;
}
