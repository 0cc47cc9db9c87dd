import type { AnswerSource } from '../answers.js';
import type { NumberFact } from '../facts/fact.js';
import type { DateMention } from './dates.js';
import { isOf, type Evidence } from './evidence.js';
import { isLabelled, naming } from './measures.js';
import { pairIn } from './pairs.js';
import type { Quantity } from './quantities.js';
import type { SubjectMention } from './subject-mentions.js';
import { stemsIn } from './vocabulary.js';

/** A number of a sentence as the check of numbers judged it. */
export interface ToldNumber {
  readonly quantity: Quantity;
  /** The fact that it tells; null if none does, or if it follows from others. */
  readonly fact: NumberFact | null;
  readonly isSupported: boolean;
  readonly owners: readonly string[];
}

/** A sentence with what was read of it. */
export interface StatementReading {
  readonly sentence: string;
  /** Without names. */
  readonly nameless: string;
  /** Without names, and without phrases whose digits state nothing. */
  readonly plain: string;
  readonly mentions: readonly SubjectMention[];
  readonly evidence: Evidence;
  readonly numbers: readonly ToldNumber[];
  readonly dates: readonly DateMention[];
  readonly ownersAt: (place: { readonly start: number; readonly end: number }) => readonly string[];
}

/** A part of a sentence, and the sources that support it; null if none does. */
export interface StatementClaim {
  readonly start: number;
  readonly end: number;
  readonly sources: readonly AnswerSource[] | null;
}

/** A number that tells how far two measures differ: its place among the numbers, and whether it is right. */
export interface StatedDifference {
  readonly index: number;
  readonly isRight: boolean;
  readonly sources: readonly AnswerSource[];
}

const COMPARING: readonly (readonly [RegExp, 1 | -1 | 0])[] = [
  [
    /\b(?:above|higher|more|greater|larger|bigger|stronger|exceed(?:s|ed)?|beats?|tops?|leads?|ahead|faster|better|outperform(?:s|ed)?|outscores?|later)\b/giu,
    1,
  ],
  [
    /\b(?:below|lower|less|fewer|smaller|weaker|trails?|lags?|behind|under|slower|worse|underperform(?:s|ed)?|short|earlier|before)\b/giu,
    -1,
  ],
  [/\b(?:same|equals?|identical|matche?s?)\b/giu, 0],
];
const CLAUSE_END = /[;:]|,\s(?:and|but|while|whereas|which)\b|\b(?:while|whereas|but)\b/giu;
/** Within this share, two values are about the same. */
const SAME = 0.02;

interface Comparator {
  readonly start: number;
  readonly end: number;
  readonly word: string;
  readonly sign: 1 | -1 | 0;
}

export const comparatorsIn = (text: string): readonly Comparator[] =>
  COMPARING.flatMap(([pattern, sign]) =>
    Array.from(text.matchAll(pattern), ({ index, 0: word }) => ({
      start: index,
      end: index + word.length,
      word: word.toLowerCase(),
      sign,
    })),
  )
    // "The same day" is a day; "more than 55 million" is a bound, which is read with its number; "a day earlier" a
    // time.
    .filter(({ word, end }) => word !== 'same' || !/^\s(?:day|session|time|quarter)\b/i.test(text.slice(end)))
    .sort((one, other) => one.start - other.start);

const KIND: Readonly<Record<string, string>> = {
  usd: 'usd',
  usd_per_share: 'price',
  percent: 'percent',
  percentage_points: 'percent',
};
const kindOf = ({ unit, noun }: NumberFact): string => KIND[unit] ?? (unit === 'count' ? `count ${noun}` : unit);

/** The fact of these owners that a stretch of a sentence names most closely. */
function measureIn(
  text: string,
  owners: readonly string[],
  { facts }: { readonly facts: readonly NumberFact[] },
  kind: string | null,
): NumberFact | null {
  const words = new Set(stemsIn(text));
  let [best, most] = [null as NumberFact | null, 0];
  const isGrowth = words.has('grow');
  for (const fact of facts) {
    if (!isOf(fact, owners) || fact.subjects.length === 0 || (kind !== null && kindOf(fact) !== kind)) continue;
    if (fact.label.startsWith('bound of') || (fact.row !== null && fact.row > 0)) continue;
    // "Revenue" is the level, unless growth is told.
    const score = naming(fact, words) + (isLabelled(fact, words) && fact.isChange === isGrowth ? 0.5 : 0);
    if (score >= 1 && score > most) [best, most] = [fact, score];
  }
  return best;
}

