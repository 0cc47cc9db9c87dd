import { at } from '../series.js';

/** Sessions after which the weight of a return has fallen to 1/e, in each average: a month, a quarter, a year. */
const DECAYS = [21, 63, 252].map((sessions) => Math.exp(-1 / sessions));

/** One average for each of {@link DECAYS}. */
type Averages = readonly number[];

/** Exponentially weighted means of a series by {@link DECAYS}; each begins with the window's plain mean. */
function averages(values: Float64Array): (from: number, to: number) => Averages {
  const sums = new Float64Array(values.length + 1);
  const running = DECAYS.map(() => new Float64Array(values.length + 1));
  for (let i = 0; i < values.length; i += 1) {
    sums[i + 1] = at(sums, i) + at(values, i);
    DECAYS.forEach((decay, k) => {
      const means = running[k] as Float64Array;
      means[i + 1] = decay * at(means, i) + (1 - decay) * at(values, i);
    });
  }
  return (from, to) => {
    const mean = (at(sums, to) - at(sums, from)) / (to - from);
    return DECAYS.map((decay, k) => {
      const means = running[k] as Float64Array;
      return at(means, to) + decay ** (to - from) * (mean - at(means, from));
    });
  };
}

/**
 * Variances, by {@link DECAYS}, of the returns from index `from` to before `to`, around a mean. An average begins with
 * the plain one of the window, which keeps the weight that the window is too short to fill.
 */
export function varianceAverages(returns: Float64Array): (from: number, to: number, mean: number) => Averages {
  const [first, second] = [averages(returns), averages(returns.map((value) => value * value))];
  return (from, to, mean) => {
    const means = first(from, to);
    return second(from, to).map((square, k) => Math.max(0, square - 2 * mean * (means[k] as number) + mean * mean));
  };
}

/**
 * Weights of the averages in the variance forecast for each of the next sessions, a row of {@link DECAYS}' length per
 * session. The next session's variance is the mean of the averages; each average then takes in the forecast as if it
 * had come true. Three horizons with equal weights: nothing is fitted.
 *
 * Source: G. Zumbach, "The RiskMetrics 2006 methodology" (2007), with fewer averages; F. Corsi, "A simple approximate
 * long-memory model of realized volatility", J. Financial Econometrics 7 (2009), for month, quarter and year; A.
 * Timmermann, "Forecast combinations", Handbook of Economic Forecasting 1 (2006), on equal weights.
 */
export function forecastWeights(horizonDays: number): Float64Array {
  const count = DECAYS.length;
  const weights = new Float64Array(horizonDays * count);
  // How much each average holds, by now, of each of today's: moved[k · count + j] of average k.
  const moved = new Float64Array(count * count);
  for (let k = 0; k < count; k += 1) moved[k * count + k] = 1;
  for (let day = 0; day < horizonDays; day += 1) {
    for (let j = 0; j < count; j += 1) {
      let sum = 0;
      for (let k = 0; k < count; k += 1) sum += at(moved, k * count + j);
      weights[day * count + j] = sum / count;
    }
    for (let k = 0; k < count; k += 1) {
      const decay = DECAYS[k] as number;
      for (let j = 0; j < count; j += 1) {
        moved[k * count + j] = decay * at(moved, k * count + j) + (1 - decay) * at(weights, day * count + j);
      }
    }
  }
  return weights;
}

/** The variance forecast for a session ahead, 0 the next one. */
export function forecastOf(weights: Float64Array, averages: Averages, session: number): number {
  return averages.reduce((sum, average, k) => sum + average * at(weights, session * averages.length + k), 0);
}

/** The sum of the variance forecasts over the horizon of `weights`. */
export function horizonForecast(weights: Float64Array, averages: Averages): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i += 1) sum += at(weights, i) * (averages[i % averages.length] as number);
  return sum;
}
