import type { DailyBars } from '../calendar/bars.js';
import { compoundGrowth, countTrades, equityCurve, maxDrawdown } from './performance.js';
import { at } from './series.js';
import { sharpeRatio } from './statistics.js';
import { positionsOf, type StrategyId } from './strategies.js';
import { windowStart } from './total-return.js';
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
  readonly trades: number;
}

export interface BacktestEdge {
  readonly excessReturnPct: number;
  readonly sharpeDelta: number | null;
  readonly ddImprovementPct: number;
}

export interface BacktestPoint {
  readonly i: number;
  readonly strat: number;
  readonly bh: number;
}

export interface BacktestResult {
  readonly ok: boolean;
  readonly status: 'insufficient_data' | null;
  readonly message: string | null;
  readonly strategy: StrategyId;
  readonly years: number;
  readonly strategyMetrics: StrategyMetrics | null;
  readonly buyHoldMetrics: BuyHoldMetrics | null;
  readonly edge: BacktestEdge | null;
  readonly walkForward: WalkForward | null;
  readonly curve: readonly BacktestPoint[] | null;
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

/** Evenly spaced session indices, including the first and the last. */
function sampleCurve(strategy: Float64Array, buyHold: Float64Array): BacktestPoint[] {
  const last = strategy.length - 1;
  const count = Math.min(MAX_CURVE_POINTS, strategy.length);
  return Array.from({ length: count }, (_, k) => {
    const i = count === 1 ? 0 : Math.round((k * last) / (count - 1));
    return { i, strat: at(strategy, i), bh: at(buyHold, i) };
  });
}

function insufficientData(strategy: StrategyId, years: number, closes: number): BacktestResult {
  return {
    ok: false,
    status: 'insufficient_data',
    message: `A backtest needs at least ${MIN_CLOSES} daily closes; ${closes} ${closes === 1 ? 'is' : 'are'} stored.`,
    strategy, years, strategyMetrics: null, buyHoldMetrics: null, edge: null, walkForward: null, curve: null,
  };
}

/** The positive stored closes in order, with their days: a bar without a price is not a session. */
function pricedCloses(bars: DailyBars): { days: Int32Array; close: Float64Array } {
  if (bars.adjClose.every((close) => close > 0)) return { days: bars.days, close: bars.adjClose };
  return {
    days: bars.days.filter((_, i) => at(bars.adjClose, i) > 0),
    close: bars.adjClose.filter((close) => close > 0),
  };
}

function buyHoldReturns(close: Float64Array, start: number): Float64Array {
  const returns = new Float64Array(close.length - start - 1);
  for (let i = 0; i < returns.length; i += 1) returns[i] = at(close, start + i + 1) / at(close, start + i) - 1;
  return returns;
}

/**
 * Backtest of a long-or-flat strategy on total-return closes over the last `years`, without costs or leverage.
 *
 * The position decided at a close earns the next session's return. `…Pct` values are percentages, `sharpe` is annualised
 * by √252 with risk-free 0, the curves start at 1. Fewer than 260 stored closes give `ok: false`.
 */
export function backtest(bars: DailyBars, strategy: StrategyId, years: number): BacktestResult {
  const { days, close } = pricedCloses(bars);
  if (close.length < MIN_CLOSES) return insufficientData(strategy, years, close.length);
  const start = windowStart(days, years);
  const calendarDays = at(days, days.length - 1) - at(days, start);
  const marketReturns = buyHoldReturns(close, start);
  const positions = positionsOf(strategy, close, start);
  const returns = marketReturns.map((ret, i) => (positions[i] === 1 ? ret : 0));
  const sessionsIn = returns.reduce((count, _, i) => count + (positions[i] ?? 0), 0);
  const equity = equityCurve(returns);
  const marketEquity = equityCurve(marketReturns);

  const strategyMetrics = metricsOf(returns, equity, calendarDays);
  const market = metricsOf(marketReturns, marketEquity, calendarDays);
  const { trades, wins } = countTrades(positions, marketReturns);
  return {
    ok: true,
    status: null,
    message: null,
    strategy,
    years,
    strategyMetrics: {
      ...strategyMetrics,
      exposurePct: returns.length === 0 ? 0 : (sessionsIn / returns.length) * PERCENT,
      hitRatePct: trades === 0 ? null : (wins / trades) * PERCENT,
      trades,
    },
    buyHoldMetrics: market,
    edge: {
      excessReturnPct: strategyMetrics.totalReturnPct - market.totalReturnPct,
      sharpeDelta: strategyMetrics.sharpe === null || market.sharpe === null
        ? null : strategyMetrics.sharpe - market.sharpe,
      ddImprovementPct: strategyMetrics.maxDrawdownPct - market.maxDrawdownPct,
    },
    walkForward: walkForward(returns, strategy === 'buy_hold' ? undefined : marketReturns),
    curve: sampleCurve(equity, marketEquity),
  };
}
