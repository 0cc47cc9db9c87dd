import { at } from './series.js';

const DAYS_PER_YEAR = 365.25;

/** Closed trades of a long-or-flat strategy; a trade still open at the end counts as closed there. */
export interface TradeCount {
  readonly trades: number;
  readonly wins: number;
}

/** Equity after each return, starting at 1: one element more than `returns` (decimals). */
export function equityCurve(returns: Float64Array): Float64Array {
  const equity = new Float64Array(returns.length + 1);
  let value = 1;
  equity[0] = value;
  for (let i = 0; i < returns.length; i += 1) {
    value *= 1 + at(returns, i);
    equity[i + 1] = value;
  }
  return equity;
}

/** Deepest fall of a positive series below its running peak, as a negative decimal; 0 when it never falls. */
export function maxDrawdown(equity: Float64Array): number {
  let peak = -Infinity;
  let deepest = 0;
  for (let i = 0; i < equity.length; i += 1) {
    const value = at(equity, i);
    if (value > peak) peak = value;
    else if (value / peak - 1 < deepest) deepest = value / peak - 1;
  }
  return deepest;
}

/** Compound yearly growth of a final multiple over calendar days / 365.25, as a decimal; null if no time has passed. */
export function compoundGrowth(multiple: number, calendarDays: number): number | null {
  return calendarDays > 0 ? multiple ** (DAYS_PER_YEAR / calendarDays) - 1 : null;
}

/**
 * Counts trades: a trade is an unbroken run of sessions in the market, and wins if its compounded return is above 0.
 */
export function countTrades(positions: Uint8Array, returns: Float64Array): TradeCount {
  let trades = 0;
  let wins = 0;
  let growth = 1;
  for (let i = 0; i < returns.length; i += 1) {
    if (positions[i] !== 1) continue;
    growth *= 1 + at(returns, i);
    if (i + 1 < returns.length && positions[i + 1] === 1) continue;
    trades += 1;
    if (growth > 1) wins += 1;
    growth = 1;
  }
  return { trades, wins };
}
