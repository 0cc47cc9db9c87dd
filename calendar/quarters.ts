import { civilOf, dayOf } from './days.js';

/** Whether a day is the last one of a calendar quarter. */
export function isQuarterEnd(day: number): boolean {
  const { year, month } = civilOf(day);
  return month % 3 === 0 && civilOf(day + 1).day === 1 && dayOf(year, month, 1) < day;
}

/** The last day of the calendar quarter before the one of `day`. */
export function quarterEndBefore(day: number): number {
  const { year, month } = civilOf(day);
  return dayOf(year, month - ((month - 1) % 3), 1) - 1;
}
