import { DENIALS, DISTINCTIVE, ORDINARY, STOP_WORDS } from './lexicon/headline-words.js';
import { OPPOSITES, PHRASES, SYNONYMS } from './lexicon/meanings.js';
import { isUnit, numeralAt, periodAt, withPeriods } from './title-numerals.js';

/** What a title says: a set of meanings, and what must agree before two titles can be the same news. */
export interface Title {
  /** Meanings, numerals included; sorted. */
  readonly tokens: readonly string[];
  readonly numerals: ReadonlySet<string>;
  readonly tickers: ReadonlySet<string>;
  /** Words that we take for names. */
  readonly names: ReadonlySet<string>;
  /** Meanings after a preposition, by it: "sued by workers over pay". */
  readonly objects: ReadonlyMap<string, readonly string[]>;
  /** The first meaning: mostly who the news is about. */
  readonly lead: string;
  /** Whether who acts may come later: "sold by", "contract from". */
  readonly mayBePassive: boolean;
  readonly isDenial: boolean;
  /** Whether it is about another company, named by what it is to the lead: "Acme supplier warns". */
  readonly isOfOther: boolean;
}

const words = (list: string): string[] => list.trim().split(/\s+/);
const parts = (list: string, separator: string): string[] => list.split(separator).map((part) => part.trim());

const MEANING = new Map(
  parts(SYNONYMS, ';').flatMap((group) => words(group).map((word, _, [first = word]) => [word, first] as const)),
);
const STOPS = new Set(words(STOP_WORDS));
const DENYING = new Set(words(DENIALS));
const COMMON = new Set(words(ORDINARY).flatMap((word) => [word, word.replace(/s$/, '')]));
const DISTINCT = new Set(words(DISTINCTIVE));
const OPPOSITE = parts(OPPOSITES, ',').map(words);
const PHRASE = new Map(
  parts(PHRASES.replace(/\s+/g, ' '), ',').map((pair) => {
    const [phrase = '', word = ''] = parts(pair, '=');
    return [phrase, word] as const;
  }),
);
const PHRASE_PATTERN = new RegExp(
  `\\b(?:${[...PHRASE.keys()].sort((a, b) => b.length - a.length).join('|')})\\b`,
  'gi',
);

const PREFIXES = [
  '(?:update|wrapup|refile|correct(?:ed|ion)?) ?\\d*',
  'brief|breaking|exclusive|factbox|analysis|focus|live|watch|just in|report|developing',
];
/** "UPDATE 1-", "BREAKING:". */
const PREFIX = new RegExp(`^(?:${PREFIXES.join('|')})(?: news)? ?[-–—:|] ?`, 'i');
/** " - Reuters", " | CNBC": up to four words without a digit at the end. */
const OUTLET = / [-–—|] [^ \d|–—]+(?: [^ \d|–—]+){0,3}$/u;
/** With these, who comes first is no sign of who acts: "awarded by", "awards a contract" and "wins a contract". */
const ORDERLESS = new Set(['award', 'awards', 'awarded', 'by', 'from', 'at', 'in', 'for', 'of', 'with', 'between']);
const FEWEST_WORDS = 4;
/** Before whom or what an act is directed at, done by or about. */
const PREPOSITIONS = new Set(['against', 'at', 'by', 'for', 'from', 'in', 'into', 'of', 'on', 'over', 'to', 'with']);
/** Between a preposition and what it is before. */
const DETERMINERS = new Set(['a', 'an', 'the', 'its', 'his', 'her', 'their', 'some', 'all', 'new', 'more']);
/**
 * "Acme supplier warns", "Acme's rival cuts", but neither "Acme supplier Beta warns" nor "Beta, an Acme supplier,
 * warns".
 */
const OF_OTHER =
  /^\p{Lu}\S*(?: \p{Lu}\S*)?(?: \p{Ll}+)? (?:supplier|rival|competitor|peer|partner|customer|investor)s? \p{Ll}/u;