const twin = (fact: NumberFact, owners: readonly string[], { numbers }: Evidence): NumberFact | null =>
  numbers.find(
    (other) => other.label === fact.label && other.tool === fact.tool && other.row === fact.row && isOf(other, owners),
  ) ?? null;

interface Side {
  readonly value: number;
  readonly fact: NumberFact;
  readonly kind: string;
}

const sideOf = (fact: NumberFact | null): Side | null =>
  fact === null ? null : { value: fact.value, fact, kind: kindOf(fact) };

/** Words between a number and a comparison that make it the difference: "8.3 points above". */
const DIFFERENCE_GAP = /^\s?(?:points?|percentage points?|percent|shares?|sessions?|days?)?\s?$/i;

const VERB = /^(?:exceed|beat|trail|lag|lead|top|outperform|underperform|outscore|equal|match)/;

function boundsOf(text: string, at: number): readonly [number, number] {
  let [start, end] = [0, text.length];
  for (const { index, 0: raw } of text.matchAll(CLAUSE_END)) {
    if (index + raw.length <= at) start = index + raw.length;
    else if (index > at) {
      end = index;
      break;
    }
  }
  return [start, end];
}

const isClose = (quantity: Quantity, actual: number): boolean =>
  Math.abs(quantity.value - Math.abs(actual)) <= quantity.halfUnit * (1 + 1e-9) + 1e-9 * Math.abs(actual);

