import type { DailyBars } from '../../calendar/bars.js';
import type { DailyBar } from '../models/daily-bar.js';

/** Smallest move that is noted. */
const SMALLEST_MOVE = 0.25;
/** How much of the move, in logarithms, may remain after the session that undoes it. */
const LARGEST_REST = 0.25;

/** A move of more than 25% that the next session undid: seldom real, often a wrong price in the file. */
export interface PriceGlitch {
  readonly day: number;
  /** Of the close, a decimal. */
  readonly move: number;
  readonly undoneOn: number;
}

/** Moves of the split-adjusted or the adjusted close, oldest first. `bars` are oldest first. */
export function priceGlitches(bars: readonly Pick<DailyBar, 'day' | 'close' | 'adjClose'>[]): readonly PriceGlitch[] {
  return bars.flatMap((bar, at) => {
    const [before, after] = [bars[at - 1], bars[at + 1]];
    if (before === undefined || after === undefined) return [];
    const move =
      undoneMove(before.close, bar.close, after.close) ?? undoneMove(before.adjClose, bar.adjClose, after.adjClose);
    return move === undefined ? [] : [{ day: bar.day, move, undoneOn: after.day }];
  });
}

/** The same of a stored history. */
export function glitchesIn({ days, close, adjClose }: DailyBars): readonly PriceGlitch[] {
  const rows = Array.from(days, (day, i) => ({
    day,
    close: close[i] ?? Number.NaN,
    adjClose: adjClose[i] ?? Number.NaN,
  }));
  return priceGlitches(rows);
}

function undoneMove(before: number, price: number, after: number): number | undefined {
  const move = price / before - 1;
  const isUndone = Math.abs(Math.log(after / before)) <= LARGEST_REST * Math.abs(Math.log(price / before));
  return Math.abs(move) > SMALLEST_MOVE && isUndone ? move : undefined;
}
