import { quotable } from '../facts/fact-list.js';
import { withoutMixed } from './alternatives.js';
import { boundsIn, exclusionsIn, type Bound } from './conditions.js';
import { ofQuestion, type Line } from './line.js';
import type { Question } from './question.js';
import { wordList } from './words.js';

/** Kinds whose bounds another check reads: of gaps, those of their classes. */
const OWN_BOUNDS = ['gaps', 'investor-fit', 'dca'];
const COMPARED = /\b(?:above|over|below|under|least|most|between|beyond|more|less|exceed\w*)\b/;

/** Whether a sentence tells a bound: its number beside a word of comparison. */
function tellsBound(text: string, { atLeast, atMost }: Bound): boolean {
  const wanted = [atLeast, atMost].flatMap((value) => (value === null ? [] : [Math.abs(value)]));
  const numbers = (text.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((digits) => Number(digits.replaceAll(',', '')));
  return COMPARED.test(text) && wanted.every((value) => numbers.includes(value));
}

/** The word of a measure before its bound: "price-to-earnings below 20". */
const MEASURE =
  /\b(?:rsi|macd(?: histogram)?|adx|atr|beta|stochastics?|volatility|p\/e(?: ratio)?|pe(?: ratio)?|price-to-\w+|(?:dividend )?yields?|market caps?|sharpe(?: ratio)?|drawdowns?|returns?)(?: of| is| that is)? $/;

/** Conditions of charts, which have no number or one that is no bound. */
export const CHART =
  /\b(?:golden|death) cross(?:es)?\b|\b(?:just )?(?:cross(?:ed|es|ing)?|broke\w*|fell|dropped|rose|moved) (?:back )?(?:above|below|over|under|through) (?:their |its |the |a )?[\w-]+ ?(?:day)? ?(?:moving )?(?:averages?|sma|ma|line)\b|\b(?:near(?:ly)?|close to|almost|approaching) (?:being )?(?:oversold|overbought)\b|\b(?:bollinger bands?|stochastics?|ichimoku|keltner|fibonacci|williams %?r|adx|atr|obv)\b/g;
/** Kinds that list names by conditions. */
export const LISTS = ['ranking', 'period-ranking', 'indicator-screen'];

/** A bound with the word of its measure. */
const boundText = ({ plain }: Question, { text, start }: Bound): string =>
  `${MEASURE.exec(plain.slice(0, start))?.[0] ?? ''}${text}`;

/** The words of a question with the names that they stand for. */
function withNames(words: string, { names }: Question): string {
  const [only, ...more] = names.mentions;
  return words.replace(/@[scim]/g, more.length === 0 ? (only?.entity.name ?? 'it') : 'one of the names');
}

/** A question without the alternatives that a list leaves out, and says so. */
export const withoutLeftOut = (question: Question, kinds: readonly string[]): Question =>
  kinds.some((kind) => LISTS.includes(kind)) ? withoutMixed(question).question : question;

/**
 * A sentence about the bounds and exclusions of a question that nothing of its answer was read by; none if there are
 * none. `used` are those, in the question's own words, that sections say they were read by.
 */
export function leftOut(
  question: Question,
  told: readonly Line[],
  used: readonly string[],
  kinds: readonly string[],
): readonly Line[] {
  const bounds = kinds.some((kind) => OWN_BOUNDS.includes(kind))
    ? []
    : boundsIn(question).filter(
        (bound) => !used.includes(bound.text) && !told.some(({ text }) => tellsBound(text, bound)),
      );
  const exclusions = exclusionsIn(question).filter(({ text }) => !used.includes(text));
  const isList = kinds.some((kind) => LISTS.includes(kind));
  const mixed = isList ? withoutMixed(question).texts : [];
  const charts = isList
    ? Array.from(question.plain.matchAll(CHART), ([text]) => text).filter(
        (text) => !bounds.some((bound) => boundText(question, bound).includes(text)),
      )
    : [];
  const own = [...bounds.map((bound) => boundText(question, bound)), ...exclusions.map(({ text }) => text), ...charts];
  const left = [...own.filter((text) => !mixed.some((words) => words.includes(text))), ...mixed];
  const words = left.map((text) => `“${quotable(withNames(text.trim(), question))}”`);
  return words.length === 0
    ? []
    : [ofQuestion(`This answer leaves out ${wordList(words)} of the question; what follows is told without it.`)];
}
