import { wordsOf } from '../../engines/text/company-names.js';

/** A name's words in lower case, as names are looked up. */
export const nameKey = (name: string): string =>
  wordsOf(name)
    .map(({ text }) => text)
    .join(' ');
