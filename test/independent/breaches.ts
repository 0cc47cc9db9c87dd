/** One day of a portfolio: when its return began and ended, the log return, and the filtered probability of stress. */
export interface PlainDay {
  readonly start: string;
  readonly end: string;
  readonly log: number;
  readonly stressed: number;
}

export interface PlainChainMoves {
  readonly toStressed: number;
  readonly toCalm: number;
}

const average = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function variance(values: readonly number[], weights: readonly number[] = values.map(() => 1)): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const centre = values.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0) / total;
  return values.reduce((sum, value, i) => sum + (weights[i] ?? 0) * (value - centre) ** 2, 0) / total;
}

/** The days of the lookback that ends with the first `count` days. */
function lookback(days: readonly PlainDay[], count: number, years: number): PlainDay[] {
  const end = days[count - 1]?.end ?? '';
  const first = `${Number(end.slice(0, 4)) - years}${end.slice(4)}`;
  return days.slice(0, count).filter(({ start }) => start >= first);
}

function horizonVariance(past: readonly PlainDay[], horizon: number, chain: PlainChainMoves | null): number {
  const logs = past.map(({ log }) => log);
  if (chain === null) return horizon * variance(logs);
  const tense = variance(
    logs,
    past.map(({ stressed }) => stressed),
  );
  const calm = variance(
    logs,
    past.map(({ stressed }) => 1 - stressed),
  );
  let chance = past.at(-1)?.stressed ?? Number.NaN;
  let sum = 0;
  for (let day = 0; day < horizon; day += 1) {
    chance = chance * (1 - chain.toCalm) + (1 - chance) * chain.toStressed;
    sum += chance * tense + (1 - chance) * calm;
  }
  return sum;
}

/** How often outcomes after past dates with a volatility like today's were below as many deviations, date by date. */
export function plainBreaches(
  days: readonly PlainDay[],
  years: number,
  horizon: number,
  p5Pct: number,
  chain: PlainChainMoves | null,
  todaysChain: PlainChainMoves | null = chain,
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
  const deviations = (Math.log(1 + p5Pct / 100) - centre(now)) / Math.sqrt(horizonVariance(now, horizon, todaysChain));
  const breached = like.filter((count) => {
    const past = lookback(days, count, years);
    const outcome = days.slice(count, count + horizon).reduce((sum, { log }) => sum + log, 0);
    return outcome < centre(past) + deviations * Math.sqrt(horizonVariance(past, horizon, chain));
  });
  let [independent, free] = [0, 0];
  for (const count of like.sort((a, b) => a - b)) {
    if (count < free) continue;
    independent += 1;
    free = count + horizon;
  }
  return { dates: like.length, independent, rate: breached.length / like.length };
}
