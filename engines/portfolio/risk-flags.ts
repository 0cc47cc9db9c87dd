import { STALE_AFTER_SESSIONS } from '../../calendar/staleness.js';
import { FACTOR_NAMES, type FactorName } from '../signal/constants.js';
import { staleHoldings } from './age.js';
import { NO_SECTOR, RISK } from './constants.js';
import {
  concentration,
  factorExposure,
  sectorWeights,
  signalMix,
  weightedScore,
  type Concentration,
  type FactorExposure,
  type ResolvedHolding,
  type SectorWeight,
  type SignalMix,
} from './exposure.js';
import type { WeightedHolding } from './holdings.js';

/** The numbers that the flags are derived from. */
export interface RiskReading {
  readonly concentration: Concentration;
  readonly sectorConcentration: readonly SectorWeight[];
  readonly signalMix: SignalMix;
  readonly weightedCompositeScore: number;
  readonly factorExposure: FactorExposure;
  /** Weight of holdings without a signal, 0 to 100. */
  readonly unresolvedPct: number;
  readonly stale: readonly { readonly ticker: string; readonly since: string }[];
}

/** The numbers of holdings of which `resolved` have a signal and a weight; at least one must have both. */
export function riskReading(holdings: readonly WeightedHolding[], resolved: readonly ResolvedHolding[]): RiskReading {
  const known = new Set(resolved.map(({ ticker }) => ticker));
  const unresolved = holdings.reduce((sum, { ticker, weight }) => (known.has(ticker) ? sum : sum + (weight ?? 0)), 0);
  return {
    concentration: concentration(holdings),
    sectorConcentration: sectorWeights(holdings),
    signalMix: signalMix(resolved),
    weightedCompositeScore: weightedScore(resolved),
    factorExposure: factorExposure(resolved),
    unresolvedPct: 100 * unresolved,
    stale: staleHoldings(holdings),
  };
}

const FACTOR_WORDS: Readonly<Record<FactorName, string>> = {
  technical: 'technical',
  momentum: 'momentum',
  fundamentals: 'fundamental',
  microstructure: 'microstructure',
  optionsFlow: 'options-flow',
};

type Rule = (reading: RiskReading) => readonly string[];

/** Rounded to one decimal, as in the response: a sentence never shows a number on the wrong side of its threshold. */
function shown(value: number): number {
  return Math.round(value * 10) / 10;
}

const RULES: readonly Rule[] = [
  ({
    concentration: {
      topPosition: { ticker, weightPct },
    },
  }) =>
    shown(weightPct) > RISK.topPositionPctAbove
      ? [`${ticker} alone is ${shown(weightPct)}% of the portfolio, above ${RISK.topPositionPctAbove}%.`]
      : [],
  ({ concentration: { effectivePositions } }) =>
    shown(effectivePositions) < RISK.effectivePositionsBelow
      ? [
          `The weights are as concentrated as ${shown(effectivePositions)} equal ${shown(effectivePositions) === 1 ? 'position' : 'positions'}, fewer than ${RISK.effectivePositionsBelow}.`,
        ]
      : [],
  ({ sectorConcentration }) =>
    sectorConcentration
      .filter(({ sector, weightPct }) => sector !== NO_SECTOR && shown(weightPct) > RISK.sectorPctAbove)
      .map(
        ({ sector, weightPct }) => `${sector} is ${shown(weightPct)}% of the portfolio, above ${RISK.sectorPctAbove}%.`,
      ),
  ({ signalMix: { bearish } }) =>
    shown(bearish * 100) > RISK.bearishPctAbove
      ? [`${shown(bearish * 100)}% of the weight has a Sell or Strong Sell signal, above ${RISK.bearishPctAbove}%.`]
      : [],
  ({ weightedCompositeScore: score }) =>
    shown(score) < RISK.compositeBelow
      ? [`The weighted composite score is ${shown(score)}, below ${RISK.compositeBelow}.`]
      : [],
  ({ factorExposure }) =>
    FACTOR_NAMES.flatMap((name) => {
      const score = factorExposure[name];
      if (score === null || shown(score) >= RISK.factorBelow) return [];
      return [`The weighted ${FACTOR_WORDS[name]} score is ${shown(score)}, below ${RISK.factorBelow}.`];
    }),
  ({ unresolvedPct }) =>
    shown(unresolvedPct) > RISK.unresolvedPctAbove
      ? [`${shown(unresolvedPct)}% of the weight has no signal, above ${RISK.unresolvedPctAbove}%.`]
      : [],
  ({ stale }) =>
    stale.length > 0
      ? [
          `Prices end more than ${STALE_AFTER_SESSIONS} sessions before the market's newest: ${stale.map(({ ticker, since }) => `${ticker} on ${since}`).join(', ')}.`,
        ]
      : [],
];

/** A sentence for each risk beyond its threshold, with the threshold; empty if there is none. */
export function riskFlags(reading: RiskReading): string[] {
  return RULES.flatMap((rule) => rule(reading));
}
