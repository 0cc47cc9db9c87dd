/** Indices, which the vendor marks with a caret. */
const INDICES: Readonly<Partial<Record<string, string>>> = { SPX: '^GSPC', GSPC: '^GSPC', VIX: '^VIX' };
/** A US ticker, with the class of its shares after a dot. */
const US_TICKER = /^[A-Z][A-Z0-9]{0,9}(?:\.[A-Z]{1,2})?$/;

/**
 * The vendor's symbol of a ticker; null for one that it cannot have, such as `TWX.1`, an earlier company of the ticker.
 */
export function yahooSymbol(ticker: string): string | null {
  const index = INDICES[ticker];
  if (index !== undefined) return index;
  return US_TICKER.test(ticker) ? ticker.replace('.', '-') : null;
}
