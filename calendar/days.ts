/** A calendar date; `month` is 1 to 12, `day` 1 to 31 (proleptic Gregorian). */
export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export const MS_PER_DAY = 86_400_000;

/** Mean length of a year, in days. */
const DAYS_PER_YEAR = 365.25;

/**
 * Epoch day (days since 1970-01-01) of a calendar date. A day past the month's end continues into the next month.
 *
 * Source: H. Hinnant, "chrono-compatible low-level date algorithms" (2013), `days_from_civil`.
 */
export function dayOf(year: number, month: number, day: number): number {
  const marchYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** Epoch day of an instant, UTC epoch milliseconds. */
export function utcDay(utcMs: number): number {
  return Math.floor(utcMs / MS_PER_DAY);
}

/** Month number `year × 12 + month − 1` of an epoch day: adjacent months differ by 1. Allocates nothing. */
export function monthIndexOf(epochDay: number): number {
  const shifted = epochDay + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const leapDays = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  return (yearOfEra + era * 400) * 12 + monthFromMarch + 2;
}

/** Calendar year of a month index. */
export function yearOfMonthIndex(monthIndex: number): number {
  return Math.floor(monthIndex / 12);
}

/** Calendar month, 1 to 12, of a month index. */
export function monthOfMonthIndex(monthIndex: number): number {
  return monthIndex - yearOfMonthIndex(monthIndex) * 12 + 1;
}

/** Epoch day of the first of a month, by month index. */
export function firstDayOfMonthIndex(monthIndex: number): number {
  return dayOf(yearOfMonthIndex(monthIndex), monthOfMonthIndex(monthIndex), 1);
}

/** Calendar date of an epoch day. */
export function civilOf(epochDay: number): CivilDate {
  const monthIndex = monthIndexOf(epochDay);
  return {
    year: yearOfMonthIndex(monthIndex),
    month: monthOfMonthIndex(monthIndex),
    day: epochDay - firstDayOfMonthIndex(monthIndex) + 1,
  };
}

/** Day of the week, 0 Sunday to 6 Saturday. */
export function weekdayOf(epochDay: number): number {
  return (((epochDay + 4) % 7) + 7) % 7;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

/** `YYYY-MM` of a month index. */
export function isoMonth(monthIndex: number): string {
  return `${String(yearOfMonthIndex(monthIndex)).padStart(4, '0')}-${twoDigits(monthOfMonthIndex(monthIndex))}`;
}

/** `YYYY-MM-DD` of an epoch day. */
export function isoDate(epochDay: number): string {
  const monthIndex = monthIndexOf(epochDay);
  return `${isoMonth(monthIndex)}-${twoDigits(epochDay - firstDayOfMonthIndex(monthIndex) + 1)}`;
}

/** Epoch day of a date that exists; null for one that does not, such as 30 February. */
export function existingDay(year: number, month: number, day: number): number | null {
  const epochDay = dayOf(year, month, day);
  const date = civilOf(epochDay);
  return date.year === year && date.month === month && date.day === day ? epochDay : null;
}

/** Epoch day of a `YYYY-MM-DD` text; null if it has another form or the date does not exist. */
export function parseIsoDate(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  return existingDay(Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10)));
}

/**
 * The same calendar day `years` earlier, as an epoch day. 29 February becomes 1 March in a year without it: windows
 * start on or after the day, and 1 March is the first existing day on or after it. The part of a year is counted in
 * days of 1/365.25 year, rounded.
 */
export function yearsBack(epochDay: number, years: number): number {
  const { year, month, day } = civilOf(epochDay);
  const whole = Math.floor(years);
  return dayOf(year - whole, month, day) - Math.round((years - whole) * DAYS_PER_YEAR);
}
