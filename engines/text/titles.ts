import { DENIALS, DISTINCTIVE, MONTHS, OPPOSITES, ORDINARY, PHRASES, STOP_WORDS, SYNONYMS, WEEKDAYS } from './headline-words.js';

/** What a title says: a set of meanings, and what must agree before two titles can be the same news. */
export interface Title {
  /** Meanings, numerals included; sorted. */
  readonly tokens: readonly string[];
  readonly numerals: ReadonlySet<string>;
  readonly tickers: ReadonlySet<string>;
  /** Words that we take for names. */
  readonly names: ReadonlySet<string>;
  /** The first meaning: mostly who the news is about. */
  readonly lead: string;
  readonly isDenial: boolean;
}

const words = (list: string): string[] => list.trim().split(/\s+/);
const MEANING = new Map(SYNONYMS.trim().split('\n').flatMap((line) => words(line).map((word) => [word, words(line)[0] ?? word] as const)));
const STOPS = new Set(words(STOP_WORDS));
const DENYING = new Set(words(DENIALS));
const DAYS = new Set(words(WEEKDAYS));
const MONTH = new Map(words(MONTHS).map((month) => [month, month.slice(0, 3)]));
const COMMON = new Set(words(ORDINARY).flatMap((word) => [word, word.replace(/s$/, '')]));
const PHRASE = new Map(PHRASES.split(',').map((pair) => pair.trim().split(' = ')).map(([phrase = '', word = '']) => [phrase, word]));
const PHRASE_PATTERN = new RegExp(`\\b(?:${[...PHRASE.keys()].sort((a, b) => b.length - a.length).join('|')})\\b`, 'gi');
const DISTINCT = new Set(words(DISTINCTIVE));
const OPPOSITE = OPPOSITES.trim().split(',').map((pair) => words(pair));

