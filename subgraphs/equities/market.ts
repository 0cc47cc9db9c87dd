import { marketState } from '../../calendar/market-state.js';
import { dayOf, isoDate, parseIsoDate } from '../../calendar/days.js';
import { newYorkTime, newYorkUtcMs } from '../../calendar/new-york-time.js';
import {
  closeMinute,
  FULL_CLOSE_MINUTE,
  marketHolidays,
  OPEN_MINUTE,
  sessionCloseUtcMs,
  sessionsBetween,
} from '../../calendar/nyse.js';
import { ApiError } from '../../access/errors.js';
import type { Services } from '../services.js';
import type { Fields } from './generated/resolver-types.js';

const [FIRST_DAY, LAST_DAY] = [dayOf(1990, 1, 1), dayOf(2099, 12, 31)];

/** The day from which sessions or holidays are listed; by default the New York day of `nowMs`. */
function firstDay(from: string | null | undefined, nowMs: number): number {
  if (typeof from !== 'string') return newYorkTime(nowMs).day;
  const day = parseIsoDate(from);
  if (day !== null && day >= FIRST_DAY && day <= LAST_DAY) return day;
  throw new ApiError('invalid_parameter', 'from must be a date from 1990-01-01 to 2099-12-31.', { param: 'from' });
}

/** Up to `limit` sessions from a day on; more than half of all days have one, a week of closures apart. */
const sessionsFrom = (first: number, limit: number): readonly number[] =>
  sessionsBetween(first, Math.min(LAST_DAY, first + 2 * limit + 7)).slice(0, limit);

export function createFields({ store }: Services) {
  return {
    Query: {
      async market(_root, _args, context) {
        const lastDay = await store.reading(context.versions).securities.lastDay();
        const { status, nextOpenMs, nextCloseMs, asOfMs } = marketState(context.nowMs);
        return {
          status,
          nextOpen: new Date(nextOpenMs),
          nextClose: new Date(nextCloseMs),
          lastSession: lastDay === null ? null : isoDate(lastDay),
          asOf: new Date(asOfMs),
        };
      },
    },
    Market: {
      sessions: (_market, { from, next }, { nowMs }) =>
        sessionsFrom(firstDay(from, nowMs), next).map((day) => ({
          date: isoDate(day),
          opensAt: new Date(newYorkUtcMs(day, OPEN_MINUTE)),
          closesAt: new Date(sessionCloseUtcMs(day)),
          isEarlyClose: closeMinute(day) < FULL_CLOSE_MINUTE,
        })),
      holidays: (_market, { from, next }, { nowMs }) =>
        marketHolidays(firstDay(from, nowMs), LAST_DAY, next).map(({ day, name, closeMinute: minute }) => ({
          date: isoDate(day),
          name,
          closesAt: minute === null ? null : new Date(newYorkUtcMs(day, minute)),
        })),
    },
  } satisfies Fields;
}
