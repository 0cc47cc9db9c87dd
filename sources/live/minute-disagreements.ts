import type { DailyBars, MinuteBars } from '../../calendar/bars.js';
import { isoDate } from '../../calendar/days.js';
import { closeMinute, isSession, sessionCloseUtcMs } from '../../calendar/nyse.js';

/** Relative difference of a close and the last minute before it that no auction makes. */
const FAR = 0.03;
/** The last trade of a thin name may be long before the close: an earlier one tells nothing. */
const LATEST_MINUTES = 15;
/** Daily closes are corrected for late trades until then. */
const SETTLED_MS = 30 * 60_000;

const clockTime = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/**
 * What is told of sessions that are over and whose daily close, USD, is far from the last minute before the close:
 * both are of the same source, so that one of them is wrong. Both are adjusted for the same splits.
 */
export function minuteDisagreements(
  daily: Pick<DailyBars, 'days' | 'close'>,
  sessions: readonly Pick<MinuteBars, 'day' | 'minutes' | 'close'>[],
  nowMs: number,
): readonly string[] {
  const closes = new Map(Array.from(daily.days, (day, i) => [day, daily.close[i] ?? 0]));
  return sessions.flatMap(({ day, minutes, close }) => {
    const dailyClose = closes.get(day);
    if (dailyClose === undefined || !isSession(day) || nowMs < sessionCloseUtcMs(day) + SETTLED_MS) return [];
    const end = closeMinute(day);
    const last = minutes.findLastIndex((minute) => minute < end);
    const [minute, lastClose] = [minutes[last], close[last]];
    if (minute === undefined || lastClose === undefined || minute < end - LATEST_MINUTES) return [];
    if (Math.abs(lastClose - dailyClose) <= FAR * Math.max(lastClose, dailyClose)) return [];
    return [
      `The close of ${isoDate(day)} is ${dailyClose} in the daily bars, and ${lastClose} in the minute bar of ` +
        `${clockTime(minute)}, the last before the close: one of them is wrong.`,
    ];
  });
}
