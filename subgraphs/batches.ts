import { responsePathAsArray, type GraphQLResolveInfo } from 'graphql';
import { paidBatch } from '../access/batch-outcomes.js';

/** Arguments of fields that were charged one unit for all that is read below them, with the name of their batch. */
const chargedTogether = new WeakMap<object, string>();

/** Notes that a field with these arguments is charged one unit for all that is read below it; returns its batch. */
export function noteChargedTogether(args: object, { path }: Pick<GraphQLResolveInfo, 'path'>): string {
  const batch = paidBatch(responsePathAsArray(path));
  chargedTogether.set(args, batch);
  return batch;
}

/** The batch of what a field with these arguments returns: the gate alone decides, so that price and batch agree. */
export function batchBelow(args: object): string {
  return chargedTogether.get(args) ?? '';
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
