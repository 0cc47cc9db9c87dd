import { createHmac } from 'node:crypto';
import { roundedScore } from '../../engines/signal/composite.js';
import type { SignalResult } from '../../engines/signal/signal.js';
import type { Services } from '../services.js';
import { signalField } from '../signal-field.js';
import { securityRef } from '../tickers.js';

/** Version of a ticker without a signal. */
const NO_SIGNAL = 'none';

/**
 * The version of a signal: of its label and rounded score, the two that `signalChanged` reports. It depends on a
 * secret, because a client that could compute it would learn a signal by guessing what is not sent.
 */
export function signalVersion(
  tagKey: string,
  ticker: string,
  { label, compositeScore }: Pick<SignalResult, 'label' | 'compositeScore'>,
): string {
  if (label === null || compositeScore === null) return NO_SIGNAL;
  return createHmac('sha256', tagKey)
    .update(JSON.stringify([ticker, label, roundedScore(compositeScore)]))
    .digest('base64url')
    .slice(0, 16);
}

/**
 * The version of each symbol's signal. Computes as the resolvers do, and fills their cache.
 */
export function signalVersions(
  services: Services,
): (symbols: readonly string[]) => Promise<ReadonlyMap<string, string>> {
  const load = signalField(services);
  return async (symbols) => {
    const answers = await load(
      symbols.map((symbol) => ({ obj: securityRef(symbol), params: {} })),
      { dataSources: new Set(), versions: new Map() },
    );
    return new Map(
      symbols.map((symbol, index) => {
        const answer = answers[index];
        const read = answer === undefined || answer instanceof Error ? null : answer.read;
        return [symbol, read === null ? NO_SIGNAL : signalVersion(services.tagKey, symbol, read)] as const;
      }),
    );
  };
}
