/** Adjusted closes as the graph tells them. */
export interface AdjustedBars {
  readonly dates: readonly string[];
  readonly adjustedCloses: readonly number[];
}

/** The newest 252 daily returns, by day. */
function dailyReturns({ dates, adjustedCloses }: AdjustedBars): Readonly<Record<string, number>> {
  const first = Math.max(1, dates.length - 252);
  return Object.fromEntries(
    dates.flatMap((date, at) =>
      at < first ? [] : [[date, (adjustedCloses[at] as number) / (adjustedCloses[at - 1] as number) - 1] as const],
    ),
  );
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const covariance = (one: readonly number[], other: readonly number[]): number =>
  mean(one.map((value, at) => value * (other[at] as number))) - mean(one) * mean(other);

/** Correlation and beta of returns of the days that both have. */
export function beside(
  one: AdjustedBars,
  other: AdjustedBars,
): { readonly correlation: number; readonly beta: number } {
  const [mine, theirs] = [dailyReturns(one), dailyReturns(other)];
  const days = Object.keys(mine).filter((day) => day in theirs);
  const [x, y] = [days.map((day) => mine[day] as number), days.map((day) => theirs[day] as number)];
  return {
    correlation: covariance(x, y) / Math.sqrt(covariance(x, x) * covariance(y, y)),
    beta: covariance(x, y) / covariance(y, y),
  };
}

/** Annualised, without a risk-free rate. */
export function sharpeRatio(bars: AdjustedBars): number {
  const returns = Object.values(dailyReturns(bars));
  const sample = (covariance(returns, returns) * returns.length) / (returns.length - 1);
  return (Math.sqrt(252) * mean(returns)) / Math.sqrt(sample);
}
