import type { Row } from './rows.js';

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** A column's distances from its mean. */
function centred(values: readonly number[]): number[] {
  const centre = mean(values);
  return values.map((value) => value - centre);
}

const products = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, value, i) => sum + value * (other[i] ?? NaN), 0);

/**
 * The market beta of a security before a date: the ordinary least-squares slope of its log returns on the market's,
 * over the newest 750 returns between dates that both have since the start of the third calendar year before; averaged
 * with 1 by the precision of each, the slope's standard error and 0.5. 1 below 63 returns.
 */
export function plainBeta(rows: readonly Row[], market: readonly Row[], date: string): number {
  const since = `${String(Number(date.slice(0, 4)) - 3)}-01-01`;
  const levels = new Map(market.filter(({ close }) => close > 0).map(({ date: day, close }) => [day, close]));
  const both = rows.filter((row) => row.date >= since && row.date < date && row.close > 0 && levels.has(row.date));
  const returns = (prices: readonly number[]): number[] =>
    prices
      .slice(1)
      .map((price, i) => Math.log(price / (prices[i] ?? NaN)))
      .slice(-750);
  const own = centred(returns(both.map(({ close }) => close)));
  const x = centred(returns(both.map((row) => levels.get(row.date) ?? NaN)));
  const n = x.length;
  if (n < 63 || Math.sqrt(products(x, x) / (n - 1)) <= 0.0001) return 1;
  const slope = products(x, own) / products(x, x);
  const residuals = own.map((value, i) => value - slope * (x[i] ?? NaN));
  const squaredError = products(residuals, residuals) / (n - 2) / products(x, x);
  const weight = 0.25 / (0.25 + squaredError);
  return weight * slope + (1 - weight);
}
