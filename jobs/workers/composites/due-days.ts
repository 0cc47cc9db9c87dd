import { lastClosedSession, sessionCloseUtcMs } from '../../../calendar/nyse.js';
import { at, lowerBound } from '../../../engines/series.js';
import type { RecentSeries } from '../../../store/bars.js';
import type { CompositesMark } from '../../../store/composites.js';

/** How many of these ascending days have closed by `nowMs`: bars of an open session can still change. */
export function closedDays(days: Int32Array, nowMs: number): number {
  let closed = days.length;
  while (closed > 0 && sessionCloseUtcMs(at(days, closed - 1)) > nowMs) closed -= 1;
  return closed;
}

/**
 * Whether the record belongs to this history and has every stored day up to its last, so only later ones are missing.
 */
export function isWhole({ source, bars: { days }, firstDay, earlier }: RecentSeries, mark: CompositesMark): boolean {
  return mark.source === source && firstDay >= mark.firstDay && earlier + lowerBound(days, mark.day + 1) === mark.days;
}

/** Indices of the first `closed` days that are not `recorded`; both are ascending. */
export function missingDays(days: Int32Array, closed: number, recorded: Int32Array): Int32Array {
  const known = new Set(recorded);
  return Int32Array.from(days.subarray(0, closed).keys()).filter((index) => !known.has(at(days, index)));
}

/** Indices from the first day after `last` up to `closed`. */
export function daysAfter(days: Int32Array, closed: number, last: number): Int32Array {
  const from = lowerBound(days, last + 1);
  return Int32Array.from({ length: Math.max(0, closed - from) }, (_, place) => from + place);
}

/**
 * When the composite of a day was known (epoch milliseconds), given the first day of the record that there was: now for
 * the newest ended session and for days that this record lacked, else the day's close, or `start` if that is later. The
 * calendar is read once per day of history.
 */
export function knownTimes(
  nowMs: number,
): (day: number, record: { readonly from: number | null; readonly start: number }) => number {
  const newest = lastClosedSession(nowMs);
  const closes = new Map<number, number>();
  const closeOf = (day: number): number => {
    const before = closes.get(day);
    if (before !== undefined) return before;
    const closeMs = sessionCloseUtcMs(day);
    closes.set(day, closeMs);
    return closeMs;
  };
  return (day, { from, start }) => {
    if (day >= newest || (from !== null && day >= from)) return nowMs;
    return Math.max(closeOf(day), start);
  };
}
