import type { SignalResult } from '../../engines/signal/signal.js';
import type { SecuritiesTable } from '../../store/tables.js';
import type { SecurityRef } from '../tickers.js';

export type SecurityKind = SecuritiesTable['kind'];

/** A stored security as its fields are resolved from. */
export interface SecurityParent extends SecurityRef {
  readonly name: string;
  readonly kind: SecurityKind;
  readonly exchange: string | null;
  readonly sector: string | null;
  readonly industry: string | null;
  readonly source: string;
  /** `YYYY-MM-DD`; null before any bar is stored. */
  readonly firstSession: string | null;
  readonly lastSession: string | null;
}

/** A signal and whose it is. */
export interface SignalParent extends SignalResult {
  readonly ticker: string;
  readonly ref: SecurityRef;
}
