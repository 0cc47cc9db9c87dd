import { FACTOR_CORRELATIONS, FACTOR_NAMES, FACTOR_WEIGHTS, LABEL_FLOORS, type FactorName } from './constants.js';
import type { FactorReading } from './factor.js';

export type SignalLabel = (typeof LABEL_FLOORS)[number]['label'];

/** Scores of the five factors; null if a factor has no data. */
export type FactorScores = Readonly<Record<FactorName, number | null>>;

/** The five factors; null if a factor has no data. */
export type FactorReadings = Readonly<Record<FactorName, FactorReading | null>>;

export interface Composite {
  /** 0 to 100; null if no factor has data. */
  readonly score: number | null;
  /** Null without a score. */
  readonly label: SignalLabel | null;
  /** 0 to 100: coverage × agreement. No probability. */
  readonly confidence: number;
  /** Share of the nominal weight of the factors' inputs that has data, 0 to 1. */
  readonly coverage: number;
  /** 1 if the factors agree, 0 if they differ by as much as they can; 0 for one factor, which nothing confirms. */
  readonly agreement: number;
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

/** The weights of the factors that have data, over their sum. */
function renormalised(factors: FactorReadings, sum: number): Record<FactorName, number> {
  const weightOf = (name: FactorName): number => (factors[name] === null || sum === 0 ? 0 : FACTOR_WEIGHTS[name] / sum);
  return {
    technical: weightOf('technical'),
    momentum: weightOf('momentum'),
    fundamentals: weightOf('fundamentals'),
    microstructure: weightOf('microstructure'),
    optionsFlow: weightOf('optionsFlow'),
  };
}

/**
 * Agreement of the factors, 0 to 1: 1 − d / 50, d the deviation that independent factors would show. Correlated factors
 * differ less than independent ones, w′Rw instead of w′w of their variance being common, so the weighted deviation of
 * the scores is divided by √((1 − w′Rw) / (1 − w′w)): for two factors √(1 − ρ). 50 is the largest possible deviation.
 */
function agreementOf(factors: FactorReadings, weights: Readonly<Record<FactorName, number>>, score: number): number {
  let [variance, own, common] = [0, 0, 0];
  for (const name of FACTOR_NAMES) {
    variance += weights[name] * ((factors[name]?.score ?? score) - score) ** 2;
    own += weights[name] ** 2;
  }
  for (const [one, other, correlation] of FACTOR_CORRELATIONS)
    common += 2 * weights[one] * weights[other] * correlation;
  const free = 1 - own;
  if (!(free > Number.EPSILON)) return 0;
  return Math.max(0, 1 - Math.sqrt((variance * free) / (free - common)) / 50);
}

/**
 * Weighted mean of the factors that have data, and how far to rely on it: confidence is 100 × coverage × agreement.
 * Without any factor there is no score.
 */
export function composite(factors: FactorReadings): Composite {
  let known = 0;
  let covered = 0;
  for (const name of FACTOR_NAMES) {
    known += factors[name] === null ? 0 : FACTOR_WEIGHTS[name];
    covered += FACTOR_WEIGHTS[name] * (factors[name]?.coverage ?? 0);
  }
  const weights = renormalised(factors, known);
  if (known === 0) return { score: null, label: null, confidence: 0, coverage: 0, agreement: 0, weights };
  let score = 0;
  for (const name of FACTOR_NAMES) score += weights[name] * (factors[name]?.score ?? 0);
  const coverage = Math.min(1, covered);
  const agreement = agreementOf(factors, weights, score);
  return { score, label: labelOf(score), confidence: 100 * coverage * agreement, coverage, agreement, weights };
}
