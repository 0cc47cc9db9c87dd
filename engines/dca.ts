import type { DailyBars } from '../calendar/bars.js';
import { isoDate, yearsBack } from '../calendar/days.js';
import { monthRuns, type MonthRuns } from './months.js';
import { at, lowerBound } from './series.js';
import { maxDrawdown } from './performance.js';
import { xirr } from './xirr.js';

/**
 * What to buy: `monthlyAmount` USD in each month, over the last `years` (as requested, even if less history exists).
 */
export interface DcaPlan {
  readonly monthlyAmount: number;
  readonly years: number;
}

export interface DcaPurchase {
  readonly date: string;
  readonly price: number;
}

export interface DcaOutcome {
  readonly invested: number;
  readonly finalValue: number;
  readonly multiple: number | null;
  readonly xirr: number | null;
}

export interface DcaPoint {
  readonly date: string;
  readonly invested: number;
  readonly value: number;
}

export interface DcaBenchmark extends DcaOutcome {
  readonly ticker: string;
  readonly purchaseCount: number;
}

export interface DcaResult {
  readonly monthlyAmount: number;
  readonly purchaseCount: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly years: number;
  readonly invested: number;
  readonly finalValue: number;
  readonly profit: number;
  readonly multiple: number | null;
  readonly xirr: number | null;
  readonly maxDrawdown: number | null;
  readonly bestPurchase: DcaPurchase | null;
  readonly worstPurchase: DcaPurchase | null;
  readonly lucky: DcaOutcome | null;
  readonly unlucky: DcaOutcome | null;
  readonly lumpSum: {
    readonly finalValue: number;
    readonly multiple: number | null;
    readonly xirr: number | null;
  } | null;
  readonly series: readonly DcaPoint[];
  readonly benchmark: DcaBenchmark | null;
}

type Closes = Pick<DailyBars, 'days' | 'adjClose'>;

interface Benchmark {
  readonly ticker: string;
  readonly bars: Closes;
}

/** Bars on which the plan buys, one per month; all have a positive price. */
type Purchases = Int32Array;

/** The months whose first session lies inside the window; a month cut by the window's start is excluded. */
function planMonths(days: Int32Array, years: number): MonthRuns {
  const lastDay = days[days.length - 1];
  const start = lastDay === undefined ? 0 : lowerBound(days, yearsBack(lastDay, years));
  const runs = monthRuns(days, Math.max(0, start - 1));
  if (start === 0 || runs.count === 0) return runs;
  // The bar before the window shows whether the first month began outside it.
  return { count: runs.count - 1, monthIndex: runs.monthIndex.subarray(1), firstBar: runs.firstBar.subarray(1) };
}

/**
 * One bar of each month: the first (`pick` 0), or the one with the lowest (−1) or highest (1) close, earliest on a tie.
 */
function pickBars(close: Float64Array, months: MonthRuns, pick: -1 | 0 | 1): Purchases {
  const picked = new Int32Array(months.count);
  let count = 0;
  for (let k = 0; k < months.count; k += 1) {
    let chosen = -1;
    for (let i = at(months.firstBar, k); i < at(months.firstBar, k + 1); i += 1) {
      if (!(at(close, i) > 0)) continue;
      if (chosen < 0 || (at(close, i) - at(close, chosen)) * pick > 0) chosen = i;
      if (pick === 0) break;
    }
    if (chosen < 0) continue;
    picked[count] = chosen;
    count += 1;
  }
  return picked.subarray(0, count);
}

function outcome(bars: Closes, purchases: Purchases, amount: number): DcaOutcome {
  const n = purchases.length;
  const flows = new Float64Array(n + 1).fill(-amount);
  const days = new Int32Array(n + 1);
  let units = 0;
  for (let k = 0; k < n; k += 1) {
    const bar = at(purchases, k);
    units += amount / at(bars.adjClose, bar);
    days[k] = at(bars.days, bar);
  }
  const last = bars.days.length - 1;
  const finalValue = n === 0 ? 0 : units * at(bars.adjClose, last);
  flows[n] = finalValue;
  days[n] = at(bars.days, last);
  const invested = n * amount;
  return {
    invested,
    finalValue,
    multiple: n === 0 ? null : finalValue / invested,
    xirr: n === 0 ? null : xirr(flows, days),
  };
}

/** Account value at every session from the first purchase on; a session without a price keeps the previous value. */
function accountValues(bars: DailyBars, purchases: Purchases, amount: number): Float64Array {
  const first = at(purchases, 0);
  const values = new Float64Array(bars.days.length - first);
  let units = 0;
  let next = 0;
  for (let i = 0; i < values.length; i += 1) {
    const close = at(bars.adjClose, first + i);
    if (next < purchases.length && at(purchases, next) === first + i) {
      units += amount / close;
      next += 1;
    }
    values[i] = close > 0 ? units * close : at(values, i - 1);
  }
  return values;
}

