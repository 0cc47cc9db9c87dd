import { roundedScore } from '../../engines/signal/composite.js';
import type { Services } from '../services.js';
import { signalField } from '../signal-field.js';
import { securityRef } from '../tickers.js';

/** What a ticker without a signal has in place of one. */
const NO_SIGNAL = 'none';

/**
 * What each symbol's signal has become: its label and its rounded score, which together are what `signalChanged` tells of.
 * Computes as the resolvers do, and leaves its results for them.
 */
export function signalVersions(services: Services): (symbols: readonly string[]) => Promise<ReadonlyMap<string, string>> {
  const load = signalField(services);
  return async (symbols) => {
    const answers = await load(symbols.map((symbol) => ({ obj: securityRef(symbol), params: {} })), { dataSources: new Set(), versions: new Map() });
    return new Map(symbols.map((symbol, index) => {
      const answer = answers[index];
      const read = answer === undefined || answer instanceof Error ? null : answer.read;
      return [symbol, read === null ? NO_SIGNAL : `${read.signal} ${roundedScore(read.compositeScore)}`] as const;
    }));
  };
}
