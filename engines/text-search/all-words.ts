import { isUnspaced } from './folded-text.js';
import { similarity } from './similarity.js';
import { eachOwner, type WordIndex } from './word-index.js';

/** How the words of a query may match. */
export interface WordRules {
  /** Words that are looked for; further ones do not count. */
  readonly mostWords: number;
  /** Letters from which on a word may be the beginning of another. */
  readonly leastBeginning: number;
  /** Words that may have errors; 0 if none. */
  readonly mostWithErrors: number;
}

/** Errors that a word of so many letters may have: those of the first row that it reaches. */
const ERRORS = [
  { from: 8, errors: 2 },
  { from: 4, errors: 1 },
] as const;

type Match = (text: number, quality: number) => void;

/** Finds the owners that match all words of a query, each word by its best match. A search runs at once. */
export class AllWords {
  readonly #index: WordIndex;
  /** Of each owner: the words matched so far, the sum of their qualities, and the quality of the last of them. */
  readonly #matched: Uint8Array;
  readonly #sum: Float64Array;
  readonly #last: Float64Array;
  readonly #touched: number[] = [];
  #visited = 0;

  constructor(index: WordIndex) {
    this.#index = index;
    this.#matched = new Uint8Array(index.size);
    this.#sum = new Float64Array(index.size);
    this.#last = new Float64Array(index.size);
  }

  /** How many matches of single words the last search has seen. */
  get visited(): number {
    return this.#visited;
  }

  /** Calls `visit` with each owner that has all words, and the mean of their qualities, from 0 to 1. */
  each(all: readonly string[], rules: WordRules, visit: (owner: number, quality: number) => void): void {
    const words = all.slice(0, rules.mostWords);
    this.#visited = 0;
    let isAny = words.length > 0;
    for (let place = 0; place < words.length && isAny; place += 1) isAny = this.#matchWord(words, place, rules);
    for (const owner of this.#touched) {
      if (this.#matched[owner] === words.length) visit(owner, (this.#sum[owner] ?? 0) / words.length);
      this.#matched[owner] = this.#sum[owner] = 0;
    }
    this.#touched.length = 0;
  }

  /** Whether some owner has the word at `place` and all before it. */
  #matchWord(words: readonly string[], place: number, rules: WordRules): boolean {
    let isAny = false;
    const match: Match = (text, quality) => {
      eachOwner(this.#index, text, (owner, weight) => {
        if (this.#matchOwner(owner, quality * weight, place)) isAny = true;
      });
    };
    const word = words[place] ?? '';
    this.#beginning(word, rules, place === words.length - 1, match);
    if (place < rules.mostWithErrors) this.#near(word, match);
    return isAny;
  }

  #matchOwner(owner: number, quality: number, place: number): boolean {
    this.#visited += 1;
    const matched = this.#matched[owner];
    if (matched === place) {
      if (place === 0) this.#touched.push(owner);
      this.#matched[owner] = place + 1;
      this.#sum[owner] = (this.#sum[owner] ?? 0) + quality;
      this.#last[owner] = quality;
      return true;
    }
    const last = this.#last[owner] ?? 0;
    if (matched === place + 1 && quality > last) {
      this.#sum[owner] = (this.#sum[owner] ?? 0) + quality - last;
      this.#last[owner] = quality;
    }
    return false;
  }

  /** The word itself, and those that begin with it; before the last word a single letter stands for itself. */
  #beginning(word: string, { leastBeginning }: WordRules, isLast: boolean, match: Match): void {
    const { lexicon } = this.#index;
    const [from, to] = lexicon.beginning(word);
    const mayBegin = word.length >= Math.max(leastBeginning, isLast ? 1 : 2) || isUnspaced(word);
    for (let text = from; text < to; text += 1) {
      const { length } = lexicon.texts[text] ?? '';
      if (mayBegin || length === word.length) match(text, word.length / length);
      if (!mayBegin) break;
    }
  }

  #near(word: string, match: Match): void {
    const { lexicon } = this.#index;
    const errors = ERRORS.find(({ from }) => word.length >= from)?.errors ?? 0;
    for (const { text, distance } of lexicon.near(word, errors))
      match(text, similarity(word, lexicon.texts[text] ?? '', distance));
  }
}
