import type { StrategyId } from './strategies.js';

export interface StrategyDescription {
  readonly id: StrategyId;
  readonly name: string;
  readonly description: string;
}

/** `name` is the REST spelling of the metric, with its section. */
export interface MetricDescription {
  readonly name: string;
  readonly unit: string;
  readonly description: string;
}

export interface StrategyLibrary {
  readonly strategies: readonly StrategyDescription[];
  readonly metrics: readonly MetricDescription[];
}

const STRATEGIES: readonly StrategyDescription[] = [
  { id: 'buy_hold', name: 'Buy and hold', description: 'Always long.' },
  { id: 'trend', name: 'Trend (200-session average)', description: 'Long while the close is above its 200-session simple moving average, flat otherwise.' },
  { id: 'golden_cross', name: 'Golden cross (50/200)', description: 'Long while the 50-session simple moving average is above the 200-session one, flat otherwise.' },
  { id: 'rsi_meanrev', name: 'RSI mean reversion', description: 'Goes long when RSI 14 (Wilder) falls below 30 and flat when it rises above 55.' },
  { id: 'macd', name: 'MACD (12/26/9)', description: 'Long while the MACD line is above its signal line, flat otherwise.' },
];

const METRICS: readonly MetricDescription[] = [
  { name: 'strategy_metrics.total_return_pct', unit: 'percent', description: 'Compounded total return of the strategy over the window.' },
  {
    name: 'strategy_metrics.cagr_pct', unit: 'percent per year',
    description: 'Compound yearly growth over calendar days / 365.25; null if no time has passed.',
  },
  { name: 'strategy_metrics.sharpe', unit: 'ratio, annualised', description: 'Mean over sample standard deviation of daily returns times the square root of 252, risk-free 0; null without variation.' },
  { name: 'strategy_metrics.max_drawdown_pct', unit: 'percent, negative', description: 'Deepest fall of the equity curve below its running peak.' },
  { name: 'strategy_metrics.exposure_pct', unit: 'percent of sessions', description: 'Share of sessions in the market.' },
  { name: 'strategy_metrics.hit_rate_pct', unit: 'percent of trades', description: 'Share of trades with a return above 0, an open one closed at the end; null without trades.' },
  { name: 'strategy_metrics.trades', unit: 'count', description: 'Unbroken runs of sessions in the market.' },
  { name: 'buy_hold_metrics.total_return_pct', unit: 'percent', description: 'Compounded total return of holding throughout.' },
  { name: 'buy_hold_metrics.cagr_pct', unit: 'percent per year', description: 'Compound yearly growth of holding throughout.' },
  { name: 'buy_hold_metrics.sharpe', unit: 'ratio, annualised', description: 'Sharpe ratio of holding throughout.' },
  { name: 'buy_hold_metrics.max_drawdown_pct', unit: 'percent, negative', description: 'Deepest fall of holding throughout.' },
  { name: 'edge.excess_return_pct', unit: 'percentage points', description: 'Total return of the strategy less that of buy and hold.' },
  { name: 'edge.sharpe_delta', unit: 'ratio', description: 'Sharpe of the strategy less that of buy and hold.' },
  { name: 'edge.dd_improvement_pct', unit: 'percentage points', description: 'Drawdown of the strategy less that of buy and hold; positive is shallower.' },
  { name: 'walk_forward.train_sharpe', unit: 'ratio, annualised', description: 'Sharpe of the first 70 percent of the daily returns.' },
  { name: 'walk_forward.test_sharpe', unit: 'ratio, annualised', description: 'Sharpe of the last 30 percent of the daily returns.' },
  { name: 'walk_forward.train_test_ratio', unit: 'ratio', description: 'Test Sharpe over train Sharpe; null unless the train Sharpe is above 0.' },
  { name: 'walk_forward.verdict', unit: 'label', description: 'NO_EDGE: the train Sharpe is not above 0, or buy and hold is beaten neither in train nor in test; else by the ratio: OVERFIT below 0.3, MILD_DECAY below 0.7, ROBUST from there on.' },
  { name: 'walk_forward.positive_windows', unit: 'count of 10', description: 'How many of ten equal windows ended above 0.' },
  { name: 'curve.i', unit: 'session index', description: 'Sessions since the first of the window.' },
  { name: 'curve.strat', unit: 'multiple of the start', description: 'Equity of the strategy.' },
  { name: 'curve.bh', unit: 'multiple of the start', description: 'Equity of buy and hold.' },
];

/** The strategies that can be backtested, and the meaning of each number in the response. */
export const STRATEGY_LIBRARY: StrategyLibrary = { strategies: STRATEGIES, metrics: METRICS };
