import { canonicalTicker } from '../access/parameters/schema.js';

const TICKER = /^[A-Z][A-Z0-9.]{0,9}$/;

/** The canonical form of a ticker, upper-cased and with a dot (`brk-b` is `BRK.B`); null if it is not a ticker. */
export function readTicker(text: string): string | null {
  if (text.length > 64) return null;
  const ticker = canonicalTicker(text.trim());
  return TICKER.test(ticker) ? ticker : null;
}

/** A security as passed between resolvers. */
export interface SecurityRef {
  /** Canonical; the symbol of the store. */
  readonly ticker: string;
  /** The batch whose single unit covers all fields read below, see `batches.ts`; empty outside of a batch. */
  readonly batch: string;
}

export function securityRef(ticker: string, batch = ''): SecurityRef {
  return { ticker, batch };
}
