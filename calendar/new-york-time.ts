import { MS_PER_DAY, dayOf, weekdayOf, yearOfMonthIndex, monthIndexOf } from './days.js';

const SUNDAY = 0;
const MS_PER_MINUTE = 60_000;
/** Clocks change at 02:00 wall time; no session minute lies before it on a Sunday, so whole days suffice there. */
const CHANGE_MINUTE = 120;

/** The `nth` given weekday of a month (1 is the first); epoch day. */
export function nthWeekday(year: number, month: number, weekday: number, nth: number): number {
  const first = dayOf(year, month, 1);
  return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (nth - 1);
}

/** The last given weekday of a month; epoch day. */
export function lastWeekday(year: number, month: number, weekday: number): number {
  const last = dayOf(month === 12 ? year + 1 : year, month === 12 ? 1 : month + 1, 1) - 1;
  return last - ((weekdayOf(last) - weekday + 7) % 7);
}

/** Which Sunday starts and ends daylight saving time, newest rule first (15 U.S.C. § 260a as amended). */
const DAYLIGHT_RULES: readonly { since: number; starts: (year: number) => number; ends: (year: number) => number }[] = [
  { since: 2007, starts: (year) => nthWeekday(year, 3, SUNDAY, 2), ends: (year) => nthWeekday(year, 11, SUNDAY, 1) },
  { since: 1987, starts: (year) => nthWeekday(year, 4, SUNDAY, 1), ends: (year) => lastWeekday(year, 10, SUNDAY) },
  { since: -Infinity, starts: (year) => lastWeekday(year, 4, SUNDAY), ends: (year) => lastWeekday(year, 10, SUNDAY) },
];

/** Hours that UTC is ahead of New York at a wall-clock minute of a day: 4 in daylight saving time, else 5. Exact from 1976. */
export function newYorkUtcLagHours(epochDay: number, minute: number): 4 | 5 {
  const year = yearOfMonthIndex(monthIndexOf(epochDay));
  const rule = DAYLIGHT_RULES.find(({ since }) => year >= since);
  if (rule === undefined) return 5;
  const wall = epochDay * 1440 + minute;
  const isDaylight = wall >= rule.starts(year) * 1440 + CHANGE_MINUTE && wall < rule.ends(year) * 1440 + CHANGE_MINUTE;
  return isDaylight ? 4 : 5;
}

/** UTC epoch milliseconds of a New York wall-clock minute (0 is midnight) of a day. */
export function newYorkUtcMs(epochDay: number, minute: number): number {
  return epochDay * MS_PER_DAY + (minute + newYorkUtcLagHours(epochDay, minute) * 60) * MS_PER_MINUTE;
}
