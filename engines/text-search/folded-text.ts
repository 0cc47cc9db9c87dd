/** A text as it is compared: without case, accents and punctuation. */
export interface FoldedText {
  readonly words: readonly string[];
  /** All words without spaces: "Face Book" and "Facebook" are the same. */
  readonly squashed: string;
}

/** Letters that are no letter with an accent in Unicode. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
};
const SPELLED_LETTERS = new RegExp(`[${Object.keys(SPELLED).join('')}]`, 'g');
/** Accents of Latin, Greek and Cyrillic letters; marks of other scripts are letters there. */
const ACCENTS = /[\u0300-\u036f]/g;
/** Marks that separate no words, among them characters without width. */
const WITHIN_WORDS = /[©®™'’‘`´]|\u00ad|\u200b|\u200c|\u200d|\ufe0f|\ufeff/g;
const WORD = /[\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]+/gu;
/** Scripts that do not put spaces between words. */
const SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
const UNSPACED = new RegExp(`[${SCRIPTS.map((script) => `\\p{Script=${script}}`).join('')}]`, 'u');
const LONGEST_UNSPACED = 32;
const SIGNS: Readonly<Record<string, string>> = { '&': ' and ', '+': ' plus ' };

/** A text of symbols alone is one word, so that it can be found. */
export function foldText(text: string): FoldedText {
  const plain = text
    .replace(WITHIN_WORDS, '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(SPELLED_LETTERS, (letter) => SPELLED[letter] ?? letter)
    // Syllables that NFKD has taken apart.
    .normalize('NFC');
  const words = plain.match(WORD) ?? plain.match(/\S+/g) ?? [];
  return { words, squashed: words.join('') };
}

/** A name with its signs in words: "Johnson and Johnson"; null if there are none. */
export function spelledOut(name: string): string | null {
  const spelled = name.replace(/[&+]/g, (sign) => SIGNS[sign] ?? sign);
  return spelled === name ? null : spelled;
}

/** Whether a word may go on without a space where another begins. */
export const isUnspaced = (word: string): boolean => UNSPACED.test(word);

/** What a word is found by: in a script without spaces a word may begin at each character. */
export function beginningsOf(word: string): readonly string[] {
  if (!isUnspaced(word)) return [word];
  const characters = Array.from(word).slice(0, LONGEST_UNSPACED);
  return characters.map((_, at) => characters.slice(at).join(''));
}
