import type { NameDirectory } from './directory.js';
import type { Entity } from './entity.js';
import { nearestName, swappedTicker } from './nearest-name.js';
import { isOrdinaryWord } from './ordinary-words.js';
import { ABBREVIATIONS, KNOWN_CAPITALS, MARKET_WORDS, ORDINARY_NAMES, TICKER_WORDS } from './question-words.js';

const SHORTEST = 4;
const LETTERS = /^\p{Ll}+$/u;

/** Whether a word in lower case means something by itself, so that it is no name with an error. */
export function isMeaningful(word: string): boolean {
  const lists = [ABBREVIATIONS, KNOWN_CAPITALS, MARKET_WORDS, ORDINARY_NAMES, TICKER_WORDS];
  return (
    lists.some((list) => list.has(word)) ||
    isOrdinaryWord(word) ||
    (word.endsWith('s') && isOrdinaryWord(word.slice(0, -1)))
  );
}

/** A word in lower case that is a stored name or ticker with an error, and no word of English. */
function fromWord(word: string, directory: NameDirectory): Entity | null {
  if (word.length < SHORTEST || !LETTERS.test(word) || isMeaningful(word)) return null;
  const near = nearestName(word, directory) ?? swappedTicker(word, directory);
  // Errors are rare in the first letter, and other words are not.
  return near !== null &&
    [near.name, ...near.names, near.key].some((name) => name.toLowerCase().startsWith(word.charAt(0)))
    ? near
    : null;
}

/** Two words that are one stored name, or a name of two words with an error in one that is no word of English. */
function fromPair(one: string, other: string, directory: NameDirectory): Entity | null {
  const whole = directory.byName.get(one + other);
  if (whole !== undefined && one.length + other.length > SHORTEST && !isMeaningful(one + other))
    return whole[0] ?? null;
  const isUnclear = [one, other].some((word) => word.length >= SHORTEST && LETTERS.test(word) && !isMeaningful(word));
  const near = isUnclear ? nearestName(`${one} ${other}`, directory) : null;
  return near !== null && near.names.some((name) => name.includes(' ') && name.toLowerCase().startsWith(one.charAt(0)))
    ? near
    : null;
}

export interface Misspelled {
  /** Number of words, from the one that was asked about. */
  readonly length: 1 | 2;
  readonly entity: Entity;
}

/** Whom a word in lower case, or it and the next one, names with an error; null if nobody. */
export function misspelledAt(word: string, next: string | null, directory: NameDirectory): Misspelled | null {
  const pair = next === null ? null : fromPair(word, next, directory);
  if (pair !== null) return { length: 2, entity: pair };
  const entity = fromWord(word, directory);
  return entity === null ? null : { length: 1, entity };
}
