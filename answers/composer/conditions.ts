import type { Question } from './question.js';
import { scaledValue } from './scales.js';

const NUMBER = String.raw`\$?\s?(-?\d{1,3}(?:,\d{3})+(?:\.\d+)?|-?\d+(?:\.\d+)?)`;
const SCALE = String.raw`(?:\s?(k|thousand|mm?|mn|million|bn?|billion|trillion)\b)?`;
/** What a number with a word of comparison may count without being a bound: times, and lengths of averages. */
const NO_TIME = String.raw`(?![\d,.]*\d|[-\s]?(?:simple |exponential )?(?:d?ma|sma|ema|moving average)s?\b|[-\s]?(?:trading |business )?(?:d|days?|sessions?|weeks?|months?|quarters?|years?|yrs?|decades?)\b)`;
const VALUE = `${NUMBER}${SCALE}${NO_TIME}`;
const MORE = String.raw`above|over|more than|greater than|higher than|larger than|bigger than|better than|exceed(?:s|ing)?|beyond|>`;
const LESS = String.raw`below|under|less than|lower than|smaller than|fewer than|worse than|<`;
const AT_LEAST = String.raw`at least|no less than|(?:more|greater|higher) than or equal to|not (?:below|under|less than|lower than)|>=|≥|min(?:imum)?(?: of)?`;
const AT_MOST = String.raw`at most|up to|no more than|(?:less|lower) than or equal to|not (?:above|over|more than|higher than)|<=|≤|max(?:imum)?(?: of)?`;

const BETWEEN = new RegExp(String.raw`\b(?:between|from) ${VALUE}\s?%? (?:and|to) ${VALUE}`, 'g');
/** "RSI 40 to 50": after the word of a measure, two numbers alone. */
const RANGE = new RegExp(
  String.raw`(?<=\b(?:rsi|scores?|momentum|technicals?|fundamentals?|volume ratio) (?:of |is |in |in the range (?:of )?)?)${VALUE} ?(?:-|–|to) ?${VALUE}`,
  'g',
);
const ONE_SIDED = new RegExp(
  String.raw`(?<![a-z])(?:(${AT_LEAST})|(${AT_MOST})|(${MORE})|(${LESS}))\s?(?:a |an |the )?${VALUE}`,
  'g',
);
const OR_MORE = new RegExp(
  String.raw`${VALUE}\s?%? (?:or (more|higher|above|better|over|up|less|lower|below|under|worse|down)\b|and (up|over|above|higher|more|under|below|lower|less|down)\b(?= *(?:[,.?!]|$)| (?:in|and|or|with)\b))`,
  'g',
);
/** Years, which bound times and no measures. */
const YEAR = /^(?:19|20)\d{2}$/;

/** A bound of a measure that a question names. */
export interface Bound {
  readonly text: string;
  readonly start: number;
  readonly atLeast: number | null;
  readonly atMost: number | null;
  /** Whether the bound itself is left out. */
  readonly isStrict: boolean;
}

const valueOf = (digits = '', scale: string | undefined): number => scaledValue(digits, scale);

/** The bounds of measures in a question, in their order. */
export function boundsIn({ plain }: Pick<Question, 'plain'>): readonly Bound[] {
  const found: Bound[] = [];
  let rest = plain;
  const take = (
    pattern: RegExp,
    read: (parts: readonly (string | undefined)[]) => Omit<Bound, 'text' | 'start'>,
  ): void => {
    rest = rest.replace(pattern, (text: string, ...others: unknown[]) => {
      const start = others.find((part): part is number => typeof part === 'number') ?? 0;
      const parts = others.slice(0, others.indexOf(start)) as readonly (string | undefined)[];
      const digits = parts.filter((part) => part !== undefined && /^-?\d/.test(part));
      if (!text.includes('$') && digits.some((part) => YEAR.test(part ?? ''))) return text;
      const after = /^\s?(?:%|percent\b|x\b|times\b)/.exec(plain.slice(start + text.length))?.[0] ?? '';
      found.push({ text: text + after, start, ...read(parts) });
      return '_'.repeat(text.length);
    });
  };
  for (const pattern of [BETWEEN, RANGE])
    take(pattern, ([low, lowScale, high, highScale]) => ({
      atLeast: valueOf(low, lowScale ?? highScale),
      atMost: valueOf(high, highScale),
      isStrict: false,
    }));
  take(ONE_SIDED, ([atLeast, atMost, more, , digits, scale]) => {
    const value = valueOf(digits, scale);
    const isLow = atLeast !== undefined || more !== undefined;
    return {
      atLeast: isLow ? value : null,
      atMost: isLow ? null : value,
      isStrict: atLeast === undefined && atMost === undefined,
    };
  });
  take(OR_MORE, ([digits, scale, orWord, andWord]) => {
    const word = orWord ?? andWord ?? '';
    const value = valueOf(digits, scale);
    const isLow = /more|higher|above|better|over|up/.test(word);
    return { atLeast: isLow ? value : null, atMost: isLow ? null : value, isStrict: false };
  });
  return found.sort((one, other) => one.start - other.start);
}

/** Words that leave something out, with the words that they leave out; questions about questions are none. */
const NEGATED =
  /(?<!\bor |\bwhy |\bif |\bwhether or )\b(?:not|never|neither|except(?: for)?|excluding|exclude|excludes|without|outside(?: of)?|other than|apart from|aside from|(?:anything|everything|all|any) but|(?:non|ex)(?!-(?:dividends?|div|dates?|farm|gaap|profits?|executive|voting|us)\b)|with no|isn't|aren't|doesn't|don't|didn't|hasn't|haven't|wasn't|weren't|won't)(?:-| )(?!sure\b|only\b|just\b|know\b|understand\b|decide\b)((?:(?!(?:and|but|or|which|that|who|is|are|has|have)\b)[a-z0-9@&'-]+ ?){1,3}(?:(?:nor|or) [a-z@-]+)?)/g;
/** Questions that begin so ask whether something is so. */
const RHETORICAL = /^(?:isn't|aren't|doesn't|don't|didn't|hasn't|haven't|wasn't|weren't|won't) /;

/** "…, doesn't it?" asks whether it is so, and leaves nothing out. */
const TAG = /,? (?:is|are|was|were|do|does|did|has|have|had|wo|would)n't (?:it|they|he|she|@[scim])(?= *\?| *$)/g;

/** What a question leaves out. */
export interface Exclusion {
  readonly text: string;
  /** What is left out, in lower case. */
  readonly what: string;
}

export function exclusionsIn({ plain }: Pick<Question, 'plain'>): readonly Exclusion[] {
  return Array.from(
    plain
      .replace(RHETORICAL, (text) => '_'.repeat(text.length))
      .replace(TAG, (text) => '_'.repeat(text.length))
      .matchAll(NEGATED),
    ({ 0: text, 1: what = '' }) => ({
      text: text.trim(),
      what: what.trim(),
    }),
  );
}
