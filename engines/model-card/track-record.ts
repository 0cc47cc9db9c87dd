import { monthIndexOf } from '../../calendar/days.js';
import { neweyWestMean } from '../newey-west.js';
import { at } from '../series.js';
import { mean } from '../statistics.js';
import type { CardDay } from './card-sums.js';
import { CARD } from './constants.js';
import { dailyMeans } from './record.js';
import { minTrackRecordLength, probabilisticSharpe, sharpeSample, type SharpeSample } from './sharpe-tests.js';

export interface Robustness {
  /** Probability that the true Sharpe ratio is above 0. */
  readonly probabilisticSharpe: number | null;
  /** Sessions of daily means after which this Sharpe ratio is above 0 at 95%; null unless it is above 0. */
  readonly minimumTrackRecordLength: number | null;
  readonly outOfSampleHold: OutOfSampleHold;
  readonly timeConsistency: TimeConsistency;
  /**
   * Of 1 USD that grows on each signal day by 1/21 of the day's mean return over the horizon; 0 or negative. Each mean
   * spans 21 sessions, so that this is smoother than the value of a portfolio day by day, and mostly less deep.
   */
  readonly maxDrawdown: number;
  readonly edgeTrend: EdgeTrend | null;
}

/** Mean daily mean of the older and the newest days. */
export interface OutOfSampleHold {
  readonly train: number;
  readonly test: number;
  /** Whether both are above 0. */
  readonly isHeld: boolean;
}

export interface TimeConsistency {
  /** Calendar months with at least half as many signal days as the fullest one. */
  readonly monthCount: number;
  /** Share of them whose mean is above 0. */
  readonly positiveShare: number;
}

/** Least-squares slope of the daily means. */
export interface EdgeTrend {
  /** Change of the mean return per year of 252 sessions. */
  readonly slope: number;
  readonly tStatistic: number;
}

const SESSIONS_PER_YEAR = 252;

/** Sharpe ratio of the daily means, one in 21 of which is independent. */
export function meansSample(means: Float64Array): SharpeSample | null {
  return sharpeSample(means, means.length / CARD.horizonSessions);
}

/** The newest 30% of days against those whose signals were resolved before them. */
function outOfSampleHold(means: Float64Array): OutOfSampleHold {
  const split = Math.floor((means.length * (100 - CARD.heldPct)) / 100);
  const [train, test] = [mean(means, 0, Math.max(1, split - CARD.lagSessions)), mean(means, split)];
  return { train, test, isHeld: train > 0 && test > 0 };
}

/** Over months that have most of their days: the first and the last of a window are mostly parts. */
function timeConsistency(days: readonly CardDay[], means: Float64Array): TimeConsistency {
  const months = new Map<number, { sum: number; days: number }>();
  days.forEach(({ day }, i) => {
    const month = months.get(monthIndexOf(day)) ?? { sum: 0, days: 0 };
    month.sum += at(means, i);
    month.days += 1;
    months.set(monthIndexOf(day), month);
  });
  const fullest = Math.max(...[...months.values()].map((month) => month.days));
  const full = [...months.values()].filter((month) => month.days >= CARD.fullMonthShare * fullest);
  return { monthCount: full.length, positiveShare: full.filter(({ sum }) => sum > 0).length / full.length };
}

function maxDrawdown(means: Float64Array): number {
  let [value, peak, worst] = [1, 1, 0];
  for (let i = 0; i < means.length; i += 1) {
    value *= 1 + at(means, i) / CARD.horizonSessions;
    peak = Math.max(peak, value);
    worst = Math.min(worst, value / peak - 1);
  }
  return worst;
}

/**
 * The slope's t is by Newey and West at lag 20: the error of each day times its distance from the middle one has mean
 * 0.
 */
function edgeTrend(means: Float64Array): EdgeTrend | null {
  const n = means.length;
  const [centre, middle] = [mean(means), (n - 1) / 2];
  let [products, squares] = [0, 0];
  for (let i = 0; i < n; i += 1) {
    products += (i - middle) * (at(means, i) - centre);
    squares += (i - middle) ** 2;
  }
  const slope = products / squares;
  const errors = means.map((value, i) => (value - centre - slope * (i - middle)) * (i - middle));
  const test = neweyWestMean(errors, CARD.lagSessions);
  if (test === null) return null;
  const standardError = (test.standardError * n) / squares;
  return { slope: slope * SESSIONS_PER_YEAR, tStatistic: slope / standardError };
}

/** How far the record may be luck or of one time; null below two horizons of days. */
export function robustness(days: readonly CardDay[]): Robustness | null {
  const counted = days.filter(({ signals }) => signals > 0);
  const means = dailyMeans(counted);
  if (means.length < CARD.minDays) return null;
  const sample = meansSample(means);
  const observations = sample === null ? null : minTrackRecordLength(sample, CARD.trackRecordZ);
  return {
    probabilisticSharpe: sample === null ? null : probabilisticSharpe(sample),
    minimumTrackRecordLength: observations === null ? null : Math.ceil(observations * CARD.horizonSessions),
    outOfSampleHold: outOfSampleHold(means),
    timeConsistency: timeConsistency(counted, means),
    maxDrawdown: maxDrawdown(means),
    edgeTrend: edgeTrend(means),
  };
}
