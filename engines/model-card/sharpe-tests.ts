import { at } from '../series.js';
import { mean, normalCdf, normalUpper, sampleDeviation } from '../statistics.js';

/** A Sharpe ratio per observation, and what its precision depends on. */
export interface SharpeSample {
  readonly sharpe: number;
  /** Independent observations. */
  readonly observations: number;
  /** Of the population (divided by n): third and fourth standardised moments; 0 and 3 of a normal distribution. */
  readonly skewness: number;
  readonly kurtosis: number;
}

const EULER = 0.5772156649015329;

/** Sharpe ratio and moments of a sample, of which `observations` are independent; null without variation. */
export function sharpeSample(values: Float64Array, observations: number): SharpeSample | null {
  const deviation = values.length < 2 ? 0 : sampleDeviation(values);
  if (!(deviation > 0)) return null;
  const centre = mean(values);
  let [second, third, fourth] = [0, 0, 0];
  for (let i = 0; i < values.length; i += 1) {
    const distance = at(values, i) - centre;
    second += distance ** 2;
    third += distance ** 3;
    fourth += distance ** 4;
  }
  const n = values.length;
  const variance = second / n;
  return {
    sharpe: centre / deviation,
    observations,
    skewness: third / n / variance ** 1.5,
    kurtosis: fourth / n / variance ** 2,
  };
}

/** Variance of the Sharpe ratio's estimate, times n − 1. */
function spread({ sharpe, skewness, kurtosis }: SharpeSample): number {
  return 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe ** 2;
}

/**
 * Probability that the true Sharpe ratio is above `benchmark`. Null with one observation or less, or where the moments
 * leave no variance.
 *
 * Source: D. Bailey & M. López de Prado, "The Sharpe Ratio Efficient Frontier", Journal of Risk 15:2 (2012).
 */
export function probabilisticSharpe(sample: SharpeSample, benchmark = 0): number | null {
  const variance = spread(sample);
  if (!(sample.observations > 1 && variance > 0)) return null;
  return normalCdf(((sample.sharpe - benchmark) * Math.sqrt(sample.observations - 1)) / Math.sqrt(variance));
}

/**
 * Observations after which this Sharpe ratio is above 0 with the confidence of the normal quantile `z`; null unless it
 * is above 0. Source: as `probabilisticSharpe`.
 */
export function minTrackRecordLength(sample: SharpeSample, z: number): number | null {
  const variance = spread(sample);
  return sample.sharpe > 0 && variance > 0 ? 1 + variance * (z / sample.sharpe) ** 2 : null;
}

/**
 * Highest Sharpe ratio to expect of `variants` that are all worth nothing, whose estimates have this variance; 0 for
 * one.
 *
 * Source: D. Bailey & M. López de Prado, "The Deflated Sharpe Ratio", Journal of Portfolio Management 40:5 (2014).
 */
export function luckySharpe(variants: number, variance: number): number {
  if (variants <= 1) return 0;
  return Math.sqrt(variance) * ((1 - EULER) * normalUpper(1 / variants) + EULER * normalUpper(1 / (variants * Math.E)));
}

/** Variance that the estimates of worthless variants have over as many observations: 1 / (n − 1). */
export function worthlessVariance({ observations }: SharpeSample): number {
  return 1 / (observations - 1);
}

/**
 * Probability that the true Sharpe ratio is above what the best of worthless variants would show. Source: as
 * `luckySharpe`.
 */
export function deflatedSharpe(sample: SharpeSample, variants: number, variance: number): number | null {
  return probabilisticSharpe(sample, luckySharpe(variants, variance));
}
