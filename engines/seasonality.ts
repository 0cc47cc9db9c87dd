import type { DailyBars } from '../calendar/bars.js';
import { isoMonth, monthOfMonthIndex, yearOfMonthIndex } from '../calendar/days.js';
import { monthRuns, type MonthRuns } from './months.js';
import { lastSessionOfMonth } from '../calendar/nyse.js';
import { at } from './series.js';
import { mean, median } from './statistics.js';
import { meanTest } from './student-t-test.js';
import { windowStart } from './total-return.js';

/** Years of the sample unless the caller takes fewer. */
const MOST_YEARS = 15;
const MONTH_NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

export type MonthName = (typeof MONTH_NAMES)[number];

export interface YearReturn {
  readonly year: number;
  readonly return: number;
}

export interface SeasonalMonth {
  readonly month: number;
  readonly name: MonthName;
  /** Returns in the sample; with none, all statistics are null. */
  readonly count: number;
  readonly mean: number | null;
  readonly median: number | null;
  readonly winRate: number | null;
  readonly best: YearReturn | null;
  readonly worst: YearReturn | null;
  /** Mean over its standard error; null below two returns and without variation. */
  readonly tStatistic: number | null;
  /** Two-sided by Student's t, times 12 (Bonferroni), because twelve months are looked at; at most 1. */
  readonly adjustedPValue: number | null;
}

/** The returns of one year in the sample, in order of the months. */
export interface SeasonalYear {
  readonly year: number;
  readonly months: readonly { readonly month: number; readonly return: number }[];
}

export interface SeasonalMonthAverage {
  readonly month: number;
  readonly name: MonthName;
  readonly mean: number;
  readonly count: number;
  readonly tStatistic: number | null;
  readonly adjustedPValue: number | null;
}

export interface SeasonalCurrent {
  readonly month: number;
  readonly name: MonthName;
  readonly mean: number | null;
  readonly winRate: number | null;
  readonly count: number;
  readonly partialReturn: number | null;
}

export interface SeasonalityResult {
  readonly monthCount: number;
  readonly yearsCovered: number;
  readonly fromMonth: string | null;
  readonly toMonth: string | null;
  readonly months: readonly SeasonalMonth[];
  readonly years: readonly SeasonalYear[];
  readonly strongest: SeasonalMonthAverage | null;
  readonly weakest: SeasonalMonthAverage | null;
  readonly current: SeasonalCurrent | null;
}

/** Return of each month present over the previous adjacent month; NaN if there is none, or a price is not positive. */
function monthReturns(close: Float64Array, runs: MonthRuns): Float64Array {
  const returns = new Float64Array(runs.count).fill(Number.NaN);
  for (let k = 1; k < runs.count; k += 1) {
    if (at(runs.monthIndex, k) !== at(runs.monthIndex, k - 1) + 1) continue;
    const before = at(close, at(runs.firstBar, k) - 1);
    const after = at(close, at(runs.firstBar, k + 1) - 1);
    if (before > 0 && after > 0) returns[k] = after / before - 1;
  }
  return returns;
}

function seasonalMonth(name: MonthName, month: number, returns: Float64Array, runs: MonthRuns): SeasonalMonth {
  const sample = new Float64Array(returns.length);
  let count = 0;
  let wins = 0;
  let best: YearReturn | null = null;
  let worst: YearReturn | null = null;
  for (let k = 0; k < returns.length; k += 1) {
    const value = at(returns, k);
    const index = at(runs.monthIndex, k);
    if (Number.isNaN(value) || monthOfMonthIndex(index) !== month) continue;
    sample[count] = value;
    count += 1;
    if (value > 0) wins += 1;
    if (best === null || value > best.return) best = { year: yearOfMonthIndex(index), return: value };
    if (worst === null || value < worst.return) worst = { year: yearOfMonthIndex(index), return: value };
  }
  if (count === 0)
    return {
      month,
      name,
      count,
      mean: null,
      median: null,
      winRate: null,
      best,
      worst,
      tStatistic: null,
      adjustedPValue: null,
    };
  const used = sample.subarray(0, count);
  const test = meanTest(used);
  return {
    month,
    name,
    count,
    mean: mean(used),
    median: median(used),
    winRate: wins / count,
    best,
    worst,
    tStatistic: test === null ? null : test.t,
    adjustedPValue: test === null ? null : Math.min(1, MONTH_NAMES.length * test.pValue),
  };
}

