import { AllWords, type WordRules } from './all-words.js';
import { beginningsOf, foldText, spelledOut, type FoldedText } from './folded-text.js';
import type { Scores } from './scores.js';
import { similarity } from './similarity.js';
import type { Steps } from './steps.js';
import { eachOwner, wordIndex, type WordIndex } from './word-index.js';

/** The names of one document. */
export interface Named {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly slug?: string;
}

/** What matches are worth; a longer share of the name is worth more within a kind. */
const EXACT = 1;
const EXACT_CORE = 0.98;
const BEGINNING = { least: 0.85, cover: 0.1 };
const WORDS = { least: 0.65, cover: 0.1, quality: 0.05 };
const APPROXIMATE = 0.4;
const PART = { least: 0.5, cover: 0.5 };
const NEAR_WORDS = { least: 0.7, cover: 0.3 };
/** What another name than the document's own is worth. */
const OTHER_NAME = 0.99;

/** Errors that a name of so many letters may have: those of the first row that it reaches. */
const ERRORS = [
  { from: 14, errors: 3 },
  { from: 5, errors: 2 },
  { from: 3, errors: 1 },
] as const;
const AS_WRITTEN: WordRules = { mostWords: 12, leastBeginning: 1, mostWithErrors: 0 };
const WITH_ERRORS: WordRules = { ...AS_WRITTEN, mostWithErrors: 6 };

interface FoldedName extends FoldedText {
  readonly document: number;
  readonly weight: number;
}

const DOCUMENTS_AT_ONCE = 32;

/** The distinct names of a document. */
function namesOf({ name, aliases = [], slug }: Named, document: number): readonly FoldedName[] {
  const others = [spelledOut(name), ...aliases, slug].filter((other) => typeof other === 'string');
  const found = new Map<string, FoldedName>();
  for (const [k, each] of [name, ...others].entries()) {
    const folded = foldText(each);
    if (folded.squashed !== '' && !found.has(folded.squashed))
      found.set(folded.squashed, { ...folded, document, weight: k === 0 ? 1 : OTHER_NAME });
  }
  return [...found.values()];
}

/** All names of all documents, as wholes without spaces and by their words. */
export class NameIndex {
  /** Documents by whole names. */
  readonly #wholes: WordIndex;
  /** Names by words. */
  readonly #allWords: AllWords;
  readonly #names: readonly FoldedName[];

  private constructor(names: readonly FoldedName[], wholes: WordIndex, words: WordIndex) {
    this.#names = names;
    this.#wholes = wholes;
    this.#allWords = new AllWords(words);
  }

  /** Of documents in this order; a document's number is its place in it. */
  static *of(documents: readonly Named[]): Steps<NameIndex> {
    const all: FoldedName[] = [];
    const wholes: { text: string; weight: number }[][] = [];
    const words: { text: string; weight: number }[][] = [];
    for (const [k, document] of documents.entries()) {
      const names = namesOf(document, k);
      wholes.push(names.map(({ squashed, weight }) => ({ text: squashed, weight })));
      for (const name of names) {
        all.push(name);
        words.push([...new Set(name.words.flatMap(beginningsOf))].map((text) => ({ text, weight: 1 })));
      }
      if (k % DOCUMENTS_AT_ONCE === 0) yield;
    }
    return new NameIndex(all, yield* wordIndex(wholes), yield* wordIndex(words));
  }

  /** Documents with a name that is the query, begins with it, or has words that begin with its words. */
  literal({ words, squashed }: FoldedText, scores: Scores): void {
    const { lexicon } = this.#wholes;
    const [from, to] = lexicon.beginning(squashed);
    for (let whole = from; whole < to; whole += 1) {
      const cover = squashed.length / (lexicon.texts[whole]?.length ?? 1);
      this.#raise(whole, cover === 1 ? EXACT : BEGINNING.least + BEGINNING.cover * cover, scores);
    }
    this.#raiseByWords(
      words,
      AS_WRITTEN,
      scores,
      (quality, cover) => WORDS.least + WORDS.cover * cover + WORDS.quality * quality,
    );
  }

  /** Documents with a name that is the query without legal ends ("Inc"). */
  exactCore({ squashed }: FoldedText, scores: Scores): void {
    const { lexicon } = this.#wholes;
    const [whole] = lexicon.beginning(squashed);
    if (lexicon.texts[whole] === squashed) this.#raise(whole, EXACT_CORE, scores);
  }

  /** Documents with a name that is near the query, contains it, or has words near its words. */
  approximate({ words, squashed }: FoldedText, scores: Scores): void {
    const { lexicon } = this.#wholes;
    const errors = ERRORS.find(({ from }) => squashed.length >= from)?.errors ?? 0;
    for (const { text, distance } of lexicon.near(squashed, errors))
      this.#raise(text, APPROXIMATE * similarity(squashed, lexicon.texts[text] ?? '', distance), scores);
    for (const whole of lexicon.containing(squashed)) {
      const cover = squashed.length / (lexicon.texts[whole]?.length ?? 1);
      this.#raise(whole, APPROXIMATE * (PART.least + PART.cover * cover), scores);
    }
    this.#raiseByWords(
      words,
      WITH_ERRORS,
      scores,
      (quality, cover) => APPROXIMATE * quality * (NEAR_WORDS.least + NEAR_WORDS.cover * cover),
    );
  }

  #raise(whole: number, score: number, scores: Scores): void {
    eachOwner(this.#wholes, whole, (document, weight) => {
      scores.raise(document, score * weight);
    });
  }

  #raiseByWords(
    words: readonly string[],
    rules: WordRules,
    scores: Scores,
    worth: (quality: number, cover: number) => number,
  ): void {
    const letters = words.reduce((sum, { length }) => sum + length, 0);
    this.#allWords.each(words, rules, (k, quality) => {
      const name = this.#names[k];
      if (name === undefined) return;
      const cover = Math.min(1, letters / name.squashed.length);
      scores.raise(name.document, worth(quality, cover) * name.weight);
    });
  }
}
