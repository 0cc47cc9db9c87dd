import { labelOf, type SignalLabel } from '../signal/composite.js';
import type { FactorName } from '../signal/constants.js';
import { NO_SECTOR } from './constants.js';
import type { SignalRead, WeightedHolding } from './holdings.js';

/** A holding with both a signal and a weight; `share` is its part (decimal) of all such holdings. */
export interface ResolvedHolding {
  readonly ticker: string;
  readonly weight: number;
  readonly share: number;
  readonly signal: SignalRead;
  readonly label: SignalLabel;
}

/** The direction of a label. */
export type Posture = 'Bullish' | 'Neutral' | 'Bearish';

export const POSTURE_OF: Readonly<Record<SignalLabel, Posture>> = {
  'Strong Buy': 'Bullish',
  Buy: 'Bullish',
  Neutral: 'Neutral',
  Sell: 'Bearish',
  'Strong Sell': 'Bearish',
};

export interface SignalMix {
  readonly bullish: number;
  readonly neutral: number;
  readonly bearish: number;
}

/** Mean factor scores, 0 to 100; null if no holding has the factor. */
export type FactorExposure = Readonly<Record<FactorName, number | null>>;

export interface SectorWeight {
  readonly sector: string;
  readonly weightPct: number;
}

export interface Concentration {
  /** Herfindahl-Hirschman index Σw², 1/n to 1. */
  readonly herfindahlIndex: number;
  readonly topPosition: { readonly ticker: string; readonly weightPct: number };
  /** 1 / herfindahlIndex: the number of equal positions with the same concentration. */
  readonly effectivePositions: number;
}

/** Holdings with a signal and a weight; `share` is their weight renormalised to sum to 1. */
export function resolvedHoldings(holdings: readonly WeightedHolding[]): ResolvedHolding[] {
  const known = holdings.flatMap(({ ticker, weight, signal }) =>
    signal === null || weight === null ? [] : [{ ticker, weight, signal }],
  );
  const total = known.reduce((sum, { weight }) => sum + weight, 0);
  return known.map(({ ticker, weight, signal }) => ({
    ticker,
    weight,
    share: weight / total,
    signal,
    label: labelOf(signal.compositeScore),
  }));
}

/** Mean composite score of resolved holdings, 0 to 100, by weight. */
export function weightedScore(resolved: readonly ResolvedHolding[]): number {
  return resolved.reduce((sum, { share, signal }) => sum + share * signal.compositeScore, 0);
}

/** Share (decimal) of the resolved weight in each direction. */
export function signalMix(resolved: readonly ResolvedHolding[]): SignalMix {
  const on = (side: Posture): number =>
    resolved.reduce((sum, { share, label }) => (POSTURE_OF[label] === side ? sum + share : sum), 0);
  return { bullish: on('Bullish'), neutral: on('Neutral'), bearish: on('Bearish') };
}

/** Mean score of each factor by weight, over the holdings that have it. */
export function factorExposure(resolved: readonly ResolvedHolding[]): FactorExposure {
  const meanOf = (name: FactorName): number | null => {
    let [weights, sum] = [0, 0];
    for (const { share, signal } of resolved) {
      const score = signal.factors[name];
      if (score === null) continue;
      weights += share;
      sum += share * score;
    }
    return weights > 0 ? sum / weights : null;
  };
  return {
    technical: meanOf('technical'),
    momentum: meanOf('momentum'),
    fundamentals: meanOf('fundamentals'),
    microstructure: meanOf('microstructure'),
    optionsFlow: meanOf('optionsFlow'),
  };
}

/** Weight of each sector, largest first (by name on a tie). */
export function sectorWeights(holdings: readonly WeightedHolding[]): SectorWeight[] {
  const bySector = new Map<string, number>();
  for (const { sector, weight } of holdings) {
    if (weight === null) continue;
    const name = sector ?? NO_SECTOR;
    bySector.set(name, (bySector.get(name) ?? 0) + weight);
  }
  const weights = [...bySector].map(([sector, weight]) => ({ sector, weightPct: 100 * weight }));
  return weights.sort((a, b) => b.weightPct - a.weightPct || (a.sector < b.sector ? -1 : 1));
}

/** Concentration over all holdings with a weight; the top position is the first of the largest. Needs at least one. */
export function concentration(holdings: readonly WeightedHolding[]): Concentration {
  let herfindahlIndex = 0;
  let top = { ticker: '', weightPct: -1 };
  for (const { ticker, weight } of holdings) {
    if (weight === null) continue;
    herfindahlIndex += weight * weight;
    if (100 * weight > top.weightPct) top = { ticker, weightPct: 100 * weight };
  }
  return { herfindahlIndex, topPosition: top, effectivePositions: 1 / herfindahlIndex };
}
