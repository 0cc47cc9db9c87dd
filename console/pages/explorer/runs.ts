import { textDocument } from '../../../client/document.js';
import type { MarketgraphError } from '../../../client/error.js';
import { currentClient } from '../../app/api.js';
import { credential } from '../../app/credential.js';
import { asError } from '../../app/error.js';
import type { Variables } from './written.js';

/** What came of an operation: its answer, or why there is none. */
export type Outcome =
  | { readonly text: string; readonly errors: readonly MarketgraphError[]; readonly ms: number }
  | { readonly failure: MarketgraphError };

/** Outcomes that a step back or forward finds again. */
const MOST_KEPT = 30;

/** By what the address has after `#`. */
const kept = new Map<string, Outcome>();
credential.subscribe(() => kept.clear());

/** The last outcome of the operation that an address has; undefined if it has not run since the console was loaded. */
export const outcomeAt = (fragment: string): Outcome | undefined => kept.get(fragment);

export function keepOutcome(fragment: string, outcome: Outcome): void {
  kept.delete(fragment);
  kept.set(fragment, outcome);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}

/** Runs an operation; never throws. */
export async function outcomeOf(text: string, variables: Variables): Promise<Outcome> {
  const start = performance.now();
  try {
    const { data, errors } = await currentClient().queryPartial(textDocument<unknown, Variables>(text), variables);
    return { text: JSON.stringify(data, null, 2), errors, ms: performance.now() - start };
  } catch (error) {
    return { failure: asError(error) };
  }
}
