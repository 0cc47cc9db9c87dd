import { roundedScore } from '../../engines/signal/composite.js';
import type { SignalResult } from '../../engines/signal/signal.js';
import type { Services } from '../services.js';
import { signalField } from '../signal-field.js';
import { securityRef } from '../tickers.js';

/** Version of a ticker without a signal. */
const NO_SIGNAL = 'none';

/** The version of a signal: its label and rounded score, the two that `signalChanged` reports. */
export function signalVersion({ label, compositeScore }: Pick<SignalResult, 'label' | 'compositeScore'>): string {
  return label === null || compositeScore === null ? NO_SIGNAL : `${label} ${roundedScore(compositeScore)}`;
}

/**
 * The version of each symbol's signal. Computes as the resolvers do, and fills their cache.
 */
export function signalVersions(services: Services): (symbols: readonly string[]) => Promise<ReadonlyMap<string, string>> {
  const load = signalField(services);
  return async (symbols) => {
    const answers = await load(symbols.map((symbol) => ({ obj: securityRef(symbol), params: {} })), { dataSources: new Set(), versions: new Map() });
    return new Map(symbols.map((symbol, index) => {
      const answer = answers[index];
      const read = answer === undefined || answer instanceof Error ? null : answer.read;
      return [symbol, read === null ? NO_SIGNAL : signalVersion(read)] as const;
    }));
  };
}
