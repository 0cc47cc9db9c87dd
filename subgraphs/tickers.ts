const TICKER = /^[A-Z][A-Z0-9.]{0,9}$/;

/** The ticker as echoed: trimmed, upper-cased, with the caller's separator; null if it is not a ticker. */
export function echoOf(ticker: string): string | null {
  if (ticker.length > 64) return null;
  const echo = ticker.trim().toUpperCase();
  return TICKER.test(symbolOf(echo)) ? echo : null;
}

/** The canonical symbol for an echoed ticker: `BRK-B` is stored as `BRK.B`. */
export function symbolOf(echo: string): string {
  return echo.replaceAll('-', '.');
}

/** A security as passed between resolvers: its symbol, and the ticker as requested. */
export interface SecurityRef {
  readonly symbol: string;
  readonly ticker: string;
  /** Whether a batch root field has already been charged for the fields below it. */
  readonly isCoveredByBatch: boolean;
}

export function securityRef(echo: string, isCoveredByBatch = false): SecurityRef {
  return { symbol: symbolOf(echo), ticker: echo, isCoveredByBatch };
}
