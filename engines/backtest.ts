import type { DailyBars } from '../calendar/bars.js';
import { isoDate } from '../calendar/days.js';
import { compoundGrowth, drawdowns, equityCurve, maxDrawdown } from './performance.js';
import { at } from './series.js';
import { sharpeRatio } from './statistics.js';
import { positionsOf, type StrategyId } from './strategies.js';
import { windowStart } from './total-return.js';
import { tradesOf, type Trade } from './trades.js';
import { walkForward, type WalkForward } from './walk-forward.js';

/** The fewest stored daily closes for a backtest. */
const MIN_CLOSES = 260;
const MAX_CURVE_POINTS = 250;
const PERCENT = 100;

export interface BuyHoldMetrics {
  readonly totalReturnPct: number;
  readonly cagrPct: number | null;
  readonly sharpe: number | null;
  readonly maxDrawdownPct: number;
}

export interface StrategyMetrics extends BuyHoldMetrics {
  readonly exposurePct: number;
  readonly hitRatePct: number | null;
  readonly tradeCount: number;
}

export interface BacktestEdge {
  readonly excessReturnPct: number;
  readonly sharpeDelta: number | null;
  readonly drawdownImprovementPct: number;
}

/**
 * Both equities at one session, as multiples of the start, and their falls below the highest value of all sessions so
 * far.
 */
export interface BacktestPoint {
  readonly index: number;
  readonly date: string;
  readonly strategy: number;
  readonly buyHold: number;
  readonly strategyDrawdownPct: number;
  readonly buyHoldDrawdownPct: number;
}

export interface Backtest {
  readonly strategy: StrategyId;
  readonly years: number;
  readonly costBasisPoints: number;
  readonly from: string;
  readonly to: string;
  readonly strategyMetrics: StrategyMetrics;
  readonly buyHoldMetrics: BuyHoldMetrics;
  readonly edge: BacktestEdge;
  readonly walkForward: WalkForward;
  readonly curve: readonly BacktestPoint[];
  /** Oldest first. */
  readonly trades: readonly Trade[];
}

/** Fewer than 260 closes are stored. */
export interface InsufficientData {
  readonly ok: false;
  readonly status: 'insufficient_data';
  readonly message: string;
}

function metricsOf(returns: Float64Array, equity: Float64Array, calendarDays: number): BuyHoldMetrics {
  const multiple = at(equity, equity.length - 1);
  const growth = compoundGrowth(multiple, calendarDays);
  return {
    totalReturnPct: (multiple - 1) * PERCENT,
    cagrPct: growth === null ? null : growth * PERCENT,
    sharpe: sharpeRatio(returns),
    maxDrawdownPct: maxDrawdown(equity) * PERCENT,
  };
}

/** Evenly spaced sessions, including the first and the last. */
function sampleCurve(days: Int32Array, strategy: Float64Array, buyHold: Float64Array): BacktestPoint[] {
  const last = strategy.length - 1;
  const count = Math.min(MAX_CURVE_POINTS, strategy.length);
  const [strategyFall, buyHoldFall] = [drawdowns(strategy), drawdowns(buyHold)];
  return Array.from({ length: count }, (_, k) => {
    const index = count === 1 ? 0 : Math.round((k * last) / (count - 1));
    return {
      index,
      date: isoDate(at(days, index)),
      strategy: at(strategy, index),
      buyHold: at(buyHold, index),
      strategyDrawdownPct: at(strategyFall, index) * PERCENT,
      buyHoldDrawdownPct: at(buyHoldFall, index) * PERCENT,
    };
  });
}

function insufficientData(closes: number): InsufficientData {
  const message = `A backtest needs at least ${MIN_CLOSES} daily closes; ${closes} ${closes === 1 ? 'is' : 'are'} stored.`;
  return { ok: false, status: 'insufficient_data', message };
}

