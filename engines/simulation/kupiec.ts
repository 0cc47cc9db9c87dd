import { normalCdf } from '../statistics.js';

/** n ln q with 0 ln 0 = 0. */
function weighted(count: number, share: number): number {
  return count === 0 ? 0 : count * Math.log(share);
}

/**
 * p-value of the hypothesis that each of `trials` outcomes is a breach with probability `expected`, when a share `rate`
 * of them was: likelihood ratio against χ² with one degree of freedom. `trials` may be a fraction.
 *
 * Source: P. H. Kupiec, "Techniques for verifying the accuracy of risk measurement models", J. Derivatives 3 (1995).
 */
export function kupiecP(rate: number, trials: number, expected: number): number {
  const logLikelihood = (share: number): number =>
    weighted(rate * trials, share) + weighted((1 - rate) * trials, 1 - share);
  const ratio = Math.max(0, 2 * (logLikelihood(rate) - logLikelihood(expected)));
  return 2 * (1 - normalCdf(Math.sqrt(ratio)));
}
