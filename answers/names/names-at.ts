import type { NameDirectory } from './directory.js';
import type { Entity } from './entity.js';
import {
  ABBREVIATIONS,
  BEFORE_NAMES,
  KNOWN_CAPITALS,
  MARKET_WORDS,
  ORDINARY_NAMES,
  OTHER_AFTER_NAME,
  OTHER_BEFORE_NAME,
  TICKER_WORDS,
} from './question-words.js';

/** A word of a question. */
export interface Word {
  readonly start: number;
  readonly end: number;
  /** Without a possessive. */
  readonly raw: string;
  readonly text: string;
  readonly isPossessive: boolean;
  /** What stands between it and the word before. */
  readonly before: string;
  readonly isFirst: boolean;
}

const WORD = /\$?[\p{L}\p{N}][\p{L}\p{M}\p{N}&'’.+-]*/gu;

const NEW_PART = /[.!?:;|–—(]\s*$/u;

const JOINING = new Set(['and', 'or', 'vs', 'versus', 'against', 'than', 'plus']);

/** Before a single letter, these make it something else: Series C, class B. */
const LETTERED = new Set(['series', 'class', 'plan', 'grade', 'round', 'type', 'form', 'stage', 'vitamin', 'schedule']);

export function wordsIn(text: string): readonly Word[] {
  let last = 0;
  return Array.from(text.matchAll(WORD), (match) => {
    const before = text.slice(last, match.index);
    const isFirst = last === 0 || NEW_PART.test(text.slice(0, match.index));
    const written = match[0].replaceAll('’', "'").replace(/[.'+-]+$/, '');
    last = match.index + match[0].length;
    const raw = written.replace(/'s?$/, '');
    const isPossessive = /'s$/.test(written) || /s['’]$/.test(match[0]);
    return {
      start: match.index,
      end: match.index + raw.length,
      raw,
      text: raw.toLowerCase(),
      isPossessive,
      before,
      isFirst,
    };
  });
}

export interface Found {
  readonly at: number;
  readonly length: number;
  readonly name: string;
  readonly entities: readonly Entity[];
}

export function nameAt(all: readonly Word[], at: number, { byName, longest }: NameDirectory): Found | null {
  for (let length = Math.min(longest.get(all[at]?.text ?? '') ?? 0, all.length - at); length > 0; length -= 1) {
    const name = all
      .slice(at, at + length)
      .map(({ text }) => text)
      .join(' ');
    const entities = byName.get(name);
    if (entities !== undefined) return { at, length, name, entities };
  }
  return null;
}

export const isCapital = (word: Word | undefined): boolean => word !== undefined && /^\p{Lu}/u.test(word.raw);

export const isAdjacent = (word: Word | undefined): boolean => word !== undefined && word.before.trim() === '';

/** "Apple Hospitality" and "Fiona Apple" are not Apple. */
function isAnother(all: readonly Word[], { at, length }: Found, isShouted: boolean): boolean {
  const [before, word, after] = [all[at - 1], all[at], all[at + length]];
  if (length > 1 || isShouted || word === undefined) return false;
  if (
    isAdjacent(word) &&
    before !== undefined &&
    OTHER_BEFORE_NAME.has(before.text) &&
    isCapital(before) &&
    !before.isFirst
  )
    return true;
  return !word.isPossessive && isAdjacent(after) && isCapital(after) && OTHER_AFTER_NAME.has(after?.text ?? '');
}

/** Whether a name that is also an ordinary word is meant as a name. */
function isMeant(all: readonly Word[], { at, length, name }: Found, capitalsTell: boolean): boolean {
  const [before, word, after] = [all[at - 1], all[at], all[at + length]];
  if (word === undefined) return false;
  if (word.isPossessive) return true;
  const isListed = JOINING.has(before?.text ?? '') || JOINING.has(after?.text ?? '') || /[,/]/.test(word.before);
  if (isCapital(word) && capitalsTell && !word.isFirst)
    return !(isAdjacent(word) && isCapital(before) && before?.isFirst === false);
  if (MARKET_WORDS.has(name)) return isListed && isCapital(word) && capitalsTell;
  return (
    isListed ||
    at === 0 ||
    (before !== undefined && BEFORE_NAMES.has(before.text)) ||
    isCapital(word) ||
    all.length <= 3
  );
}

export function isNamed(all: readonly Word[], found: Found, isShouted: boolean, capitalsTell: boolean): boolean {
  if (isAnother(all, found, isShouted)) return false;
  const word = all[found.at];
  if (word?.raw.startsWith('$') === true) return false;
  const isTiny = found.name.length <= 3 && found.length === 1;
  if (isTiny && (ABBREVIATIONS.has(found.name) || (TICKER_WORDS.has(found.name) && !isCapital(word)))) return false;
  const isOrdinary =
    found.length === 1 &&
    (ORDINARY_NAMES.has(found.name) || MARKET_WORDS.has(found.name) || KNOWN_CAPITALS.has(found.name));
  return !isOrdinary || isMeant(all, found, capitalsTell);
}

/** "P/E", "P/B", "P/S": letters of a ratio, and no tickers. */
const isRatio = (one: Word | undefined, other: Word | undefined): boolean =>
  one?.text === 'p' && /^[ebs]$/.test(other?.text ?? '') && other?.before.trim() === '/';

/** The ticker that a word is, if it is meant as one. */
export function tickerAt(
  all: readonly Word[],
  at: number,
  directory: NameDirectory,
  isShouted: boolean,
): Entity | null {
  const word = all[at];
  if (word === undefined) return null;
  const isMarked = word.raw.startsWith('$');
  const letters = word.raw.replace(/^\$/, '');
  const entity = directory.byTicker.get(letters.toUpperCase().replaceAll('-', '.'));
  if (entity === undefined || /^\d/.test(letters)) return null;
  if (isMarked) return entity;
  const lower = letters.toLowerCase();
  if (letters !== letters.toUpperCase() || isShouted)
    return letters.length >= 3 &&
      !TICKER_WORDS.has(lower) &&
      !ABBREVIATIONS.has(lower) &&
      !KNOWN_CAPITALS.has(lower) &&
      !MARKET_WORDS.has(lower)
      ? entity
      : null;
  if (isRatio(word, all[at + 1]) || isRatio(all[at - 1], word)) return null;
  if (letters.length > 1) return ABBREVIATIONS.has(lower) ? null : entity;
  return (word.isFirst && !word.isPossessive && at === 0 && all.length > 1 && !JOINING.has(all[1]?.text ?? '')) ||
    LETTERED.has(all[at - 1]?.text ?? '') ||
    ABBREVIATIONS.has(lower)
    ? null
    : entity;
}
