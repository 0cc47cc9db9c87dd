import { lastClosedSession, sessionCloseUtcMs } from '../../../calendar/nyse.js';
import { at, lowerBound } from '../../../engines/series.js';
import type { RecentSeries } from '../../../store/bars.js';
import type { CompositesMark } from '../../../store/composites.js';

/** How many of these increasing days have had their close by `nowMs`: a bar of a session under way may still change. */
export function closedDays(days: Int32Array, nowMs: number): number {
  let closed = days.length;
  while (closed > 0 && sessionCloseUtcMs(at(days, closed - 1)) > nowMs) closed -= 1;
  return closed;
}

/** Whether the record is of this history and holds every stored day up to its last, so that only later ones can be missing. */
export function isWhole({ source, bars: { days }, firstDay, earlier }: RecentSeries, mark: CompositesMark): boolean {
  return mark.source === source && firstDay >= mark.firstDay && earlier + lowerBound(days, mark.day + 1) === mark.days;
}

/** Indices of the first `closed` days that are not among the `recorded` ones; both increase. */
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
 * When the composite of a day could be known (epoch milliseconds): now, while its session is the newest that has ended;
 * of an earlier one, its close. Calendars are asked once a day of history.
 */
export function knownTimes(nowMs: number): (day: number) => number {
  const newest = lastClosedSession(nowMs);
  const known = new Map<number, number>();
  return (day) => {
    const before = known.get(day);
    if (before !== undefined) return before;
    const knownAt = day >= newest ? nowMs : sessionCloseUtcMs(day);
    known.set(day, knownAt);
    return knownAt;
  };
}
