import type { PartialAnswer } from '../../client/client.js';
import { aMinuteAgo } from '../app/as-of.js';
import type { LinkTo } from './panel-link.js';

const NOT_ON_RECORD: LinkTo = { asOf: undefined, to: undefined };

/**
 * What a link to `shown` has: a minute ago, if what `ask` finds on record then is the same. Nothing otherwise, because
 * the record would show something else. Asks the server once. Throws MarketgraphError if it refuses to answer.
 */
export async function linkIfOnRecord<TResult>(
  ask: (asOf: string) => Promise<PartialAnswer<TResult>>,
  shownOf: (data: TResult) => unknown,
  shown: unknown,
): Promise<LinkTo> {
  const asOf = aMinuteAgo();
  const {
    data,
    errors: [error],
  } = await ask(asOf);
  if (data === null) throw error ?? new Error('The server sent no data.');
  return JSON.stringify(shownOf(data)) === JSON.stringify(shown) ? { asOf, to: undefined } : NOT_ON_RECORD;
}
