import { at, lowerBound } from './series.js';

/** Sessions from an action's start to the end of each window. */
export const HORIZONS = { oneMonth: 21, threeMonths: 63, sixMonths: 126 } as const;

export type Horizon = keyof typeof HORIZONS;

/** Calendar days to the next session; a longer gap is a hole in the history. In 2001 the market closed for 6 days. */
const LONGEST_GAP = 7;

/** The bar at whose close an action's returns start: the day's, or the next one; NaN in a hole or after the last. */
export function startBar(days: Int32Array, day: number): number {
  const bar = lowerBound(days, day);
  return at(days, bar) - day <= LONGEST_GAP ? bar : Number.NaN;
}

/** The close of the day or the last one before it, if it is near; NaN without one. */
export function closeNear(days: Int32Array, close: Float64Array, day: number): number {
  const bar = lowerBound(days, day + 1) - 1;
  return day - at(days, bar) <= LONGEST_GAP ? at(close, bar) : Number.NaN;
}

/** close[start + sessions] / close[start] − 1; NaN if the window is incomplete or a close is not positive. */
export function forwardReturn(close: Float64Array, start: number, sessions: number): number {
  const before = at(close, start);
  const after = at(close, start + sessions);
  return before > 0 && after > 0 ? after / before - 1 : Number.NaN;
}
