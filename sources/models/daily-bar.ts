import { z } from 'zod';
import type { DailyBars } from '../../calendar/bars.js';
import { price, volume } from '../../store/field-schemas.js';
import { checkRange } from './price-range.js';

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

/** Columns of bars; `bars` is oldest first. */
export function toDailyColumns(bars: readonly DailyBar[]): DailyBars {
  const column = (name: Exclude<keyof DailyBar, 'day'>): Float64Array => Float64Array.from(bars, (bar) => bar[name]);
  return {
    days: Int32Array.from(bars, (bar) => bar.day),
    open: column('open'),
    high: column('high'),
    low: column('low'),
    close: column('close'),
    adjClose: column('adjClose'),
    volume: column('volume'),
  };
}
