import type { DailyBars } from '../../calendar/bars.js';
import { at } from '../series.js';

/** Total-return closes of one security; the arrays may be views on shared memory. */
export type Closes = Pick<DailyBars, 'days' | 'adjClose'>;

/** A longer span between two prices, in calendar days, is a hole and has no return: a long weekend takes 4. */
export const MAX_SPAN_DAYS = 5;

/** The days on which all of several histories have a price. */
export interface CommonCalendar {
  readonly common: Int32Array;
  /**
   * For each history, within the window: common days gained by leaving it out, days with a price, and calendar days
   * under its returns.
   */
  readonly gained: Int32Array;
  readonly priced: Int32Array;
  readonly coveredDays: Int32Array;
}

function hasPrice(price: number): boolean {
  return price > 0 && price < Infinity;
}

/** Calls `visit` for each day with a price. */
function eachPriced({ days, adjClose }: Closes, visit: (day: number) => void): void {
  for (let i = 0; i < days.length; i += 1) if (hasPrice(at(adjClose, i))) visit(at(days, i));
}

/** Counts by calendar day, so that it takes one pass over each history. The window begins on the day `from`. */
export function commonCalendar(histories: readonly Closes[], from: number): CommonCalendar {
  const first = Math.min(...histories.map(({ days }) => days[0] ?? Infinity));
  const last = Math.max(...histories.map(({ days }) => days[days.length - 1] ?? -Infinity));
  const span = last >= first ? last - first + 1 : 0;
  const counts = new Uint8Array(span);
  const indexSums = new Uint16Array(span);
  const width = histories.length;
  const [priced, coveredDays, gained] = [new Int32Array(width), new Int32Array(width), new Int32Array(width)];
  histories.forEach((history, j) => {
    let previous = -Infinity;
    eachPriced(history, (day) => {
      counts[day - first] = (counts[day - first] ?? 0) + 1;
      indexSums[day - first] = (indexSums[day - first] ?? 0) + j;
      if (day < from) return;
      priced[j] = at(priced, j) + 1;
      if (day - previous <= MAX_SPAN_DAYS) coveredDays[j] = at(coveredDays, j) + day - previous;
      previous = day;
    });
  });
  const allIndices = (width * (width - 1)) / 2;
  const common: number[] = [];
  counts.forEach((count, offset) => {
    if (count === width) common.push(first + offset);
    if (count !== width - 1 || first + offset < from) return;
    const missing = allIndices - (indexSums[offset] ?? 0);
    gained[missing] = at(gained, missing) + 1;
  });
  return { common: Int32Array.from(common), gained, priced, coveredDays };
}
