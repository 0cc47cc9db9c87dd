import type { DailyBars } from '../calendar/bars.js';
import { isoMonth, monthOfMonthIndex, yearOfMonthIndex } from '../calendar/days.js';
import { monthRuns, type MonthRuns } from './months.js';
import { lastSessionOfMonth } from '../calendar/nyse.js';
import { at } from './series.js';
import { mean, median } from './statistics.js';
import { windowStart } from './total-return.js';

const SEASONALITY_YEARS = 15;
const MONTH_LABELS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

export interface SeasonalYear {
  readonly year: number;
  readonly ret: number;
}

export interface SeasonalMonth {
  readonly month: number;
  readonly label: string;
  /** Returns in the sample; with none, all statistics are null. */
  readonly n: number;
  readonly avg: number | null;
  readonly median: number | null;
  readonly winRate: number | null;
  readonly best: SeasonalYear | null;
  readonly worst: SeasonalYear | null;
}

export interface SeasonalMonthAverage {
  readonly month: number;
  readonly label: string;
  readonly avg: number;
}

export interface SeasonalCurrent {
  readonly month: number;
  readonly label: string;
  readonly avg: number | null;
  readonly winRate: number | null;
  readonly n: number;
  readonly partialRet: number | null;
}

export interface SeasonalityResult {
  readonly monthCount: number;
  readonly yearsCovered: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly months: readonly SeasonalMonth[];
  readonly strongest: SeasonalMonthAverage | null;
  readonly weakest: SeasonalMonthAverage | null;
  readonly current: SeasonalCurrent | null;
}

function labelOf(month: number): string {
  return MONTH_LABELS[month - 1] ?? '';
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

function seasonalMonth(month: number, returns: Float64Array, runs: MonthRuns, complete: number): SeasonalMonth {
  const sample = new Float64Array(complete);
  let n = 0;
  let wins = 0;
  let best: SeasonalYear | null = null;
  let worst: SeasonalYear | null = null;
  for (let k = 0; k < complete; k += 1) {
    const ret = at(returns, k);
    const index = at(runs.monthIndex, k);
    if (Number.isNaN(ret) || monthOfMonthIndex(index) !== month) continue;
    sample[n] = ret;
    n += 1;
    if (ret > 0) wins += 1;
    if (best === null || ret > best.ret) best = { year: yearOfMonthIndex(index), ret };
    if (worst === null || ret < worst.ret) worst = { year: yearOfMonthIndex(index), ret };
  }
  if (n === 0) return { month, label: labelOf(month), n, avg: null, median: null, winRate: null, best, worst };
  const used = sample.subarray(0, n);
  return { month, label: labelOf(month), n, avg: mean(used), median: median(used), winRate: wins / n, best, worst };
}

function currentMonth(months: readonly SeasonalMonth[], returns: Float64Array, runs: MonthRuns, isComplete: boolean): SeasonalCurrent | null {
  const last = runs.monthIndex[runs.count - 1];
  if (runs.count === 0 || last === undefined) return null;
  const month = monthOfMonthIndex(last);
  const past = months.find((row) => row.month === month);
  const ret = at(returns, runs.count - 1);
  return {
    month,
    label: labelOf(month),
    avg: past?.avg ?? null,
    winRate: past?.winRate ?? null,
    n: past?.n ?? 0,
    partialRet: isComplete || Number.isNaN(ret) ? null : ret,
  };
}

/**
 * The month with the most extreme average in the direction of `sign` (1 highest, −1 lowest); on a tie, the earlier one.
 */
function extreme(months: readonly SeasonalMonth[], sign: 1 | -1): SeasonalMonthAverage | null {
  let found: SeasonalMonthAverage | null = null;
  for (const { month, label, avg } of months) {
    if (avg !== null && (found === null || sign * avg > sign * found.avg)) found = { month, label, avg };
  }
  return found;
}

/**
 * Calendar-month statistics of total-return month-end closes over the last 15 years; returns are decimals.
 *
 * Both month ends must lie inside the window and in adjacent months. The month of the last bar counts once that bar is
 * its last NYSE session; until then it appears only as `current.partialRet`. `months` always has twelve rows.
 */
export function seasonality(bars: DailyBars): SeasonalityResult {
  const runs = monthRuns(bars.days, windowStart(bars.days, SEASONALITY_YEARS));
  const returns = monthReturns(bars.adjClose, runs);
  const lastIndex = runs.count === 0 ? 0 : at(runs.monthIndex, runs.count - 1);
  const lastDay = bars.days[bars.days.length - 1];
  const isComplete =
    lastDay !== undefined && lastDay >= lastSessionOfMonth(yearOfMonthIndex(lastIndex), monthOfMonthIndex(lastIndex));
  const complete = isComplete ? runs.count : Math.max(0, runs.count - 1);

  const months = MONTH_LABELS.map((_label, index) => seasonalMonth(index + 1, returns, runs, complete));
  const used = returns.subarray(0, complete);
  const first = used.findIndex((ret) => !Number.isNaN(ret));
  const last = used.findLastIndex((ret) => !Number.isNaN(ret));
  const monthCount = months.reduce((sum, row) => sum + row.n, 0);
  return {
    monthCount,
    yearsCovered: monthCount / 12,
    from: first < 0 ? null : isoMonth(at(runs.monthIndex, first)),
    to: last < 0 ? null : isoMonth(at(runs.monthIndex, last)),
    months,
    strongest: extreme(months, 1),
    weakest: extreme(months, -1),
    current: currentMonth(months, returns, runs, isComplete),
  };
}
