import { at } from '../series.js';
import { labelOf, roundedScore, type SignalLabel } from './composite.js';
import { FLIP, LABEL_FLOORS } from './constants.js';

/** A change of label that lasted. */
export interface LabelFlip {
  /** Place in the record of the close that confirmed it. */
  readonly index: number;
  readonly from: SignalLabel;
  readonly to: SignalLabel;
}

/** Whether a rounded score is at least a point from the borders of its label's band; 0 and 100 are none. */
function isInside(shown: number, label: SignalLabel): boolean {
  const place = LABEL_FLOORS.findIndex((row) => row.label === label);
  const [own, better] = [LABEL_FLOORS[place], LABEL_FLOORS[place - 1]];
  const isAboveFloor = place === LABEL_FLOORS.length - 1 || shown >= (own?.floor ?? 0) + FLIP.marginPoints;
  return isAboveFloor && (better === undefined || shown <= better.floor - FLIP.marginPoints);
}

/**
 * The lasting label changes of a record, oldest first: the label has stood for two closes, and the second score is at
 * least a point inside its band. The first label on record is where it starts. Index i depends on scores up to i alone;
 * days without a score are passed over.
 */
export function labelFlips(score: Float64Array): LabelFlip[] {
  const flips: LabelFlip[] = [];
  let standing: SignalLabel | null = null;
  let before: SignalLabel | null = null;
  for (let index = 0; index < score.length; index += 1) {
    if (Number.isNaN(at(score, index))) continue;
    const label = labelOf(at(score, index));
    if (
      standing !== null &&
      label !== standing &&
      label === before &&
      isInside(roundedScore(at(score, index)), label)
    ) {
      flips.push({ index, from: standing, to: label });
      standing = label;
    }
    standing ??= label;
    before = label;
  }
  return flips;
}
