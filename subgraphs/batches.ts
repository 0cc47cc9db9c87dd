import { responsePathAsArray, type GraphQLResolveInfo } from 'graphql';

/** The batch of a field that has already been charged one unit for all that is read below it. */
export const CHARGED = 'charged';

/** Arguments of fields that were charged one unit for all that is read below them. */
const chargedTogether = new WeakSet<object>();

/** Notes that a field with these arguments is charged one unit for all that is read below it. */
export function noteChargedTogether(args: object): void {
  chargedTogether.add(args);
}

/** The batch of what a field with these arguments returns: the gate alone decides, so that price and batch agree. */
export function batchBelow(args: object): string {
  return chargedTogether.has(args) ? CHARGED : '';
}

/**
 * A batch that is charged one unit once the first metered field below it is read. A page is named by its list and its
 * place in the response, so that each place is charged, as it is of any other metered field.
 */
export function pageBatch(kind: 'watchlist', id: string, { path }: Pick<GraphQLResolveInfo, 'path'>): string {
  return `${kind}:${JSON.stringify([id, responsePathAsArray(path)])}`;
}

/** The batch that an object belongs to; empty outside of a batch. */
export function batchOf(source: unknown): string {
  return typeof source === 'object' && source !== null && 'batch' in source && typeof source.batch === 'string'
    ? source.batch
    : '';
}
