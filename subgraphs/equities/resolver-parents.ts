import type { SignalResult } from '../../engines/signal/signal.js';
import type { Security } from '../../store/securities.js';
import type { Market } from '../generated/types.js';
import type { SecurityRef } from '../tickers.js';

/** State of the market, without the lists of its calendar. */
export type MarketParent = Omit<Market, 'sessions' | 'holidays'>;

/** A stored security, the parent of its fields. */
export type SecurityParent = SecurityRef & Security;

/** A signal with a score. */
export interface SignalParent extends SignalResult {
  readonly ticker: string;
  /** What its id has besides the ticker: the instant, epoch milliseconds, of one that was on record then. */
  readonly idOf: readonly number[];
  readonly compositeScore: number;
  readonly label: NonNullable<SignalResult['label']>;
}
