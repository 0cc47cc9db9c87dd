import { dayOf, monthIndexOf, weekdayOf, yearOfMonthIndex } from './days.js';

const SUNDAY = 0;
const MS_PER_MINUTE = 60_000;
const MINUTES_PER_DAY = 1440;
/** Minutes that standard time is behind UTC, and daylight saving time ahead of standard time. */
const STANDARD_LAG = 300;
const DAYLIGHT_SHIFT = 60;
/** Clocks change at 02:00 wall time. */
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

/** Whether daylight saving time applies at minutes since 1970-01-01 00:00, New York standard time. */
function isDaylightTime(standardMinute: number): boolean {
  const year = yearOfMonthIndex(monthIndexOf(Math.floor(standardMinute / MINUTES_PER_DAY)));
  const rule = DAYLIGHT_RULES.find(({ since }) => year >= since);
  if (rule === undefined) return false;
  const start = rule.starts(year) * MINUTES_PER_DAY + CHANGE_MINUTE;
  // Daylight saving time ends at 02:00 daylight time, which is 01:00 standard time.
  const end = rule.ends(year) * MINUTES_PER_DAY + CHANGE_MINUTE - DAYLIGHT_SHIFT;
  return standardMinute >= start && standardMinute < end;
}

/**
 * UTC epoch milliseconds of a New York wall-clock minute (0 is midnight) of a day; exact from 1976. A time that the
 * autumn change repeats means its first occurrence; a time that the spring change skips continues from 01:59.
 */
export function newYorkUtcMs(epochDay: number, minute: number): number {
  const wall = epochDay * MINUTES_PER_DAY + minute;
  const standard = isDaylightTime(wall - DAYLIGHT_SHIFT) ? wall - DAYLIGHT_SHIFT : wall;
  return (standard + STANDARD_LAG) * MS_PER_MINUTE;
}

/** New York wall-clock time: epoch day and minutes since midnight. */
export interface NewYorkTime {
  readonly day: number;
  readonly minute: number;
}

/** The New York wall-clock time of an instant, UTC epoch milliseconds; exact from 1976. */
export function newYorkTime(utcMs: number): NewYorkTime {
  const standard = Math.floor(utcMs / MS_PER_MINUTE) - STANDARD_LAG;
  const wall = isDaylightTime(standard) ? standard + DAYLIGHT_SHIFT : standard;
  const day = Math.floor(wall / MINUTES_PER_DAY);
  return { day, minute: wall - day * MINUTES_PER_DAY };
}
