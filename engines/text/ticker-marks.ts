import { WORD_TICKERS } from './lexicon/company-words.js';
import { wordsOf } from './company-names.js';

/** A ticker as a text marks it. */
export interface TickerMark {
  readonly ticker: string;
  /** How surely the letters are meant as a ticker, 0 to 1. */
  readonly weight: number;
}

const WORDS = new Set(WORD_TICKERS.trim().toUpperCase().split(/\s+/));
const TICKER = '[A-Z]{1,5}(?:[.-][A-Z])?';
const US_EXCHANGES = [
  '(?:NASDAQ|Nasdaq)(?:GS|GM|CM)?',
  'NYSE(?: ?(?:American|AMERICAN|Arca|ARCA|MKT))?',
  'AMEX|CBOE|Cboe|BATS|OTC(?:QX|QB)?',
].join('|');
/** "(NASDAQ: AAPL)", "NYSE:F". */
const AT_EXCHANGE = new RegExp(`\\b(?:${US_EXCHANGES}) ?: ?(${TICKER})(?![\\p{L}\\p{N}])`, 'gu');
const CASHTAG = new RegExp(`(?<![\\p{L}\\p{N}$])\\$(${TICKER})(?![\\p{L}\\p{N}])`, 'gu');
/** "(AAPL)", "(AAPL.O)": Reuters marks Nasdaq and the NYSE by a letter. */
const IN_BRACKETS = /\(([A-Z]{3,5})(?:\.(?:O|OQ|N|K|A|P))?\)/g;
/** "(TSX: T)": a ticker of another exchange is another company. */
const ANYWHERE = /\b[A-Z]{2,6} ?: ?[A-Z]{1,6}\b/g;
const BARE = /^[A-Z]{3,5}(?:[.-][A-Z])?$/;
const CERTAIN = 1;
const BRACKETED = 0.95;
const BARE_WEIGHT = 0.8;
/** Above this share of capitals, capitals mark nothing. */
const MOST_CAPITALS = 0.7;
const FEWEST_LETTERS = 8;

const canonical = (ticker: string): string => ticker.replace('-', '.');

/** Whether a text is in capitals throughout. */
export function isInCapitals(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  const capitals = letters.filter((letter) => letter !== letter.toLowerCase()).length;
  return letters.length >= FEWEST_LETTERS && capitals > MOST_CAPITALS * letters.length;
}

/** "Federal Trade Commission (FTC)": the letters abbreviate what stands before them. */
function isAbbreviation(before: string, letters: string): boolean {
  const initials = wordsOf(before)
    .filter(({ raw }) => /^\p{Lu}/u.test(raw))
    .map(({ raw }) => raw.charAt(0))
    .join('');
  return initials.endsWith(letters);
}

function bracketed(text: string): readonly TickerMark[] {
  return Array.from(text.matchAll(IN_BRACKETS)).flatMap(({ 1: ticker = '', index }) =>
    WORDS.has(ticker) || isAbbreviation(text.slice(0, index), ticker) ? [] : [{ ticker, weight: BRACKETED }],
  );
}

function bare(text: string): readonly TickerMark[] {
  if (isInCapitals(text)) return [];
  const plain = text.replace(ANYWHERE, ' ').replace(/\([^)]*\)/g, ' ');
  return wordsOf(plain).flatMap(({ raw, before }) =>
    BARE.test(raw) && !WORDS.has(raw) && !before.endsWith('$') ? [{ ticker: canonical(raw), weight: BARE_WEIGHT }] : [],
  );
}

/**
 * The tickers that a text marks: "$AAPL", "(NASDAQ: AAPL)", "(AAPL)", and AAPL by itself unless it is also a word or an
 * abbreviation.
 */
export function tickerMarks(text: string): readonly TickerMark[] {
  const certain = [AT_EXCHANGE, CASHTAG].flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ 1: ticker = '' }) => ({ ticker: canonical(ticker), weight: CERTAIN })),
  );
  return [...certain, ...bracketed(text), ...bare(text)];
}
