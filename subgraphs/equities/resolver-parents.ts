import type { SignalResult } from '../../engines/signal/signal.js';
import type { Security } from '../../store/securities.js';
import type { SecurityRef } from '../tickers.js';

export type SecurityKind = Security['kind'];

/** A stored security, the parent of its fields. */
export type SecurityParent = SecurityRef & Security;

/** A signal and its security. */
export interface SignalParent extends SignalResult {
  readonly ticker: string;
  readonly ref: SecurityRef;
}
