import type { Question } from './question.js';
import { scaledValue } from './scales.js';

const NUMBER = String.raw`(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)`;
const SCALE = String.raw`(?:\s?(k|thousand|mm?|mn|million|bn?|billion)\b)?`;
/** "$250", "300 dollars", "1k", "USD 2 million"; a number alone is money only beside a word of purchases. */
const MONEY = new RegExp(`(\\$|\\busd )?\\s?\\b${NUMBER}${SCALE}(\\s?(?:dollars?|usd|bucks)\\b)?`, 'g');
/** What numbers without a currency may count, or be. */
const COUNTED =
  /^(?:[-\s]?(?:%|percent|years?|yrs?|months?|weeks?|days?|sessions?|shares?|times|x|decades?|y|d|-?day)\b|\s?%)/;
const TIME = /\b(?:since|in|from|until|to|between|during|of|last|past|next|over|for)\s$/;
/** Words of a purchase each month. */
const MONTHLY = /\b(?:every|each|per|a) month\b|\bmonthly\b|\/ ?(?:month|mo)\b/g;
/** Purchases of another rhythm, which are read where none is of each month. */
const OTHER =
  /\b(?:every|each|per) (?:day|week|fortnight|quarter|year)\b|(?<=(?:\d|k|dollars?|usd|bucks) )a (?:day|week|fortnight|quarter|year)\b|\b(?:dai|week|fortnight|quarter|year)ly\b/g;
const UNIT = /dai|day|week|fortnight|quarter|year/;
/** Purchases of a month, by the time between them. */
const A_MONTH: Readonly<Record<string, number>> = {
  day: 21,
  dai: 21,
  week: 52 / 12,
  fortnight: 26 / 12,
  quarter: 1 / 3,
  year: 1 / 12,
};
/** Of a number without a currency: the longest distance to the words that make it an amount. */
const NEAR = 12;

interface Amount {
  readonly usd: number;
  readonly start: number;
  readonly end: number;
  readonly hasCurrency: boolean;
}

/** Amounts of US dollars, and numbers that may be some, as they stand in a text. */
function amountsIn(plain: string): readonly Amount[] {
  return Array.from(plain.matchAll(MONEY), ({ 0: text, 1: sign, 2: digits = '', 3: scale, 4: word, index }) => {
    const end = index + text.length;
    const isCounted = COUNTED.test(plain.slice(end)) || TIME.test(plain.slice(0, index + text.search(/\S/)));
    const hasCurrency = sign !== undefined || word !== undefined || (scale !== undefined && !isCounted);
    return hasCurrency || !isCounted ? [{ usd: scaledValue(digits, scale), start: index, end, hasCurrency }] : [];
  }).flat();
}

/** "10k a year ago" is one purchase, and none of each year. */
const AGO = /\b(?:an?|one|\d+) (?:day|week|month|quarter|year)s? ago\b/g;

/** US dollars of one purchase; null if a question tells none, or purchases of a rhythm. */
export function lumpSumIn(question: Pick<Question, 'plain'>): number | null {
  const plain = question.plain.replace(AGO, (text) => '_'.repeat(text.length));
  if (plain.search(MONTHLY) >= 0 || plain.search(OTHER) >= 0) return null;
  const all = amountsIn(plain);
  const found =
    all.find(({ hasCurrency }) => hasCurrency) ??
    all.find(({ end }) => /^ (?:in|into|of|on) (?:the )?@s/.test(plain.slice(end)));
  return found === undefined || found.usd <= 0 ? null : found.usd;
}

/** Whether a question names purchases that are not of each month. */
export const hasOtherRhythm = ({ plain }: Pick<Question, 'plain'>): boolean =>
  plain.search(MONTHLY) < 0 && plain.search(OTHER) >= 0;

/**
 * US dollars of purchases in a month, in any order of words, of any size; whole where the question names another
 * rhythm, and null if it tells none.
 */
export function monthlyAmountIn(question: Pick<Question, 'plain'>): number | null {
  const { plain } = question;
  const all = amountsIn(plain);
  const isOther = hasOtherRhythm(question);
  const found = Array.from(plain.matchAll(isOther ? OTHER : MONTHLY));
  const places = found.map(({ index, 0: text }) => ({ index, end: index + text.length }));
  const unit = UNIT.exec(found[0]?.[0] ?? '')?.[0] ?? '';
  const distance = ({ start, end }: Amount): number =>
    Math.min(...places.map((place) => Math.max(place.index - end, start - place.end)));
  const money = all.filter(({ hasCurrency }) => hasCurrency);
  const candidates = (money.length > 0 ? money : all)
    .filter(
      (amount) =>
        amount.hasCurrency ||
        distance(amount) <= NEAR ||
        /^ (?:in|into|of|on) (?:the )?@s/.test(plain.slice(amount.end)),
    )
    .sort((one, other) => distance(one) - distance(other));
  const usd = candidates[0]?.usd;
  if (places.length === 0 || usd === undefined) return null;
  return isOther ? Math.round(usd * (A_MONTH[unit] ?? 1)) : usd;
}
