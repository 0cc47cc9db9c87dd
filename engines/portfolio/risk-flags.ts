import { FACTOR_NAMES, type FactorName } from '../signal/constants.js';
import { NO_SECTOR, RISK } from './constants.js';
import type { Concentration, FactorExposure, SectorWeight, SignalMix } from './exposure.js';

/** The numbers that the flags are derived from. */
export interface RiskReading {
  readonly concentration: Concentration;
  readonly sectorConcentration: readonly SectorWeight[];
  readonly signalMix: SignalMix;
  readonly weightedCompositeScore: number;
  readonly factorExposure: FactorExposure;
  /** Weight of holdings without a signal, 0 to 100. */
  readonly unresolvedPct: number;
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
  ({ concentration: { topPosition: { ticker, weightPct } } }) =>
    shown(weightPct) > RISK.topPositionPctAbove ? [`${ticker} alone is ${shown(weightPct)}% of the portfolio, above ${RISK.topPositionPctAbove}%.`] : [],
  ({ concentration: { effectivePositions } }) =>
    shown(effectivePositions) < RISK.effectivePositionsBelow
      ? [`The weights are as concentrated as ${shown(effectivePositions)} equal positions, fewer than ${RISK.effectivePositionsBelow}.`]
      : [],
  ({ sectorConcentration }) =>
    sectorConcentration
      .filter(({ sector, weightPct }) => sector !== NO_SECTOR && shown(weightPct) > RISK.sectorPctAbove)
      .map(({ sector, weightPct }) => `${sector} is ${shown(weightPct)}% of the portfolio, above ${RISK.sectorPctAbove}%.`),
  ({ signalMix: { bearish } }) =>
    shown(bearish * 100) > RISK.bearishPctAbove ? [`${shown(bearish * 100)}% of the weight has a Sell or Strong Sell signal, above ${RISK.bearishPctAbove}%.`] : [],
  ({ weightedCompositeScore: score }) =>
    shown(score) < RISK.compositeBelow ? [`The weighted composite score is ${shown(score)}, below ${RISK.compositeBelow}.`] : [],
  ({ factorExposure }) =>
    FACTOR_NAMES.flatMap((name) => {
      const score = factorExposure[name];
      if (score === null || shown(score) >= RISK.factorBelow) return [];
      return [`The weighted ${FACTOR_WORDS[name]} score is ${shown(score)}, below ${RISK.factorBelow}.`];
    }),
  ({ unresolvedPct }) =>
    shown(unresolvedPct) > RISK.unresolvedPctAbove ? [`${shown(unresolvedPct)}% of the weight has no signal, above ${RISK.unresolvedPctAbove}%.`] : [],
];

/** A sentence for each risk beyond its threshold, with the threshold; empty if there is none. */
export function riskFlags(reading: RiskReading): string[] {
  return RULES.flatMap((rule) => rule(reading));
}
