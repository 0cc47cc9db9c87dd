import { normalCdf, normalUpper } from './statistics.js';

/**
 * Days after which the mixture expects an effect of one deviation: the test is sharpest at some eight times as many.
 */
const PRIOR_DAYS = 126;

/**
 * A one-sided p-value after `days` days, corrected for being looked at on every day: the probability that it ever falls
 * to α or below, if there is no effect, is at most α. It is 1 / E with the e-value E of a normal mixture over positive
 * effects, 2 / √(1 + τ) · exp(z²τ / (2(1 + τ))) · Φ(z√(τ / (1 + τ))), τ = days / 126 and z the deviation that belongs
 * to the p-value; E is a martingale of expectation 1, which rarely rises far (Ville 1939).
 *
 * Sources: H. Robbins, Annals of Mathematical Statistics 41 (1970); S. Howard, A. Ramdas, J. McAuliffe & J. Sekhon,
 * Annals of Statistics 49 (2021).
 */
export function anytimePValue(pValue: number, days: number): number {
  if (!(pValue < 0.5)) return 1;
  const z = normalUpper(pValue);
  const spread = days / PRIOR_DAYS;
  const share = spread / (1 + spread);
  const logE = Math.log(2) - Math.log1p(spread) / 2 + (z * z * share) / 2 + Math.log(normalCdf(z * Math.sqrt(share)));
  return Math.min(1, Math.exp(-logE));
}
