import type { ScreenBound } from '../tools/screener.js';
import { boundsIn, type Bound } from './conditions.js';
import type { PlacedRange } from './ranges.js';
import type { Question } from './question.js';

/** A measure that the graph's screener bounds; the RSI, which the screen by indicators does; null for others. */
type Bounded = ScreenBound['of'] | 'RSI' | null;

/** Words of each measure that a screen can bound; null for those that it cannot. */
const MEASURES: readonly (readonly [Bounded, RegExp])[] = [
  ['RSI', /\b(?:rsi|relative strength index)\b/g],
  [
    null,
    /\b(?:averages?|sma|macd|adx|atr|price|priced|market caps?|p\/e|yields?|dividends?|beta|volatility|target)\b/g,
  ],
  [
    'VOLUME_RATIO',
    /\b(?:volume ratios?|(?:relative|unusual|abnormal) volume|times (?:the |their )?(?:usual|average) volume)\b/g,
  ],
  ['VOLUME', /\b(?:volumes?|shares traded)\b(?! ratio)/g],
  ['MOMENTUM', /\bmomentum\b/g],
  ['FUNDAMENTALS', /\bfundamentals?\b/g],
  ['TECHNICAL', /\btechnicals?\b/g],
  ['SCORE', /\b(?:scores?|scored|scoring|composites?|signals?|rated|ratings?)\b/g],
  [
    'CHANGE_PCT',
    /\b(?:up|down|gain(?:s|ed|ing)?|lost|losing|loss(?:es)?|fell|fallen|falling|drop(?:s|ped)?|rose|risen|rising|change[sd]?|moved|declined|advanced)\b/g,
  ],
];
const LOSS = /\b(?:down|lost|losing|loss(?:es)?|fell|fallen|falling|drop(?:s|ped)?|declined)\b/;
const GAIN = /\b(?:up|gain(?:s|ed|ing)?|rose|risen|rising|advanced)\b/;
/** Of changes, the screen has those of the last session alone. */
const OTHER_TIME = /\b(?:weeks?|months?|years?|quarters?|ytd|since|\d+ days|yesterday)\b/;
/** Characters between a bound and the word of its measure. */
const NEAR = 30;

/** The word of a measure in a question. */
export interface MeasureWord {
  readonly of: Bounded;
  readonly word: string;
  readonly start: number;
}

/** The measure whose word stands nearest to a bound, before it if there is one. */
export function measureOf({ plain }: Pick<Question, 'plain'>, { start, text }: Bound): MeasureWord | null {
  const end = start + text.length;
  const near = MEASURES.flatMap(([of, pattern]) =>
    Array.from(plain.matchAll(pattern), ({ 0: word, index }) => ({
      of,
      word,
      start: index,
      distance: index < start ? start - index - word.length : NEAR + index - end,
    })),
  )
    .filter(({ distance }) => distance >= 0 && distance <= 2 * NEAR)
    .sort((one, other) => one.distance - other.distance);
  return near[0] ?? null;
}

/** The bound of the screener for a bound of the question; null where the screener has none. */
function screened(question: Question, bound: Bound, { of, word }: MeasureWord): ScreenBound | null {
  if (of === null || of === 'RSI') return null;
  const { atLeast, atMost, isStrict } = bound;
  if (of !== 'CHANGE_PCT')
    return (of === 'VOLUME' || of === 'VOLUME_RATIO' || (atMost ?? 0) <= 100) &&
      (atLeast ?? 0) >= 0 &&
      !bound.text.includes('$')
      ? { of, atLeast, atMost, isStrict }
      : null;
  if (!/%|percent/.test(bound.text) || OTHER_TIME.test(question.plain)) return null;
  if (LOSS.test(word))
    return { of, atLeast: atMost === null ? null : -atMost, atMost: atLeast === null ? 0 : -atLeast, isStrict };
  return { of, atLeast: atLeast === null && GAIN.test(word) ? 0 : atLeast, atMost, isStrict };
}

/** A bound that the screener takes, with its words in the question. */
export interface ScreenedBound extends ScreenBound, PlacedRange {
  readonly text: string;
  readonly word: MeasureWord;
}

/** The bounds of a question that the screener takes. */
export const screenedIn = (question: Question): readonly ScreenedBound[] =>
  boundsIn(question).flatMap((bound) => {
    const word = measureOf(question, bound);
    const screen = word === null ? null : screened(question, bound, word);
    const { start, text } = bound;
    return word === null || screen === null ? [] : [{ ...screen, start, end: start + text.length, text, word }];
  });

/** The bounds of a question that are of the RSI. */
export const rsiBoundsIn = (question: Pick<Question, 'plain'>): readonly Bound[] =>
  boundsIn(question).filter((bound) => measureOf(question, bound)?.of === 'RSI');
