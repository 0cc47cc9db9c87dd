import { isoDate, parseIsoDate } from '../../calendar/days.js';
import type { DailyBars } from '../../calendar/bars.js';
import type { DailyBar } from '../generated/types.js';

export interface BarsWindow {
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
  readonly last: number;
}

/** Index of the first of the ascending days on or after `day`. */
function firstOnOrAfter(days: Int32Array, day: number): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((days[middle] ?? 0) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The newest `last` bars inside the window, oldest first. */
export function dailyBars(bars: DailyBars, { from, to, last }: BarsWindow): readonly DailyBar[] {
  const fromDay = typeof from === 'string' ? parseIsoDate(from) : null;
  const toDay = typeof to === 'string' ? parseIsoDate(to) : null;
  const end = toDay === null ? bars.days.length : firstOnOrAfter(bars.days, toDay + 1);
  const start = Math.max(fromDay === null ? 0 : firstOnOrAfter(bars.days, fromDay), end - last);
  const rows: DailyBar[] = [];
  for (let i = start; i < end; i += 1) {
    rows.push({
      date: isoDate(bars.days[i] ?? 0),
      open: bars.open[i] ?? 0,
      high: bars.high[i] ?? 0,
      low: bars.low[i] ?? 0,
      close: bars.close[i] ?? 0,
      adjustedClose: bars.adjClose[i] ?? 0,
      volume: bars.volume[i] ?? 0,
    });
  }
  return rows;
}
