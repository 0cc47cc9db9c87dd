import type { Backtest } from '../../engines/backtest.js';

/** A backtest of one security. */
export interface BacktestParent extends Backtest {
  readonly id: string;
}