const PREFIX = /^\s*(?:(?:update|wrapup|refile|correct(?:ed|ion)?) ?\d*|brief|breaking|exclusive|factbox|analysis|focus|live|watch|just in|report|developing)(?: news)?\s*[-–—:|]\s*/i;
/** " - Reuters", " | CNBC": up to four words without a digit at the end. */
const OUTLET = / [-–—|] [^ \d|–—]+(?: [^ \d|–—]+){0,3}$/u;
const TICKER = /\((?:(?:nasdaq|nyse|nyse american|amex|lse|otc|tsx|hel|sto|omx)\s*:\s*)?\^?([A-Z]{1,5})(?:[.:][A-Z]{1,3})?\)|\$([A-Z]{1,5})\b|\b(?:NASDAQ|NYSE|LSE|TSX):\s?([A-Z]{1,5})\b/g;
const PIECES = /qtr[1-4]|half[12]|[\p{L}\p{M}]+(?:['’.&][\p{L}\p{M}]+)*\.?|[$€£¥]|\d+(?:[.,]\d+)*|%/gu;
const ORDINALS: Readonly<Record<string, string>> = { first: '1', second: '2', third: '3', fourth: '4' };
/** Not "one", which is mostly no number. */
const NUMBERS = new Map(words('two three four five six seven eight nine ten eleven twelve').map((word, i) => [word, String(i + 2)]));
const MAGNITUDES: Readonly<Record<string, string>> = { k: 'k', thousand: 'k', m: 'm', mn: 'm', mln: 'm', million: 'm', b: 'b', bn: 'b', bln: 'b', billion: 'b', t: 't', tn: 't', trillion: 't' };
const CURRENCIES: Readonly<Record<string, string>> = { $: '$', usd: '$', dollar: '$', dollars: '$', '€': '€', eur: '€', euro: '€', euros: '€', '£': '£', gbp: '£', pound: '£', pounds: '£', '¥': '¥', yen: '¥', jpy: '¥' };
const PERCENT = new Set(['%', 'pct', 'percent', 'percentage']);

function withoutFrame(title: string): string {
  const bare = title.split(/\s+/).join(' ').trim().replace(PREFIX, '');
  const cut = bare.replace(OUTLET, '');
  return cut.split(' ').length >= 4 ? cut : bare;
}

/** "Q2", "second quarter", "second-quarter", "2Q". */
const withQuarters = (text: string): string =>
  text
    .replace(/\b(first|second|third|fourth)[- ]quarter\b/gi, (_, ordinal: string) => ` qtr${ORDINALS[ordinal.toLowerCase()] ?? ''} `)
    .replace(/\bQ([1-4])\b|\b([1-4])Q\b/gi, (_, one?: string, other?: string) => ` qtr${one ?? other ?? ''} `)
    .replace(/\b(?:first|second)[- ]half\b/gi, (half) => (/^f/i.test(half) ? ' half1 ' : ' half2 '))
    .replace(/\bH([12])\b/g, ' half$1 ');

const numberText = (digits: string): string => String(Number.parseFloat(digits.replace(/,(?=\d{3}(?!\d))/g, '').replace(',', '.')));

/** The currency, value, magnitude and kind of the number at i, and how many pieces it takes. */
function numeralAt(pieces: readonly string[], i: number): { key: string; length: number } | null {
  const piece = pieces[i] ?? '';
  const spelled = NUMBERS.get(piece);
  if (!/^\d/.test(piece) && spelled === undefined) return null;
  const [next = '', second = ''] = [pieces[i + 1], pieces[i + 2]];
  const value = spelled ?? numberText(piece);
  if (PERCENT.has(next)) return { key: `${value}%`, length: 2 };
  if (next === 'basis' || next === 'bps' || next === 'bp') return { key: `${value}bp`, length: next === 'basis' ? 3 : 2 };
  const magnitude = MAGNITUDES[next];
  const after = magnitude === undefined ? next : second;
  const currency = CURRENCIES[pieces[i - 1] ?? ''] ?? CURRENCIES[after] ?? '';
  const isCurrencyAfter = CURRENCIES[pieces[i - 1] ?? ''] === undefined && CURRENCIES[after] !== undefined;
  return { key: `${currency}${value}${magnitude ?? ''}`, length: 1 + (magnitude === undefined ? 0 : 1) + (isCurrencyAfter ? 1 : 0) };
}

/** Letters and digits of one word, without the possessive. */
const plain = (word: string): string => word.replace(/['’]s?$/, '').replace(/\.$/, '').replace(/’/g, "'");

/** Without the commonest endings of English, so that forms of one verb or noun are one meaning. */
function stemOf(word: string): string {
  if (word.length < 5) return word.length > 3 ? word.replace(/([^su])s$/, '$1') : word;
  const stem = word.replace(/ies$/, 'y').replace(/([^su])s$/, '$1').replace(/(?<=[aeiou].{2,})(?:ing|ed)$/, '');
  return stem.replace(/(?<=.{3})e$/, '');
}

function meaningOf(word: string): string {
  return MEANING.get(word) ?? MEANING.get(word.replace(/s$/, '')) ?? stemOf(word);
}

const isCommon = (word: string): boolean => COMMON.has(word) || COMMON.has(word.replace(/s$/, '')) || MEANING.has(word) || word.split('-').every((part) => COMMON.has(part) || MEANING.has(part));

/** Reads a title; capitals say what is a name, unless the whole title has them or none. */
export function readTitle(title: string): Title {
  const tickers = new Set<string>();
  const text = withQuarters(withoutFrame(title.normalize('NFD').replace(/\p{M}/gu, '')).replace(TICKER, (_, ...found: unknown[]) => {
    for (const ticker of found.slice(0, 3)) if (typeof ticker === 'string') tickers.add(ticker);
    return ' ';
  })).replace(/(?<=\p{L})-(?=\p{L})/gu, ' ').replace(PHRASE_PATTERN, (phrase) => PHRASE.get(phrase.toLowerCase()) ?? phrase);
  const spelled = text.match(PIECES) ?? [];
  const pieces = spelled.map((piece) => plain(piece.toLowerCase()));
  const [tokens, numerals, names] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const hasCapitals = areCapitalsNames(spelled);
  let isDenial = false;
  for (let i = 0; i < pieces.length;) {
    const piece = pieces[i] ?? '';
    const numeral = numeralAt(pieces, i);
    if (numeral !== null) {
      numerals.add(numeral.key);
      i += numeral.length;
      continue;
    }
    const period = periodAt(pieces, i);
    if (period !== null) numerals.add(period);
    else if (DENYING.has(piece)) isDenial = true;
    else if (!STOPS.has(piece) && CURRENCIES[piece] === undefined && !PERCENT.has(piece)) {
      const meaning = meaningOf(piece);
      tokens.add(meaning);
      const isCapital = hasCapitals ? /^\p{Lu}/u.test(spelled[i] ?? '') || /\p{Lu}/u.test(spelled[i]?.slice(1) ?? '') : true;
      if (DISTINCT.has(piece) || (isCapital && !isCommon(piece))) names.add(meaning);
    }
    i += 1;
  }
  const [lead = ''] = tokens;
  return { tokens: [...tokens, ...numerals].sort(), numerals, tickers, names, lead, isDenial };
}

function periodAt(pieces: readonly string[], i: number): string | null {
  const piece = pieces[i] ?? '';
  if (/^(?:qtr[1-4]|half[12])$/.test(piece) || DAYS.has(piece)) return piece;
  const month = MONTH.get(piece);
  if (month === undefined) return null;
  return (piece !== 'may' && piece !== 'march') || /^\d/.test(pieces[i + 1] ?? '') || pieces[i - 1] === 'in' ? month : null;
}

/** Whether a capital tells a name: neither Title Case nor capitals throughout nor none. */
function areCapitalsNames(pieces: readonly string[]): boolean {
  const content = pieces.slice(1).filter((piece) => piece.length > 3 && /^\p{L}/u.test(piece));
  const capitals = content.filter((piece) => /^\p{Lu}/u.test(piece)).length;
  return capitals > 0 && capitals < 0.8 * content.length;
}

function isWithin(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  for (const item of one) if (!other.has(item)) return false;
  return true;
}

const agree = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean => isWithin(one, other) || isWithin(other, one);

/** Whether two titles say nothing different: numerals, dates, tickers, names, direction, denial. */
export function areCompatible(one: Title, other: Title): boolean {
  if (one.isDenial !== other.isDenial) return false;
  if (!agree(one.numerals, other.numerals) || !agree(one.tickers, other.tickers)) return false;
  if (!other.tokens.includes(one.lead) && !one.tokens.includes(other.lead)) return false;
  const onlyOne = one.tokens.filter((token) => !other.tokens.includes(token));
  const onlyOther = other.tokens.filter((token) => !one.tokens.includes(token));
  if (onlyOne.some((token) => one.names.has(token)) && onlyOther.some((token) => other.names.has(token))) return false;
  return !OPPOSITE.some(([a = '', b = '']) => (onlyOne.includes(a) && onlyOther.includes(b)) || (onlyOne.includes(b) && onlyOther.includes(a)));
}
