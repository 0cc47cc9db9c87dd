import type { ResolvedHolding } from './exposure.js';
import type { WeightedHolding } from './holdings.js';

/** The newest session of the signals, ISO date; needs at least one. */
export function newestSession(resolved: readonly ResolvedHolding[]): string {
  return resolved.reduce((newest, { signal: { session } }) => (session > newest ? session : newest), '');
}

/** Stale holdings, in the order requested, with their last sessions. */
export function staleHoldings(
  holdings: readonly WeightedHolding[],
): readonly { readonly ticker: string; readonly since: string }[] {
  return holdings.flatMap(({ ticker, staleSince }) => (staleSince === null ? [] : [{ ticker, since: staleSince }]));
}
