import type { DailyBars } from '../../calendar/bars.js';
import { civilOf, dayOf } from '../../calendar/days.js';
import { at, lowerBound } from '../series.js';
import { YEARS_BEFORE } from './constants.js';
import { signalSeries, type SignalSeries } from './series.js';

/** The bars that the composites of one calendar year read. */
export interface SignalWindow {
  readonly series: SignalSeries;
  /** Index in the whole history of the first bar of `series`. */
  readonly first: number;
  /** Indices in the whole history of the year's bars: `[from, to)`. */
  readonly from: number;
  readonly to: number;
}

/** The first calendar year whose bars the composite of an epoch day reads. */
export function firstYearRead(day: number): number {
  return civilOf(day).year - YEARS_BEFORE;
}

function part({ days, open, high, low, close, adjClose, volume }: DailyBars, from: number, to: number): DailyBars {
  const cut = (column: Float64Array): Float64Array => column.subarray(from, to);
  return {
    days: days.subarray(from, to),
    open: cut(open),
    high: cut(high),
    low: cut(low),
    close: cut(close),
    adjClose: cut(adjClose),
    volume: cut(volume),
  };
}

/**
 * The window of the bar at `index`: its calendar year and the previous years that a composite reads. It begins at a
 * calendar date, not where the history begins, so that a composite is bit-identical over the whole history and over its
 * newest years alone.
 */
export function windowAt(bars: DailyBars, index: number): SignalWindow {
  const { year } = civilOf(at(bars.days, index));
  const startOf = (which: number): number => lowerBound(bars.days, dayOf(which, 1, 1));
  const [first, to] = [startOf(year - YEARS_BEFORE), startOf(year + 1)];
  return { series: signalSeries(part(bars, first, to)), first, from: startOf(year), to };
}
