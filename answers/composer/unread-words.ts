import { quotable } from '../facts/fact-list.js';
import { withoutMixed } from './alternatives.js';
import { boundsIn, exclusionsIn } from './conditions.js';
import { labelPhrases } from './intents/ranking-labels.js';
import { ofQuestion, type Line } from './line.js';
import { LIST_WORDS, MOVING_PRICE, PLAIN_WORDS, SHORT } from './list-words.js';
import type { Question } from './question.js';
import { sectorPlaces } from './slots.js';
import { DATE, MONTH, WEEKDAYS, YEAR } from './time-words.js';
import { wordList } from './words.js';

/** A stretch of a question. */
interface Place {
  readonly start: number;
  readonly end: number;
}

const WORD = /[\p{L}@][\p{L}\p{N}&@'-]*/gu;
/** Times, which other checks read, and what is sold short, which is the weakest. */
const READ = [
  SHORT,
  MOVING_PRICE,
  new RegExp(
    `\\b(?:${MONTH},? (?:of )?${YEAR}|${MONTH} (?:the )?${DATE}|${DATE} (?:of )?${MONTH}|(?:day before )?yesterday|tomorrow|ago|next (?=week|month|quarter|year)|(?:${WEEKDAYS.join('|')})s?)\\b`,
  ),
];
/** "High", "most": told with the word that they are of. */
const DEGREE =
  /\b(?:high|low|highest|lowest|most|least|more|less|much|biggest|largest|small|large|big|strong|good|best|worst)\W+$/;
/** Words of a phrase that are as far apart as "upside to its target". */
const NEAR = /^(?:[^\p{L}]|\b(?:to|of|the|a|an|its|their|in|for|by|from|with|have|has|had|be|been|being|are|is)\b)*$/u;

const placesOf = (plain: string, pattern: RegExp): readonly Place[] =>
  Array.from(plain.matchAll(pattern), ({ 0: text, index }) => ({ start: index, end: index + text.length }));

const placesOfTexts = (plain: string, texts: readonly string[]): readonly Place[] =>
  texts.flatMap((text) => {
    const start = plain.indexOf(text);
    return start < 0 ? [] : [{ start, end: start + text.length }];
  });

const blank = (plain: string, { start, end }: Place): string =>
  plain.slice(0, start) + ' '.repeat(end - start) + plain.slice(end);

/** The forms of a word that lists know it by: "stocks'", "over-bought". */
const formsOf = (word: string): readonly string[] => {
  const own = word.replace(/'s?$|'(?:s|re|ve|ll|d|m|t)$/u, '');
  return [own, own.replaceAll('-', ''), ...own.split('-')];
};

const isRead = (word: string): boolean => {
  const [whole = '', joined = '', ...parts] = formsOf(word);
  const knows = (each: string): boolean => each === '' || PLAIN_WORDS.has(each) || LIST_WORDS.has(each);
  return word.startsWith('@') || knows(whole) || knows(joined) || parts.every(knows);
};

/**
 * The words of a question for a list of securities that no list is made by, in phrases of the question's own words:
 * neither words of grammar, nor those of the list's orders and conditions, nor sectors, labels and bounds. `known`
 * match what is read, or told as left out, by another check.
 */
export function unreadPhrases(asked: Question, known: readonly RegExp[] = []): readonly string[] {
  const { question } = withoutMixed(asked);
  const { plain } = question;
  const read = [
    ...labelPhrases(plain),
    ...sectorPlaces(question),
    ...boundsIn(question).map(({ start, text }) => ({ start, end: start + text.length })),
    ...placesOfTexts(
      plain,
      exclusionsIn(question).map(({ text }) => text),
    ),
    ...[...READ, ...known].flatMap((pattern) =>
      placesOf(plain, new RegExp(pattern.source, 'gu')).filter(({ start, end }) => end > start),
    ),
  ].reduce(blank, plain);
  const unread = placesOf(read, WORD).filter(({ start, end }) => !isRead(read.slice(start, end)));
  const phrases: Place[] = [];
  for (const place of unread) {
    const last = phrases.at(-1);
    if (last !== undefined && NEAR.test(plain.slice(last.end, place.start)))
      phrases[phrases.length - 1] = { start: last.start, end: place.end };
    else phrases.push(place);
  }
  return phrases.map(({ start, end }) => {
    const degree = DEGREE.exec(plain.slice(0, start))?.[0] ?? '';
    const phrase = plain.slice(start - degree.length, end).trim();
    const at = asked.text.toLowerCase().indexOf(phrase);
    return at < 0 ? phrase : asked.text.slice(at, at + phrase.length);
  });
}

/**
 * A sentence about the words of a question that its list is not made by; none if there are none, or if `left`, other
 * sentences about what is left out, have them.
 */
export function unreadWordLines(question: Question, known: readonly RegExp[], left: readonly Line[]): readonly Line[] {
  const phrases = [...new Set(unreadPhrases(question, known))].filter(
    (phrase) => !left.some(({ text }) => text.toLowerCase().includes(phrase.toLowerCase())),
  );
  return phrases.length === 0
    ? []
    : [
        ofQuestion(
          `This answer leaves out ${wordList(phrases.map((text) => `“${quotable(text)}”`))} of the question; what follows is told without it.`,
        ),
      ];
}
