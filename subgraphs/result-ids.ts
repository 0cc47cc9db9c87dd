import { createHash } from 'node:crypto';
import type { SecurityRef } from './tickers.js';

/**
 * Id of a result computed for a security: of its field and the arguments that it depends on. A normalised cache merges
 * what several operations read of it. Unlike a node's id, `node(id:)` does not take it.
 */
export function resultId(
  field: string,
  { ticker }: Pick<SecurityRef, 'ticker'>,
  ...args: readonly (string | number)[]
): string {
  return [field, ticker, ...args].join(':');
}

const ID_CHARACTERS = 22;

/** The same for a result of the root, of its field and all that it depends on. */
export function rootResultId(field: string, ...args: readonly unknown[]): string {
  const digest = createHash('sha256').update(JSON.stringify(args)).digest('base64url').slice(0, ID_CHARACTERS);
  return `${field}:${digest}`;
}
