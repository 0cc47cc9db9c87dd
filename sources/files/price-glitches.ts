import type { DailyBars } from '../../calendar/bars.js';
import { isoDate } from '../../calendar/days.js';
import type { DailyBar } from '../models/daily-bar.js';

/** Smallest move of a close that is noted. */
const SMALLEST_MOVE = 0.25;
/** How much of the move, in logarithms, may remain once it is undone. */
const LARGEST_REST = 0.25;
/** The same of a move of several sessions, within which it may change by as much. */
const LARGEST_REST_OF_SEVERAL = 0.15;
/** Sessions after which a move is taken for real. */
const MOST_SESSIONS = 5;
/** Smallest move of an open, high or low, up or down, that is noted if the close has not moved with it. */
const SMALLEST_FACTOR = 2;
/** USD. At closes below, a tick or two are such a factor. */
const SMALLEST_CLOSE = 0.1;
const WITHIN = ['open', 'high', 'low'] as const;

/** A large move that was soon undone: seldom real, often a wrong price in the file. */
export interface PriceGlitch {
  readonly day: number;
  /** The prices that moved: closes, or prices of a session whose close did not. */
  readonly prices: readonly ('close' | (typeof WITHIN)[number])[];
  /** Since the close before, a decimal. */
  readonly move: number;
  /** For how many sessions the close had moved; 0 for a move within one. */
  readonly sessions: number;
  /** The session itself for a move within it. */
  readonly undoneOn: number;
}

type Row = Pick<DailyBar, 'day' | 'open' | 'high' | 'low' | 'close' | 'adjClose'>;

/**
 * Moves of more than 25% of the split-adjusted or the adjusted close that one of the next five sessions undid, and
 * opens, highs and lows at twice or half the closes around them; oldest first. `bars` are oldest first.
 */
export function priceGlitches(bars: readonly Row[]): readonly PriceGlitch[] {
  return bars.flatMap((_, at) => closeGlitch(bars, at) ?? glitchWithin(bars, at) ?? []);
}

/** The same of a stored history. */
export function glitchesIn({ days, open, high, low, close, adjClose }: DailyBars): readonly PriceGlitch[] {
  const at = (column: Float64Array, i: number): number => column[i] ?? Number.NaN;
  const rows = Array.from(days, (day, i) => ({
    day,
    open: at(open, i),
    high: at(high, i),
    low: at(low, i),
    close: at(close, i),
    adjClose: at(adjClose, i),
  }));
  return priceGlitches(rows);
}

/** A glitch as part of a sentence, such as `2026-01-05 moved by -30.0%, undone on 2026-01-06`. */
export function glitchText({ day, prices, move, sessions, undoneOn }: PriceGlitch): string {
  const moved = `moved by ${move > 0 ? '+' : ''}${(move * 100).toFixed(1)}%`;
  if (sessions === 0) return `${prices.join(' and ')} of ${isoDate(day)} ${moved}, and its close did not`;
  return `${isoDate(day)} ${moved}${sessions > 1 ? ` for ${sessions} sessions` : ''}, undone on ${isoDate(undoneOn)}`;
}

/** A move of the close at a bar that was undone within some sessions, in which it had not changed much. */
function closeGlitch(bars: readonly Row[], at: number): PriceGlitch | undefined {
  const [before, bar] = [bars[at - 1], bars[at]];
  if (before === undefined || bar === undefined) return undefined;
  for (const column of ['close', 'adjClose'] as const) {
    const move = bar[column] / before[column] - 1;
    if (!(Math.abs(move) > SMALLEST_MOVE)) continue;
    const isNear = (price: number, other: number, most: number): boolean =>
      Math.abs(Math.log(price / other)) <= most * Math.abs(Math.log(1 + move));
    const next = bars.slice(at + 1, at + 1 + MOST_SESSIONS);
    const undone = next.findIndex((each, i) =>
      isNear(each[column], before[column], i === 0 ? LARGEST_REST : LARGEST_REST_OF_SEVERAL),
    );
    const undoing = next[undone];
    const others = next.slice(0, undone);
    if (undoing === undefined || !others.every((each) => isNear(each[column], bar[column], LARGEST_REST_OF_SEVERAL)))
      continue;
    return { day: bar.day, prices: ['close'], move, sessions: undone + 1, undoneOn: undoing.day };
  }
  return undefined;
}

/** Prices within a session that are far from the close before it and from its own, which are near each other. */
function glitchWithin(bars: readonly Row[], at: number): PriceGlitch | undefined {
  const [before, bar] = [bars[at - 1], bars[at]];
  if (before === undefined || bar === undefined || before.close < SMALLEST_CLOSE) return undefined;
  const moveOf = (price: number): number => Math.abs(Math.log(price / before.close));
  const isFar = (price: number): boolean =>
    moveOf(price) >= Math.log(SMALLEST_FACTOR) && moveOf(bar.close) <= LARGEST_REST * moveOf(price);
  const prices = WITHIN.filter((name) => isFar(bar[name]));
  const [first] = prices;
  if (first === undefined) return undefined;
  return { day: bar.day, prices, move: bar[first] / before.close - 1, sessions: 0, undoneOn: bar.day };
}
