import { boundsIn, exclusionsIn } from './conditions.js';
import { labelPhrases } from './intents/ranking-labels.js';
import type { Question } from './question.js';
import { measureOf, screenedIn } from './screen-measures.js';
import { sectorPlaces } from './slots.js';

/** A condition of a question: what it is of, and its place. */
interface Condition {
  readonly of: string;
  readonly start: number;
  readonly end: number;
}

/** Conditions without a number, or with one that is no bound. */
const OTHERS: readonly (readonly [string, RegExp])[] = [
  ['RSI', /\b(?:oversold|overbought)\b/g],
  [
    'an average',
    /\b(?:(?:above|over|higher than|below|under|beneath|lower than) )?(?:both )?(?:their |its |the |a )?(?!14\b)\d{1,3}[- ]?(?:d|days?|sessions?)\b[- ]?(?:simple |exponential )?(?:moving )?(?:averages?|sma|ema|mas?|lines?)?\b/g,
  ],
  ['a move', /\b(?:rising|gaining|climbing|falling|losing|declining|dropping|(?:up|down) today)\b/g],
];

function conditionsIn(question: Question): readonly Condition[] {
  const { plain } = question;
  const screened = screenedIn(question);
  const bounds = boundsIn(question).map((bound) => {
    const word = measureOf(question, bound);
    const isRead = word?.of === 'RSI' || screened.some(({ start }) => start === bound.start);
    return {
      of: isRead && word !== null ? String(word.of) : `what “${bound.text}” bounds`,
      // The second of "RSI below 30 or above 70" has the word of the first.
      start:
        word === null || /\bor\b/.test(plain.slice(word.start, bound.start))
          ? bound.start
          : Math.min(bound.start, word.start),
      end: bound.start + bound.text.length,
    };
  });
  const isBound = ({ start, end }: Condition): boolean => bounds.some((each) => start < each.end && end > each.start);
  return [
    ...bounds,
    ...labelPhrases(plain).map(({ start, end }) => ({ of: 'a label', start, end })),
    ...sectorPlaces(question).map((place) => ({ of: 'a sector', ...place })),
    ...OTHERS.flatMap(([of, pattern]) =>
      Array.from(plain.matchAll(pattern), ({ 0: text, index }) => ({ of, start: index, end: index + text.length })),
    ).filter((each) => !isBound(each)),
  ];
}

/** Of these, one of several conditions may hold; of a measure, if the screen reads it. */
const isCombined = ({ of }: Condition): boolean => /^(?:[A-Z_]+|a label|a sector)$/.test(of);
/** Characters between "or" and the conditions beside it. */
const NEAR = 30;
/** What "or" may join instead of conditions. */
const NAMES = /\b(?:stocks|names|shares|etfs?|funds?|equities|companies)\b/;

/** The first "or" between conditions that no screen combines, from it to the end of the second; null without one. */
function mixedIn(question: Question): { readonly start: number; readonly end: number } | null {
  const { plain } = question;
  const conditions = conditionsIn(question);
  const excluded = exclusionsIn(question).map(({ text }) => ({
    start: plain.indexOf(text),
    end: plain.indexOf(text) + text.length,
  }));
  for (const { index } of plain.matchAll(/\bor\b/g)) {
    const isIn = ({ start, end }: { readonly start: number; readonly end: number }): boolean =>
      start < index && end > index;
    // "Rated Buy or better" is one condition.
    if (excluded.some(isIn) || conditions.some(isIn)) continue;
    const before = conditions.filter(({ end }) => end <= index && index - end <= NEAR);
    const after = conditions.filter(({ start }) => start >= index + 2 && start - index <= NEAR);
    const left = before.sort((one, other) => other.end - one.end)[0];
    const right = after.sort((one, other) => one.start - other.start)[0];
    if (left === undefined || right === undefined || NAMES.test(plain.slice(index, right.start))) continue;
    if (left.of === right.of && isCombined(left)) continue;
    // "Or utilities rated Sell", after names that are rated too, is one alternative.
    const again = conditions.filter(
      ({ of, start }) => start > right.end && conditions.some((each) => each.of === of && each.end <= index),
    );
    return { start: index, end: Math.max(right.end, ...again.map(({ end }) => end)) };
  }
  return null;
}

/** "Up or down more than 2%" are two bounds of one measure. */
const BOTH_WAYS =
  /\b(up|gained|rose|down|lost|fell|dropped) or (up|gained|rose|down|lost|fell|dropped) ((?:by )?(?:more than|at least|over|above) \d[\d.]* ?(?:%|percent))/g;

/** A question without the alternatives that no screen combines, and those in its own words. */
export function withoutMixed(asked: Question): { readonly question: Question; readonly texts: readonly string[] } {
  const question = { ...asked, plain: asked.plain.replace(BOTH_WAYS, '$1 $3 or $2 $3') };
  const place = mixedIn(question);
  if (place === null) return { question, texts: [] };
  const { plain } = question;
  const rest = withoutMixed({
    ...question,
    plain: `${plain.slice(0, place.start).replace(/,? $/, '')} ${plain.slice(place.end).trimStart()}`.trim(),
  });
  return { ...rest, texts: [plain.slice(place.start, place.end), ...rest.texts] };
}
