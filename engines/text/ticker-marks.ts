import { BRACKETED_ABBREVIATIONS, WORD_TICKERS } from './lexicon/company-words.js';
import { wordsOf, type Word } from './company-names.js';

/** A ticker as a text marks it. */
export interface TickerMark {
  readonly ticker: string;
  /** How surely the letters are meant as a ticker, 0 to 1. */
  readonly weight: number;
}

const capitals = (list: string): ReadonlySet<string> => new Set(list.trim().toUpperCase().split(/\s+/));
const WORDS = capitals(WORD_TICKERS);
const ABBREVIATIONS = capitals(BRACKETED_ABBREVIATIONS);
const TICKER = '[A-Z]{1,5}(?:[.-][A-Z])?';
const US_EXCHANGES = [
  '(?:NASDAQ|Nasdaq)(?:GS|GM|CM)?',
  'NYSE(?: ?(?:American|AMERICAN|Arca|ARCA|MKT))?',
  'AMEX|CBOE|Cboe|BATS|OTC(?:QX|QB)?',
].join('|');
/** "(NASDAQ: AAPL)", "NYSE:F". */
const AT_EXCHANGE = new RegExp(`\\b(?:${US_EXCHANGES}) ?: ?(${TICKER})(?![\\p{L}\\p{N}])`, 'gu');
const CASHTAG = new RegExp(`(?<![\\p{L}\\p{N}$])\\$(${TICKER})(?![\\p{L}\\p{N}])`, 'gu');
const IN_BRACKETS = /\(([^()]{2,80})\)/gu;
/** Between the tickers in one pair of brackets: "(NASDAQ: GOOG, GOOGL)". */
const SEPARATOR = /\s*[,;/&]\s*|\s+and\s+/u;
const OF_EXCHANGE = /^(?<exchange>\p{L}[\p{L} ]{0,15}?) ?: ?(?<ticker>[A-Z.-]{1,7})$/u;
const US_EXCHANGE = new RegExp(`^(?:${US_EXCHANGES})$`, 'u');
const WHOLE_TICKER = new RegExp(`^${TICKER}$`, 'u');
/** "BRK.B", and "AAPL.O": Reuters marks Nasdaq and the NYSE by letters. A lone letter may mean anything. */
const BRACKETED_TICKER = /^(?<letters>[A-Z]{2,5})(?:[.-](?<suffix>[A-Z]|OQ))?$/u;
const REUTERS_SUFFIXES = new Set(['O', 'OQ', 'N', 'K', 'A', 'P']);
/** "(TSX: T)": a ticker of another exchange is another company. */
const ANYWHERE = /\b[A-Z]{2,6} ?: ?[A-Z]{1,6}\b/g;
const BARE = /^[A-Z]{3,5}(?:[.-][A-Z])?$/;
/** What may be abbreviated by letters in brackets. */
const BEFORE_CHARACTERS = 200;
const CERTAIN = 1;
const BRACKETED = 0.95;
const BARE_WEIGHT = 0.8;
/** Above this share of capitals, capitals mark nothing. */
const MOST_CAPITALS = 0.7;
const FEWEST_LETTERS = 8;

const canonical = (ticker: string): string => ticker.replace('-', '.');

/** A text without the exchanges of its tickers, so that "(NASDAQ: AAPL)" does not name the company of the exchange. */
export const withoutExchanges = (text: string): string => text.replace(AT_EXCHANGE, ': $1');

/** Whether a text is in capitals throughout. */
export function isInCapitals(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  const capitals = letters.filter((letter) => letter !== letter.toLowerCase()).length;
  return letters.length >= FEWEST_LETTERS && capitals > MOST_CAPITALS * letters.length;
}

/** "Federal Trade Commission (FTC)", "multiple sclerosis (MS)": the letters abbreviate what stands before them. */
function isAbbreviation(before: string, letters: string): boolean {
  const all = wordsOf(before);
  const initials = (words: readonly Word[]): string => words.map(({ raw }) => raw.charAt(0)).join('');
  const last = all.slice(-letters.length);
  return (
    initials(all.filter(({ raw }) => /^\p{Lu}/u.test(raw))).endsWith(letters) ||
    (last.every(({ raw, text }) => raw === text) && initials(last).toUpperCase() === letters)
  );
}

/** The tickers that a part of what brackets contain may be: "BRK.B", and of "AAPL.O" also AAPL. */
function bracketedTickers(part: string, before: string): readonly string[] {
  const { letters = '', suffix } = BRACKETED_TICKER.exec(part)?.groups ?? {};
  if (letters === '' || WORDS.has(letters) || ABBREVIATIONS.has(letters) || isAbbreviation(before, letters)) return [];
  if (suffix === undefined) return [letters];
  const ofClass = suffix.length === 1 ? [`${letters}.${suffix}`] : [];
  return REUTERS_SUFFIXES.has(suffix) ? [letters, ...ofClass] : ofClass;
}

/** The tickers in one pair of brackets, each of the exchange that is named last before it. */
function inOneBracket(content: string, before: string): readonly TickerMark[] {
  let isListedHere: boolean | null = null;
  const marks: TickerMark[] = [];
  for (const part of content.trim().split(SEPARATOR)) {
    const { exchange, ticker = part } = OF_EXCHANGE.exec(part)?.groups ?? {};
    if (exchange !== undefined) isListedHere = US_EXCHANGE.test(exchange);
    const isTicker = WHOLE_TICKER.test(ticker);
    if (isListedHere === true && isTicker) marks.push({ ticker: canonical(ticker), weight: CERTAIN });
    if (isListedHere === null && isTicker)
      marks.push(...bracketedTickers(part, before).map((each) => ({ ticker: each, weight: BRACKETED })));
  }
  return marks;
}

const bracketed = (text: string): readonly TickerMark[] =>
  Array.from(text.matchAll(IN_BRACKETS)).flatMap(({ 1: content = '', index }) =>
    inOneBracket(content, text.slice(Math.max(0, index - BEFORE_CHARACTERS), index)),
  );

function bare(text: string): readonly TickerMark[] {
  if (isInCapitals(text)) return [];
  const plain = text.replace(ANYWHERE, ' ').replace(/\([^)]*\)/g, ' ');
  return wordsOf(plain).flatMap(({ raw, before }) =>
    BARE.test(raw) && !WORDS.has(raw) && !before.endsWith('$') ? [{ ticker: canonical(raw), weight: BARE_WEIGHT }] : [],
  );
}

/**
 * The tickers that a text marks: "$AAPL", "(NASDAQ: AAPL)", "(AAPL)", "(BRK.B)", and AAPL by itself unless it is also a
 * word or an abbreviation.
 */
export function tickerMarks(text: string): readonly TickerMark[] {
  const certain = [AT_EXCHANGE, CASHTAG].flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ 1: ticker = '' }) => ({ ticker: canonical(ticker), weight: CERTAIN })),
  );
  return [...certain, ...bracketed(text), ...bare(text)];
}
