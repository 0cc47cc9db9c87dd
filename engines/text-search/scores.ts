const DIGITS = 1e6;
const MOST_DOCUMENTS = 2 ** 30;

/** A document, which is a number, with its score from 0 to 1. */
export interface Scored {
  readonly document: number;
  readonly score: number;
}

/** Documents with the best score that each has had. One set serves all searches of an index, one after the other. */
export class Scores {
  readonly #best: Float64Array;
  readonly #found: number[] = [];

  constructor(documents: number) {
    this.#best = new Float64Array(documents);
  }

  get isEmpty(): boolean {
    return this.#found.length === 0;
  }

  /** Gives a document a score above 0 unless it has a better one. */
  raise(document: number, score: number): void {
    const best = this.#best[document] ?? 0;
    if (best === 0) this.#found.push(document);
    if (score > best) this.#best[document] = score;
  }

  /** The best documents with six digits of their scores, of equal ones the lower number first; forgets all. */
  take(limit: number): { readonly ranked: readonly Scored[]; readonly total: number } {
    // Numbers are sorted many times faster than objects.
    const keys = Float64Array.from(this.#found, (document) => {
      const score = Math.round((this.#best[document] ?? 0) * DIGITS);
      this.#best[document] = 0;
      return (DIGITS - score) * MOST_DOCUMENTS + document;
    }).sort();
    this.#found.length = 0;
    const ranked = Array.from(keys.subarray(0, Math.min(limit, keys.length)), (key) => {
      const document = key % MOST_DOCUMENTS;
      return { document, score: (DIGITS - (key - document) / MOST_DOCUMENTS) / DIGITS };
    });
    return { ranked, total: keys.length };
  }
}
