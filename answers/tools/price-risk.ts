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

/** The deepest fall from a high, percent and negative; null with fewer than two closes. */
export function drawdownPct(closes: readonly number[]): number | null {
  let [peak, deepest] = [0, 0];
  for (const close of closes) {
    peak = Math.max(peak, close);
    deepest = Math.min(deepest, close / peak - 1);
  }
  return closes.length < 2 ? null : 100 * deepest;
}
