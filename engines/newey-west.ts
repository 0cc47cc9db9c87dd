import { at } from './series.js';
import { mean, sampleDeviation } from './statistics.js';

/** A mean and its distance from 0, in the unit of the values. */
export interface MeanTest {
  readonly n: number;
  readonly mean: number;
  readonly standardError: number;
  readonly t: number;
}

/** Sum over t of (x_t − centre)(x_{t−lag} − centre), divided by n. */
function autocovariance(values: Float64Array, centre: number, lag: number): number {
  let sum = 0;
  for (let i = lag; i < values.length; i += 1) sum += (at(values, i) - centre) * (at(values, i - lag) - centre);
  return sum / values.length;
}

/**
 * t statistic of the mean of an autocorrelated series: its variance is the sum of the autocovariances up to `lag` with
 * Bartlett's weights 1 − k / (lag + 1), divided by n. `fixedBTail` has its distribution. Null below two values or
 * without variation.
 *
 * Source: W. K. Newey & K. D. West, Econometrica 55 (1987).
 */
export function neweyWestMean(values: Float64Array, lag: number): MeanTest | null {
  const n = values.length;
  if (n < 2 || !(sampleDeviation(values) > 0)) return null;
  const centre = mean(values);
  let longRun = autocovariance(values, centre, 0);
  for (let k = 1; k <= Math.min(lag, n - 1); k += 1)
    longRun += 2 * (1 - k / (lag + 1)) * autocovariance(values, centre, k);
  const standardError = Math.sqrt(longRun / n);
  if (!(standardError > 0)) return null;
  return { n, mean: centre, standardError, t: centre / standardError };
}
