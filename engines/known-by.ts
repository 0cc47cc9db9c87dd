import type { DailyBars, MinuteBars } from '../calendar/bars.js';
import { newYorkUtcMs } from '../calendar/new-york-time.js';
import { sessionCloseUtcMs } from '../calendar/nyse.js';
import { at, lowerBound } from './series.js';

/** The first `count` bars of a history, without a copy. */
export function firstBars(bars: DailyBars, count: number): DailyBars {
  const cut = (column: Float64Array): Float64Array => column.subarray(0, count);
  return {
    days: bars.days.subarray(0, count),
    open: cut(bars.open),
    high: cut(bars.high),
    low: cut(bars.low),
    close: cut(bars.close),
    adjClose: cut(bars.adjClose),
    volume: cut(bars.volume),
  };
}

/** The bars of sessions that had closed at an instant, epoch milliseconds. */
export function barsKnownBy(bars: DailyBars, instantMs: number): DailyBars {
  let known = bars.days.length;
  while (known > 0 && sessionCloseUtcMs(at(bars.days, known - 1)) > instantMs) known -= 1;
  return firstBars(bars, known);
}

/** When something is known of which only the day is: at its end in New York. Epoch milliseconds. */
export function endOfDayMs(day: number): number {
  return newYorkUtcMs(day + 1, 0);
}

/** A session's minutes that had ended at an instant, epoch milliseconds. */
function minutesKnownBy(session: MinuteBars, instantMs: number): MinuteBars {
  const ended = Math.floor((instantMs - newYorkUtcMs(session.day, 0)) / 60_000);
  const count = lowerBound(session.minutes, ended);
  const cut = (column: Float64Array): Float64Array => column.subarray(0, count);
  return {
    day: session.day,
    minutes: session.minutes.subarray(0, count),
    open: cut(session.open),
    high: cut(session.high),
    low: cut(session.low),
    close: cut(session.close),
    volume: cut(session.volume),
  };
}

/** The newest `most` sessions up to `day`, each with the minutes that had ended at an instant. */
export function sessionsKnownBy(
  sessions: readonly MinuteBars[],
  day: number,
  most: number,
  instantMs: number,
): readonly MinuteBars[] {
  return sessions
    .filter((session) => session.day <= day)
    .slice(-most)
    .map((session) => minutesKnownBy(session, instantMs));
}
