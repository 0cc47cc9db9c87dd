import type { DailyBars } from '../calendar/bars.js';
import { firstDayOfMonthIndex, monthIndexOf } from '../calendar/days.js';
import { at } from './series.js';

/** A longer bar: a week from Monday to Sunday, or a calendar month. */
export type LongInterval = 'WEEK' | 'MONTH';

const DAYS_PER_WEEK = 7;
/** Day 0, 1970-01-01, is the fourth day of its week. */
const DAYS_SINCE_MONDAY = 3;

/** The first epoch day after the period of `day`. */
const PERIOD_END: Readonly<Record<LongInterval, (day: number) => number>> = {
  WEEK: (day) => (Math.floor((day + DAYS_SINCE_MONDAY) / DAYS_PER_WEEK) + 1) * DAYS_PER_WEEK - DAYS_SINCE_MONDAY,
  MONTH: (day) => firstDayOfMonthIndex(monthIndexOf(day) + 1),
};

/**
 * Weekly or monthly bars of a daily history, oldest first: first open, highest high, lowest low, last close and
 * adjusted close, sum of the volume; `days` are the first session of each. The first and the last bar may be of part of
 * a period. A bar whose close is not positive is no session; a period without one is absent.
 */
export function longerBars(bars: DailyBars, interval: LongInterval): DailyBars {
  const periodEnd = PERIOD_END[interval];
  const column = (): Float64Array => new Float64Array(bars.days.length);
  const days = new Int32Array(bars.days.length);
  const [open, high, low, close, adjClose, volume] = [
    column(),
    column(),
    column(),
    column(),
    column(),
    column(),
  ] as const;
  let count = 0;
  let end = -Infinity;
  for (let i = 0; i < bars.days.length; i += 1) {
    if (!(at(bars.close, i) > 0)) continue;
    const day = at(bars.days, i);
    if (day >= end) {
      end = periodEnd(day);
      days[count] = day;
      open[count] = at(bars.open, i);
      high[count] = at(bars.high, i);
      low[count] = at(bars.low, i);
      count += 1;
    }
    const last = count - 1;
    if (at(bars.high, i) > at(high, last)) high[last] = at(bars.high, i);
    if (at(bars.low, i) < at(low, last)) low[last] = at(bars.low, i);
    close[last] = at(bars.close, i);
    adjClose[last] = at(bars.adjClose, i);
    volume[last] = at(volume, last) + at(bars.volume, i);
  }
  const cut = (values: Float64Array): Float64Array => values.slice(0, count);
  return {
    days: days.slice(0, count),
    open: cut(open),
    high: cut(high),
    low: cut(low),
    close: cut(close),
    adjClose: cut(adjClose),
    volume: cut(volume),
  };
}
