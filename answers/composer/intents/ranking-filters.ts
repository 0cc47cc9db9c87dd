import type { ScreenBound, ScreenerInput } from '../../tools/screener.js';
import { boundsIn, exclusionsIn, type Bound } from '../conditions.js';
import type { Question } from '../question.js';
import { sectorsIn } from '../slots.js';

type Label = NonNullable<ScreenerInput['labels']>[number];

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

/** The measure whose word stands nearest to a bound, before it if there is one. */
function measureOf(
  { plain }: Question,
  { start, text }: Bound,
): { readonly of: Bounded; readonly word: string } | null {
  const end = start + text.length;
  const near = MEASURES.flatMap(([of, pattern]) =>
    Array.from(plain.matchAll(pattern), ({ 0: word, index }) => ({
      of,
      word,
      distance: index < start ? start - index - word.length : NEAR + index - end,
    })),
  )
    .filter(({ distance }) => distance >= 0 && distance <= 2 * NEAR)
    .sort((one, other) => one.distance - other.distance);
  return near[0] ?? null;
}

/** The bound of the screener for a bound of the question; null where the screener has none. */
function screened(question: Question, bound: Bound): ScreenBound | null {
  const measure = measureOf(question, bound);
  if (measure === null || measure.of === null || measure.of === 'RSI') return null;
  const { of, word } = measure;
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

/** The bounds of a question that are of the RSI. */
export const rsiBoundsIn = (question: Question): readonly Bound[] =>
  boundsIn(question).filter((bound) => measureOf(question, bound)?.of === 'RSI');

const LABELS: readonly (readonly [RegExp, readonly Label[]])[] = [
  [/\bstrong[- ]buys?\b/, ['STRONG_BUY']],
  [/\bstrong[- ]sells?\b/, ['STRONG_SELL']],
  [/(?<!strong[- ])\bbuys?\b/, ['STRONG_BUY', 'BUY']],
  [/(?<!strong[- ])\bsells?\b/, ['STRONG_SELL', 'SELL']],
  [/\b(?:neutral|holds?)\b/, ['NEUTRAL']],
];
const ALL: readonly Label[] = ['STRONG_BUY', 'BUY', 'NEUTRAL', 'SELL', 'STRONG_SELL'];

/** Conditions of a question that a screen holds names to, and the words that told them. */
export interface Filters {
  readonly bounds: readonly ScreenBound[];
  /** Labels that are left out. */
  readonly without: readonly Label[];
  /** Sectors that are named, or all but those that are left out. */
  readonly sectors: readonly string[];
  readonly outside: readonly string[];
  readonly used: readonly string[];
  /** The question without what it leaves out, and without the bounds that are read. */
  readonly rest: Question;
}

export function filtersIn(question: Question): Filters {
  const exclusions = exclusionsIn(question).map((each) => ({
    ...each,
    labels: LABELS.flatMap(([pattern, labels]) => (pattern.test(each.what) ? labels : [])),
    sectors: sectorsIn({ ...question, plain: each.what }),
  }));
  const read = exclusions.filter(({ labels, sectors }) => labels.length + sectors.length > 0);
  const plain = read.reduce((text, each) => text.replace(each.text, ' '), question.plain);
  const positive = { ...question, plain };
  const bounds = boundsIn(positive).map((bound) => ({ bound, screen: screened(positive, bound) }));
  const rest = {
    ...question,
    plain: bounds.reduce((text, { bound, screen }) => (screen === null ? text : text.replace(bound.text, ' ')), plain),
  };
  const outside = [...new Set(read.flatMap(({ sectors }) => sectors))];
  const named = sectorsIn(rest);
  const without = ALL.filter((label) => read.some(({ labels }) => labels.includes(label)));
  return {
    bounds: bounds.flatMap(({ screen }) => screen ?? []),
    without,
    sectors:
      named.length > 0 || outside.length === 0
        ? named
        : question.directory.sectors.filter((each) => !outside.includes(each)),
    outside: named.length > 0 ? [] : outside,
    used: [
      ...read.filter(({ labels }) => labels.length > 0 || named.length === 0).map(({ text }) => text),
      ...bounds.flatMap(({ bound, screen }) => (screen === null ? [] : [bound.text])),
    ],
    rest,
  };
}

export const labelsWithout = (without: readonly Label[]): readonly Label[] | null =>
  without.length === 0 || without.length === ALL.length ? null : ALL.filter((label) => !without.includes(label));
