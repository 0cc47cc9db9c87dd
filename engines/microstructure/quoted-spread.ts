import { closeMinute, OPEN_MINUTE } from '../../calendar/nyse.js';
import type { MinuteQuotes } from '../../calendar/quotes.js';
import { at } from '../series.js';

/** The fewest regular minutes with a quote. */
const MIN_QUOTES = 30;

/**
 * Mean quoted spread of a session's regular hours, basis points of the middle: (ask − bid) / middle × 10⁴ of the last
 * quote of each minute, weighted by the minutes until the next one or the close. Null with fewer than 30 regular
 * minutes.
 */
export function quotedSpreadBasisPoints({ day, minutes, bid, ask }: MinuteQuotes): number | null {
  const close = closeMinute(day);
  let [count, weighted, total] = [0, 0, 0];
  for (let i = 0; i < minutes.length; i += 1) {
    const minute = at(minutes, i);
    if (minute < OPEN_MINUTE || minute >= close) continue;
    const until = i + 1 < minutes.length ? Math.min(at(minutes, i + 1), close) : close;
    const middle = (at(bid, i) + at(ask, i)) / 2;
    weighted += ((until - minute) * (at(ask, i) - at(bid, i))) / middle;
    total += until - minute;
    count += 1;
  }
  return count < MIN_QUOTES ? null : (1e4 * weighted) / total;
}
