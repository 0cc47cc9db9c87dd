import { z } from 'zod';
import type { DailyBars } from '../../calendar/bars.js';
import { isPrice, isVolume, price, volume } from '../../store/field-schemas.js';
import { checkRange, rangeFault } from './price-range.js';

/** One session. `day` counts from 1970-01-01; prices in USD, volume in shares, adjusted or not as in the source. */
export const dailyBarSchema = z
  .object({
    day: z.int(),
    open: price('open'),
    high: price('high'),
    low: price('low'),
    close: price('close'),
    adjClose: price('adjusted close'),
    volume,
  })
  .superRefine(checkRange);

export type DailyBar = Readonly<z.infer<typeof dailyBarSchema>>;

/**
 * Whether `dailyBarSchema` accepts a bar: the check of millions of rows, of which the schema reports the few that fail.
 */
export function isDailyBar(bar: DailyBar): boolean {
  const { day, open, high, low, close, adjClose, volume: shares } = bar;
  const areNumbers =
    isPrice(open) && isPrice(high) && isPrice(low) && isPrice(close) && isPrice(adjClose) && isVolume(shares);
  return areNumbers && Number.isSafeInteger(day) && rangeFault(bar) === undefined;
}

/** Columns of bars; `bars` is oldest first. */
export function toDailyColumns(bars: readonly DailyBar[]): DailyBars {
  const column = (name: Exclude<keyof DailyBar, 'day'>): Float64Array => {
    const values = new Float64Array(bars.length);
    for (const [at, bar] of bars.entries()) values[at] = bar[name];
    return values;
  };
  const days = new Int32Array(bars.length);
  for (const [at, { day }] of bars.entries()) days[at] = day;
  return {
    days,
    open: column('open'),
    high: column('high'),
    low: column('low'),
    close: column('close'),
    adjClose: column('adjClose'),
    volume: column('volume'),
  };
}
