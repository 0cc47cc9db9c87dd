import { namesOf, possessiveNamesOf, wordsOf, type NamedSecurity, type Word } from './company-names.js';
import {
  COMPANY_FOLLOWERS,
  INSTITUTION_ENDS,
  OTHER_BEFORE,
  OTHER_COMPANY_ENDS,
  OTHER_SENSES,
  PASSIVE_FOLLOWERS,
  PASSIVE_PHRASES,
  PEOPLE_AND_PLACES,
  WORD_NAMES,
  WORD_PHRASES,
} from './lexicon/company-words.js';
import { isInCapitals } from './ticker-marks.js';

/** Securities by the names of their companies. */
export interface NameIndex {
  readonly tickersOf: ReadonlyMap<string, readonly string[]>;
  /** Words of the longest name that begins with a word. */
  readonly longest: ReadonlyMap<string, number>;
  /** Names that are written with a possessive only. */
  readonly possessives: ReadonlySet<string>;
}

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));
const WORDY: ReadonlySet<string> = new Set([...words(WORD_NAMES), ...WORD_PHRASES]);
const FOLLOWERS = words(COMPANY_FOLLOWERS);
const PASSIVES = words(PASSIVE_FOLLOWERS);
const PHRASES: ReadonlySet<string> = new Set(PASSIVE_PHRASES);
const PEOPLE = words(PEOPLE_AND_PLACES);
const OTHER_ENDS = words(OTHER_COMPANY_ENDS);
/** A longer name may go on with what else would make it another: Apple Hospitality REIT. */
const ENDS_OF_SEVERAL = words(INSTITUTION_ENDS);
const BEFORE = words(OTHER_BEFORE);
const SENSES = new Map(
  Object.entries(OTHER_SENSES).map(([name, { before, after }]) => [
    name,
    { before: words(before), after: words(after) },
  ]),
);
const JOINING = new Set(['and', 'or', 'vs', 'versus']);
/** Names of so few letters are written in capitals, or as "xAI" is. */
const SHORT_NAME = 3;
const CAMEL_CASE = /\p{Ll}\p{Lu}/u;
const TITLE_CASE_SHARE = 0.6;

/** Securities by name; a name of several companies is that of none. */
export function nameIndex(securities: readonly NamedSecurity[]): NameIndex {
  const tickersOf = new Map<string, string[]>();
  const companies = new Map<string, string>();
  const isOfSeveral = new Set<string>();
  for (const security of securities) {
    const [full = security.ticker, ...others] = namesOf(security);
    for (const name of [full, ...others]) {
      if ((companies.get(name) ?? full) !== full) isOfSeveral.add(name);
      companies.set(name, full);
      const known = tickersOf.get(name);
      if (known === undefined) tickersOf.set(name, [security.ticker]);
      else known.push(security.ticker);
    }
  }
  for (const name of isOfSeveral) tickersOf.set(name, []);
  const longest = new Map<string, number>();
  for (const name of tickersOf.keys()) {
    const parts = name.split(' ');
    const [first = ''] = parts;
    longest.set(first, Math.max(longest.get(first) ?? 0, parts.length));
  }
  return { tickersOf, longest, possessives: new Set(securities.flatMap(possessiveNamesOf)) };
}

/** What capitals say in a text. */
interface Capitals {
  /** All words are in capitals. */
  readonly isShouted: boolean;
  /** A capital within a sentence marks a name. */
  readonly capitalsTell: boolean;
}

/** A name at a place of a text. */
interface Found {
  readonly at: number;
  readonly length: number;
  readonly name: string;
  readonly tickers: readonly string[];
}

const isCapital = ({ raw }: Word): boolean => /\p{Lu}/u.test(raw);
const isAdjacent = (word: Word | undefined): word is Word => word !== undefined && word.before.trim() === '';

/** Whether most words have capitals, so that a capital says nothing. */
function isTitleCase(all: readonly Word[]): boolean {
  const long = all.slice(1).filter(({ raw }) => raw.length > 3);
  return long.filter(isCapital).length > TITLE_CASE_SHARE * long.length;
}

function isWritten(all: readonly Word[], { at, length, name }: Omit<Found, 'tickers'>): boolean {
  const written = all.slice(at, at + length);
  if (name.length <= SHORT_NAME && !WORDY.has(name))
    return written.every(({ raw }) => raw === raw.toUpperCase() || CAMEL_CASE.test(raw));
  return written.every((word) => isCapital(word) || /^(?:and|of|the|\d.*)$/.test(word.text));
}

/** "Apple Hospitality", "Fiona Apple" and "Old Dominion University" are not the companies. */
function isAnother(all: readonly Word[], { at, length, name }: Found): boolean {
  const [before, word, last, after] = [all[at - 1], all[at], all[at + length - 1], all[at + length]];
  const sense = SENSES.get(name);
  const isBefore = (text: string): boolean => (length === 1 && BEFORE.has(text)) || sense?.before.has(text) === true;
  if (isAdjacent(word) && before !== undefined && isBefore(before.text)) return true;
  if (last?.isPossessive !== false || !isAdjacent(after)) return false;
  const ends = length === 1 ? OTHER_ENDS : ENDS_OF_SEVERAL;
  return sense?.after.has(after.text) === true || (isCapital(after) && ends.has(after.text));
}

