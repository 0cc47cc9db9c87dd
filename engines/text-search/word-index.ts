import { Lexicon } from './lexicon.js';
import { postingsOf, type Postings } from './postings.js';
import type { Steps } from './steps.js';

/** A text of an owner, and what a match of it is worth. */
export interface OwnText {
  readonly text: string;
  readonly weight: number;
}

/** Owners, which are numbers, by their texts. */
export interface WordIndex {
  readonly lexicon: Lexicon;
  /** The owners of each text. */
  readonly owners: Postings;
  /** What a match is worth, next to the owner, in thousandths. */
  readonly weights: Uint32Array;
  readonly size: number;
}

const THOUSANDTHS = 1000;
const OWNERS_AT_ONCE = 64;
const TEXTS_AT_ONCE = 1024;

/** An index of owners numbered from 0; the texts of one are distinct. */
export function* wordIndex(textsOf: readonly (readonly OwnText[])[]): Steps<WordIndex> {
  const distinct = new Set<string>();
  let pairs = 0;
  for (const [owner, texts] of textsOf.entries()) {
    for (const { text } of texts) distinct.add(text);
    pairs += texts.length;
    if (owner % OWNERS_AT_ONCE === 0) yield;
  }
  const lexicon = yield* Lexicon.of(distinct);
  const numbers = new Map<string, number>();
  for (const [number, text] of lexicon.texts.entries()) {
    numbers.set(text, number);
    if (number % TEXTS_AT_ONCE === 0) yield;
  }
  const [keys, values, weights] = [new Uint32Array(pairs), new Uint32Array(pairs), new Uint32Array(pairs)];
  let pair = 0;
  for (const [owner, texts] of textsOf.entries()) {
    for (const { text, weight } of texts) {
      keys[pair] = numbers.get(text) ?? 0;
      values[pair] = owner;
      weights[pair] = Math.round(weight * THOUSANDTHS);
      pair += 1;
    }
    if (owner % OWNERS_AT_ONCE === 0) yield;
  }
  const owners = yield* postingsOf(keys, values, lexicon.texts.length);
  const weighed = yield* postingsOf(keys, weights, lexicon.texts.length);
  return { lexicon, owners, weights: weighed.values, size: textsOf.length };
}

/** Calls `visit` with each owner of a text and what it is worth, from 0 to 1. */
export function eachOwner(
  { owners: { starts, values }, weights }: WordIndex,
  text: number,
  visit: (owner: number, weight: number) => void,
): void {
  for (let p = starts[text] ?? 0; p < (starts[text + 1] ?? 0); p += 1)
    visit(values[p] ?? 0, (weights[p] ?? 0) / THOUSANDTHS);
}
