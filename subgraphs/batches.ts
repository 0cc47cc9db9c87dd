/** The batch of a field that has already been charged one unit for all that is read below it. */
export const CHARGED = 'charged';

/**
 * A batch that is charged one unit once the first metered field below it is read. Each page of a watchlist has its own
 * name, so that two pages in one request are two units.
 */
export function pageBatch(kind: 'watchlist', id: string, first: number, after: string | null | undefined): string {
  return `${kind}:${JSON.stringify([id, first, after ?? null])}`;
}

/** The batch that an object belongs to; empty outside of a batch. */
export function batchOf(source: unknown): string {
  return typeof source === 'object' && source !== null && 'batch' in source && typeof source.batch === 'string' ? source.batch : '';
}
