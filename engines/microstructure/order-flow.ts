import { at } from '../series.js';
import { boughtShares, netVolume, volumeOf, type MinuteTape } from '../minute-tape.js';

/** Buckets of volume per average day, and in the window of VPIN. */
const VPIN_BUCKETS = 50;

/** What sums of a few thousand volumes may be off by, relatively. */
const ROUNDING = 1e-9;

/** Share of the session's minutes, those of most volume, in which large orders are taken to trade. */
const LARGE_MINUTES = 0.1;

/** Minutes between two points of the cumulative volume delta. */
const DELTA_STEP = 5;

/** Buckets of equal volume with the net volume bought in each; a bar is split where it fills one. */
function netByBucket(tapes: readonly MinuteTape[], size: number): number[] {
  const full: number[] = [];
  let [filled, net] = [0, 0];
  boughtShares(tapes).forEach((shares, session) => {
    const volume = tapes[session]?.volume ?? new Float64Array(0);
    for (let i = 0; i < volume.length; i += 1) {
      const tilt = 2 * at(shares, i) - 1;
      let left = at(volume, i);
      while (filled + left >= size) {
        const part = size - filled;
        full.push(net + tilt * part);
        left -= part;
        [filled, net] = [0, 0];
      }
      filled += left;
      net += tilt * left;
    }
  });
  // All volume fills the last bucket but for rounding.
  if (filled > (1 - ROUNDING) * size) full.push(net);
  return full;
}

/**
 * Volume-synchronised probability of informed trading, 0 to 1: mean |bought − sold| / volume over the newest 50 full
 * buckets of 1/50 of the mean daily volume of the sessions given. Null with fewer buckets.
 *
 * Source: Easley, López de Prado & O'Hara (2012).
 */
export function vpin(tapes: readonly MinuteTape[]): number | null {
  const size = tapes.reduce((sum, tape) => sum + volumeOf(tape), 0) / tapes.length / VPIN_BUCKETS;
  if (!(size > 0)) return null;
  const buckets = netByBucket(tapes, size).slice(-VPIN_BUCKETS);
  if (buckets.length < VPIN_BUCKETS) return null;
  return buckets.reduce((sum, net) => sum + Math.abs(net), 0) / (VPIN_BUCKETS * size);
}

/** (bought − sold) / volume of a session, −1 to 1. */
export function orderFlowImbalance(tape: MinuteTape): number {
  return netVolume(tape).reduce((sum, net) => sum + net, 0) / volumeOf(tape);
}

export interface FlowShares {
  readonly buyPct: number;
  readonly sellPct: number;
}

/**
 * Percent bought and sold of the volume in the tenth of the minutes with the most volume, a tie going to the earlier
 * one: bars do not tell who traded, and large orders make large minutes.
 */
export function largeOrderFlow(tape: MinuteTape): FlowShares {
  const [shares = new Float64Array(0)] = boughtShares([tape]);
  const bought = tape.volume.map((volume, i) => at(shares, i) * volume);
  return largeFlow(tape.volume, bought);
}

/** Percent bought and sold of the volume in the tenth of the minutes with the most, a tie going to the earlier one. */
export function largeFlow(volume: Float64Array, bought: Float64Array): FlowShares {
  const ranked = [...volume.keys()].sort((one, other) => at(volume, other) - at(volume, one) || one - other);
  const large = ranked.slice(0, Math.ceil(LARGE_MINUTES * ranked.length));
  const sumOf = (values: Float64Array): number => large.reduce((sum, i) => sum + at(values, i), 0);
  const buyPct = (100 * sumOf(bought)) / sumOf(volume);
  return { buyPct, sellPct: 100 - buyPct };
}

/** Shares bought less shares sold since the open, at the end of a minute of the New York day. */
export interface DeltaPoint {
  readonly minute: number;
  readonly value: number;
}

/** Cumulative volume delta of a session, every five minutes and at the last bar. */
export function cumulativeDelta(tape: MinuteTape): readonly DeltaPoint[] {
  return deltaPoints(tape.minutes, netVolume(tape));
}

/** Running sum of the net volume of minutes, every five minutes and at the last one. */
export function deltaPoints(minutes: Int32Array, net: Float64Array): readonly DeltaPoint[] {
  const points: DeltaPoint[] = [];
  let value = 0;
  net.forEach((shares, i) => {
    value += shares;
    const minute = at(minutes, i);
    const next = minutes[i + 1];
    const isLastOfStep = next === undefined || Math.floor(next / DELTA_STEP) > Math.floor(minute / DELTA_STEP);
    if (isLastOfStep) points.push({ minute: minute + 1, value });
  });
  return points;
}
