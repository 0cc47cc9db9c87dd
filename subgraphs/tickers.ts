const TICKER = /^[A-Z][A-Z0-9.]{0,9}$/;

/** What a ticker may look like, for messages. */
export const TICKER_RULE = '1 to 10 characters A-Z, 0-9 and a dot or dash before the share class, starting with a letter, such as AAPL or BRK.B';

/** The ticker as it is echoed: trimmed and upper-cased with the caller's own separator; null where it is no ticker. */
export function echoOf(ticker: string): string | null {
  if (ticker.length > 64) return null;
  const echo = ticker.trim().toUpperCase();
  return TICKER.test(symbolOf(echo)) ? echo : null;
}

/** The canonical symbol of an echoed ticker: `BRK-B` is stored as `BRK.B`. */
export function symbolOf(echo: string): string {
  return echo.replaceAll('-', '.');
}

/** A security as resolvers pass it on: by symbol, with the ticker as it was asked for. */
export interface SecurityRef {
  readonly symbol: string;
  readonly ticker: string;
  /** Whether a batch root has paid for what is read under it. */
  readonly isCoveredByBatch: boolean;
}

export function securityRef(echo: string, isCoveredByBatch = false): SecurityRef {
  return { symbol: symbolOf(echo), ticker: echo, isCoveredByBatch };
}
