import { parseIsoDate } from '../calendar/days.js';
import { lowerBound } from './series.js';

/** The newest `last` of those days that are on or after `from` and on or before `to`, `YYYY-MM-DD`. */
export interface DayWindow {
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
  readonly last: number;
}

function dayOf(date: string | null | undefined): number | null {
  return typeof date === 'string' ? parseIsoDate(date) : null;
}

/** Indices of ascending days in a window: `[start, end)`. A date that does not exist is no bound. */
export function indicesIn(
  days: Int32Array,
  { from, to, last }: DayWindow,
): { readonly start: number; readonly end: number } {
  const [firstDay, lastDay] = [dayOf(from), dayOf(to)];
  const end = lastDay === null ? days.length : lowerBound(days, lastDay + 1);
  const first = firstDay === null ? 0 : lowerBound(days, firstDay);
  return { start: Math.min(end, Math.max(first, end - last)), end };
}
