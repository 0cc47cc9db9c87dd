import type { MinuteBars } from '../../calendar/bars.js';
import { closeMinute, OPEN_MINUTE } from '../../calendar/nyse.js';
import { at, lowerBound } from '../series.js';
import { normalCdf, sampleDeviation } from '../statistics.js';
import { MICROSTRUCTURE, STRESS } from './constants.js';

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

/** Indices of the regular-hours bars: `[from, to)`. */
export function regularHours(session: MinuteBars): { readonly from: number; readonly to: number } {
  return { from: lowerBound(session.minutes, OPEN_MINUTE), to: lowerBound(session.minutes, closeMinute(session.day)) };
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

/**
 * Net buying volume of each bar, shares: volume × (2Φ(Δp / σ) − 1), bulk volume classification with σ the deviation of
 * the session's minute price changes (Easley, López de Prado & O'Hara 2012). The first bar's change is from its open.
 */
function classifiedVolume(session: MinuteBars, changes: Float64Array, from: number): Float64Array {
  const sigma = sampleDeviation(changes);
  return changes.map((change, k) => (sigma > 0 ? at(session.volume, from + k) * (2 * normalCdf(change / sigma) - 1) : 0));
}

/** Mean |net| / volume over equal volume buckets; a bar belongs to the bucket in which it ends. */
function bucketToxicity(net: Float64Array, session: MinuteBars, from: number, total: number): number {
  const bucketNet = new Float64Array(STRESS.buckets);
  const bucketVolume = new Float64Array(STRESS.buckets);
  let cumulated = 0;
  for (let k = 0; k < net.length; k += 1) {
    const shares = at(session.volume, from + k);
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

/** Price change of each regular bar, USD: from the previous close; the first bar's from its open. */
function priceChanges(session: MinuteBars, from: number, to: number): Float64Array {
  const changes = new Float64Array(to - from);
  for (let i = from; i < to; i += 1)
    changes[i - from] = at(session.close, i) - (i === from ? at(session.open, i) : at(session.close, i - 1));
  return changes;
}

/** Measures one session; null if fewer than 30 regular minutes traded or its prices are not all positive. */
export function sessionFlow(session: MinuteBars): SessionFlow | null {
  const { from, to } = regularHours(session);
  const changes = priceChanges(session, from, to);
  let volume = 0;
  let bars = 0;
  let path = 0;
  let squares = 0;
  for (let i = from; i < to; i += 1) {
    const close = at(session.close, i);
    const change = at(changes, i - from);
    if (!(close > 0 && close - change > 0 && at(session.volume, i) >= 0)) return null;
    if (at(session.volume, i) > 0) bars += 1;
    volume += at(session.volume, i);
    path += Math.abs(change);
    squares += Math.log(close / (close - change)) ** 2;
  }
  if (bars < MICROSTRUCTURE.minBars) return null;
  const net = classifiedVolume(session, changes, from);
  const vwap = sessionVwap(session);
  const last = at(session.close, to - 1);
  const realisedVolatility = Math.sqrt(squares);
  return {
    bars,
    tradedShare: bars / (at(session.minutes, to - 1) + 1 - OPEN_MINUTE),
    vwap,
    orderFlow: net.reduce((sum, shares) => sum + shares, 0) / volume,
    efficiency: path > 0 ? (last - at(session.open, from)) / path : 0,
    closeToVwap: realisedVolatility > 0 ? Math.log(last / vwap) / realisedVolatility : 0,
    realisedVolatility,
    toxicity: bucketToxicity(net, session, from, volume),
  };
}
