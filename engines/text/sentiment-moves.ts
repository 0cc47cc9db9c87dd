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

/** What may rise for good or bad: a percentage does not tell which. */
const AMBIGUOUS = new Set(['price', 'prices', 'rate', 'imports']);
const BE = new Set(['be', 'been', 'being', 'was', 'were']);

const isMeasure = (term: Term): boolean => term.measure !== undefined;
const isMeasureOrSite = (term: Term): boolean => term.measure !== undefined || term.isSite === true;

const isParticiple = (verb: string): boolean => /(?:ing|ed|en)$/.test(verb);

const numbered = (reading: Reading, number: number): number | null =>
  reading.text(number + 1) === 'of' ? reading.ahead(number + 2, isMeasure) : null;

function moved(reading: Reading, i: number, { direction, place }: Move): number | null {
  // "the plant will be closed"
  if (place === 'object')
    return (
      reading.ahead(i + 1, isMeasureOrSite) ??
      (direction === -1 && BE.has(reading.text(i - 1)) ? reading.subjectSite(i) : null)
    );
  // "rising costs", "weakened demand"
  const isAdjective = place === 'intransitive' && isParticiple(reading.text(i)) && reading.measure(i + 1) !== undefined;
  const object = place === 'intransitive' && !isAdjective ? null : reading.ahead(i + 1, isMeasure);
  // "the number of its customers"
  if (object !== null) return reading.text(object) === 'number' ? (numbered(reading, object) ?? object) : object;
  const isLinked = reading.text(i + 1) === 'in' || reading.text(i + 1) === 'of';
  return (isLinked ? reading.ahead(i + 2, isMeasure) : null) ?? reading.subject(i);
}

/** "rose 3%", "fell by some 3%" */
const hasPercent = (reading: Reading, i: number): boolean =>
  [1, 2, 3].some((k) => reading.items[i + k]?.token.unit === 'percent');

/** "has grown rapidly", "sharply fell" */
const isEmphatic = (reading: Reading, i: number): boolean =>
  [i - 1, i + 1].some((k) => reading.term(k).isEmphatic === true);

/** Direction times the polarity of what moves: "sales fell", "cut costs"; null if nothing that we know moves. */
export function move(reading: Reading, i: number, { direction, place }: Move): number | null {
  const at = moved(reading, i, { direction, place });
  if (at === null) return null;
  reading.use(at);
  const measure = reading.measure(at);
  if (measure === undefined) return direction * SITE_WEIGHT;
  if (measure.weight === 0) return 0;
  // "a loss, down from a profit"
  const other = reading.term(i + 1).isComparer === true ? otherPolarity(reading, i + 1) : null;
  const sign = other !== null && other !== measure.polarity ? measure.polarity : direction * measure.polarity;
  const isPlain = !AMBIGUOUS.has(reading.text(at)) && (hasPercent(reading, i) || isEmphatic(reading, i));
  return sign * (isPlain ? Math.max(measure.weight, BARE_WEIGHT_WITH_PERCENT) : measure.weight);
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
  const isPercent = (k: number): boolean => reading.items[k]?.token.unit === 'percent';
  // "1.2% lower", "added 1.1%"
  const isBeside = place === 'object' ? isPercent(i + 1) : isPercent(i - 2);
  if (
    isBeside ||
    (place === 'intransitive' && isEmphatic(reading, i)) ||
    (place !== 'object' && hasPercent(reading, i))
  )
    return direction * BARE_WEIGHT_WITH_PERCENT;
  if (place === 'transitive' && isRatingAhead(reading, i)) return direction;
  return place === 'intransitive' ? direction * BARE_WEIGHT : 0;
}

/** Where "to" stands in "swung to a loss", "turned a loss into a profit". */
function turnsTo(reading: Reading, i: number): number | null {
  const next = reading.text(i + 1);
  if (next === 'to' || next === 'into') return i + 1;
  if (!reading.text(i).startsWith('turn')) return null;
  const from = reading.ahead(i + 1, isMeasure);
  if (from === null || reading.text(from + 1) !== 'into') return null;
  reading.use(from);
  return from + 1;
}

/** "swung to a loss", "returned to profit". */
export function turn(reading: Reading, i: number): number {
  const to = turnsTo(reading, i);
  if (to === null) return 0;
  for (let k = to + 1; k <= to + OBJECT_REACH; k += 1) {
    const measure = reading.measure(k);
    if (measure === undefined) {
      if (reading.items[k]?.token.unit !== null || reading.isSentenceEnd(k)) return 0;
      continue;
    }
    if (measure.weight < 1.5) return 0;
    // "its losses turned into a profit"
    const before = reading.subject(i);
    if (before !== null && reading.measure(before)?.polarity !== measure.polarity) reading.use(before);
    reading.use(k);
    return measure.polarity * TURN_WEIGHT;
  }
  return 0;
}
