import { at } from './series.js';

const DAYS_PER_YEAR = 365.25;

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

/** Fall of each value of a positive series below its peak so far, as a decimal: 0 or negative. */
export function drawdowns(equity: Float64Array): Float64Array {
  const falls = new Float64Array(equity.length);
  let peak = -Infinity;
  for (let i = 0; i < equity.length; i += 1) {
    const value = at(equity, i);
    if (value > peak) peak = value;
    falls[i] = value / peak - 1;
  }
  return falls;
}

/** Compound yearly growth of a final multiple over calendar days / 365.25, as a decimal; null if no time has passed. */
export function compoundGrowth(multiple: number, calendarDays: number): number | null {
  return calendarDays > 0 ? multiple ** (DAYS_PER_YEAR / calendarDays) - 1 : null;
}
