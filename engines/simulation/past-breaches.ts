import { yearsBack } from '../../calendar/days.js';
import { at, lowerBound } from '../series.js';
import { portfolioReturns, type JointHistory } from './joint-history.js';
import { kupiecP } from './kupiec.js';
import { forecastWeights, horizonForecast, varianceAverages } from './volatility-forecast.js';

/** What past outcomes say about a 5% quantile. */
export interface PastBreaches {
  /** Past dates with a volatility like today's, and how many of their horizons do not overlap. */
  readonly dates: number;
  readonly independent: number;
  /** Share of the dates whose outcome was below the quantile. */
  readonly rate: number;
  readonly pValue: number;
}

/** Share of outcomes that should be below the quantile. */
export const EXPECTED_BREACHES = 0.05;

/** Sessions between the dates; of today's volatility, and before the first date. */
const STEP_SESSIONS = 5;
const VOLATILITY_SESSIONS = 21;
const MIN_PAST_SESSIONS = 240;
/** Dates are like today if their volatility, over that of their lookback, is in the same of this many equal groups. */
const VOLATILITY_GROUPS = 5;

/** Mean and variance of the daily log returns before a date, and of the sum over the horizon after it. */
interface Forecast {
  readonly mean: number;
  readonly variance: number;
  readonly horizonVariance: number;
}

type ForecastAt = (from: number, to: number) => Forecast;

/** Running sums: `[to] − [from]` is the sum of the values from `from` to before `to`. */
function runningSums(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let i = 0; i < values.length; i += 1) sums[i + 1] = at(sums, i) + at(values, i);
  return sums;
}

type Between = (from: number, to: number) => number;

function sumsOf(values: Float64Array): Between {
  const sums = runningSums(values);
  return (from, to) => at(sums, to) - at(sums, from);
}

function independentForecast(logs: Float64Array, horizonDays: number): ForecastAt {
  const [sum, squares] = [sumsOf(logs), sumsOf(logs.map((x) => x * x))];
  return (from, to) => {
    const mean = sum(from, to) / (to - from);
    const variance = Math.max(0, squares(from, to) / (to - from) - mean * mean);
    return { mean, variance, horizonVariance: horizonDays * variance };
  };
}

function scaledForecast(plain: ForecastAt, logs: Float64Array, horizonDays: number): ForecastAt {
  const averagesOf = varianceAverages(logs);
  const weights = forecastWeights(horizonDays);
  return (from, to) => {
    const forecast = plain(from, to);
    return { ...forecast, horizonVariance: horizonForecast(weights, averagesOf(from, to, forecast.mean)) };
  };
}

/** The dates whose volatility is in today's group, by how many joint returns are before them. */
function datesLikeToday(volatilities: ReadonlyMap<number, number>, today: number): readonly number[] {
  const ranked = [...volatilities].sort(([, a], [, b]) => a - b);
  const lower = ranked.filter(([, volatility]) => volatility < today).length;
  const group = Math.min(VOLATILITY_GROUPS - 1, Math.floor((VOLATILITY_GROUPS * lower) / ranked.length));
  const edge = (index: number): number => Math.floor((index * ranked.length) / VOLATILITY_GROUPS);
  return ranked
    .slice(edge(group), edge(group + 1))
    .map(([date]) => date)
    .sort((a, b) => a - b);
}

/** The most of these ascending dates whose horizons do not overlap. */
function withoutOverlap(dates: readonly number[], horizonDays: number): number {
  let [count, free] = [0, -Infinity];
  for (const date of dates) {
    if (date < free) continue;
    count += 1;
    free = date + horizonDays;
  }
  return count;
}

/** The part of a simulation that is tested. */
export interface TestedRun {
  readonly history: JointHistory;
  readonly horizonDays: number;
  readonly lookbackYears: number;
  /** How its days were drawn: what `p5Pct` is a quantile of. */
  readonly regime: 'auto' | null;
  readonly p5Pct: number;
}

