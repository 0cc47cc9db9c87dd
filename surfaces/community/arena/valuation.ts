import { sessionsBetween } from '../../../calendar/nyse.js';
import { activityOf, actsOf, xpOf, type ArenaActivity } from '../../../engines/arena/experience.js';
import { achievementsOf, weeklyQuests, type GoalProgress } from '../../../engines/arena/goals.js';
import { fillOrders, type OrderFill } from '../../../engines/arena/orders.js';
import {
  curveOf,
  holdingsOf,
  type ArenaCurve,
  type ArenaHoldings,
  type ArenaTrade,
} from '../../../engines/arena/portfolio.js';
import { arenaPrices, type ArenaPrices, type ArenaSeries } from '../../../engines/arena/prices.js';
import { recordOf, type ArenaRecord } from '../../../engines/arena/record.js';
import { BENCHMARK } from '../../../engines/benchmark.js';
import { at, lowerBound } from '../../../engines/series.js';
import type { PaperOrder, PaperPortfolio } from '../../../store/paper-portfolios.js';
import type { StoredSeries } from '../../../store/series.js';

/** The stored closes that portfolios are valued with, up to a session. */
export interface Market {
  readonly histories: ReadonlyMap<string, StoredSeries>;
  readonly prices: ArenaPrices;
  /** The last session that has closed, since 1970-01-01. */
  readonly lastDay: number;
}

/** What a portfolio is worth, and what it did. */
export interface ValuedPortfolio {
  readonly portfolio: PaperPortfolio;
  readonly orders: readonly PaperOrder[];
  /** What became of each order. */
  readonly fills: readonly OrderFill[];
  readonly trades: readonly ArenaTrade[];
  readonly curve: ArenaCurve;
  readonly record: ArenaRecord;
  readonly activity: ArenaActivity;
  readonly xp: number;
  readonly market: Market;
}

/** Sessions without closes, for a market whose benchmark is not stored: what compares with it is then null. */
function withoutBenchmark(firstDay: number, lastDay: number): ArenaSeries['bars'] {
  const days = Int32Array.from(sessionsBetween(Math.min(firstDay, lastDay), lastDay));
  return { days, close: new Float64Array(days.length), adjClose: new Float64Array(days.length) };
}

/** Bars up to a day. */
function until({ days, close, adjClose }: ArenaSeries['bars'], lastDay: number): ArenaSeries['bars'] {
  const end = lowerBound(days, lastDay + 1);
  return { days: days.subarray(0, end), close: close.subarray(0, end), adjClose: adjClose.subarray(0, end) };
}

export function marketOf(histories: ReadonlyMap<string, StoredSeries>, firstDay: number, lastDay: number): Market {
  const benchmark = until(histories.get(BENCHMARK)?.bars ?? withoutBenchmark(firstDay, lastDay), lastDay);
  return { histories, prices: arenaPrices(histories.values(), benchmark, firstDay), lastDay };
}

/** Where the closes of a market are from. */
export function sourcesOf({ histories }: Market): readonly string[] {
  return [...new Set(Array.from(histories.values(), ({ source }) => source))];
}

/** Total-return closes of the benchmark on the days of a curve. */
function benchmarkOf({ benchmark }: ArenaPrices, { days }: ArenaCurve): Float64Array {
  return benchmark.subarray(benchmark.length - days.length);
}

export function valuePortfolio(
  portfolio: PaperPortfolio,
  orders: readonly PaperOrder[],
  market: Market,
): ValuedPortfolio {
  const { histories, prices, lastDay } = market;
  const { startedDay, isShared } = portfolio;
  const { fills, trades } = fillOrders(orders, (symbol) => histories.get(symbol), lastDay);
  const curve = curveOf({ startedDay, trades }, prices);
  const benchmarkCloses = benchmarkOf(prices, curve);
  const activity = activityOf({ trades, curve, benchmarkCloses, isShared });
  const record = recordOf(curve, benchmarkCloses);
  return { portfolio, orders, fills, trades, curve, record, activity, xp: xpOf(actsOf(activity)), market };
}

export function heldBy({ portfolio: { startedDay }, trades, market: { prices } }: ValuedPortfolio): ArenaHoldings {
  return holdingsOf({ startedDay, trades }, prices);
}

export function achievementsBy({ activity }: ValuedPortfolio): readonly GoalProgress[] {
  return achievementsOf(activity);
}

/** Progress in the week of `today`, since 1970-01-01, UTC. */
export function questsBy(
  { trades, curve, market: { prices } }: ValuedPortfolio,
  today: number,
): readonly GoalProgress[] {
  return weeklyQuests({ trades, curve, benchmarkCloses: benchmarkOf(prices, curve), today });
}

/** The last close of a security that portfolios may know, USD; 0 without one. */
export function lastCloseOf({ days, close }: Pick<ArenaSeries['bars'], 'days' | 'close'>, lastDay: number): number {
  const end = lowerBound(days, lastDay + 1);
  return end === 0 ? 0 : at(close, end - 1);
}
