/** Sessions of a year, by which volatility is annualised. */
export const YEAR_SESSIONS = 252;
const FEWEST_RETURNS = 60;

/** Sample standard deviation of daily returns, annualised, percent; null with fewer than `fewest`. */
export function volatilityPct(closes: readonly number[], fewest = FEWEST_RETURNS): number | null {
  const returns = closes.slice(1).map((close, index) => close / (closes[index] ?? close) - 1);
  if (returns.length < fewest) return null;
  const mean = returns.reduce((sum, each) => sum + each, 0) / returns.length;
  const variance = returns.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (returns.length - 1);
  return 100 * Math.sqrt(variance * YEAR_SESSIONS);
}

/** The deepest fall from a high: percent and negative, and the places of its ends; null with fewer than two closes. */
export function drawdownOf(
  closes: readonly number[],
): { readonly pct: number; readonly from: number; readonly to: number } | null {
  let [high, from, to, deepest] = [0, 0, 0, 0];
  for (const [at, close] of closes.entries()) {
    if (close > (closes[high] ?? 0)) high = at;
    const fall = close / (closes[high] ?? close) - 1;
    if (fall < deepest) [deepest, from, to] = [fall, high, at];
  }
  return closes.length < 2 ? null : { pct: 100 * deepest, from, to };
}
