import { at } from '../series.js';
import { logistic } from '../statistics.js';
import { NEUTRAL_SCORE } from '../signal/constants.js';
import { SCORE_LEVELS, scoreOf } from './cells.js';
import type { Outcomes } from './card-sums.js';

/** Probability that a price rises by its score: 1 / (1 + e^−(intercept + slope · (score − 50) / 10)). */
export interface LogisticFit {
  readonly intercept: number;
  readonly slope: number;
}

const MOST_STEPS = 50;
const PRECISION = 1e-12;
/** Beyond this a coefficient runs to infinity, since the scores separate what rose from what fell. */
const FARTHEST = 30;

/** A log likelihood closer to 0 has every outcome right: scores separate them. */
const SEPARATED = 1e-6;

const scaled = (level: number): number => (scoreOf(level) - NEUTRAL_SCORE) / 10;

export function probabilityOf({ intercept, slope }: LogisticFit, level: number): number {
  return logistic(intercept + slope * scaled(level));
}

/** Gradient and Hessian of the log likelihood, and the log likelihood. */
function likelihood({ fell, rose }: Outcomes, fit: LogisticFit) {
  let [value, g0, g1, h00, h01, h11] = [0, 0, 0, 0, 0, 0];
  for (let level = 0; level < SCORE_LEVELS; level += 1) {
    const [down, up] = [at(fell, level), at(rose, level)];
    if (down + up === 0) continue;
    const x = scaled(level);
    const p = probabilityOf(fit, level);
    const [residual, weight] = [up - (down + up) * p, (down + up) * p * (1 - p)];
    value += (up === 0 ? 0 : up * Math.log(p)) + (down === 0 ? 0 : down * Math.log1p(-p));
    g0 += residual;
    g1 += residual * x;
    h00 += weight;
    h01 += weight * x;
    h11 += weight * x * x;
  }
  return { value, g0, g1, h00, h01, h11 };
}

/**
 * Maximum-likelihood logistic regression of rising on the score, by Newton's method with halved steps. One score alone
 * gives a slope of 0. Null if nothing rose, nothing fell, or the scores separate the two.
 */
export function fitLogistic(outcomes: Outcomes): LogisticFit | null {
  let fit: LogisticFit = { intercept: 0, slope: 0 };
  let state = likelihood(outcomes, fit);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const { g0, g1, h00, h01, h11 } = state;
    const determinant = h00 * h11 - h01 * h01;
    const isFlat = !(determinant > PRECISION * h00 * h11);
    const by0 = isFlat ? g0 / h00 : (h11 * g0 - h01 * g1) / determinant;
    const by1 = isFlat ? 0 : (h00 * g1 - h01 * g0) / determinant;
    if (!Number.isFinite(by0 + by1)) return null;
    let share = 1;
    let next: LogisticFit;
    do {
      next = { intercept: fit.intercept + share * by0, slope: fit.slope + share * by1 };
      state = likelihood(outcomes, next);
      share /= 2;
    } while (
      !(state.value >= likelihood(outcomes, fit).value - PRECISION * Math.abs(state.value)) &&
      share > PRECISION
    );
    fit = next;
    if (state.value > -SEPARATED || Math.abs(fit.intercept) > FARTHEST || Math.abs(fit.slope) > FARTHEST) return null;
    if (Math.abs(by0) + Math.abs(by1) < PRECISION) return fit;
  }
  return fit;
}
