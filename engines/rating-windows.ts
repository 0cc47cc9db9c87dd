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

/** For each bar, the first one after the last hole up to it. */
function segmentStarts(days: Int32Array): Int32Array {
  const starts = new Int32Array(days.length);
  for (let i = 1; i < days.length; i += 1)
    starts[i] = at(days, i) - at(days, i - 1) > LONGEST_GAP ? i : at(starts, i - 1);
  return starts;
}

/**
 * Returns over sessions of a history: close[start + sessions] / close[start] − 1; NaN if the window is incomplete or
 * has a hole, or a close is not positive.
 */
export function forwardReturns(days: Int32Array): (close: Float64Array, start: number, sessions: number) => number {
  const starts = segmentStarts(days);
  return (close, start, sessions) => {
    const [before, after] = [at(close, start), at(close, start + sessions)];
    const isWhole = at(starts, start + sessions) <= start;
    return before > 0 && after > 0 && isWhole ? after / before - 1 : Number.NaN;
  };
}
