import type { MinuteBars } from '../../calendar/bars.js';
import { OPEN_MINUTE } from '../../calendar/nyse.js';
import { minuteTape, netVolume, regularHours, volumeOf } from '../minute-tape.js';
import { at } from '../series.js';
import { STRESS } from './constants.js';

/** Measures of one session's regular hours. Decimals; NaN if prices do not move or nothing traded. */
export interface SessionFlow {
  /** Bars with volume. */
  readonly bars: number;
  /**
   * Share of the regular minutes up to the last trade that traded, so that a session in progress is judged only on the
   * minutes that have passed.
   */
  readonly tradedShare: number;
  /** Volume-weighted mean of typical prices (high + low + close) / 3, USD. */
  readonly vwap: number;
  /** Net classified volume over volume, −1 to 1. */
  readonly orderFlow: number;
  /** Net price move over the sum of absolute moves, −1 to 1: Kaufman's efficiency ratio with its sign. */
  readonly efficiency: number;
  /** ln(close / VWAP) over the realised volatility of the session. */
  readonly closeToVwap: number;
  /** √Σ of squared log returns from minute to minute. */
  readonly realisedVolatility: number;
  /** Mean absolute imbalance over volume buckets, 0 to 1. */
  readonly toxicity: number;
}

/** Volume-weighted average price of the regular hours, USD; NaN where nothing traded. */
export function sessionVwap(session: MinuteBars): number {
  const { from, to } = regularHours(session);
  let value = 0;
  let volume = 0;
  for (let i = from; i < to; i += 1) {
    const shares = at(session.volume, i);
    value += ((at(session.high, i) + at(session.low, i) + at(session.close, i)) / 3) * shares;
    volume += shares;
  }
  return volume > 0 ? value / volume : Number.NaN;
}

/** Mean |net| / volume over equal volume buckets; a bar belongs to the bucket in which it ends. */
function bucketToxicity(net: Float64Array, volume: Float64Array, total: number): number {
  const bucketNet = new Float64Array(STRESS.buckets);
  const bucketVolume = new Float64Array(STRESS.buckets);
  let cumulated = 0;
  for (let k = 0; k < net.length; k += 1) {
    const shares = at(volume, k);
    cumulated += shares;
    const bucket = Math.max(0, Math.min(STRESS.buckets, Math.ceil((cumulated / total) * STRESS.buckets)) - 1);
    bucketNet[bucket] = at(bucketNet, bucket) + at(net, k);
    bucketVolume[bucket] = at(bucketVolume, bucket) + shares;
  }
  let sum = 0;
  let filled = 0;
  for (let bucket = 0; bucket < STRESS.buckets; bucket += 1) {
    if (!(at(bucketVolume, bucket) > 0)) continue;
    sum += Math.abs(at(bucketNet, bucket)) / at(bucketVolume, bucket);
    filled += 1;
  }
  return sum / filled;
}

/** Measures one session; null if fewer than 30 regular minutes traded or its prices are not all positive. */
export function sessionFlow(session: MinuteBars): SessionFlow | null {
  const tape = minuteTape(session);
  if (tape === null) return null;
  const { minutes, close, changes, open } = tape;
  let path = 0;
  let squares = 0;
  changes.forEach((change, i) => {
    path += Math.abs(change);
    squares += Math.log(at(close, i) / (at(close, i) - change)) ** 2;
  });
  const [volume, net, vwap] = [volumeOf(tape), netVolume(tape), sessionVwap(session)];
  const last = at(close, close.length - 1);
  const bars = tape.volume.reduce((count, shares) => (shares > 0 ? count + 1 : count), 0);
  const realisedVolatility = Math.sqrt(squares);
  return {
    bars,
    tradedShare: bars / (at(minutes, minutes.length - 1) + 1 - OPEN_MINUTE),
    vwap,
    orderFlow: net.reduce((sum, shares) => sum + shares, 0) / volume,
    efficiency: path > 0 ? (last - open) / path : 0,
    closeToVwap: realisedVolatility > 0 ? Math.log(last / vwap) / realisedVolatility : 0,
    realisedVolatility,
    toxicity: bucketToxicity(net, tape.volume, volume),
  };
}
