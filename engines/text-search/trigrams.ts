const LETTER_BITS = 10;
const LETTER = 2 ** LETTER_BITS - 1;
const MOST_CODES = 255;

/** Blanks before and behind a text whose trigrams are compared. */
export const PADDING = 2;
/** Trigrams that one edit changes at most: those that contain one of two swapped neighbours. */
export const TRIGRAMS_PER_EDIT = 4;

/** The code units of a text, of a very long one those of its beginning. */
export function codesOf(text: string): Uint16Array {
  return Uint16Array.from({ length: Math.min(text.length, MOST_CODES) }, (_, at) => text.charCodeAt(at));
}

/** Distinct trigrams as numbers, without `padding` those of letters alone. Letters of distant scripts may share one. */
export function trigramsOf(codes: Uint16Array, padding: number): readonly number[] {
  const all = new Set<number>();
  const at = (index: number): number => (codes[index] ?? 0) & LETTER;
  for (let k = -padding; k + 2 < codes.length + padding; k += 1) {
    all.add((at(k) << (2 * LETTER_BITS)) | (at(k + 1) << LETTER_BITS) | at(k + 2));
  }
  return [...all];
}

/** A bit for each letter of a text; letters may share one. */
export function letterBits(codes: Uint16Array): number {
  let bits = 0;
  for (const code of codes) bits |= 1 << (code & 31);
  return bits;
}

/** How many bits are set. */
export function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
