import { foldedName } from '../text/folded-name.js';
import { STOP_WORDS } from '../text/lexicon/headline-words.js';

const STOPS: ReadonlySet<string> = new Set(STOP_WORDS.trim().split(/\s+/));
/** Shorter words have no plural that is cut: "gas", "us". */
const LONG = 4;

/** "layoffs" is "layoff", "batteries" is "battery". */
function singular(word: string): string {
  if (word.length < LONG) return word;
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.replace(/([^sui])s$/, '$1');
}

/**
 * What a text is searched by: its distinct words and numbers without case, accents, punctuation and plurals, and
 * without words such as "the", in the order of the text. Equal for "OpenAI’s" and "openai".
 */
export function searchWords(text: string): readonly string[] {
  const words = foldedName(text.replace(/['’]s?(?!\p{L})/gu, ' ')).split(' ');
  return [...new Set(words.filter((word) => word !== '' && !STOPS.has(word)).map(singular))];
}
