import { nthWeekday } from './new-york-time.js';
import { isSession, previousSession } from './nyse.js';

const FRIDAY = 5;
const QUARTER_MONTHS = 3;

/** Last trading day of a month's (1 to 12) monthly options: the third Friday or, on a holiday, the session before. */
export function monthlyOptionExpiry(year: number, month: number): number {
  const friday = nthWeekday(year, month, FRIDAY, 3);
  return isSession(friday) ? friday : previousSession(friday);
}

/** Whether index futures, index options and stock options expire together in a month: the last one of a quarter. */
export function isQuarterlyExpiry(month: number): boolean {
  return month % QUARTER_MONTHS === 0;
}
