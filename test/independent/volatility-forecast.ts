/**
 * Variance of each of the next sessions: the mean of three exponentially weighted means of squared deviations from the
 * mean, each begun at their plain mean; after each session the three take in its forecast. Simulated forwards, session
 * by session.
 */
export function plainForecasts(returns: readonly number[], horizon: number): number[] {
  const centre = returns.reduce((sum, value) => sum + value, 0) / returns.length;
  const squares = returns.map((value) => (value - centre) ** 2);
  const start = squares.reduce((sum, square) => sum + square, 0) / returns.length;
  const averages = [21, 63, 252].map((sessions) => ({ keep: Math.E ** (-1 / sessions), value: start }));
  const take = (square: number): void => {
    for (const average of averages) average.value = average.keep * average.value + (1 - average.keep) * square;
  };
  for (const square of squares) take(square);
  return Array.from({ length: horizon }, () => {
    const forecast = averages.reduce((sum, { value }) => sum + value, 0) / 3;
    take(forecast);
    return forecast;
  });
}
