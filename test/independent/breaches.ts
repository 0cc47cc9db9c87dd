import { plainForecasts } from './volatility-forecast.js';

/** One day of a portfolio: when its return began and ended, and the log return. */
export interface PlainDay {
  readonly start: string;
  readonly end: string;
  readonly log: number;
}

export type PlainModel = 'plain' | 'auto';

const average = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function variance(values: readonly number[]): number {
  const centre = average(values);
  return average(values.map((value) => (value - centre) ** 2));
}

/** The days of the lookback that ends with the first `count` days. */
function lookback(days: readonly PlainDay[], count: number, years: number): PlainDay[] {
  const end = days[count - 1]?.end ?? '';
  const first = `${Number(end.slice(0, 4)) - years}${end.slice(4)}`;
  return days.slice(0, count).filter(({ start }) => start >= first);
}

function horizonVariance(past: readonly PlainDay[], horizon: number, model: PlainModel): number {
  const logs = past.map(({ log }) => log);
  if (model === 'plain') return horizon * variance(logs);
  return plainForecasts(logs, horizon).reduce((sum, forecast) => sum + forecast, 0);
}

/** How often outcomes after past dates with a volatility like today's were below as many deviations, date by date. */
export function plainBreaches(
  days: readonly PlainDay[],
  years: number,
  horizon: number,
  p5Pct: number,
  model: PlainModel,
  todaysModel: PlainModel = model,
) {
  const currentVolatility = (count: number): number =>
    Math.sqrt(
      variance(days.slice(count - 21, count).map(({ log }) => log)) /
        variance(lookback(days, count, years).map(({ log }) => log)),
    );
  const dates: number[] = [];
  for (let count = days.length - horizon; count > 240; count -= 5)
    if (lookback(days, count, years).length >= 240) dates.push(count);
  const ranked = dates
    .map((count) => ({ count, volatility: currentVolatility(count) }))
    .sort((a, b) => a.volatility - b.volatility);
  const today = currentVolatility(days.length);
  const group = Math.min(
    4,
    Math.floor((5 * ranked.filter(({ volatility }) => volatility < today).length) / ranked.length),
  );
  const like = ranked
    .filter((_, i) => i >= Math.floor((group * ranked.length) / 5) && i < Math.floor(((group + 1) * ranked.length) / 5))
    .map(({ count }) => count);
  const now = lookback(days, days.length, years);
  const centre = (past: readonly PlainDay[]): number => horizon * average(past.map(({ log }) => log));
  const deviations = (Math.log(1 + p5Pct / 100) - centre(now)) / Math.sqrt(horizonVariance(now, horizon, todaysModel));
  const breached = like.filter((count) => {
    const past = lookback(days, count, years);
    const outcome = days.slice(count, count + horizon).reduce((sum, { log }) => sum + log, 0);
    return outcome < centre(past) + deviations * Math.sqrt(horizonVariance(past, horizon, model));
  });
  let [independent, free] = [0, 0];
  for (const count of like.sort((a, b) => a - b)) {
    if (count < free) continue;
    independent += 1;
    free = count + horizon;
  }
  return { dates: like.length, independent, rate: breached.length / like.length };
}
