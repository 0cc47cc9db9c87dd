import { roundedScore } from '../signal/composite.js';
import { GAPS, NO_SECTOR } from './constants.js';
import { sectorWeights } from './exposure.js';
import type { WeightedHolding } from './holdings.js';

/** A name that could be held. */
export interface GapCandidate extends SignalGap {
  readonly sector: string | null;
}

export interface SignalGap {
  readonly ticker: string;
  readonly compositeScore: number;
}

/** Whether a name is a gap: its rounded score is at or above the strong-buy floor. */
export function isStrong({ compositeScore }: Pick<GapCandidate, 'compositeScore'>): boolean {
  return roundedScore(compositeScore) >= GAPS.scoreFrom;
}

/**
 * Strong-buy names that are not held, the strongest first: none in a sector that already has 30% of the portfolio, at
 * most two per sector, at most five. Names without a sector count as one sector that is never full.
 */
export function signalGaps(holdings: readonly WeightedHolding[], candidates: readonly GapCandidate[]): SignalGap[] {
  const held = new Set(holdings.map(({ ticker }) => ticker));
  const full = new Set(
    sectorWeights(holdings)
      .filter(({ weightPct }) => weightPct >= GAPS.sectorFullPct)
      .map(({ sector }) => sector),
  );
  full.delete(NO_SECTOR);
  const taken = new Map<string, number>();
  const strongest = candidates
    .filter((candidate) => isStrong(candidate) && !held.has(candidate.ticker))
    .sort((a, b) => b.compositeScore - a.compositeScore || (a.ticker < b.ticker ? -1 : 1));
  const fitting = strongest.filter(({ sector }) => {
    const name = sector ?? NO_SECTOR;
    const count = taken.get(name) ?? 0;
    if (full.has(name) || count >= GAPS.perSector) return false;
    taken.set(name, count + 1);
    return true;
  });
  return fitting.slice(0, GAPS.entries).map(({ ticker, compositeScore }) => ({ ticker, compositeScore }));
}
