import { shortened } from '../news/plain-text.js';

/** Longer texts are cut before they are read. */
const MOST_READ = 20_000;
/** Control characters, those that are not seen or turn text around, halves of characters, and white space. */
const UNPRINTED = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu;

/** A text of somebody else in one line that any terminal shows as it is, of so many characters at most. */
export function plainLine(text: string, most: number): string {
  return shortened(text.slice(0, MOST_READ).replace(UNPRINTED, ' ').trim(), most);
}