/** "(NASDAQ: AAPL)", "(AAPL.O)", "$AAPL", "NYSE:F". */
const TICKERS = [
  /\((?:(?:nasdaq|nyse|amex|lse|otc|tsx|hel|sto|omx) ?: ?)?\^?([A-Z]{1,5})(?:[.:][A-Z]{1,3})?\)/g,
  /\$([A-Z]{1,5})\b/g,
  /\b(?:NASDAQ|NYSE|LSE|TSX): ?([A-Z]{1,5})\b/g,
];
const PIECES = /qtr[1-4]|half[12]|[\p{L}\p{M}]+(?:['’.&][\p{L}\p{M}]+)*\.?|[$€£¥]|\d+(?:[.,]\d+)*|%/gu;

/** The title itself, without diacritics, an agency's prefix and the outlet's name. */
function withoutFrame(title: string): string {
  const text = title.normalize('NFD').replace(/\p{M}/gu, '').split(/\s+/).join(' ').trim().replace(PREFIX, '');
  const cut = text.replace(OUTLET, '');
  return cut.split(' ').length >= FEWEST_WORDS ? cut : text;
}

/** Takes the tickers out of a title. */
function withoutTickers(text: string, tickers: Set<string>): string {
  return TICKERS.reduce(
    (rest, pattern) => rest.replace(pattern, (_, ticker: string) => (tickers.add(ticker), ' ')),
    text,
  );
}

const withoutPossessive = (word: string): string =>
  word
    .replace(/['’]s?$/, '')
    .replace(/\.$/, '')
    .replaceAll('’', "'");

/** Without the commonest endings of English, so that forms of one verb or noun are one meaning. */
function stemOf(word: string): string {
  const singular = word.length > 3 ? word.replace(/ies$/, 'y').replace(/([^su])s$/, '$1') : word;
  const ending = /(?:ing|ed)$/.exec(singular);
  const base = ending === null ? singular : singular.slice(0, ending.index);
  const stem = base.length > 2 && /[aeiou]/.test(base.slice(0, -2)) ? base : singular;
  return stem.length > 3 ? stem.replace(/e$/, '') : stem;
}

const meaningOf = (word: string): string => MEANING.get(word) ?? MEANING.get(word.replace(/s$/, '')) ?? stemOf(word);

const isCommon = (word: string): boolean => COMMON.has(word) || COMMON.has(word.replace(/s$/, '')) || MEANING.has(word);

/** Whether a capital tells a name: not in Title Case, nor if all letters are capitals or none is. */
function areCapitalsNames(pieces: readonly string[]): boolean {
  const content = pieces.slice(1).filter((piece) => piece.length > 3 && /^\p{L}/u.test(piece));
  const capitals = content.filter((piece) => /^\p{Lu}/u.test(piece)).length;
  return capitals > 0 && capitals < 0.8 * content.length;
}

/** Reads a title. */
export function readTitle(title: string): Title {
  const [words, numerals, names, tickers] = [
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
  ];
  const text = withPeriods(withoutTickers(withoutFrame(title), tickers)).replace(/(?<=\p{L})-(?=\p{L})/gu, ' ');
  const spelled =
    text.replace(PHRASE_PATTERN, (phrase) => PHRASE.get(phrase.toLowerCase()) ?? phrase).match(PIECES) ?? [];
  const pieces = spelled.map((piece) => withoutPossessive(piece.toLowerCase()));
  const hasNamesInCapitals = areCapitalsNames(spelled);
  const objects = new Map<string, string[]>();
  let isDenial = false;
  let preposition: string | null = null;
  for (let i = 0; i < pieces.length; i += 1) {
    const piece = pieces[i] ?? '';
    const numeral = numeralAt(pieces, i);
    const key = numeral?.key ?? periodAt(pieces, i);
    if (numeral !== null) i += numeral.length - 1;
    if (key !== null) numerals.add(key);
    else if (DENYING.has(piece)) isDenial = true;
    else if (!STOPS.has(piece) && !isUnit(piece)) {
      const meaning = meaningOf(piece);
      words.add(meaning);
      if (preposition !== null) objects.set(preposition, [...(objects.get(preposition) ?? []), meaning]);
      const isCapital = !hasNamesInCapitals || /\p{Lu}/u.test(spelled[i] ?? '');
      if (DISTINCT.has(piece) || (isCapital && !isCommon(piece))) names.add(meaning);
    }
    if (PREPOSITIONS.has(piece)) preposition = piece;
    else if (!DETERMINERS.has(piece)) preposition = null;
  }
  const [lead = ''] = words;
  const mayBePassive = pieces.some((piece) => ORDERLESS.has(piece));
  const isOfOther = OF_OTHER.test(text);
  return {
    tokens: [...words, ...numerals].sort(),
    numerals,
    tickers,
    names,
    objects,
    lead,
    mayBePassive,
    isDenial,
    isOfOther,
  };
}

function isWithin(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  for (const item of one) if (!other.has(item)) return false;
  return true;
}

const agree = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  isWithin(one, other) || isWithin(other, one);

/** "Acme sues Beta" and "Beta sues Acme": both lead with a name that the other has too, and neither is passive. */
const areReversed = (one: Title, other: Title): boolean =>
  one.lead !== other.lead &&
  !one.mayBePassive &&
  !other.mayBePassive &&
  one.names.has(one.lead) &&
  other.names.has(other.lead) &&
  one.tokens.includes(other.lead) &&
  other.tokens.includes(one.lead);

/**
 * "Sued by workers" and "sued by investors": the same preposition is before something else. After "to" stand acts too,
 * of which one may be told in several words; the same numerals tell that it is one.
 */
function haveOtherObjects(one: Title, other: Title): boolean {
  const haveNumerals = one.numerals.size > 0 && other.numerals.size > 0;
  const isOnlyIn = (title: Title, meaning: string): boolean => !title.tokens.includes(meaning);
  return [...one.objects].some(([preposition, objects]) => {
    const others = other.objects.get(preposition) ?? [];
    if (others.length === 0 || (preposition === 'to' && haveNumerals)) return false;
    return objects.every((each) => isOnlyIn(other, each)) && others.every((each) => isOnlyIn(one, each));
  });
}

/** Whether two titles say nothing different: numerals, dates, tickers, names, direction, denial. */
export function areCompatible(one: Title, other: Title): boolean {
  if (one.isDenial !== other.isDenial || one.isOfOther !== other.isOfOther) return false;
  if (!agree(one.numerals, other.numerals) || !agree(one.tickers, other.tickers)) return false;
  if (!other.tokens.includes(one.lead) && !one.tokens.includes(other.lead)) return false;
  if (areReversed(one, other) || haveOtherObjects(one, other)) return false;
  const onlyOne = one.tokens.filter((token) => !other.tokens.includes(token));
  const onlyOther = other.tokens.filter((token) => !one.tokens.includes(token));
  if (onlyOne.some((token) => one.names.has(token)) && onlyOther.some((token) => other.names.has(token))) return false;
  return !OPPOSITE.some(
    ([a = '', b = '']) =>
      (onlyOne.includes(a) && onlyOther.includes(b)) || (onlyOne.includes(b) && onlyOther.includes(a)),
  );
}