/** Compares the two sides of one comparison. */
export function compare(
  comparator: Comparator,
  reading: StatementReading,
): { readonly claim: StatementClaim; readonly difference: StatedDifference | null } {
  const { sentence, nameless, mentions, evidence, numbers, ownersAt } = reading;
  const { start, end, sign, word } = comparator;
  const failed = { claim: { start, end, sources: null }, difference: null };
  const [from, to] = boundsOf(nameless, start);
  const distinct = (of: readonly SubjectMention[]): readonly string[] => {
    const place = of[0]?.start;
    return of.filter((mention) => mention.start === place).map(({ id }) => id);
  };
  const after = mentions.filter((mention) => mention.start >= end && mention.start < Math.max(to, end + 1));
  const before = mentions.filter((mention) => mention.end <= start);
  const left =
    before.length === 0
      ? ownersAt({ start, end })
      : distinct(before.filter((mention) => mention.start === before.at(-1)?.start));
  const right = after.length === 0 ? left : distinct(after);
  const isOther = right.some((id) => !left.includes(id));
  const rightNumber = numbers.find(
    ({ quantity }) => quantity.start >= end && quantity.start < to && quantity.unit !== 'ordinal',
  );
  const isDifference = ({ quantity }: ToldNumber): boolean =>
    !VERB.test(word) && quantity.end <= start && DIFFERENCE_GAP.test(sentence.slice(quantity.end, start));
  const differenceAt = numbers.findIndex(isDifference);
  const difference = numbers[differenceAt];
  const leftNumber = numbers
    .filter((number) => number.quantity.end <= start && number.quantity.start >= from && number !== difference)
    .at(-1);
  const rightText = sentence.slice(end, to);
  const leftText = sentence.slice(from, start);
  const facts = { facts: evidence.numbers };
  const numbered = rightNumber?.fact ?? null;
  const named = measureIn(rightText, right, facts, numbered === null ? null : kindOf(numbered));
  let rightFact = numbered ?? named;
  let leftFact = leftNumber?.fact ?? null;
  if (rightFact !== null && leftFact !== null && kindOf(leftFact) !== kindOf(rightFact)) leftFact = null;
  leftFact ??= measureIn(leftText, left, facts, rightFact === null ? null : kindOf(rightFact));
  if (numbered === null && leftFact !== null && (rightFact === null || kindOf(rightFact) !== kindOf(leftFact))) {
    rightFact = isOther ? twin(leftFact, right, evidence) : measureIn(rightText, right, facts, kindOf(leftFact));
  }
  if (leftFact === null && rightFact !== null && isOther) leftFact = twin(rightFact, left, evidence);
  // A price needs no word: "AAPL is above its 200-day average".
  if (leftFact === null && rightFact?.unit === 'usd_per_share')
    leftFact = evidence.numbers.find((fact) => fact.label === 'price' && isOf(fact, left)) ?? null;
  const pair = pairIn(
    sentence,
    numbers.map(({ quantity }) => quantity),
    mentions,
  );
  if (pair !== null && end <= pair.than) {
    leftFact = numbers[pair.first]?.fact ?? null;
    rightFact = numbers[pair.second]?.fact ?? null;
    if (leftFact?.label !== rightFact?.label) return failed;
  }
  const [one, other] = [sideOf(leftFact), sideOf(rightFact)];
  // "39% below its average" of a volume that is told as a multiple of it.
  const ratio = difference?.quantity.unit === 'percent' ? measureIn(leftText, left, facts, 'multiple') : null;
  if (ratio !== null && difference !== undefined && /\baverage|\bmean/i.test(rightText) && !isOther) {
    const actual = 100 * (ratio.value - 1);
    const isRight = Math.sign(actual) === sign && isClose(difference.quantity, actual);
    return {
      claim: { start, end, sources: isRight ? [ratio.source] : null },
      difference: { index: differenceAt, isRight, sources: [ratio.source] },
    };
  }
  // A bound of the number itself: "more than 55 million shares", "just below $298".
  const isBound =
    rightNumber !== undefined &&
    rightNumber.isSupported &&
    rightNumber.quantity.bound !== null &&
    leftNumber === undefined;
  if (one === null && other !== null && isBound && /^\sthan\s$/i.test(sentence.slice(end, rightNumber.quantity.start)))
    return { claim: { start, end, sources: [other.fact.source] }, difference: null };
  if (one === null || other === null) return failed;
  if (one.kind !== other.kind) return failed;
  if (one.fact === other.fact) {
    return isBound ? { claim: { start, end, sources: [one.fact.source] }, difference: null } : failed;
  }
  // How far two fell is compared by how far, not by the sign.
  const isFall = one.fact.isChange && one.value < 0 && other.value < 0 && /^(?:more|less|faster|slower)$/.test(word);
  const off = (isFall ? -1 : 1) * (one.value - other.value);
  const isRight =
    sign === 0 ? Math.abs(off) <= SAME * Math.max(Math.abs(one.value), Math.abs(other.value)) : Math.sign(off) === sign;
  const sources = [one.fact.source, other.fact.source];
  if (difference === undefined) return { claim: { start, end, sources: isRight ? sources : null }, difference: null };
  const { quantity } = difference;
  const isShare = quantity.unit === 'percent' && one.kind !== 'percent';
  const actual =
    quantity.unit === 'times' ? one.value / other.value : isShare ? (100 * off) / Math.abs(other.value) : off;
  const isInUnit =
    quantity.unit === 'usd'
      ? one.kind === 'usd' || one.kind === 'price'
      : quantity.unit === 'percentage_points'
        ? one.kind === 'percent'
        : quantity.unit === 'points' || quantity.unit === null
          ? one.kind !== 'usd' && one.kind !== 'price' && one.kind !== 'percent'
          : quantity.unit === 'percent' || quantity.unit === 'times';
  const isExact = isRight && isInUnit && isClose(quantity, actual);
  return {
    claim: { start, end, sources: isExact ? sources : null },
    difference: { index: differenceAt, isRight: isExact, sources },
  };
}

/** "Between 30 and 70": the measure before it must be. */
export function betweenClaims({
  sentence,
  nameless,
  evidence,
  numbers,
  ownersAt,
}: StatementReading): readonly StatementClaim[] {
  return Array.from(nameless.matchAll(/\bbetween\b/giu)).flatMap(({ index, 0: word }) => {
    const place = { start: index, end: index + word.length };
    // "The difference between the two" is computed.
    if (/\b(?:gap|difference|distance|spread)\s$/i.test(nameless.slice(0, index))) return [];
    const [low, high] = numbers.filter(({ quantity }) => quantity.start >= place.end);
    if (low === undefined || high === undefined) return [{ ...place, sources: null }];
    const [from] = boundsOf(nameless, index);
    const before = numbers.filter(({ quantity }) => quantity.end <= index && quantity.start >= from).at(-1)?.fact;
    const kind = low.fact === null ? null : kindOf(low.fact);
    const fact =
      before !== undefined && before !== null && (kind === null || kindOf(before) === kind)
        ? before
        : measureIn(sentence.slice(from, index), ownersAt(place), { facts: evidence.numbers }, kind);
    const isWithin =
      fact !== null &&
      low.fact !== null &&
      fact !== low.fact &&
      fact.value >= low.fact.value &&
      high.fact !== null &&
      fact.value <= high.fact.value;
    return [{ ...place, sources: isWithin ? [fact.source] : null }];
  });
}
