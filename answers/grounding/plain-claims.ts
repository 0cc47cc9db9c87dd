import type { StatementClaim, StatementReading, ToldNumber } from './comparisons.js';

/** A word of a sentence, which states something only beside certain numbers. */
interface Said {
  readonly word: RegExp;
  /** Whether what stands around it makes it true. */
  readonly isSo: (reading: StatementReading, place: { readonly start: number; readonly end: number }) => boolean;
}

const factOf = ({ fact }: ToldNumber): ToldNumber['fact'] => fact;
/** "Far less" is at least by half. */
const FAR = 1.5;

const nearestBefore = ({ numbers }: StatementReading, start: number): ToldNumber | undefined =>
  numbers.filter(({ quantity }) => quantity.end <= start).at(-1);

const SAID: readonly Said[] = [
  {
    // "66 days away"
    word: /\baway\b/giu,
    isSo(reading, { start }) {
      const number = nearestBefore(reading, start);
      const isDays = number?.fact?.noun === 'days' && /\bto the next\b/.test(number.fact.label);
      return isDays && /^\sdays?\s$/i.test(reading.sentence.slice(number.quantity.end, start));
    },
  },
  {
    // "118%, far less than buy and hold with 386%"
    word: /\bfar\b(?=\s(?:more|less|above|below|higher|lower|better|worse|larger|smaller|ahead|behind)\b)/giu,
    isSo({ numbers }, { start }) {
      const one = numbers
        .filter(({ quantity, fact }) => quantity.end <= start && fact !== null)
        .map(factOf)
        .at(-1);
      const other = numbers.filter(({ quantity, fact }) => quantity.start > start && fact !== null).map(factOf)[0];
      if (!one || !other || one.unit !== other.unit || one.value <= 0 || other.value <= 0) return false;
      return Math.max(one.value, other.value) >= FAR * Math.min(one.value, other.value);
    },
  },
  {
    // "$500 a month turned $30,000 into $54,808"
    word: /\bturned\b(?=\s\S+\sinto\s)/giu,
    isSo({ numbers }, { start }) {
      const [from, into] = numbers.filter(({ quantity }) => quantity.start > start).map(factOf);
      return from?.label === 'invested' && into?.label === 'value at the end' && from.source.ref === into.source.ref;
    },
  },
  {
    // "Its MACD histogram is positive at $1.72"
    word: /\b(?:positive|negative)\b(?=\s(?:at|with)\s)/giu,
    isSo({ numbers, sentence }, { start, end }) {
      const fact = numbers.find(({ quantity }) => quantity.start >= end && quantity.start - end < 12)?.fact;
      const isPositive = /^positive$/i.test(sentence.slice(start, end));
      return fact !== undefined && fact !== null && fact.value !== 0 && isPositive === fact.value > 0;
    },
  },
];

/** Words that are read by the numbers around them. What is read so needs no other check. */
export const plainClaims = (reading: StatementReading): readonly StatementClaim[] =>
  SAID.flatMap(({ word, isSo }) =>
    Array.from(reading.nameless.matchAll(word)).flatMap(({ index, 0: raw }): readonly StatementClaim[] => {
      const place = { start: index, end: index + raw.length };
      return isSo(reading, place) ? [{ ...place, sources: [] }] : [];
    }),
  );
