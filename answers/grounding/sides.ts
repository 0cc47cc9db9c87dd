import type { NumberFact } from '../facts/fact.js';
import type { Place } from './place.js';

const NUMBER_WORDS = 'one two three four five six seven eight nine ten'.split(' ');
const A_YEAR =
  /\b(?:a|per|each|every)[\s-]year\b(?!\s(?:before|earlier|ago))|\bannual|\byearly\b|\bcompound|\bCAGR\b|\bXIRR\b|\bmoney-weighted\b/i;
const A_YEAR_AFTER =
  /^\s(?:a|per|each|every)\syear\b(?!\s(?:before|earlier|ago))|^\s(?:annually|yearly|annuali[sz]ed)\b/i;
const PERIOD =
  /\b(?:over|in|for|within|during)\s(?:the\s)?(?:(?:last|past|previous)\s)?(?:(\d+|one|two|three|four|five|six|seven|eight|nine|ten|a)[\s-])?(week|month|year)s?\b|\b(this year|year to date|year-to-date)\b/i;

/** "Six months", "1 year": the period that a text tells, in one form; null without one. */
function periodIn(text: string): string | null {
  const [found, count = 'one', unit, current] = PERIOD.exec(text) ?? [];
  if (found === undefined) return null;
  if (current !== undefined) return 'this year';
  return `${count === 'a' ? 'one' : (NUMBER_WORDS[Number(count) - 1] ?? count)} ${unit ?? ''}`.toLowerCase();
}

const labelPeriod = (label: string): string | null =>
  / this year$/.test(label)
    ? 'this year'
    : / over (?:one|two|three|five|six|ten) \w+$/.test(label)
      ? periodIn(label)
      : null;

const untilNext = ({ sentence, quantity, next }: Place): string =>
  sentence.slice(quantity.end, next?.start ?? sentence.length).split(/[;:(]|,\s/)[0] ?? '';

/** Whether a share or change is of another period than the sentence says: a year's where it tells a total. */
export function isOfOtherPeriod(fact: NumberFact, place: Place): boolean {
  if (fact.unit !== 'percent') return false;
  const { sentence, quantity, from, next, afterNext } = place;
  const isYearly = [fact.label, ...fact.terms].some((name) => /\ba year$|\bannual/.test(name));
  if (A_YEAR_AFTER.test(sentence.slice(quantity.end)) && !isYearly) return true;
  const after = untilNext(place);
  const before = sentence.slice(from, quantity.start);
  const isJoined =
    next !== undefined && /^\s?(?:,|and|,\sand)\s?[+−-]?$/.test(sentence.slice(quantity.end, next.start));
  const joined = isJoined ? sentence.slice(next.end, afterNext?.start ?? sentence.length) : '';
  if (/ a year$/.test(fact.label)) return ![before, after, joined].some((text) => A_YEAR.test(text));
  const own = labelPeriod(fact.label);
  if (own === null) return false;
  // "Over 10 years" has a number of its own.
  const told = periodIn(sentence.slice(quantity.end).split(/[;:(]|,\s|\band\b/)[0] ?? '') ?? periodIn(before);
  return told !== null && told !== own;
}

/** Figures of which a source has two: the labels of both, and what texts call the one and the other. */
const SIDES: readonly Readonly<Record<'label' | 'otherLabel' | 'said' | 'otherSaid', RegExp>>[] = [
  {
    label: /\bof buy and hold\b/,
    otherLabel: /\bof the strategy\b/,
    said: /\b(?:buy(?:ing)?|bought)[\s-]and[\s-]h(?:old(?:ing)?|eld)\b/giu,
    otherSaid: /\b(?:golden cross|trend following|mean reversion|MACD|the strategy|the rule)\b/giu,
  },
  {
    label: / at once$/,
    otherLabel: /^value at the end$|^multiple$/,
    said: /\b(?:at once|lump[\s-]sum|one purchase|single purchase)\b/giu,
    otherSaid: /\b(?:a month|monthly|per month|every month)\b/giu,
  },
];
const LEADS = /^\s(?:a\syear\s)?(?:for|of|from|by|with|in)\s(?:a\s|the\s)?$/i;

const placesOf = (pattern: RegExp, text: string): readonly { readonly start: number; readonly end: number }[] =>
  Array.from(text.matchAll(pattern), ({ index, 0: raw }) => ({ start: index, end: index + raw.length }));

/**
 * Whether a figure is of the other one of two sides than the sentence says: that which leads on from the number, or
 * else the last one before it. Without a word for it, no figure is of the second side.
 */
export function isOfWrongSide(fact: NumberFact, { sentence, quantity }: Place): boolean {
  return SIDES.some(({ label, otherLabel, said, otherSaid }) => {
    const isSecond = label.test(fact.label);
    if (!isSecond && !otherLabel.test(fact.label)) return false;
    const sides = [
      ...placesOf(said, sentence).map((place) => ({ ...place, isSecond: true })),
      ...placesOf(otherSaid, sentence).map((place) => ({ ...place, isSecond: false })),
    ].sort((one, other) => one.start - other.start);
    const after = sides.find(({ start }) => start >= quantity.end && LEADS.test(sentence.slice(quantity.end, start)));
    const named = after ?? sides.filter(({ end }) => end <= quantity.start).at(-1) ?? sides[0];
    return (named?.isSecond ?? false) !== isSecond;
  });
}
