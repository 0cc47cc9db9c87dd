import { newYorkTime, newYorkUtcMs } from './new-york-time.js';
import { closeMinute, isSession, nextSession, OPEN_MINUTE, sessionCloseUtcMs } from './nyse.js';
import { weekdayOf } from './days.js';

/** `pre` from 04:00 to the opening, `post` from the close to 20:00, `holiday` on a weekday without a session. */
export type MarketStatus = 'pre' | 'open' | 'post' | 'closed' | 'holiday';

/** State of the US stock market at a minute; times are UTC epoch milliseconds. */
export interface MarketState {
  readonly status: MarketStatus;
  /** The next regular opening after `asOfMs`. */
  readonly nextOpenMs: number;
  /** The next regular close after `asOfMs`. */
  readonly nextCloseMs: number;
  /** The beginning of the minute. */
  readonly asOfMs: number;
}

const PRE_MARKET_MINUTE = 240;
const AFTER_HOURS_END_MINUTE = 1_200;
const MS_PER_MINUTE = 60_000;
const [SUNDAY, SATURDAY] = [0, 6] as const;

function statusAt(day: number, minute: number): MarketStatus {
  if (!isSession(day)) return weekdayOf(day) === SUNDAY || weekdayOf(day) === SATURDAY ? 'closed' : 'holiday';
  if (minute < PRE_MARKET_MINUTE || minute >= AFTER_HOURS_END_MINUTE) return 'closed';
  if (minute < OPEN_MINUTE) return 'pre';
  return minute < closeMinute(day) ? 'open' : 'post';
}

/** State at an instant, UTC epoch milliseconds, by the calendar of the New York Stock Exchange. */
export function marketState(utcMs: number): MarketState {
  const { day, minute } = newYorkTime(utcMs);
  const isToday = isSession(day);
  const opensAt = isToday && minute < OPEN_MINUTE ? day : nextSession(day);
  const closesAt = isToday && minute < closeMinute(day) ? day : nextSession(day);
  return {
    status: statusAt(day, minute),
    nextOpenMs: newYorkUtcMs(opensAt, OPEN_MINUTE),
    nextCloseMs: sessionCloseUtcMs(closesAt),
    asOfMs: Math.floor(utcMs / MS_PER_MINUTE) * MS_PER_MINUTE,
  };
}
