import type { Route } from '../route.js';
import { failureShape } from '../projection/shape.js';

const insufficientData = failureShape({
  failureKeys: ['ok', 'status', 'message', 'ticker', 'strategy', 'years', 'api_version'],
  failureOnly: ['status', 'message'],
});

/** Contract 4.1, research. */
export const research: readonly Route[] = [
  { method: 'GET', path: '/seasonality', operation: 'seasonality', summary: 'Returns by calendar month', tag: 'Research' },
  { method: 'GET', path: '/gap-stats', operation: 'gap-stats', summary: 'Overnight gap statistics', tag: 'Research' },
  { method: 'GET', path: '/dca', operation: 'dca', summary: 'Dollar-cost-averaging backtest', tag: 'Research' },
  { method: 'GET', path: '/backtest/library', operation: 'backtest-library', summary: 'Strategies and metrics of the backtest', tag: 'Research' },
  { method: 'GET', path: '/backtest', operation: 'backtest', summary: 'Backtest of a classic strategy', tag: 'Research', shape: insufficientData },
  { method: 'POST', path: '/backtest', operation: 'backtest', summary: 'Backtest of a classic strategy, by JSON body', tag: 'Research', shape: insufficientData },
];
