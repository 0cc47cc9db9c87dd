import { civilOf } from '../../calendar/days.js';

/** A fiscal quarter as one number, so that later ones are greater: four times the fiscal year, plus 0 to 3. */
export type QuarterIndex = number;

export function quarterIndex(fiscalYear: number, fiscalQuarter: number): QuarterIndex {
  return 4 * fiscalYear + fiscalQuarter - 1;
}

/** Such as `2021Q3`. */
export function quarterName(index: QuarterIndex): string {
  return `${Math.floor(index / 4)}Q${(index % 4) + 1}`;
}

/** The last quarter of a fiscal year. */
export function yearEnd(fiscalYear: number): QuarterIndex {
  return quarterIndex(fiscalYear, 4);
}

export function fiscalYearOf(index: QuarterIndex): number {
  return Math.floor(index / 4);
}

/** Days after a quarter's end within which companies report it, foreign ones and whole years included. */
const REPORTED_WITHIN_DAYS = 120;
/** A fiscal year may end in the January after the calendar year that it is named by. */
const LATEST_END_DAYS = 31;

/**
 * The newest fiscal quarter that must have been reported by a day, given the month in which one ends, else the latest
 * one that any company's fiscal quarter of this name ends in.
 */
export function reportedBy(
  today: number,
  known: { readonly index: QuarterIndex; readonly endYear: number; readonly endMonth: number } | null,
): QuarterIndex {
  const { year, month } = civilOf(today - REPORTED_WITHIN_DAYS - (known === null ? LATEST_END_DAYS : 0));
  if (known === null) return quarterIndex(year, Math.floor((month - 1) / 3));
  return known.index + Math.floor((12 * (year - known.endYear) + month - known.endMonth - 1) / 3);
}

/**
 * The fiscal quarter of a calendar month (1 to 12), given the month in which the fiscal quarter `index` ends in the
 * calendar year `endYear`.
 */
export function quarterOfMonth(
  year: number,
  month: number,
  known: { readonly index: QuarterIndex; readonly endYear: number; readonly endMonth: number },
): QuarterIndex {
  const monthsAfter = 12 * (year - known.endYear) + month - known.endMonth;
  return known.index + Math.ceil(monthsAfter / 3);
}
