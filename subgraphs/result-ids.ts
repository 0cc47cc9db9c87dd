import type { SecurityRef } from './tickers.js';

/**
 * Id of a result computed for a security: of its field and the arguments that it depends on. A normalised cache merges
 * what several operations read of it. Unlike a node's id, `node(id:)` does not take it.
 */
export function resultId(field: string, { ticker }: Pick<SecurityRef, 'ticker'>, ...args: readonly (string | number)[]): string {
  return [field, ticker, ...args].join(':');
}
