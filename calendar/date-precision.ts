import { civilOf, dayOf, isoDate } from './days.js';

/** How much of a date is known: only the year, the year and the month, or the day. */
export const DATE_PRECISIONS = ['year', 'month', 'day'] as const;

export type DatePrecision = (typeof DATE_PRECISIONS)[number];

/** Characters of an ISO date that are known. */
const KNOWN_CHARACTERS: Readonly<Record<DatePrecision, number>> = { year: 4, month: 7, day: 10 };

interface Period {
  /** First and last day since 1970-01-01. */
  readonly first: number;
  readonly last: number;
}

/** The year, month or day that contains a day since 1970-01-01. */
export function periodOf(day: number, precision: DatePrecision): Period {
  if (precision === 'day') return { first: day, last: day };
  const { year, month } = civilOf(day);
  return precision === 'month'
    ? { first: dayOf(year, month, 1), last: dayOf(year, month + 1, 1) - 1 }
    : { first: dayOf(year, 1, 1), last: dayOf(year + 1, 1, 1) - 1 };
}

/**
 * The day that a date counts as: itself, or the middle of its month or year, but not after `latest` where that is
 * within the period.
 */
export function countedDay(day: number, precision: DatePrecision, latest = Infinity): number {
  const { first, last } = periodOf(day, precision);
  return Math.max(first, Math.min(Math.floor((first + last) / 2), latest));
}

/** What is known of a date: `2025`, `2025-03` or `2025-03-14`. */
export function knownDate(day: number, precision: DatePrecision): string {
  return isoDate(day).slice(0, KNOWN_CHARACTERS[precision]);
}
