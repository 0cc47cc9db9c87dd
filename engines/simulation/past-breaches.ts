import { yearsBack } from '../../calendar/days.js';
import { at, lowerBound } from '../series.js';
import { filter, hmmPass } from './hmm-pass.js';
import { portfolioReturns, type Closes, type JointHistory, type JointReturns } from './joint-history.js';
import { kupiecP } from './kupiec.js';
import { benchmarkReturns, type RegimeFit } from './regime.js';

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
/** Dates are like today if their volatility, over that of their lookback, is in the same one of this many equal groups. */
const VOLATILITY_GROUPS = 5;
/** The fewest stressed sessions, in expectation, for a deviation of that state. */
const MIN_STRESSED_SESSIONS = 20;

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

/** Filtered probability of stress on each joint day, by today's chain; that of the day before where the benchmark has none. */
function stressedOn({ days }: JointReturns, benchmark: Closes, { hmm: { parameters }, stationary }: RegimeFit): Float64Array {
  const past = benchmarkReturns(benchmark, -Infinity);
  const pass = hmmPass(past.days.length);
  filter(past.returns, { ...parameters, initial: stationary }, pass);
  return Float64Array.from(days, (day) => {
    const after = lowerBound(past.days, day + 1);
    return after === 0 ? stationary[1] : at(pass.filtered, after - 1);
  });
}

/** The chain moves from its probability of stress on the date to the long-run one; each state has its own deviation. */
function regimeForecast(logs: Float64Array, stressed: Float64Array, fit: RegimeFit, horizonDays: number): ForecastAt {
  const independent = independentForecast(logs, horizonDays);
  const moment = (power: number, weights: Float64Array): Between => sumsOf(logs.map((x, i) => at(weights, i) * x ** power));
  const varianceOf = (weights: Float64Array): Between => {
    const [total, sum, squares] = [moment(0, weights), moment(1, weights), moment(2, weights)];
    return (from, to) => {
      const weight = total(from, to);
      return weight < MIN_STRESSED_SESSIONS ? Number.NaN : squares(from, to) / weight - (sum(from, to) / weight) ** 2;
    };
  };
  const [inCalm, inStress] = [varianceOf(stressed.map((share) => 1 - share)), varianceOf(stressed)];
  const { transition } = fit.hmm.parameters;
  const persistence = 1 - transition[0][1] - transition[1][0];
  const [, longRun] = fit.stationary;
  let decayed = 0;
  for (let day = 1; day <= horizonDays; day += 1) decayed += persistence ** day;
  return (from, to) => {
    const [calm, tense] = [inCalm(from, to), inStress(from, to)];
    const excess = (tense - calm) * (horizonDays * longRun + (at(stressed, to - 1) - longRun) * decayed);
    return { ...independent(from, to), horizonVariance: horizonDays * calm + excess };
  };
}

/** The dates whose volatility is in today's group, by how many joint returns are before them. */
function datesLikeToday(volatilities: ReadonlyMap<number, number>, today: number): readonly number[] {
  const ranked = [...volatilities].sort(([, a], [, b]) => a - b);
  const lower = ranked.filter(([, volatility]) => volatility < today).length;
  const group = Math.min(VOLATILITY_GROUPS - 1, Math.floor((VOLATILITY_GROUPS * lower) / ranked.length));
  const edge = (index: number): number => Math.floor((index * ranked.length) / VOLATILITY_GROUPS);
  return ranked.slice(edge(group), edge(group + 1)).map(([date]) => date).sort((a, b) => a - b);
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
  readonly benchmark: Closes;
  readonly horizonDays: number;
  readonly lookbackYears: number;
  readonly p5Pct: number;
}

/** How often the 5% quantile would have been breached, by days drawn independently, and by regimes. */
export interface BreachRecord {
  readonly plain: PastBreaches | null;
  readonly auto: PastBreaches | null;
}

/**
 * Walks through the stored history of the portfolio at today's weights: on each date the quantile lies as many
 * deviations of the then forecast from its mean as this run's quantile does today. A forecast knows the lookback before
 * its date, and with regimes the filtered state of that date; the chain itself is today's. Null where no date has a
 * forecast.
 */
export function breachRecord({ history, benchmark, horizonDays, lookbackYears, p5Pct }: TestedRun, fit: RegimeFit | null, isAuto: boolean): BreachRecord {
  const { stored } = history;
  const logs = portfolioReturns(stored, history).map(Math.log1p);
  const plain = independentForecast(logs, horizonDays);
  const auto = fit === null ? null : regimeForecast(logs, stressedOn(stored, benchmark, fit), fit, horizonDays);
  const firstOf = (to: number): number => lowerBound(stored.startDays, yearsBack(at(stored.days, to - 1), lookbackYears));
  const volatilityAt = (to: number): number => Math.sqrt(plain(to - VOLATILITY_SESSIONS, to).variance / plain(firstOf(to), to).variance);
  const volatilities = new Map<number, number>();
  for (let to = logs.length - horizonDays; to > MIN_PAST_SESSIONS; to -= STEP_SESSIONS) {
    const volatility = to - firstOf(to) >= MIN_PAST_SESSIONS ? volatilityAt(to) : Number.NaN;
    if (Number.isFinite(volatility)) volatilities.set(to, volatility);
  }
  const dates = datesLikeToday(volatilities, volatilityAt(logs.length));
  const outcome = sumsOf(logs);
  const deviationsOf = (forecastAt: ForecastAt): number => {
    const { mean, horizonVariance } = forecastAt(firstOf(logs.length), logs.length);
    return (Math.log1p(p5Pct / 100) - horizonDays * mean) / Math.sqrt(horizonVariance);
  };
  const tested = (forecastAt: ForecastAt, deviations: number): PastBreaches | null => {
    const known = dates.map((to) => ({ to, ...forecastAt(firstOf(to), to) })).filter(({ horizonVariance }) => horizonVariance > 0);
    if (known.length === 0 || !Number.isFinite(deviations)) return null;
    const breached = known.filter(({ to, mean, horizonVariance }) => outcome(to, to + horizonDays) < horizonDays * mean + deviations * Math.sqrt(horizonVariance));
    const rate = breached.length / known.length;
    const independent = withoutOverlap(known.map(({ to }) => to), horizonDays);
    return { dates: known.length, independent, rate, pValue: kupiecP(rate, independent, EXPECTED_BREACHES) };
  };
  const deviations = deviationsOf(isAuto && auto !== null ? auto : plain);
  return { plain: tested(plain, deviations), auto: auto === null ? null : tested(auto, deviations) };
}
