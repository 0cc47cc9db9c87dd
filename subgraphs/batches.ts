/** The batch of a field that has already been charged one unit for all that is read below it. */
export const CHARGED = 'charged';

/**
 * A batch that is charged one unit once the first metered field below it is read. A page of a watchlist is named by the
 * tickers on it, so that two pages in one request are two units, also if the list was changed between them.
 */
export function pageBatch(kind: 'watchlist', id: string, tickers: readonly string[]): string {
  return `${kind}:${JSON.stringify([id, tickers])}`;
}

/** The batch that an object belongs to; empty outside of a batch. */
export function batchOf(source: unknown): string {
  return typeof source === 'object' && source !== null && 'batch' in source && typeof source.batch === 'string' ? source.batch : '';
}
