import { decode } from 'html-entities';

/** Longer texts are cut before they are read. */
const MOST_READ = 20_000;
const HIDDEN = /<(script|style)\b[^<>]*>[^<]*<\/\1\s*>/gi;
const COMMENT = /<!--[^<>]*-->/g;
const TAG = /<\/?[a-z!][^<>]*>/gi;
const CONTROLS = /[\p{Cc}\p{Cf}\s]+/gu;

/** The text of a piece of HTML in one line: without tags and control characters, entities decoded. */
export function plainText(html: string): string {
  const text = html.slice(0, MOST_READ).replace(HIDDEN, ' ').replace(COMMENT, ' ').replace(TAG, ' ');
  return decode(text).replace(CONTROLS, ' ').trim();
}

/** At most so many characters, cut between words, with an ellipsis. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most >> 1)).trimEnd()}…`;
}
