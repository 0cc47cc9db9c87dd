import { logistic } from '../statistics.js';

/** One input of a factor: its weight, and its standardised value, positive if bullish; NaN without data. */
export interface WeightedInput {
  readonly weight: number;
  readonly z: number;
}

/**
 * Score of a factor, 0 to 100: weighted mean of 100 × logistic(z), with the weights renormalised over the inputs that
 * have data. Increasing in every z. Null if no input has data.
 */
export function factorScore(inputs: readonly WeightedInput[]): number | null {
  let sum = 0;
  let weights = 0;
  for (const { weight, z } of inputs) {
    if (Number.isNaN(z)) continue;
    sum += weight * logistic(z);
    weights += weight;
  }
  return weights === 0 ? null : (100 * sum) / weights;
}
