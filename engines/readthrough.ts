import { labelOf, type SignalLabel } from './signal/composite.js';
import { newestSession } from './portfolio/age.js';
import {
  factorExposure,
  resolvedHoldings,
  signalMix,
  weightedScore,
  type FactorExposure,
  type SignalMix,
} from './portfolio/exposure.js';
import type { SignalRead } from './portfolio/holdings.js';

export type Relation = 'rival' | 'supplier' | 'investor' | 'customer' | 'comparable';

/** A listed company that a private one has to do with; `signal` is null without one. */
export interface RelatedCompany {
  readonly ticker: string;
  readonly name: string;
  readonly relation: Relation;
  readonly signal: SignalRead | null;
}

/** Relations in the order in which a basket takes them; those of one rank are taken together, by name. */
const RANKS: Readonly<Record<Relation, number>> = { rival: 0, supplier: 1, investor: 1, customer: 2, comparable: 2 };

export interface BasketRollUp {
  /** Mean score of the constituents with a signal, 0 to 100; null if none has one. */
  readonly compositeScore: number | null;
  readonly label: SignalLabel | null;
  readonly signalMix: SignalMix | null;
  readonly factors: FactorExposure | null;
  /** Share (decimal) of the constituents with a signal. */
  readonly coverage: number;
}

export interface Basket<Company extends RelatedCompany> {
  readonly constituents: readonly Company[];
  /** Weight of each constituent in percent. */
  readonly weightPct: number;
  readonly rollUp: BasketRollUp;
  /** Newest session of the signals, ISO date; null without one. */
  readonly asOf: string | null;
}

/** The companies in the order in which a basket takes them, each ticker once, under its closest relation. */
export function basketOrder<Company extends Pick<RelatedCompany, 'ticker' | 'name' | 'relation'>>(
  related: readonly Company[],
): readonly Company[] {
  const ordered = related.toSorted(
    (one, other) =>
      RANKS[one.relation] - RANKS[other.relation] ||
      (one.name < other.name ? -1 : Number(one.name > other.name)) ||
      (one.ticker < other.ticker ? -1 : Number(one.ticker > other.ticker)),
  );
  return ordered.filter(({ ticker }, index) => ordered.findIndex((other) => other.ticker === ticker) === index);
}

/**
 * An equal-weight basket of the listed companies around a private one: rivals first, then suppliers and investors, then
 * customers and comparables, `max` at most. Scores are means over the constituents with a signal.
 */
export function readthroughBasket<Company extends RelatedCompany>(
  related: readonly Company[],
  max: number,
): Basket<Company> {
  const constituents = basketOrder(related).slice(0, max);
  const weight = 1 / constituents.length;
  const resolved = resolvedHoldings(
    constituents.map(({ ticker, signal }) => ({ ticker, signal, weight, sector: null, staleSince: null })),
  );
  const compositeScore = resolved.length === 0 ? null : weightedScore(resolved);
  return {
    constituents,
    weightPct: 100 * weight,
    rollUp: {
      compositeScore,
      label: compositeScore === null ? null : labelOf(compositeScore),
      signalMix: resolved.length === 0 ? null : signalMix(resolved),
      factors: resolved.length === 0 ? null : factorExposure(resolved),
      coverage: constituents.length === 0 ? 0 : resolved.length / constituents.length,
    },
    asOf: resolved.length === 0 ? null : newestSession(resolved),
  };
}
