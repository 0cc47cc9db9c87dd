import type { StrategyId } from './strategies.js';

export interface StrategyDescription {
  readonly strategy: StrategyId;
  readonly name: string;
  readonly description: string;
}

export interface MetricDescription {
  /** The metric with its section: as a field of `Backtest`, and in REST. */
  readonly field: string;
  readonly restName: string;
  readonly unit: string;
  readonly description: string;
}

export interface StrategyLibrary {
  readonly strategies: readonly StrategyDescription[];
  readonly metrics: readonly MetricDescription[];
}

const STRATEGIES: readonly StrategyDescription[] = [
  { strategy: 'buy_hold', name: 'Buy and hold', description: 'Always long.' },
  {
    strategy: 'trend',
    name: 'Trend (200-session average)',
    description: 'Long while the close is above its 200-session simple moving average, flat otherwise.',
  },
  {
    strategy: 'golden_cross',
    name: 'Golden cross (50/200)',
    description: 'Long while the 50-session simple moving average is above the 200-session one, flat otherwise.',
  },
  {
    strategy: 'rsi_meanrev',
    name: 'RSI mean reversion',
    description: 'Goes long when RSI 14 (Wilder) falls below 30 and flat when it rises above 55.',
  },
  {
    strategy: 'macd',
    name: 'MACD (12/26/9)',
    description: 'Long while the MACD line is above its signal line, flat otherwise.',
  },
];

const METRICS: readonly MetricDescription[] = [
  {
    field: 'strategyMetrics.totalReturnPct',
    restName: 'strategy_metrics.total_return_pct',
    unit: 'percent',
    description: 'Compounded total return of the strategy over the window.',
  },
  {
    field: 'strategyMetrics.cagrPct',
    restName: 'strategy_metrics.cagr_pct',
    unit: 'percent per year',
    description: 'Compound yearly growth over calendar days / 365.25; null if no time has passed.',
  },
  {
    field: 'strategyMetrics.sharpe',
    restName: 'strategy_metrics.sharpe',
    unit: 'ratio, annualised',
    description:
      'Mean over sample standard deviation of daily returns times the square root of 252, risk-free 0; null ' +
      'without variation.',
  },
  {
    field: 'strategyMetrics.maxDrawdownPct',
    restName: 'strategy_metrics.max_drawdown_pct',
    unit: 'percent, negative',
    description: 'Deepest fall of the equity curve below its running peak.',
  },
  {
    field: 'strategyMetrics.exposurePct',
    restName: 'strategy_metrics.exposure_pct',
    unit: 'percent of sessions',
    description: 'Share of sessions in the market.',
  },
  {
    field: 'strategyMetrics.hitRatePct',
    restName: 'strategy_metrics.hit_rate_pct',
    unit: 'percent of trades',
    description: 'Share of trades with a return above 0, an open one closed at the end; null without trades.',
  },
  {
    field: 'strategyMetrics.tradeCount',
    restName: 'strategy_metrics.trades',
    unit: 'count',
    description: 'Unbroken runs of sessions in the market.',
  },
  {
    field: 'buyHoldMetrics.totalReturnPct',
    restName: 'buy_hold_metrics.total_return_pct',
    unit: 'percent',
    description: 'Compounded total return of holding throughout.',
  },
  {
    field: 'buyHoldMetrics.cagrPct',
    restName: 'buy_hold_metrics.cagr_pct',
    unit: 'percent per year',
    description: 'Compound yearly growth of holding throughout.',
  },
  {
    field: 'buyHoldMetrics.sharpe',
    restName: 'buy_hold_metrics.sharpe',
    unit: 'ratio, annualised',
    description: 'Sharpe ratio of holding throughout.',
  },
  {
    field: 'buyHoldMetrics.maxDrawdownPct',
    restName: 'buy_hold_metrics.max_drawdown_pct',
    unit: 'percent, negative',
    description: 'Deepest fall of holding throughout.',
  },
  {
    field: 'edge.excessReturnPct',
    restName: 'edge.excess_return_pct',
    unit: 'percentage points',
    description: 'Total return of the strategy less that of buy and hold.',
  },
  {
    field: 'edge.sharpeDelta',
    restName: 'edge.sharpe_delta',
    unit: 'ratio',
    description: 'Sharpe of the strategy less that of buy and hold.',
  },
  {
    field: 'edge.drawdownImprovementPct',
    restName: 'edge.dd_improvement_pct',
    unit: 'percentage points',
    description: 'Drawdown of the strategy less that of buy and hold; positive is shallower.',
  },
  {
    field: 'walkForward.trainSharpe',
    restName: 'walk_forward.train_sharpe',
    unit: 'ratio, annualised',
    description: 'Sharpe of the first 70 percent of the daily returns.',
  },
  {
    field: 'walkForward.testSharpe',
    restName: 'walk_forward.test_sharpe',
    unit: 'ratio, annualised',
    description: 'Sharpe of the last 30 percent of the daily returns.',
  },
  {
    field: 'walkForward.trainTestRatio',
    restName: 'walk_forward.train_test_ratio',
    unit: 'ratio',
    description: 'Test Sharpe over train Sharpe; null unless the train Sharpe is above 0.',
  },
  {
    field: 'walkForward.verdict',
    restName: 'walk_forward.verdict',
    unit: 'label',
    description:
      'NO_EDGE: the train Sharpe is not above 0, or buy and hold is beaten neither in train nor in test; else ' +
      'by the ratio: OVERFIT below 0.3, MILD_DECAY below 0.7, ROBUST from there on.',
  },
  {
    field: 'walkForward.positiveWindows',
    restName: 'walk_forward.positive_windows',
    unit: 'count of 10',
    description: 'How many of ten equal windows ended above 0.',
  },
  {
    field: 'curve.index',
    restName: 'curve.i',
    unit: 'session index',
    description: 'Sessions since the first of the window.',
  },
  {
    field: 'curve.strategy',
    restName: 'curve.strat',
    unit: 'multiple of the start',
    description: 'Equity of the strategy.',
  },
  {
    field: 'curve.buyHold',
    restName: 'curve.bh',
    unit: 'multiple of the start',
    description: 'Equity of buy and hold.',
  },
];

/** The strategies that can be backtested, and the meaning of each number in the response. */
export const STRATEGY_LIBRARY: StrategyLibrary = { strategies: STRATEGIES, metrics: METRICS };
