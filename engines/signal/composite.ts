import { FACTOR_NAMES, FACTOR_WEIGHTS, LABEL_FLOORS, type FactorName } from './constants.js';

export type SignalLabel = (typeof LABEL_FLOORS)[number]['label'];

/** A factor's score, 0 to 100. */
export interface FactorInput {
  readonly score: number;
}

/** Scores of the five factors; null if a factor has no data. */
export type FactorScores = Readonly<Record<FactorName, number | null>>;

export interface Composite {
  /** 0 to 100; null if no factor has data. */
  readonly score: number | null;
  /** Null without a score. */
  readonly label: SignalLabel | null;
  /** 0 to 100. */
  readonly confidence: number;
  /** Weights after renormalisation; they sum to 1, and a factor without data has 0. */
  readonly weights: Readonly<Record<FactorName, number>>;
}

/** A score as shown: 1 decimal. Labels use this number, so that a response never contradicts itself. */
export function roundedScore(score: number): number {
  return Math.round(score * 10) / 10;
}

/** Label of a composite score, by the floors 70, 56, 44 and 31 on the rounded score. */
export function labelOf(score: number): SignalLabel {
  const shown = roundedScore(score);
  return LABEL_FLOORS.find(({ floor }) => shown >= floor)?.label ?? 'Strong Sell';
}

function renormalised(scores: FactorScores, coverage: number): Record<FactorName, number> {
  const weightOf = (name: FactorName): number =>
    scores[name] === null || coverage === 0 ? 0 : FACTOR_WEIGHTS[name] / coverage;
  return {
    technical: weightOf('technical'),
    momentum: weightOf('momentum'),
    fundamentals: weightOf('fundamentals'),
    microstructure: weightOf('microstructure'),
    optionsFlow: weightOf('optionsFlow'),
  };
}

/**
 * Weighted mean of the factors that have data. Confidence is 100 × coverage × agreement: coverage is the share of
 * nominal weight that has data, agreement 1 − (weighted standard deviation of the scores) / 50, where 50 is the largest
 * possible. Without any factor there is no score.
 */
export function composite(scores: FactorScores): Composite {
  let coverage = 0;
  for (const name of FACTOR_NAMES) if (scores[name] !== null) coverage += FACTOR_WEIGHTS[name];
  const weights = renormalised(scores, coverage);
  if (coverage === 0) return { score: null, label: null, confidence: 0, weights };
  let score = 0;
  for (const name of FACTOR_NAMES) score += weights[name] * (scores[name] ?? 0);
  let variance = 0;
  for (const name of FACTOR_NAMES) variance += weights[name] * ((scores[name] ?? score) - score) ** 2;
  const agreement = Math.max(0, 1 - Math.sqrt(variance) / 50);
  return { score, label: labelOf(score), confidence: 100 * Math.min(1, coverage) * agreement, weights };
}
