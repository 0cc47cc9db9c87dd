import { firstDayOfMonthIndex, monthIndexOf } from '../calendar/days.js';
import { at } from './series.js';

/** The months present in a range of bars: which month (`year × 12 + month − 1`), and the index of its first bar. */
export interface MonthRuns {
  readonly count: number;
  readonly monthIndex: Int32Array;
  /** `count + 1` entries: the last one is the end of the range, so month k spans `[firstBar[k], firstBar[k + 1])`. */
  readonly firstBar: Int32Array;
}

const DAYS_IN_SHORTEST_MONTH = 28;

/** Groups the bars `[start, days.length)` by calendar month; months without a bar are absent. */
export function monthRuns(days: Int32Array, start: number): MonthRuns {
  const bars = Math.max(0, days.length - start);
  const span = bars === 0 ? 0 : at(days, days.length - 1) - at(days, start);
  const capacity = Math.min(bars, Math.floor(span / DAYS_IN_SHORTEST_MONTH) + 2);
  const monthIndex = new Int32Array(capacity);
  const firstBar = new Int32Array(capacity + 1);
  let count = 0;
  let monthEnd = -Infinity;
  for (let i = start; i < days.length; i += 1) {
    const day = at(days, i);
    if (day < monthEnd) continue;
    const index = monthIndexOf(day);
    monthEnd = firstDayOfMonthIndex(index + 1);
    monthIndex[count] = index;
    firstBar[count] = i;
    count += 1;
  }
  firstBar[count] = days.length;
  return { count, monthIndex, firstBar };
}
