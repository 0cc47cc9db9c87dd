import type { DailyBars } from '../calendar/bars.js';
import { yearsBack } from '../calendar/days.js';
import { at, lowerBound } from './series.js';

/** Daily prices adjusted for splits and dividends (USD of the last bar), oldest first, all of one length. */
export interface TotalReturnBars {
  readonly days: Int32Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
}

/**
 * Start index of a window of `years`: the first bar on or after the same calendar day `years` before the last bar. 0 if
 * the history is shorter or empty.
 */
export function windowStart(days: Int32Array, years: number): number {
  const last = days[days.length - 1];
  return last === undefined ? 0 : lowerBound(days, yearsBack(last, years));
}

/**
 * Total-return view of the bars from index `start` on: open, high and low × adjClose / close. Days and close are views
 * of the input; the other three are new. A bar whose close is not positive has NaN prices.
 */
export function totalReturn(bars: DailyBars, start = 0): TotalReturnBars {
  const length = bars.days.length - start;
  const open = new Float64Array(length);
  const high = new Float64Array(length);
  const low = new Float64Array(length);
  for (let i = 0; i < length; i += 1) {
    const close = at(bars.close, start + i);
    // The ratio is computed first: it is exactly 1 without adjustment, which keeps equal prices equal.
    const factor = close > 0 ? at(bars.adjClose, start + i) / close : Number.NaN;
    open[i] = at(bars.open, start + i) * factor;
    high[i] = at(bars.high, start + i) * factor;
    low[i] = at(bars.low, start + i) * factor;
  }
  return { days: bars.days.subarray(start), open, high, low, close: bars.adjClose.subarray(start) };
}