/** The returns of the sample, by year. */
function seasonalYears(returns: Float64Array, runs: MonthRuns): SeasonalYear[] {
  const years = new Map<number, { month: number; return: number }[]>();
  for (let k = 0; k < returns.length; k += 1) {
    const value = at(returns, k);
    if (Number.isNaN(value)) continue;
    const index = at(runs.monthIndex, k);
    const row = { month: monthOfMonthIndex(index), return: value };
    const months = years.get(yearOfMonthIndex(index));
    if (months === undefined) years.set(yearOfMonthIndex(index), [row]);
    else months.push(row);
  }
  return Array.from(years, ([year, months]) => ({ year, months }));
}

function currentMonth(
  months: readonly SeasonalMonth[],
  returns: Float64Array,
  runs: MonthRuns,
  isComplete: boolean,
): SeasonalCurrent | null {
  const last = runs.monthIndex[runs.count - 1];
  const sample = last === undefined ? undefined : months[monthOfMonthIndex(last) - 1];
  if (sample === undefined) return null;
  const { month, name, count, mean: average, winRate } = sample;
  const value = at(returns, runs.count - 1);
  return {
    month,
    name,
    mean: average,
    winRate,
    count,
    partialReturn: isComplete || Number.isNaN(value) ? null : value,
  };
}

/**
 * The month with the most extreme mean in the direction of `sign` (1 highest, −1 lowest); on a tie, the earlier one.
 */
function extreme(months: readonly SeasonalMonth[], sign: 1 | -1): SeasonalMonthAverage | null {
  let found: SeasonalMonthAverage | null = null;
  for (const { month, name, mean: average, count, tStatistic, adjustedPValue } of months) {
    if (average === null || (found !== null && sign * average <= sign * found.mean)) continue;
    found = { month, name, mean: average, count, tStatistic, adjustedPValue };
  }
  return found;
}

/**
 * Calendar-month statistics of total-return month-end closes over the last `years` (1 to 15); returns are decimals.
 *
 * Both month ends must lie inside the window and in adjacent months. The month of the last bar counts once that bar is
 * its last NYSE session; until then it appears only as `current.partialReturn`. `months` always has twelve rows;
 * `years` has the returns that they summarise.
 */
export function seasonality(bars: DailyBars, years = MOST_YEARS): SeasonalityResult {
  const runs = monthRuns(bars.days, windowStart(bars.days, years));
  const returns = monthReturns(bars.adjClose, runs);
  const lastIndex = runs.count === 0 ? 0 : at(runs.monthIndex, runs.count - 1);
  const lastDay = bars.days[bars.days.length - 1];
  const isComplete =
    lastDay !== undefined && lastDay >= lastSessionOfMonth(yearOfMonthIndex(lastIndex), monthOfMonthIndex(lastIndex));
  const used = isComplete ? returns : returns.subarray(0, Math.max(0, runs.count - 1));

  const months = MONTH_NAMES.map((name, index) => seasonalMonth(name, index + 1, used, runs));
  const first = used.findIndex((value) => !Number.isNaN(value));
  const last = used.findLastIndex((value) => !Number.isNaN(value));
  const monthCount = months.reduce((sum, { count }) => sum + count, 0);
  return {
    monthCount,
    yearsCovered: monthCount / 12,
    fromMonth: first < 0 ? null : isoMonth(at(runs.monthIndex, first)),
    toMonth: last < 0 ? null : isoMonth(at(runs.monthIndex, last)),
    months,
    years: seasonalYears(used, runs),
    strongest: extreme(months, 1),
    weakest: extreme(months, -1),
    current: currentMonth(months, returns, runs, isComplete),
  };
}
