import { isInCapitals } from '../../engines/text/ticker-marks.js';
import { otherSides } from './compared-sides.js';
import { isMeaningful, misspelledAt } from './misspelled.js';
import { nearestName, swappedTicker } from './nearest-name.js';
import type { Entity, NameDirectory } from './directory.js';
import { ABBREVIATIONS, BEFORE_NAMES, KNOWN_CAPITALS, MARKET_WORDS, ORDINARY_NAMES, OTHER_AFTER_NAME, OTHER_BEFORE_NAME, TICKER_WORDS } from './question-words.js';

/** A word of a question. */
interface Word {
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

/** An entity at a place of a question. */
export interface EntityMention {
  readonly start: number;
  readonly end: number;
  readonly entity: Entity;
}

/** Whom a question names. */
export interface ResolvedNames {
  readonly mentions: readonly EntityMention[];
  /** Words that look like tickers, and are none that is stored. */
  readonly unknownTickers: readonly string[];
  /** Capitalised names that nothing stored has. */
  readonly unknownNames: readonly string[];
  /** Of the unknown, those that the question compares with what is stored. */
  readonly unknownSides: readonly string[];
  /** Names that were read as a stored one that is spelled nearly so. */
  readonly readAs: readonly { readonly written: string; readonly name: string }[];
}

const WORD = /\$?[\p{L}\p{N}][\p{L}\p{M}\p{N}&'’.+-]*/gu;
const NEW_PART = /[.!?:;|–—(]\s*$/u;
const JOINING = new Set(['and', 'or', 'vs', 'versus', 'against', 'than', 'plus']);
/** Before a single letter, these make it something else: Series C, class B. */
const LETTERED = new Set(['series', 'class', 'plan', 'grade', 'round', 'type', 'form', 'stage', 'vitamin', 'schedule']);
const UNKNOWN_TICKER = /^[A-Z]{3,5}(?:[.-][A-Z])?$/;

function wordsIn(text: string): readonly Word[] {
  let last = 0;
  return Array.from(text.matchAll(WORD), (match) => {
    const before = text.slice(last, match.index);
    const isFirst = last === 0 || NEW_PART.test(text.slice(0, match.index));
    const written = match[0].replaceAll('’', "'").replace(/[.'+-]+$/, '');
    last = match.index + match[0].length;
    const raw = written.replace(/'s?$/, '');
    const isPossessive = /'s$/.test(written) || /s['’]$/.test(match[0]);
    return { start: match.index, end: match.index + raw.length, raw, text: raw.toLowerCase(), isPossessive, before, isFirst };
  });
}

interface Found {
  readonly at: number;
  readonly length: number;
  readonly name: string;
  readonly entities: readonly Entity[];
}

function nameAt(all: readonly Word[], at: number, { byName, longest }: NameDirectory): Found | null {
  for (let length = Math.min(longest.get(all[at]?.text ?? '') ?? 0, all.length - at); length > 0; length -= 1) {
    const name = all.slice(at, at + length).map(({ text }) => text).join(' ');
    const entities = byName.get(name);
    if (entities !== undefined) return { at, length, name, entities };
  }
  return null;
}

const isCapital = (word: Word | undefined): boolean => word !== undefined && /^\p{Lu}/u.test(word.raw);
const isAdjacent = (word: Word | undefined): boolean => word !== undefined && word.before.trim() === '';

/** "Apple Hospitality" and "Fiona Apple" are not Apple. */
function isAnother(all: readonly Word[], { at, length }: Found, isShouted: boolean): boolean {
  const [before, word, after] = [all[at - 1], all[at], all[at + length]];
  if (length > 1 || isShouted || word === undefined) return false;
  if (isAdjacent(word) && before !== undefined && OTHER_BEFORE_NAME.has(before.text) && isCapital(before) && !before.isFirst) return true;
  return !word.isPossessive && isAdjacent(after) && isCapital(after) && OTHER_AFTER_NAME.has(after?.text ?? '');
}

/** Whether a name that is also an ordinary word is meant as a name. */
function isMeant(all: readonly Word[], { at, length, name }: Found, capitalsTell: boolean): boolean {
  const [before, word, after] = [all[at - 1], all[at], all[at + length]];
  if (word === undefined) return false;
  if (word.isPossessive) return true;
  const isListed = JOINING.has(before?.text ?? '') || JOINING.has(after?.text ?? '') || /[,/]/.test(word.before);
  if (isCapital(word) && capitalsTell && !word.isFirst) return !(isAdjacent(word) && isCapital(before) && before?.isFirst === false);
  if (MARKET_WORDS.has(name)) return isListed && isCapital(word) && capitalsTell;
  return isListed || at === 0 || (before !== undefined && BEFORE_NAMES.has(before.text)) || isCapital(word) || all.length <= 3;
}

function isNamed(all: readonly Word[], found: Found, isShouted: boolean, capitalsTell: boolean): boolean {
  if (isAnother(all, found, isShouted)) return false;
  const word = all[found.at];
  if (word?.raw.startsWith('$') === true) return false;
  const isTiny = found.name.length <= 3 && found.length === 1;
  if (isTiny && (ABBREVIATIONS.has(found.name) || (TICKER_WORDS.has(found.name) && !isCapital(word)))) return false;
  const isOrdinary = found.length === 1 && (ORDINARY_NAMES.has(found.name) || MARKET_WORDS.has(found.name) || KNOWN_CAPITALS.has(found.name));
  return !isOrdinary || isMeant(all, found, capitalsTell);
}

/** The ticker that a word is, if it is meant as one. */
function tickerAt(all: readonly Word[], at: number, directory: NameDirectory, isShouted: boolean): Entity | null {
  const word = all[at];
  if (word === undefined) return null;
  const isMarked = word.raw.startsWith('$');
  const letters = word.raw.replace(/^\$/, '');
  const entity = directory.byTicker.get(letters.toUpperCase().replaceAll('-', '.'));
  if (entity === undefined || /^\d/.test(letters)) return null;
  if (isMarked) return entity;
  const lower = letters.toLowerCase();
  if (letters !== letters.toUpperCase() || isShouted) return letters.length >= 3 && !TICKER_WORDS.has(lower) && !ABBREVIATIONS.has(lower) && !KNOWN_CAPITALS.has(lower) && !MARKET_WORDS.has(lower) ? entity : null;
  if (letters.length > 1) return ABBREVIATIONS.has(lower) ? null : entity;
  return word.isFirst && !word.isPossessive && at === 0 && all.length > 1 && !JOINING.has(all[1]?.text ?? '') || LETTERED.has(all[at - 1]?.text ?? '') || ABBREVIATIONS.has(lower) ? null : entity;
}

/** One of several securities of a company: its class A, or the first one. */
function preferred(entities: readonly Entity[]): readonly Entity[] {
  const securities = entities.filter(({ kind }) => kind === 'security');
  const [first] = securities;
  if (first === undefined || securities.length === 1) return entities;
  const chosen = securities.find(({ names }) => names.some((name) => / Class A$/.test(name))) ?? first;
  return [chosen, ...entities.filter(({ kind }) => kind !== 'security')];
}

interface Unknowns {
  readonly tickers: Set<string>;
  readonly names: { readonly text: string; readonly start: number; readonly end: number }[];
}

/** Capitalised words that no stored name covers. */
function unknownsIn(all: readonly Word[], isCovered: (word: Word) => boolean, isShouted: boolean): Unknowns {
  const unknowns: Unknowns = { tickers: new Set(), names: [] };
  let run: Word[] = [];
  const end = (): void => {
    const [first] = run;
    const last = run.at(-1);
    if (first !== undefined && last !== undefined) unknowns.names.push({ text: run.map(({ raw }) => raw).join(' '), start: first.start, end: last.end });
    run = [];
  };
  for (const word of all) {
    const plain = word.raw.replace(/^\$/, '');
    if (run.length > 0 && !isAdjacent(word)) end();
    if (isCovered(word)) end();
    else if (word.raw.startsWith('$') && /^[A-Za-z]{1,6}(?:[.-][A-Za-z])?$/.test(plain)) unknowns.tickers.add(plain.toUpperCase());
    else if (!isShouted && UNKNOWN_TICKER.test(plain) && !ABBREVIATIONS.has(word.text) && !KNOWN_CAPITALS.has(word.text)) {
      unknowns.tickers.add(plain);
      end();
    } else if (!isShouted && isCapital(word) && !KNOWN_CAPITALS.has(word.text) && !ABBREVIATIONS.has(word.text) && (!word.isFirst || word.isPossessive)) run.push(word);
    else end();
    if (word.isPossessive) end();
  }
  end();
  return unknowns;
}

/** What questions ask about where they name nobody in capitals: "what is klarna worth". */
const OBJECTS: readonly RegExp[] = [
  /\b(?:what(?:'s| is)|how much is) ([\p{L}\p{N}&.' -]{3,40}?) worth\b/iu,
  /\bwho (?:backs|backed|founded|owns|runs|funded|leads) ([\p{L}\p{N}&.' -]{3,40}?)\s*\??$/iu,
  /\b(?:tell me about|news (?:on|about)|(?:price|valuation|outlook|signal|earnings|score|dividend) (?:of|for)|should i buy|buy or sell|what about|how about) ([\p{L}\p{N}&.' -]{3,40}?)\s*[?.!]*$/iu,
  /\bwhen does ([\p{L}\p{N}&.' -]{3,40}?) report\b/iu,
  /\bhow (?:is|has|did) ([\p{L}\p{N}&.' -]{3,40}?) (?:doing|done|do|perform\w*)\b/iu,
  /\bwhy (?:did|is|has) ([\p{L}\p{N}&.' -]{3,40}?) (?:fall\w*|fell|drop\w*|rise\w*|rose|up|down|jump\w*|mov\w*)\b/iu,
  /\bis ([\p{L}\p{N}&.' -]{3,40}?) (?:a (?:buy|sell|good|strong)|overbought|oversold|overvalued|bullish|bearish)\b/iu,
];
/** Words that an object may begin with and that are no part of a name. */
const LEADING = /^(?:the |a |an |my |your |shares? of |stocks? of |company )+/i;

/** The object of a question that names nobody; null if it has none, or one of ordinary words. */
function objectOf(text: string): string | null {
  for (const pattern of OBJECTS) {
    const found = pattern.exec(text)?.[1]?.replace(LEADING, '').trim();
    if (found === undefined || found === '') continue;
    const words = found.toLowerCase().split(/\s+/);
    const isOrdinary = words.every((word) => KNOWN_CAPITALS.has(word) || MARKET_WORDS.has(word) || ABBREVIATIONS.has(word) || word.length < 3);
    return isOrdinary || words.length > 3 ? null : found;
  }
  return null;
}

interface Named {
  readonly start: number;
  readonly end: number;
  readonly entities: readonly Entity[];
  readonly words: readonly Word[];
  readonly after: Word | undefined;
  readonly isTicker: boolean;
}

/** "Target trades at": a word of markets that is a name, for nothing else does that. */
function isTrading(all: readonly Word[], { at, length }: Found): boolean {
  const [after, next] = [all[at + length]?.text ?? '', all[at + length + 1]?.text];
  return isCapital(all[at]) && (after === 'scores' || (['trades', 'traded', 'closed'].includes(after) && next === 'at'));
}

/** The stored names and tickers among words, as they are spelled; `isText` if they are no question's. */
function namedIn(all: readonly Word[], directory: NameDirectory, isShouted: boolean, capitalsTell: boolean, isText: boolean): readonly Named[] {
  const named: Named[] = [];
  for (let at = 0; at < all.length; at += 1) {
    const found = nameAt(all, at, directory);
    const ticker = tickerAt(all, at, directory, isShouted);
    const isName = found !== null && (found.length > 1 || ticker === null) && (isNamed(all, found, isShouted, capitalsTell) || (isText && isTrading(all, found)));
    const entities = isName ? found.entities : ticker === null ? null : [ticker];
    const words = all.slice(at, at + (isName ? found.length : 1));
    const [first, last] = [words[0], words.at(-1)];
    if (entities === null || first === undefined || last === undefined) continue;
    named.push({ start: first.start, end: last.end, entities, words, after: all[at + words.length], isTicker: !isName });
    if (isName) at += found.length - 1;
  }
  return named;
}

/** A stored name at a place of a text. */
export interface StoredName {
  readonly start: number;
  readonly end: number;
  /** Everybody who has this name. */
  readonly ids: readonly string[];
}

/** After a word that may be a name, these say that it is one. */
const DOES = new Set(['trades', 'traded', 'closed', 'closes', 'stands', 'scores', 'scored', 'rose', 'fell', 'gained', 'lost', 'is', 'was', 'has', 'had', 'reports', 'reported', 'earned', 'earns', 'pays', 'paid', 'raised', 'ranks']);

/**
 * Whether a name of a written text is meant as one. Sentences have capitals, unlike questions: a name of several words has
 * them too, and a word of English is a name where it has one within a sentence, or where the next word says so.
 */
function isWritten({ words, after, isTicker }: Named): boolean {
  const [word] = words;
  if (word === undefined) return false;
  if (words.length > 1) return words.every((each) => each.raw.length <= 3 || !/^\p{Ll}/u.test(each.raw)) && !/^\p{Ll}/u.test(word.raw);
  const isSaid = word.isPossessive || (after !== undefined && (DOES.has(after.text) || after.before.trim() === '('));
  if (/^\d/.test(word.raw)) return isSaid && word.before.trim() === '';
  if (isTicker) return word.raw.startsWith('$') || word.raw === word.raw.toUpperCase() || (isSaid && !isMeaningful(word.text));
  if (!isMeaningful(word.text)) return true;
  if (!isCapital(word)) return false;
  return !word.isFirst || isSaid || (ORDINARY_NAMES.has(word.text) && !MARKET_WORDS.has(word.text));
}

/** The stored names in a written text, in its order; near spellings are not read. */
export function storedNamesIn(text: string, directory: NameDirectory): readonly StoredName[] {
  return namedIn(wordsIn(text), directory, isInCapitals(text), true, true)
    .filter(isWritten)
    .map(({ start, end, entities }) => ({ start, end, ids: entities.map(({ id }) => id) }));
}

/** Whom a question names: by tickers, by names, and by names that are spelled nearly so. */
export function resolveNames(text: string, directory: NameDirectory): ResolvedNames {
  const all = wordsIn(text);
  const tickers = all.filter(({ raw }) => directory.byTicker.has(raw.replace(/^\$/, '').replaceAll('-', '.'))).length;
  // A list of tickers is in capitals, and not shouted.
  const isShouted = isInCapitals(text) && tickers < all.length / 2;
  const long = all.slice(1).filter(({ raw }) => raw.length > 3);
  const capitalsTell = !isShouted && (long.length < 3 || long.filter(isCapital).length <= 0.7 * long.length);
  const mentions: EntityMention[] = [];
  const note = (start: number, end: number, entities: readonly Entity[]): void => {
    for (const entity of preferred(entities)) mentions.push({ start, end, entity });
  };
  for (const { start, end, entities } of namedIn(all, directory, isShouted, capitalsTell, false)) note(start, end, entities);
  const isCovered = ({ start, end }: Word): boolean => mentions.some((mention) => start < mention.end && end > mention.start);
  const unknowns = unknownsIn(all, isCovered, isShouted);
  const readAs: { written: string; name: string }[] = [];
  const readThis = (start: number, end: number, entity: Entity): void => {
    note(start, end, [entity]);
    readAs.push({ written: text.slice(start, end), name: entity.name });
  };
  /** Reads a name as one that is spelled nearly so. */
  const guess = (written: string): boolean => {
    const near = nearestName(written, directory);
    if (near === null) return false;
    const start = text.indexOf(written);
    readThis(start, start + written.length, near);
    return true;
  };
  const unknownNames = unknowns.names.flatMap(({ text: written }) => (guess(written) ? [] : [written]));
  const [opening] = all;
  if (opening !== undefined && !isCovered(opening) && isCapital(opening) && !KNOWN_CAPITALS.has(opening.text) && !isMeaningful(opening.text)) guess(opening.raw);
  const unknownTickers = [...unknowns.tickers].filter((written) => {
    const near = swappedTicker(written, directory) ?? nearestName(written, directory);
    const start = text.indexOf(written);
    if (near === null || start < 0) return true;
    readThis(start, start + written.length, near);
    return false;
  });
  for (let at = 0; at < all.length; at += 1) {
    const [word, after] = [all[at], all[at + 1]];
    if (word === undefined || isCovered(word) || isCapital(word)) continue;
    const next = after === undefined || isCovered(after) || !isAdjacent(after) || word.isPossessive ? null : after.text;
    const found = misspelledAt(word.text, next, directory);
    const last = all[at + (found?.length ?? 1) - 1];
    if (found !== null && last !== undefined) readThis(word.start, last.end, found.entity);
  }
  const others = otherSides(text, mentions, directory);
  for (const { start, end, entity } of others.stored) note(start, end, [entity]);
  const isReported = (side: string): boolean => [...unknownTickers, ...unknownNames].some((each) => side.includes(each));
  unknownNames.push(...others.unknown.filter((side) => !isReported(side)));
  const object = mentions.length > 0 || unknownNames.length + unknownTickers.length > 0 ? null : objectOf(text);
  const isPlain = object !== null && object.toLowerCase().split(/\s+/).every(isMeaningful);
  if (object !== null && (isPlain || !guess(object))) unknownNames.push(object);
  mentions.sort((one, other) => one.start - other.start);
  return { mentions, unknownTickers, unknownNames, unknownSides: others.unknown, readAs };
}
