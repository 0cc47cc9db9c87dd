import { logistic } from '../statistics.js';

/** One input of a factor: its weight and sign, and its standardised value; NaN without data. */
export interface WeightedInput {
  readonly weight: number;
  readonly sign: 1 | -1;
  readonly z: number;
}

/**
 * Score of a factor, 0 to 100: weighted mean of 100 × logistic(sign × z), with the weights renormalised over the inputs
 * that have data. Null if no input has data.
 */
export function factorScore(inputs: readonly WeightedInput[]): number | null {
  let sum = 0;
  let weights = 0;
  for (const { weight, sign, z } of inputs) {
    if (Number.isNaN(z)) continue;
    sum += weight * logistic(sign * z);
    weights += weight;
  }
  return weights === 0 ? null : (100 * sum) / weights;
}
