import { at } from '../series.js';
import { SCORE_LEVELS } from './cells.js';
import { addOutcomes, type CardMonth, type Outcomes } from './card-sums.js';
import { CARD } from './constants.js';
import { fitLogistic, probabilityOf, type LogisticFit } from './logistic-fit.js';

/** Signals whose probability of rising lay in an interval. */
export interface CalibrationBin {
  readonly low: number;
  readonly high: number;
  readonly count: number;
  /** Mean probability, and the share that rose; null without signals. */
  readonly predicted: number | null;
  readonly risen: number | null;
}

export interface Calibration {
  /** Expected calibration error: mean distance of the two, weighted by signals. */
  readonly expectedCalibrationError: number;
  /** Mean square of probability less outcome: 0.25 for always one half. */
  readonly brierScore: number;
  /** Share of the signals with a probability whose price rose, which is known only afterwards. */
  readonly baseRate: number;
  /** Brier score of always telling the base rate. */
  readonly brierBaseline: number;
  /** 1 − brierScore / brierBaseline; null if all of them rose, or none. */
  readonly brierSkill: number | null;
  readonly bins: readonly CalibrationBin[];
  /** Signals with a probability. */
  readonly signals: number;
}

/** A probability, its signals, and how many of them rose. */
export interface Prediction {
  readonly probability: number;
  readonly signals: number;
  readonly rose: number;
}

/** Expected calibration error over bins of equal width and Brier's score. */
export function calibrationOf(predictions: Iterable<Prediction>): Calibration | null {
  const bins = Array.from({ length: CARD.bins }, () => ({ count: 0, predicted: 0, rose: 0 }));
  let [total, allRose, squares] = [0, 0, 0];
  for (const { probability, signals, rose } of predictions) {
    const bin = bins[Math.min(CARD.bins - 1, Math.floor(probability * CARD.bins))];
    if (bin === undefined || signals === 0) continue;
    bin.count += signals;
    bin.predicted += signals * probability;
    bin.rose += rose;
    total += signals;
    allRose += rose;
    squares += rose * (1 - probability) ** 2 + (signals - rose) * probability ** 2;
  }
  if (total === 0) return null;
  const [baseRate, brierScore] = [allRose / total, squares / total];
  const brierBaseline = baseRate * (1 - baseRate);
  return {
    expectedCalibrationError: bins.reduce((sum, { predicted, rose }) => sum + Math.abs(predicted - rose), 0) / total,
    brierScore,
    baseRate,
    brierBaseline,
    brierSkill: brierBaseline === 0 ? null : 1 - brierScore / brierBaseline,
    signals: total,
    bins: bins.map(({ count, predicted, rose }, i) => ({
      low: i / CARD.bins,
      high: (i + 1) / CARD.bins,
      count,
      predicted: count === 0 ? null : predicted / count,
      risen: count === 0 ? null : rose / count,
    })),
  };
}

/** The fit on what was resolved in the twelve months before a month; null if too few of them have signals. */
function fitBefore(months: readonly CardMonth[], month: number): LogisticFit | null {
  const earlier = months.filter(
    (other) => other.month < month && other.month >= month - CARD.trainingMonths && hasSignals(other.resolved),
  );
  if (earlier.length < CARD.minTrainingMonths) return null;
  const all: Outcomes = { fell: new Float64Array(SCORE_LEVELS), rose: new Float64Array(SCORE_LEVELS) };
  for (const { resolved } of earlier) addOutcomes(all, resolved);
  return fitLogistic(all);
}

const hasSignals = ({ fell, rose }: Outcomes): boolean =>
  fell.some((count) => count > 0) || rose.some((count) => count > 0);

/** Each month's signals by the probability that earlier months alone give them. */
function* predictions(months: readonly CardMonth[]): Generator<Prediction> {
  for (const { month, made } of months) {
    const fit = hasSignals(made) ? fitBefore(months, month) : null;
    if (fit === null) continue;
    for (let level = 0; level < SCORE_LEVELS; level += 1) {
      const rose = at(made.rose, level);
      yield { probability: probabilityOf(fit, level), signals: at(made.fell, level) + rose, rose };
    }
  }
}

/** How well probabilities that are fitted on earlier data alone come true; null if no month has enough before it. */
export function calibration(months: readonly CardMonth[]): Calibration | null {
  return calibrationOf(predictions(months));
}
