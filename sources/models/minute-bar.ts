import { z } from 'zod';
import type { MinuteBars } from '../../calendar/bars.js';
import { price, volume } from '../../store/field-schemas.js';
import { checkRange } from './price-range.js';

/** One minute. `day` counts from 1970-01-01, `minute` from midnight New York (570 = 09:30); USD and shares. */
export const minuteBarSchema = z
  .object({
    day: z.int(),
    minute: z.int().min(0).max(1439),
    open: price('open'),
    high: price('high'),
    low: price('low'),
    close: price('close'),
    volume,
  })
  .superRefine(checkRange);

export type MinuteBar = Readonly<z.infer<typeof minuteBarSchema>>;

/** Groups minute bars into sessions; both are oldest first. */
export function toMinuteSessions(bars: readonly MinuteBar[]): MinuteBars[] {
  const byDay = new Map<number, MinuteBar[]>();
  for (const bar of bars) {
    const session = byDay.get(bar.day);
    if (session) session.push(bar);
    else byDay.set(bar.day, [bar]);
  }
  return [...byDay].map(([day, session]) => ({
    day,
    minutes: Int32Array.from(session, (bar) => bar.minute),
    open: Float64Array.from(session, (bar) => bar.open),
    high: Float64Array.from(session, (bar) => bar.high),
    low: Float64Array.from(session, (bar) => bar.low),
    close: Float64Array.from(session, (bar) => bar.close),
    volume: Float64Array.from(session, (bar) => bar.volume),
  }));
}
