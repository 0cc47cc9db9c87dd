import { MS_PER_DAY, parseIsoDate } from '../../calendar/days.js';
import { isSession, sessionCloseUtcMs } from '../../calendar/nyse.js';

/** A day of data, `YYYY-MM-DD`; null or undefined where none is known. */
type Day = string | null | undefined;

/** The time of data that is dated by a day: the close of a session, or else the start of the day in UTC. */
export function asOfDay(date: string): string {
  const day = parseIsoDate(date);
  if (day === null) throw new Error(`${date} is not a date.`);
  return new Date(isSession(day) ? sessionCloseUtcMs(day) : day * MS_PER_DAY).toISOString();
}

/**
 * The time of the newest of some data; of data without any day, which is the stored state, the time of the question in
 * epoch milliseconds.
 */
export function asOfNewest(days: readonly Day[], nowMs: number): string {
  const newest = days
    .filter((day) => typeof day === 'string' && day !== '')
    .sort()
    .at(-1);
  return typeof newest === 'string' ? asOfDay(newest) : new Date(nowMs).toISOString();
}
