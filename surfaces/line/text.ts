import { LINE } from './rules.js';

const LINE_BREAK = /\r\n?|[\u2028\u2029\u0085]/g;
/** Control characters but line feeds and tabs, lone surrogates, and marks that turn the direction of text. */
const UNSEEN = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const KEPT = new Set(['\n', '\t']);
const WORD = /[\p{L}\p{N}]+/gu;
const MOST_WORD_CHARACTERS = 60;

/** Text that others wrote: at most so many characters, without control characters and with line feeds alone. */
export function cleanText(text: string, most: number): string {
  return text
    .slice(0, most)
    .replace(LINE_BREAK, '\n')
    .replace(UNSEEN, (character) => (KEPT.has(character) ? character : ''))
    .trim();
}

/** The same in one line. */
export function cleanLine(text: string, most: number): string {
  return cleanText(text.slice(0, most * 2).replace(/\s+/g, ' '), most);
}

/** The first characters of a text, in one line. */
export function previewOf(text: string): string {
  const line = text
    .slice(0, LINE.previewCharacters * 8)
    .replace(/\s+/g, ' ')
    .trim();
  return Array.from(line).slice(0, LINE.previewCharacters).join('').trim();
}

/** The words of a text in lower case. */
export function wordsOf(text: string): readonly string[] {
  const found = text.slice(0, LINE.searchedCharacters).normalize('NFKC').toLowerCase().match(WORD) ?? [];
  return found.map((word) => word.slice(0, MOST_WORD_CHARACTERS));
}
