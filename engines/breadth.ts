import type { DailyBars } from '../calendar/bars.js';
import { sma } from './indicators.js';
import { at, lowerBound } from './series.js';
import { isAbove } from './ties.js';

/** Sessions of the average and of the range used for breadth. */
const BREADTH = { averageSessions: 50, rangeSessions: 20 } as const;

/**
 * Counts of securities per session, as long as `days`: those with an average and those that closed above it; those with
 * a range and those that closed at a new high or a new low of it.
 */
export interface BreadthCounts {
  readonly days: Int32Array;
  readonly averaged: Int32Array;
  readonly above: Int32Array;
  readonly ranged: Int32Array;
  readonly highs: Int32Array;
  readonly lows: Int32Array;
}

/** Counts one security at a time, so that a whole market needs the memory of one. */
export interface BreadthCounter {
  add(bars: Pick<DailyBars, 'days' | 'close'>): void;
  readonly counts: BreadthCounts;
}

/** 1 if the last close is above all others of its range, −1 if below all, 0 between; NaN if a price is missing. */
function rangePosition(close: Float64Array, index: number): number {
  const first = index - BREADTH.rangeSessions + 1;
  const last = at(close, index);
  if (first < 0 || !(last > 0)) return Number.NaN;
  let [isHigh, isLow] = [true, true];
  for (let i = first; i < index; i += 1) {
    const other = at(close, i);
    if (!(other > 0)) return Number.NaN;
    if (other >= last) isHigh = false;
    if (other <= last) isLow = false;
  }
  return isHigh ? 1 : isLow ? -1 : 0;
}

function increment(counts: Int32Array, index: number): void {
  counts[index] = at(counts, index) + 1;
}

/**
 * A counter over the sessions `days` (ascending, since 1970-01-01). A security counts in the averages from its 50th
 * split-adjusted close on (the 50-session mean includes that close; a close within 1e-12 of it is not above), and in
 * the ranges from its 20th; a price that is not positive restarts the count.
 */
export function breadthCounter(days: Int32Array): BreadthCounter {
  const column = (): Int32Array => new Int32Array(days.length);
  const counts: BreadthCounts = {
    days,
    averaged: column(),
    above: column(),
    ranged: column(),
    highs: column(),
    lows: column(),
  };
  return {
    counts,
    add(bars) {
      const start = Math.max(0, lowerBound(bars.days, at(days, 0)) - BREADTH.averageSessions + 1);
      const own = bars.days.subarray(start);
      const close = bars.close.slice(start).map((price) => (price > 0 ? price : Number.NaN));
      const average = sma(close, BREADTH.averageSessions);
      for (let i = 0, d = 0; i < own.length && d < days.length; i += 1) {
        while (d < days.length && at(days, d) < at(own, i)) d += 1;
        if (days[d] !== own[i]) continue;
        const mean = at(average, i);
        if (Number.isFinite(mean)) increment(counts.averaged, d);
        if (isAbove(at(close, i), mean)) increment(counts.above, d);
        const position = rangePosition(close, i);
        if (!Number.isNaN(position)) increment(counts.ranged, d);
        if (position === 1) increment(counts.highs, d);
        if (position === -1) increment(counts.lows, d);
      }
    },
  };
}
