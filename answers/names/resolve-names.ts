import { isInCapitals } from '../../engines/text/ticker-marks.js';
import { otherSides } from './compared-sides.js';
import { isMeaningful, misspelledAt } from './misspelled.js';
import { nearestName, swappedTicker } from './nearest-name.js';
import type { NameDirectory } from './directory.js';
import type { Entity } from './entity.js';
import { framedTickers } from './framed-tickers.js';
import { managersAt, nearManager } from './manager-mentions.js';
import { isAdjacent, isCapital, isNamed, nameAt, tickerAt, wordsIn, type Found, type Word } from './names-at.js';
import { ABBREVIATIONS, KNOWN_CAPITALS, MARKET_WORDS, ORDINARY_NAMES } from './question-words.js';

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

const UNKNOWN_TICKER = /^[A-Z]{3,5}(?:[.-][A-Z])?$/;

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
/** "Buy-rated", "Strong-Buy-rated". */
const RATED = /^(?:strong-)?(?=(?:buy|sell|hold|neutral)-rated$)|-rated$/g;

function unknownsIn(all: readonly Word[], isCovered: (word: Word) => boolean, isShouted: boolean): Unknowns {
  const unknowns: Unknowns = { tickers: new Set(), names: [] };
  let run: Word[] = [];
  const end = (): void => {
    const [first] = run;
    const last = run.at(-1);
    if (first !== undefined && last !== undefined)
      unknowns.names.push({ text: run.map(({ raw }) => raw).join(' '), start: first.start, end: last.end });
    run = [];
  };
  for (const word of all) {
    const plain = word.raw.replace(/^\$/, '');
    if (run.length > 0 && !isAdjacent(word)) end();
    if (isCovered(word)) end();
    else if (word.raw.startsWith('$') && /^[A-Za-z]{1,6}(?:[.-][A-Za-z])?$/.test(plain))
      unknowns.tickers.add(plain.toUpperCase());
    else if (
      !isShouted &&
      UNKNOWN_TICKER.test(plain) &&
      !ABBREVIATIONS.has(word.text) &&
      !KNOWN_CAPITALS.has(word.text)
    ) {
      unknowns.tickers.add(plain);
      end();
    } else if (
      !isShouted &&
      isCapital(word) &&
      !KNOWN_CAPITALS.has(word.text.replace(RATED, '')) &&
      !ABBREVIATIONS.has(word.text) &&
      (!word.isFirst || word.isPossessive)
    )
      run.push(word);
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
  /\b(?:tell me about|news (?:on|about)|(?:price|valuation|outlook|signal|earnings|score|dividend) (?:of|for)|should i buy|buy or sell|what about|how about) (?!(?:at (?:least|most)|more|less|over|under|above|below|between|up to)\b|\d)([\p{L}\p{N}&.' -]{3,40}?)\s*[?.!]*$/iu,
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
    const isOrdinary = words.every(
      (word) => KNOWN_CAPITALS.has(word) || MARKET_WORDS.has(word) || ABBREVIATIONS.has(word) || word.length < 3,
    );
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
  return (
    isCapital(all[at]) && (after === 'scores' || (['trades', 'traded', 'closed'].includes(after) && next === 'at'))
  );
}

/** The stored names and tickers among words, as they are spelled; `isText` if they are no question's. */
function namedIn(
  all: readonly Word[],
  directory: NameDirectory,
  isShouted: boolean,
  capitalsTell: boolean,
  isText: boolean,
): readonly Named[] {
  const named: Named[] = [];
  for (let at = 0; at < all.length; at += 1) {
    const found = nameAt(all, at, directory);
    const ticker = tickerAt(all, at, directory, isShouted);
    const isName =
      found !== null &&
      (found.length > 1 || ticker === null) &&
      (isNamed(all, found, isShouted, capitalsTell) || (isText && isTrading(all, found)));
    const entities = isName ? found.entities : ticker === null ? null : [ticker];
    const words = all.slice(at, at + (isName ? found.length : 1));
    const [first, last] = [words[0], words.at(-1)];
    if (entities === null || first === undefined || last === undefined) continue;
    named.push({
      start: first.start,
      end: last.end,
      entities,
      words,
      after: all[at + words.length],
      isTicker: !isName,
    });
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
const DOES = new Set([
  'trades',
  'traded',
  'closed',
  'closes',
  'stands',
  'scores',
  'scored',
  'rose',
  'fell',
  'gained',
  'lost',
  'is',
  'was',
  'has',
  'had',
  'reports',
  'reported',
  'earned',
  'earns',
  'pays',
  'paid',
  'raised',
  'ranks',
]);

/**
 * Whether a name of a written text is meant as one. Sentences have capitals, unlike questions: a name of several words
 * has them too, and a word of English is a name where it has one within a sentence, or where the next word says so.
 */
function isWritten({ words, after, isTicker }: Named): boolean {
  const [word] = words;
  if (word === undefined) return false;
  if (words.length > 1)
    return words.every((each) => each.raw.length <= 3 || !/^\p{Ll}/u.test(each.raw)) && !/^\p{Ll}/u.test(word.raw);
  const isSaid = word.isPossessive || (after !== undefined && (DOES.has(after.text) || after.before.trim() === '('));
  if (/^\d/.test(word.raw)) return isSaid && word.before.trim() === '';
  if (isTicker)
    return word.raw.startsWith('$') || word.raw === word.raw.toUpperCase() || (isSaid && !isMeaningful(word.text));
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

/** The letter of a round or of a class: "Series B". */
const isOfSeries = (text: string, written: string): boolean =>
  /^[a-z]$/i.test(written) && new RegExp(`\\b(?:series|class) ${written}\\b`, 'i').test(text);

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
  for (const { start, end, entities } of namedIn(all, directory, isShouted, capitalsTell, false))
    note(start, end, entities);
  const readAs: { written: string; name: string }[] = [];
  for (const { start, end, entity, isWord } of framedTickers(text, [...mentions], directory)) {
    note(start, end, [entity]);
    if (isWord) readAs.push({ written: text.slice(start, end), name: entity.name });
  }
  const isCovered = ({ start, end }: Word): boolean =>
    mentions.some((mention) => start < mention.end && end > mention.start);
  for (const manager of managersAt(all, directory.managers)) {
    const covered = mentions.filter(({ start, end }) => start < manager.end && end > manager.start);
    // "Sequoia Financial Advisors" is not Sequoia; a listed company keeps its own name.
    const isLonger = covered.every(
      ({ start, end }) => start >= manager.start && end <= manager.end && end - start < manager.end - manager.start,
    );
    if (!isLonger) continue;
    for (const each of covered) mentions.splice(mentions.indexOf(each), 1);
    note(manager.start, manager.end, [manager.entity]);
  }
  const unknowns = unknownsIn(all, isCovered, isShouted);
  const readThis = (start: number, end: number, entity: Entity): void => {
    note(start, end, [entity]);
    readAs.push({ written: text.slice(start, end), name: entity.name });
  };
  /** Reads a name as one that is spelled nearly so. */
  const guess = (written: string): boolean => {
    const near = nearestName(written, directory) ?? nearManager(written.toLowerCase(), directory.managers);
    if (near === null) return false;
    const start = text.indexOf(written);
    readThis(start, start + written.length, near);
    return true;
  };
  const unknownNames = unknowns.names.flatMap(({ text: written }) =>
    isOfSeries(text, written) || guess(written) ? [] : [written],
  );
  const [opening] = all;
  if (
    opening !== undefined &&
    !isCovered(opening) &&
    isCapital(opening) &&
    !KNOWN_CAPITALS.has(opening.text) &&
    !isMeaningful(opening.text)
  )
    guess(opening.raw);
  const unknownTickers = [...unknowns.tickers].filter((written) => {
    if (isOfSeries(text, written)) return false;
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
    const entity = found?.entity ?? nearManager(word.text, directory.managers);
    const last = all[at + (found?.length ?? 1) - 1];
    if (entity !== null && last !== undefined) readThis(word.start, last.end, entity);
  }
  const others = otherSides(text, mentions, directory);
  for (const { start, end, entity } of others.stored) note(start, end, [entity]);
  const isReported = (side: string): boolean =>
    [...unknownTickers, ...unknownNames].some((each) => side.includes(each));
  unknownNames.push(...others.unknown.filter((side) => !isReported(side)));
  const object = mentions.length > 0 || unknownNames.length + unknownTickers.length > 0 ? null : objectOf(text);
  const isPlain = object !== null && object.toLowerCase().split(/\s+/).every(isMeaningful);
  if (object !== null && (isPlain || !guess(object))) unknownNames.push(object);
  mentions.sort((one, other) => one.start - other.start);
  return { mentions, unknownTickers, unknownNames, unknownSides: others.unknown, readAs };
}