/** "cold SNAP": capitals throughout stress a word, or abbreviate another name. */
const isStressed = ({ raw }: Word): boolean => raw.length > 1 && raw === raw.toUpperCase();

/** Whether what follows a name says that it is a company: what companies do, have or are, or what is done to them. */
function isFollowed(all: readonly Word[], { at, length, name }: Found): boolean {
  const [after, next] = [all[at + length], all[at + length + 1]];
  if (!isAdjacent(after)) return false;
  if (FOLLOWERS.has(after.text)) return true;
  if (PEOPLE.has(name)) return false;
  return PASSIVES.has(after.text) || (isAdjacent(next) && PHRASES.has(`${after.text} ${next.text}`));
}

/** Whether what stands around a name that is also a word says that it is the company. */
function isMeant(all: readonly Word[], found: Found, { capitalsTell, isShouted }: Capitals): boolean {
  const { at, length } = found;
  const [before, word, after] = [all[at - 1], all[at], all[at + length]];
  if (word === undefined || (!isShouted && isStressed(word))) return false;
  if (word.isPossessive) return true;
  if (isFollowed(all, found)) return true;
  const isAfterName = isAdjacent(word) && before !== undefined && isCapital(before);
  return capitalsTell && !word.isFirst && !isAfterName && !(isAdjacent(after) && isCapital(after));
}

const isInList = (all: readonly Word[], { at, length }: Found): boolean =>
  /[,/&]/.test(all[at]?.before ?? '') ||
  /[,/&]/.test(all[at + length]?.before ?? '') ||
  JOINING.has(all[at - 1]?.text ?? '') ||
  JOINING.has(all[at + length]?.text ?? '');

/** The longest name at a place; those of other companies too, so that parts of theirs are not read. */
function nameAt(all: readonly Word[], at: number, { tickersOf, longest, possessives }: NameIndex): Found | null {
  const most = Math.min(longest.get(all[at]?.text ?? '') ?? 0, all.length - at);
  for (let length = most; length > 0; length -= 1) {
    const name = all
      .slice(at, at + length)
      .map(({ text }) => text)
      .join(' ');
    const tickers = possessives.has(name) && all[at]?.isPossessive === false ? undefined : tickersOf.get(name);
    if (tickers !== undefined && isWritten(all, { at, length, name })) return { at, length, name, tickers };
  }
  return null;
}

/** Two names that a hyphen joins, "Kroger-Albertsons", of those that are no other words; empty for another word. */
function joinedNames({ raw }: Word, { tickersOf }: NameIndex): readonly Pick<Found, 'name' | 'tickers'>[] {
  const parts = raw.split('-');
  if (parts.length !== 2 || !parts.every((part) => /^\p{Lu}\p{L}{2}/u.test(part))) return [];
  return parts.flatMap((part) => {
    const name = part.toLowerCase();
    const tickers = tickersOf.get(name);
    return tickers === undefined || WORDY.has(name) ? [] : [{ name, tickers }];
  });
}

/** Tickers of the company that a name is the whole name of. */
export function tickersNamed(name: string, { tickersOf }: NameIndex): readonly string[] {
  return (
    tickersOf.get(
      wordsOf(name)
        .map(({ text }) => text)
        .join(' '),
    ) ?? []
  );
}

/** A name in a text, with what stands around it. */
export interface NameMention {
  readonly name: string;
  readonly tickers: readonly string[];
  /** Whether the name is also an ordinary word. */
  readonly isWord: boolean;
  /** Whether the name is no ordinary word, or what stands around it says that it is the company. */
  readonly isCertain: boolean;
  /** Whether it stands in a list, as by a comma or "and". */
  readonly isListed: boolean;
  /** All words of the text. */
  readonly words: readonly Word[];
  /** Index of the name's first word. */
  readonly at: number;
  /** Words of the name. */
  readonly length: number;
  /** Whether a capital within a sentence of this text marks a name. */
  readonly capitalsTell: boolean;
}

/** The names in a text that are not part of another company's, in its order. */
export function nameMentions(text: string, index: NameIndex): readonly NameMention[] {
  const all = wordsOf(text);
  const isShouted = isInCapitals(text);
  const capitals = { isShouted, capitalsTell: !isShouted && !isTitleCase(all) };
  const mentions: NameMention[] = [];
  for (let at = 0; at < all.length; at += 1) {
    const found = nameAt(all, at, index);
    if (found === null) {
      const word = all[at];
      for (const each of word === undefined ? [] : joinedNames(word, index))
        mentions.push({
          ...each,
          at,
          length: 1,
          isWord: false,
          isCertain: true,
          isListed: true,
          words: all,
          capitalsTell: capitals.capitalsTell,
        });
      continue;
    }
    at += found.length - 1;
    if (isAnother(all, found)) continue;
    const isWord = WORDY.has(found.name);
    const isCertain = !isWord || isMeant(all, found, capitals);
    const { capitalsTell } = capitals;
    mentions.push({ ...found, isWord, isCertain, isListed: isInList(all, found), words: all, capitalsTell });
  }
  return mentions;
}

/** Tickers of the companies that a text names, in its order. */
export function companyMentions(text: string, index: NameIndex): readonly string[] {
  const mentions = nameMentions(text, index);
  const hasCertain = mentions.some(({ isCertain }) => isCertain);
  return mentions
    .filter(({ isCertain, isListed }) => isCertain || (hasCertain && isListed))
    .flatMap(({ tickers }) => tickers);
}
