import { otherPolarity } from './sentiment-comparisons.js';
import { RATINGS } from './lexicon/grammar.js';
import { OBJECT_REACH, type Reading } from './sentiment-reading.js';
import type { Term } from './sentiment-terms.js';

type Move = NonNullable<Term['move']>;

const RATING_WORDS = new Set(RATINGS.split(',').map((rating) => rating.trim()));
/** A move of something that we do not know. */
const BARE_WEIGHT = 0.4;
const BARE_WEIGHT_WITH_PERCENT = 1;
const SITE_WEIGHT = 1;
const TURN_WEIGHT = 1.5;

const isMeasure = (term: Term): boolean => term.measure !== undefined;
const isMeasureOrSite = (term: Term): boolean => term.measure !== undefined || term.isSite === true;

function moved(reading: Reading, i: number, place: Move['place']): number | null {
  if (place === 'object') return reading.ahead(i + 1, isMeasureOrSite);
  const object = place === 'intransitive' ? null : reading.ahead(i + 1, isMeasure);
  if (object !== null) return object;
  const isLinked = reading.text(i + 1) === 'in' || reading.text(i + 1) === 'of';
  return (isLinked ? reading.ahead(i + 2, isMeasure) : null) ?? reading.subject(i);
}

/** Direction times the polarity of what moves: "sales fell", "cut costs"; null if nothing that we know moves. */
export function move(reading: Reading, i: number, { direction, place }: Move): number | null {
  const at = moved(reading, i, place);
  if (at === null) return null;
  reading.use(at);
  const measure = reading.measure(at);
  if (measure === undefined) return direction * SITE_WEIGHT;
  // "a loss, down from a profit"
  const other = reading.term(i + 1).isComparer === true ? otherPolarity(reading, i + 1) : null;
  const sign = other !== null && other !== measure.polarity ? measure.polarity : direction * measure.polarity;
  return sign * measure.weight;
}

/** "cuts Acme to sell" */
function isRatingAhead(reading: Reading, i: number): boolean {
  for (let k = i + 1; k <= i + OBJECT_REACH; k += 1) {
    const after = reading.text(k + 2);
    if (
      reading.text(k) === 'to' &&
      RATING_WORDS.has(reading.text(k + 1)) &&
      (after === 'from' || !/^\p{L}/u.test(after))
    )
      return true;
  }
  return false;
}

/** What a move says if we do not know what moves. */
export function bareMove(reading: Reading, i: number, { direction, place }: Move): number {
  const hasPercent = [1, 2, 3].some((k) => reading.items[i + k]?.token.unit === 'percent');
  if (hasPercent && place !== 'object') return direction * BARE_WEIGHT_WITH_PERCENT;
  if (place === 'transitive' && isRatingAhead(reading, i)) return direction;
  return place === 'intransitive' ? direction * BARE_WEIGHT : 0;
}

/** "swung to a loss", "returned to profit". */
export function turn(reading: Reading, i: number): number {
  if (reading.text(i + 1) !== 'to' && reading.text(i + 1) !== 'into') return 0;
  for (let k = i + 2; k < i + 2 + OBJECT_REACH; k += 1) {
    const measure = reading.measure(k);
    if (measure === undefined) {
      if (reading.items[k]?.token.unit !== null || reading.isSentenceEnd(k)) return 0;
      continue;
    }
    if (measure.weight < 1.5) return 0;
    reading.use(k);
    return measure.polarity * TURN_WEIGHT;
  }
  return 0;
}
