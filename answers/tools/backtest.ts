import { z } from 'zod';
import { asOfDay } from '../facts/as-of.js';
import type { BacktestToolQuery } from '../generated/operations.js';
import { entriesOf, inPlainWords, restPath, tickers } from './inputs.js';
import { defineTool } from './tool.js';

export const STRATEGIES = ['BUY_HOLD', 'TREND', 'GOLDEN_CROSS', 'RSI_MEAN_REVERSION', 'MACD'] as const;
export type StrategyName = (typeof STRATEGIES)[number];

/** What texts call each strategy, and REST. */
export const STRATEGY_NAMES: Readonly<Record<StrategyName, { readonly text: string; readonly wire: string }>> = {
  BUY_HOLD: { text: 'buy and hold', wire: 'buy_hold' },
  TREND: { text: 'trend following (close above its 200-day average)', wire: 'trend' },
  GOLDEN_CROSS: { text: 'golden cross (50-day above 200-day average)', wire: 'golden_cross' },
  RSI_MEAN_REVERSION: { text: 'RSI mean reversion', wire: 'rsi_meanrev' },
  MACD: { text: 'MACD', wire: 'macd' },
};

interface Input {
  readonly tickers: readonly string[];
  readonly strategy: StrategyName;
  readonly years: number;
}

/** Bounds of the years of a backtest, as those of the operation. */
export const BACKTEST_YEARS = { least: 1, most: 10 } as const;

/** A classic strategy beside buy and hold. */
export const TOOL = defineTool<Input, BacktestToolQuery>({
  name: 'backtest',
  description:
    'Backtest of a classic strategy on listed securities against buy and hold: returns, Sharpe ratio, drawdown, walk-forward verdict.',
  input: z.object({
    tickers,
    strategy: z.enum(STRATEGIES),
    years: z.number().int().min(BACKTEST_YEARS.least).max(BACKTEST_YEARS.most),
  }),
  operation: /* GraphQL */ `
    query BacktestTool($tickers: [Ticker!]!, $strategy: Strategy!, $years: Int!) {
      securitiesByTicker(tickers: $tickers) {
        ticker
        backtest(strategy: $strategy, years: $years) {
          from
          to
          strategyMetrics { totalReturnPct cagrPct sharpe maxDrawdownPct exposurePct hitRatePct tradeCount }
          buyHoldMetrics { totalReturnPct cagrPct sharpe maxDrawdownPct }
          edge { excessReturnPct }
          walkForward { verdict }
        }
      }
    }
  `,
  tell({ securitiesByTicker }, list, { tickers: of, strategy, years }) {
    const { text, wire } = STRATEGY_NAMES[strategy];
    for (const [ticker, { backtest }] of entriesOf(of, securitiesByTicker)) {
      if (!backtest) continue;
      const source = {
        title: `Backtest of ${text} on ${ticker}`,
        ref: restPath('/backtest', { ticker, strategy: wire, years }),
        asOf: asOfDay(backtest.to),
      };
      const facts = list.about(ticker, source);
      const { strategyMetrics: own, buyHoldMetrics: hold } = backtest;
      facts.text('strategy', 'strategy', text);
      facts.number('years', 'years', years, 'count', { noun: 'years' });
      facts.date('from', 'first session', backtest.from);
      facts.date('to', 'last session', backtest.to);
      const change = { isChange: true };
      facts.number('return', 'total return of the strategy', own.totalReturnPct, 'percent', {
        ...change,
        terms: ['returned', 'return'],
      });
      facts.number('cagr', 'return of the strategy a year', own.cagrPct, 'percent', { ...change, terms: ['a year'] });
      facts.number('sharpe', 'Sharpe ratio of the strategy', own.sharpe, 'statistic', { terms: ['Sharpe'] });
      facts.number('drawdown', 'maximum drawdown of the strategy', own.maxDrawdownPct, 'percent', {
        ...change,
        terms: ['drawdown'],
      });
      facts.number('exposure', 'share of sessions in the market', own.exposurePct, 'percent', {
        terms: ['in the market', 'invested'],
      });
      facts.number('hit_rate', 'share of winning trades', own.hitRatePct, 'percent', { terms: ['trades', 'won'] });
      facts.count('trades', 'trades', own.tradeCount, 'trades');
      facts.number('hold_return', 'total return of buy and hold', hold.totalReturnPct, 'percent', {
        ...change,
        terms: ['buy and hold', 'returned', 'return'],
      });
      facts.number('hold_cagr', 'return of buy and hold a year', hold.cagrPct, 'percent', {
        ...change,
        terms: ['buy and hold', 'a year'],
      });
      facts.number('hold_sharpe', 'Sharpe ratio of buy and hold', hold.sharpe, 'statistic', { terms: ['Sharpe'] });
      facts.number('hold_drawdown', 'maximum drawdown of buy and hold', hold.maxDrawdownPct, 'percent', {
        ...change,
        terms: ['drawdown'],
      });
      facts.number('excess', 'excess over buy and hold', backtest.edge.excessReturnPct, 'percentage_points', {
        ...change,
        terms: ['points'],
      });
      facts.text('verdict', 'walk-forward verdict', inPlainWords(backtest.walkForward.verdict));
    }
  },
});