/** The positive stored closes in order, with their days: a bar without a price is not a session. */
function pricedCloses({ days, adjClose }: DailyBars): Pick<DailyBars, 'days' | 'adjClose'> {
  if (adjClose.every((close) => close > 0)) return { days, adjClose };
  return { days: days.filter((_, i) => at(adjClose, i) > 0), adjClose: adjClose.filter((close) => close > 0) };
}

function buyHoldReturns(close: Float64Array, start: number): Float64Array {
  const returns = new Float64Array(close.length - start - 1);
  for (let i = 0; i < returns.length; i += 1) returns[i] = at(close, start + i + 1) / at(close, start + i) - 1;
  return returns;
}

const BASIS_POINTS = 10_000;

/**
 * Takes the cost of each purchase and each sale off the returns that the position earns: at its first, and at its last.
 */
function chargeCosts(returns: Float64Array, positions: Uint8Array, cost: number): Float64Array {
  if (cost === 0) return returns;
  return returns.map((value, i) => {
    if (positions[i] !== 1) return value;
    const isBought = i === 0 || positions[i - 1] !== 1;
    // A position that is open at the end is not sold.
    const isSold = i + 1 < positions.length && positions[i + 1] !== 1;
    return (1 + value) * (isBought ? 1 - cost : 1) * (isSold ? 1 - cost : 1) - 1;
  });
}

/**
 * Backtest of a long-or-flat strategy on total-return closes over the last `years`, without leverage. `costBasisPoints`
 * of the amount traded are paid for each purchase and each sale, also by buy and hold for its one purchase.
 *
 * The position decided at a close earns the next session's return. `…Pct` values are percentages, `sharpe` is
 * annualised by √252 with risk-free 0, the curves start at 1.
 */
export function backtest(
  bars: DailyBars,
  strategy: StrategyId,
  years: number,
  costBasisPoints = 0,
): Backtest | InsufficientData {
  const closes = pricedCloses(bars);
  const { days, adjClose } = closes;
  if (adjClose.length < MIN_CLOSES) return insufficientData(adjClose.length);
  const start = windowStart(days, years);
  const [firstDay, lastDay] = [at(days, start), at(days, days.length - 1)];
  const cost = costBasisPoints / BASIS_POINTS;
  const grossReturns = buyHoldReturns(adjClose, start);
  const positions = positionsOf(strategy, adjClose, start);
  const marketReturns = chargeCosts(grossReturns, new Uint8Array(grossReturns.length).fill(1), cost);
  const returns = chargeCosts(
    grossReturns.map((value, i) => (positions[i] === 1 ? value : 0)),
    positions,
    cost,
  );
  const sessionsIn = returns.reduce((count, _, i) => count + (positions[i] ?? 0), 0);
  const equity = equityCurve(returns);
  const marketEquity = equityCurve(marketReturns);

  const own = metricsOf(returns, equity, lastDay - firstDay);
  const market = metricsOf(marketReturns, marketEquity, lastDay - firstDay);
  const trades = tradesOf(positions, closes, start, cost);
  const wins = trades.filter(({ returnPct }) => returnPct > 0).length;
  return {
    strategy,
    years,
    costBasisPoints,
    from: isoDate(firstDay),
    to: isoDate(lastDay),
    strategyMetrics: {
      ...own,
      exposurePct: returns.length === 0 ? 0 : (sessionsIn / returns.length) * PERCENT,
      hitRatePct: trades.length === 0 ? null : (wins / trades.length) * PERCENT,
      tradeCount: trades.length,
    },
    buyHoldMetrics: market,
    edge: {
      excessReturnPct: own.totalReturnPct - market.totalReturnPct,
      sharpeDelta: own.sharpe === null || market.sharpe === null ? null : own.sharpe - market.sharpe,
      drawdownImprovementPct: own.maxDrawdownPct - market.maxDrawdownPct,
    },
    walkForward: walkForward(returns, strategy === 'buy_hold' ? undefined : marketReturns),
    curve: sampleCurve(days.subarray(start), equity, marketEquity),
    trades,
  };
}
