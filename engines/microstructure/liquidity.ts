import type { DailyBars } from '../../calendar/bars.js';
import { at } from '../series.js';
import type { MinuteTape } from './minute-tape.js';

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

/** Natural logarithm of the range of a day, moved so that the night's gap is not in it. */
function gapFreeRange({ high, low, close }: DailyBars, i: number): { readonly high: number; readonly low: number } {
  const before = at(close, i - 1);
  const shift = Math.max(0, at(low, i) - before) - Math.max(0, before - at(high, i));
  return { high: at(high, i) - shift, low: at(low, i) - shift };
}

/**
 * Bid-ask spread in basis points, estimated from the highs and lows of the newest 21 pairs of sessions: a high is
 * mostly a trade at the ask and a low one at the bid, and the range of two days has twice the variance of one but a
 * single spread. Negative estimates of a pair count as 0. Null with fewer pairs.
 *
 * Source: S. Corwin, P. Schultz, "A simple way to estimate bid-ask spreads from daily high and low prices", Journal of
 * Finance 67 (2012), with its adjustment for overnight gaps.
 */
export function spreadFromRanges(bars: DailyBars): number | null {
  const count = bars.close.length;
  if (count < SESSIONS + 1) return null;
  const k = 3 - 2 * Math.SQRT2;
  let sum = 0;
  for (let i = count - SESSIONS; i < count; i += 1) {
    const [high, low] = [at(bars.high, i - 1), at(bars.low, i - 1)];
    const next = gapFreeRange(bars, i);
    if (!(low > 0 && next.low > 0)) return null;
    const beta = Math.log(high / low) ** 2 + Math.log(next.high / next.low) ** 2;
    const gamma = Math.log(Math.max(high, next.high) / Math.min(low, next.low)) ** 2;
    const alpha = (Math.sqrt(2 * beta) - Math.sqrt(beta)) / k - Math.sqrt(gamma / k);
    sum += Math.max(0, (2 * Math.expm1(alpha)) / (1 + Math.exp(alpha)));
  }
  return (1e4 * sum) / SESSIONS;
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
  const count = changes.length;
  const meanOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / count;
  const [volumeMean, changeMean] = [meanOf(signed), meanOf(changes)];
  let [products, squares] = [0, 0];
  for (let i = 0; i < count; i += 1) {
    products += (at(signed, i) - volumeMean) * (at(changes, i) - changeMean);
    squares += (at(signed, i) - volumeMean) ** 2;
  }
  return squares > 0 ? products / squares : null;
}

/**
 * Effective spread, USD: 2√(−cov) of consecutive price changes within a session, which bounce between bid and ask; 0
 * where the covariance is not negative.
 *
 * Source: R. Roll, "A simple implicit measure of the effective bid-ask spread", Journal of Finance 39 (1984).
 */
export function rollSpread({ changes }: MinuteTape): number {
  const pairs = changes.length - 1;
  let [earlier, later] = [0, 0];
  for (let i = 0; i < pairs; i += 1) {
    earlier += at(changes, i) / pairs;
    later += at(changes, i + 1) / pairs;
  }
  let covariance = 0;
  for (let i = 0; i < pairs; i += 1) covariance += ((at(changes, i) - earlier) * (at(changes, i + 1) - later)) / (pairs - 1);
  return 2 * Math.sqrt(Math.max(0, -covariance));
}
