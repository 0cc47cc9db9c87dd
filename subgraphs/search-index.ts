import { setImmediate } from 'node:timers/promises';
import type { FieldWeights } from '../engines/text-search/field-index.js';
import type { Steps } from '../engines/text-search/steps.js';
import {
  search,
  textIndexSteps,
  type SearchDocument,
  type SearchResults,
  type TextIndex,
} from '../engines/text-search/text-search.js';

export interface SearchIndexOptions {
  /** All documents. */
  readonly load: () => Promise<readonly SearchDocument[]>;
  /** The version of the tables that documents are read from; undefined while it is not known. */
  readonly version: () => string | undefined;
  readonly weights?: FieldWeights;
}

/** A search over tables, whose index is built once for each of their versions. */
export interface SearchIndex {
  /**
   * The matches, best first, as of the tables' version that this process knows, or newer; null for a blank query. Equal
   * queries give equal results while the version stays, so a page may continue behind a match of the one before.
   */
  search(q: string, limit?: number): Promise<SearchResults | null>;
}

/** How long building an index may block the event loop at a time. */
const SLICE_MS = 1;

/** Runs steps with the event loop free between slices of them. */
async function inSlices<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const end = performance.now() + SLICE_MS;
    do {
      const { done, value } = steps.next();
      if (done === true) return value;
    } while (performance.now() < end);
    await setImmediate();
  }
}

interface Build {
  readonly version: string | undefined;
  readonly index: Promise<TextIndex>;
}

export function createSearchIndex(options: SearchIndexOptions): SearchIndex {
  return new KeptIndex(options);
}

class KeptIndex implements SearchIndex {
  readonly #options: SearchIndexOptions;
  #newest: Build | null = null;
  #next: Promise<TextIndex> | null = null;

  constructor(options: SearchIndexOptions) {
    this.#options = options;
  }

  async search(q: string, limit?: number): Promise<SearchResults | null> {
    return q.trim() === '' ? null : search(await this.#index(), q, limit);
  }

  #index(): Promise<TextIndex> {
    const version = this.#options.version();
    if (version !== undefined && this.#newest?.version === version) return this.#newest.index;
    // What is being built may have read before the tables were as this caller knows them.
    this.#next ??= this.#buildAfter(this.#newest?.index);
    return this.#next;
  }

  /** One build at a time: callers that come meanwhile share the next. */
  async #buildAfter(running: Promise<unknown> | undefined): Promise<TextIndex> {
    await running?.catch(() => undefined);
    this.#next = null;
    const build = { version: this.#options.version(), index: this.#build() };
    this.#newest = build;
    try {
      return await build.index;
    } catch (err) {
      if (this.#newest === build) this.#newest = null;
      throw err;
    }
  }

  async #build(): Promise<TextIndex> {
    return inSlices(textIndexSteps(await this.#options.load(), this.#options.weights));
  }
}
