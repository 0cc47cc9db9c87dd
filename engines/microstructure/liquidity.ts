import type { DailyBars } from '../../calendar/bars.js';
import { at } from '../series.js';
import type { MinuteTape } from '../minute-tape.js';

/** Sessions of the measures from daily bars. */
const SESSIONS = 21;

/**
 * Mean |return| per million USD traded over the newest 21 sessions with volume, from close to close. Null with fewer.
 *
 * Source: Y. Amihud, "Illiquidity and stock returns", Journal of Financial Markets 5 (2002).
 */
export function amihud({ close, volume }: DailyBars): number | null {
  const ratios: number[] = [];
  for (let i = close.length - 1; i > 0 && ratios.length < SESSIONS; i -= 1) {
    const dollars = at(close, i) * at(volume, i);
    if (dollars > 0 && at(close, i - 1) > 0) ratios.push(Math.abs(at(close, i) / at(close, i - 1) - 1) / dollars);
  }
  return ratios.length < SESSIONS ? null : (1e6 * ratios.reduce((sum, ratio) => sum + ratio, 0)) / SESSIONS;
}

/** Slope of the least-squares line of `y` on `x`; null if `x` does not vary. */
export function slope(x: Float64Array, y: Float64Array): number | null {
  const meanOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [xMean, yMean] = [meanOf(x), meanOf(y)];
  let [products, squares] = [0, 0];
  for (let i = 0; i < x.length; i += 1) {
    products += (at(x, i) - xMean) * (at(y, i) - yMean);
    squares += (at(x, i) - xMean) ** 2;
  }
  return squares > 0 ? products / squares : null;
}

/**
 * Slope of the price change on signed volume over a session's minutes, USD per share: by how much a share bought moves
 * the price. A minute's volume has the sign of its price change, and that of the last change where it is 0 (tick rule).
 * Null without variation in volume.
 *
 * Source: A. Kyle, "Continuous auctions and insider trading", Econometrica 53 (1985); J. Hasbrouck, "Trading costs and
 * returns for U.S. equities", Journal of Finance 64 (2009), for the regression.
 */
export function kyleLambda({ changes, volume }: MinuteTape): number | null {
  let sign = 0;
  const signed = changes.map((change, i) => {
    if (change !== 0) sign = Math.sign(change);
    return sign * at(volume, i);
  });
  return slope(signed, changes);
}

/** Covariance of a session's consecutive price changes, USD². */
function reversal({ changes }: MinuteTape): number {
  const pairs = changes.length - 1;
  let [earlier, later] = [0, 0];
  for (let i = 0; i < pairs; i += 1) {
    earlier += at(changes, i) / pairs;
    later += at(changes, i + 1) / pairs;
  }
  let covariance = 0;
  for (let i = 0; i < pairs; i += 1)
    covariance += ((at(changes, i) - earlier) * (at(changes, i + 1) - later)) / (pairs - 1);
  return covariance;
}

/**
 * Effective spread, USD: 2√(−cov) of consecutive price changes within a session, which bounce between bid and ask. Null
 * where the covariance is not negative: a trend hides the bounce.
 *
 * Source: R. Roll, "A simple implicit measure of the effective bid-ask spread", Journal of Finance 39 (1984).
 */
export function rollSpread(tape: MinuteTape): number | null {
  const covariance = reversal(tape);
  return covariance < 0 ? 2 * Math.sqrt(-covariance) : null;
}

/**
 * Bid-ask spread in basis points of the price: Roll's measure from the mean covariance of all sessions given, each
 * relative to the square of its last price. Null where that is not negative.
 */
export function spreadBasisPoints(tapes: readonly MinuteTape[]): number | null {
  const relative = tapes.map((tape) => reversal(tape) / at(tape.close, tape.close.length - 1) ** 2);
  const mean = relative.reduce((sum, value) => sum + value, 0) / relative.length;
  return mean < 0 ? 2e4 * Math.sqrt(-mean) : null;
}