/** How often the 5% quantile would have been breached, by days drawn independently, and by `auto`. */
export interface BreachRecord {
  readonly plain: PastBreaches | null;
  readonly auto: PastBreaches | null;
}

/** The dates to test, by how many joint returns are before them, and what came after each. */
interface Walk {
  readonly horizonDays: number;
  /** The first return of the lookback before a date. */
  readonly firstOf: (date: number) => number;
  readonly outcomeOf: (date: number) => number;
  readonly dates: readonly number[];
  readonly today: number;
}

function walkOf(
  { history: { stored }, horizonDays, lookbackYears }: TestedRun,
  logs: Float64Array,
  plain: ForecastAt,
): Walk {
  const sum = sumsOf(logs);
  const firstOf = (date: number): number =>
    lowerBound(stored.startDays, yearsBack(at(stored.days, date - 1), lookbackYears));
  const volatilityAt = (date: number): number =>
    Math.sqrt(plain(date - VOLATILITY_SESSIONS, date).variance / plain(firstOf(date), date).variance);
  const volatilities = new Map<number, number>();
  for (let date = logs.length - horizonDays; date > MIN_PAST_SESSIONS; date -= STEP_SESSIONS) {
    const volatility = date - firstOf(date) >= MIN_PAST_SESSIONS ? volatilityAt(date) : Number.NaN;
    if (Number.isFinite(volatility)) volatilities.set(date, volatility);
  }
  const dates = datesLikeToday(volatilities, volatilityAt(logs.length));
  return { horizonDays, firstOf, outcomeOf: (date) => sum(date, date + horizonDays), dates, today: logs.length };
}

/** Distance of the quantile from the mean of today's forecast, in its deviations over the horizon. */
function deviationsOf({ firstOf, today, horizonDays }: Walk, forecastAt: ForecastAt, p5Pct: number): number {
  const { mean, horizonVariance } = forecastAt(firstOf(today), today);
  return (Math.log1p(p5Pct / 100) - horizonDays * mean) / Math.sqrt(horizonVariance);
}

function breachesOf(walk: Walk, forecastAt: ForecastAt, deviations: number): PastBreaches | null {
  const { horizonDays, firstOf, outcomeOf } = walk;
  const forecasts = walk.dates.map((date) => ({ date, ...forecastAt(firstOf(date), date) }));
  const tested = forecasts.filter(({ horizonVariance }) => horizonVariance > 0);
  if (tested.length === 0 || !Number.isFinite(deviations)) return null;
  const breached = tested.filter(
    ({ date, mean, horizonVariance }) => outcomeOf(date) < horizonDays * mean + deviations * Math.sqrt(horizonVariance),
  );
  const rate = breached.length / tested.length;
  const dates = tested.map(({ date }) => date);
  const independent = withoutOverlap(dates, horizonDays);
  return { dates: dates.length, independent, rate, pValue: kupiecP(rate, independent, EXPECTED_BREACHES) };
}

/**
 * Walks through the stored history of the portfolio at today's weights: on each date the quantile lies as many
 * deviations of the then forecast from its mean as this run's quantile does today. A forecast knows the lookback before
 * its date: all of its days alike, or with `auto` the newer ones more, as they scale the simulated moves. Null where no
 * date has a forecast.
 */
export function breachRecord(run: TestedRun): BreachRecord {
  const { history, horizonDays, regime, p5Pct } = run;
  const logs = portfolioReturns(history.stored, history).map(Math.log1p);
  const plain = independentForecast(logs, horizonDays);
  const auto = scaledForecast(plain, logs, horizonDays);
  const walk = walkOf(run, logs, plain);
  const deviations = deviationsOf(walk, regime === 'auto' ? auto : plain, p5Pct);
  return { plain: breachesOf(walk, plain, deviations), auto: breachesOf(walk, auto, deviations) };
}