function pricePaid(bars: DailyBars, purchases: Purchases, sign: 1 | -1): DcaPurchase {
  let chosen = at(purchases, 0);
  for (const bar of purchases) if ((at(bars.adjClose, bar) - at(bars.adjClose, chosen)) * sign > 0) chosen = bar;
  return { date: isoDate(at(bars.days, chosen)), price: at(bars.adjClose, chosen) };
}

function accountSeries(bars: DailyBars, purchases: Purchases, values: Float64Array, amount: number): DcaPoint[] {
  const first = at(purchases, 0);
  const last = bars.days.length - 1;
  const point = (bar: number, bought: number): DcaPoint => ({
    date: isoDate(at(bars.days, bar)),
    invested: bought * amount,
    value: at(values, bar - first),
  });
  const points = Array.from(purchases, (bar, k) => point(bar, k + 1));
  if (at(purchases, purchases.length - 1) !== last) points.push(point(last, purchases.length));
  return points;
}

function emptyResult({ monthlyAmount, years }: DcaPlan): DcaResult {
  return {
    monthlyAmount,
    purchaseCount: 0,
    from: null,
    to: null,
    years,
    invested: 0,
    finalValue: 0,
    profit: 0,
    multiple: null,
    xirr: null,
    maxDrawdown: null,
    bestPurchase: null,
    worstPurchase: null,
    lucky: null,
    unlucky: null,
    lumpSum: null,
    series: [],
    benchmark: null,
  };
}

/** Trailing bars whose adjusted close is not positive cannot value an account: the plan ends before them. */
function untilLastPrice(bars: DailyBars): DailyBars {
  const end = bars.adjClose.findLastIndex((close) => close > 0) + 1;
  if (end === bars.days.length) return bars;
  return { ...bars, days: bars.days.subarray(0, end), adjClose: bars.adjClose.subarray(0, end) };
}

/**
 * Dollar-cost averaging: `monthlyAmount` USD at the total-return close of each month's first session, fractional units,
 * valued at the last close. The first month is the first whose first session lies inside the window; the month in
 * progress buys too. `lucky` and `unlucky` spend the same sums at each month's lowest and highest close, `lumpSum` all
 * of it on the first purchase date. Money in USD, prices in total-return USD, rates and drawdown as decimals. The
 * benchmark is bought on the same dates and valued on the same date, at its last close at or before each; dates before
 * its first are left out.
 */
export function dca(stored: DailyBars, plan: DcaPlan, benchmark?: Benchmark): DcaResult {
  const bars = untilLastPrice(stored);
  const months = planMonths(bars.days, plan.years);
  const purchases = pickBars(bars.adjClose, months, 0);
  if (purchases.length === 0) return emptyResult(plan);
  const { invested, finalValue, multiple, xirr: rate } = outcome(bars, purchases, plan.monthlyAmount);
  const lump = outcome(bars, purchases.subarray(0, 1), invested);
  const values = accountValues(bars, purchases, plan.monthlyAmount);
  return {
    monthlyAmount: plan.monthlyAmount,
    purchaseCount: purchases.length,
    from: isoDate(at(bars.days, at(purchases, 0))),
    to: isoDate(at(bars.days, bars.days.length - 1)),
    years: plan.years,
    invested,
    finalValue,
    profit: finalValue - invested,
    multiple,
    xirr: rate,
    maxDrawdown: maxDrawdown(values),
    bestPurchase: pricePaid(bars, purchases, -1),
    worstPurchase: pricePaid(bars, purchases, 1),
    lucky: outcome(bars, pickBars(bars.adjClose, months, -1), plan.monthlyAmount),
    unlucky: outcome(bars, pickBars(bars.adjClose, months, 1), plan.monthlyAmount),
    lumpSum: { finalValue: lump.finalValue, multiple: lump.multiple, xirr: lump.xirr },
    series: accountSeries(bars, purchases, values, plan.monthlyAmount),
    benchmark: benchmark === undefined ? null : benchmarkPlan(benchmark, bars.days, purchases, plan.monthlyAmount),
  };
}

/** The close at or before each of `days`; 0 before the first. */
function closesOn(days: Int32Array, other: Closes): Closes {
  const adjClose = new Float64Array(days.length);
  for (let i = 0; i < days.length; i += 1) {
    let found = lowerBound(other.days, at(days, i) + 1) - 1;
    while (found >= 0 && !(at(other.adjClose, found) > 0)) found -= 1;
    adjClose[i] = found < 0 ? 0 : at(other.adjClose, found);
  }
  return { days, adjClose };
}

/** The plan's purchases on the benchmark, on the same dates and valued on the same date. */
function benchmarkPlan({ ticker, bars }: Benchmark, days: Int32Array, plan: Purchases, amount: number): DcaBenchmark {
  const bought = Int32Array.from([...plan, days.length - 1], (bar) => at(days, bar));
  const closes = closesOn(bought, bars);
  const purchases = Int32Array.from(plan.keys()).filter((purchase) => at(closes.adjClose, purchase) > 0);
  return { ticker, ...outcome(closes, purchases, amount), purchaseCount: purchases.length };
}
