import type { MinuteBars } from '../../calendar/bars.js';
import { OPEN_MINUTE } from '../../calendar/nyse.js';
import { regularHours } from '../minute-tape.js';
import { at, lowerBound } from '../series.js';

/** Minutes of the opening range. */
export const OPENING_MINUTES = 30;

/** `forming` until its last minute has passed; otherwise where the last price is. */
export type OpeningRangeStatus = 'forming' | 'above' | 'inside' | 'below';

/** Highest and lowest price of a session's first 30 minutes, USD. */
export interface OpeningRange {
  readonly high: number;
  readonly low: number;
  /** Price at the end of those minutes, or the last one while they have not passed. */
  readonly close: number;
  readonly status: OpeningRangeStatus;
}

/** Null if nothing traded in those minutes, or a price is not positive; `last` is the last price. */
export function openingRange(session: MinuteBars, last: number): OpeningRange | null {
  const { from, to } = regularHours(session);
  const end = Math.min(to, lowerBound(session.minutes, OPEN_MINUTE + OPENING_MINUTES));
  const high = session.high.subarray(from, end).reduce((most, price) => Math.max(most, price), 0);
  const low = session.low.subarray(from, end).reduce((least, price) => Math.min(least, price), Infinity);
  if (end <= from || !(low > 0)) return null;
  const isForming = at(session.minutes, to - 1) < OPEN_MINUTE + OPENING_MINUTES - 1;
  const side = last > high ? 'above' : last < low ? 'below' : 'inside';
  return { high, low, close: at(session.close, end - 1), status: isForming ? 'forming' : side };
}
