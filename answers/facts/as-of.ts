import { MS_PER_DAY, parseIsoDate } from '../../calendar/days.js';
import { isSession, sessionCloseUtcMs } from '../../calendar/nyse.js';

/** The time of data that is dated by a day: the close of a session, or else the start of the day in UTC. */
export function asOfDay(date: string): string {
  const day = parseIsoDate(date);
  if (day === null) throw new Error(`${date} is not a date.`);
  return new Date(isSession(day) ? sessionCloseUtcMs(day) : day * MS_PER_DAY).toISOString();
}
