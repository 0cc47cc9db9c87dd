import { labelOf, type SignalLabel } from '../signal/composite.js';
import { newestSession } from './age.js';
import { REVIEW_ENTRIES } from './constants.js';
import {
  POSTURE_OF,
  resolvedHoldings,
  type Concentration,
  type FactorExposure,
  type Posture,
  type ResolvedHolding,
  type SectorWeight,
  type SignalMix,
} from './exposure.js';
import {
  weighHoldings,
  type HoldingInput,
  type MergedTicker,
  type WeightBasis,
  type WeightRefusal,
} from './holdings.js';
import { riskFlags, riskReading } from './risk-flags.js';

export interface ReviewEntry {
  readonly ticker: string;
  readonly weightPct: number;
  readonly compositeScore: number;
  readonly label: SignalLabel;
}

/** A portfolio summary; scores 0 to 100, `…Pct` 0 to 100, the mix as decimals. */
export interface RollUp {
  /** Newest session of the signals, ISO date. */
  readonly asOf: string;
  readonly posture: Posture;
  readonly weightedCompositeScore: number;
  /** Distinct tickers, resolved or not. */
  readonly positionCount: number;
  readonly weightBasis: WeightBasis;
  readonly signalMix: SignalMix;
  readonly concentration: Concentration;
  readonly factorExposure: FactorExposure;
  readonly sectorConcentration: readonly SectorWeight[];
  readonly riskFlags: readonly string[];
  readonly reviewPriority: readonly ReviewEntry[];
  readonly unresolved: readonly string[];
  readonly stale: readonly string[];
  readonly merged: readonly MergedTicker[];
}

/** None of the holdings has both a signal and a weight. */
export interface NoSignals {
  readonly ok: false;
  readonly status: 'no_signals';
  readonly message: string;
  readonly unresolved: readonly string[];
}

export const NO_SIGNALS_MESSAGE = 'None of the holdings has a signal.';

/**
 * Holdings to review first: the largest weight × distance of the score from 100; on a tie, the larger weight, then by
 * ticker.
 */
function reviewPriority(resolved: readonly ResolvedHolding[]): ReviewEntry[] {
  const urgency = ({ weight, signal }: ResolvedHolding): number => weight * (100 - signal.compositeScore);
  return [...resolved]
    .sort((a, b) => urgency(b) - urgency(a) || b.weight - a.weight || (a.ticker < b.ticker ? -1 : 1))
    .slice(0, REVIEW_ENTRIES)
    .map(({ ticker, weight, signal, label }) => ({
      ticker,
      weightPct: 100 * weight,
      compositeScore: signal.compositeScore,
      label,
    }));
}

/**
 * Rolls holdings up: signals and factors over the holdings that have them, with renormalised weights; concentration and
 * sectors over all that have a weight. Refuses as {@link weighHoldings} does; `no_signals` if nothing resolves.
 */
export function rollUp(inputs: readonly HoldingInput[]): RollUp | NoSignals | WeightRefusal {
  const weighed = weighHoldings(inputs);
  if ('ok' in weighed) return weighed;
  const { holdings, weightBasis, merged } = weighed;
  const resolved = resolvedHoldings(holdings);
  const names = holdings.filter(({ signal, weight }) => signal === null || weight === null).map(({ ticker }) => ticker);
  if (resolved.length === 0) return { ok: false, status: 'no_signals', message: NO_SIGNALS_MESSAGE, unresolved: names };
  const { unresolvedPct, stale, ...numbers } = riskReading(holdings, resolved);
  return {
    asOf: newestSession(resolved),
    posture: POSTURE_OF[labelOf(numbers.weightedCompositeScore)],
    positionCount: holdings.length,
    weightBasis,
    ...numbers,
    riskFlags: riskFlags({ ...numbers, unresolvedPct, stale }),
    reviewPriority: reviewPriority(resolved),
    unresolved: names,
    stale: stale.map(({ ticker }) => ticker),
    merged,
  };
}
