import { at } from '../series.js';
import { SCORE_LEVELS } from './cells.js';
import { addOutcomes, type CardDay, type CardMonth, type Outcomes } from './card-sums.js';
import { meanOfKnown } from './overlap-test.js';

export interface Discrimination {
  readonly rocAuc: number;
  readonly gini: number;
  /** Null if no day has enough signals. */
  readonly rankIc: number | null;
}

/**
 * Probability that a signal whose price rose had a higher score than one whose price did not, ties counting one half:
 * the area under the ROC curve from ranks. Null unless there are both.
 *
 * Source: J. Hanley & B. McNeil, Radiology 143 (1982).
 */
export function rocAuc({ fell, rose }: Outcomes): number | null {
  let [below, allRose, pairs] = [0, 0, 0];
  for (let level = 0; level < SCORE_LEVELS; level += 1) {
    pairs += at(rose, level) * (below + at(fell, level) / 2);
    below += at(fell, level);
    allRose += at(rose, level);
  }
  return below > 0 && allRose > 0 ? pairs / (below * allRose) : null;
}

/** How far higher scores come before higher returns. */
export function discrimination(days: readonly CardDay[], months: readonly CardMonth[]): Discrimination | null {
  const all: Outcomes = { fell: new Float64Array(SCORE_LEVELS), rose: new Float64Array(SCORE_LEVELS) };
  for (const { made } of months) addOutcomes(all, made);
  const auc = rocAuc(all);
  if (auc === null) return null;
  return { rocAuc: auc, gini: 2 * auc - 1, rankIc: meanOfKnown(Float64Array.from(days, ({ rankIc }) => rankIc)) };
}
