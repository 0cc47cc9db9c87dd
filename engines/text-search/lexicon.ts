import { boundedDistance } from './bounded-distance.js';
import { postingsOf, type Postings } from './postings.js';
import { byText, sorted, type Steps } from './steps.js';
import { codesOf, countBits, letterBits, PADDING, TRIGRAMS_PER_EDIT, trigramsOf } from './trigrams.js';

/** A text near another. */
export interface Near {
  readonly text: number;
  /** Edits between the two. */
  readonly distance: number;
}

/** Texts that one search compares letter by letter: bounds it, whatever the texts are. */
const MOST_COMPARED = 2_000;
/** So many trigrams have even the longest texts. */
const MOST_TRIGRAMS = 260;
const TEXTS_AT_ONCE = 64;

/** The parts of a lexicon; arrays have an element for each text. */
interface Parts {
  readonly texts: readonly string[];
  /** Code units of all texts, those of text k from `starts[k]` to `starts[k + 1]`. */
  readonly codes: Uint16Array;
  readonly starts: Uint32Array;
  readonly letters: Int32Array;
  /** Texts by trigram, which has the number `slots.get(trigram)`. */
  readonly slots: ReadonlyMap<number, number>;
  readonly postings: Postings;
}

/** A text that is looked for. */
interface Wanted {
  readonly codes: Uint16Array;
  readonly letters: number;
  readonly most: number;
}

/** Distinct texts in order, found by how they begin, by what they contain and by what they are near to. */
export class Lexicon {
  readonly texts: readonly string[];
  readonly #parts: Parts;
  /** Of the search that runs: common trigrams of each text, and the texts that have some. */
  readonly #common: Uint16Array;
  readonly #candidates: Uint32Array;

  private constructor(parts: Parts) {
    this.texts = parts.texts;
    this.#parts = parts;
    this.#common = new Uint16Array(parts.texts.length);
    this.#candidates = new Uint32Array(parts.texts.length);
  }

  static *of(distinct: ReadonlySet<string>): Steps<Lexicon> {
    const texts = yield* sorted([...distinct], byText);
    const coded: Uint16Array[] = [];
    const starts = new Uint32Array(texts.length + 1);
    for (const [k, text] of texts.entries()) {
      const own = codesOf(text);
      coded.push(own);
      starts[k + 1] = (starts[k] ?? 0) + own.length;
      if (k % TEXTS_AT_ONCE === 0) yield;
    }
    const codes = new Uint16Array(starts[texts.length] ?? 0);
    const letters = new Int32Array(texts.length);
    const slots = new Map<number, number>();
    const slotOf = new Uint32Array(codes.length + PADDING * texts.length);
    const textOf = new Uint32Array(slotOf.length);
    let pairs = 0;
    for (const [k, own] of coded.entries()) {
      codes.set(own, starts[k]);
      letters[k] = letterBits(own);
      for (const trigram of trigramsOf(own, PADDING)) {
        const slot = slots.get(trigram) ?? slots.size;
        slots.set(trigram, slot);
        slotOf[pairs] = slot;
        textOf[pairs] = k;
        pairs += 1;
      }
      if (k % TEXTS_AT_ONCE === 0) yield;
    }
    const postings = yield* postingsOf(slotOf.subarray(0, pairs), textOf.subarray(0, pairs), slots.size);
    return new Lexicon({ texts, codes, starts, letters, slots, postings });
  }

  /** The texts that begin so: from the first number up to the second. */
  beginning(prefix: string): readonly [number, number] {
    return [this.#firstFrom(prefix), this.#firstFrom(`${prefix}\uffff`)];
  }

  /** The texts that contain this one, of three letters or more. */
  containing(part: string): readonly number[] {
    const ranges = trigramsOf(codesOf(part), 0).map((trigram) => this.#rangeOf(trigram));
    const [rarest] = ranges.sort(([a, b], [c, d]) => b - a - (d - c));
    if (rarest === undefined) return [];
    const [from, to] = rarest;
    return [...this.#parts.postings.values.subarray(from, to)].filter((text) => this.texts[text]?.includes(part));
  }

  /** The texts at most so many edits away; of very many candidates those with the most common trigrams. */
  near(text: string, most: number): readonly Near[] {
    if (most === 0) return [];
    const codes = codesOf(text);
    const trigrams = trigramsOf(codes, PADDING);
    const wanted = { codes, letters: letterBits(codes), most };
    const counted = this.#count(trigrams);
    const candidates = this.#mayBeNear(counted, wanted, Math.max(1, trigrams.length - TRIGRAMS_PER_EDIT * most));
    const least = this.#leastCommon(candidates);
    const found: Near[] = [];
    for (const other of candidates) {
      if ((this.#common[other] ?? 0) >= least) {
        const distance = this.#distance(wanted, other);
        if (distance <= most) found.push({ text: other, distance });
      }
    }
    for (const other of counted) this.#common[other] = 0;
    return found;
  }

  #firstFrom(text: string): number {
    let [low, high] = [0, this.texts.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.texts[middle] ?? '') < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #rangeOf(trigram: number): readonly [number, number] {
    const { slots, postings } = this.#parts;
    const slot = slots.get(trigram);
    return slot === undefined ? [0, 0] : [postings.starts[slot] ?? 0, postings.starts[slot + 1] ?? 0];
  }

  /** Counts the common trigrams of each text; the texts that have some. */
  #count(trigrams: readonly number[]): Uint32Array {
    const { values } = this.#parts.postings;
    let counted = 0;
    for (const trigram of trigrams) {
      const [from, to] = this.#rangeOf(trigram);
      for (let p = from; p < to; p += 1) {
        const text = values[p] ?? 0;
        const common = this.#common[text] ?? 0;
        if (common === 0) this.#candidates[counted++] = text;
        this.#common[text] = common + 1;
      }
    }
    return this.#candidates.subarray(0, counted);
  }

  /** Texts that their length, letters and common trigrams do not rule out. */
  #mayBeNear(counted: Uint32Array, { codes, letters, most }: Wanted, least: number): Uint32Array {
    const { starts, letters: lettersOf } = this.#parts;
    return counted.filter((text) => {
      if ((this.#common[text] ?? 0) < least) return false;
      const length = (starts[text + 1] ?? 0) - (starts[text] ?? 0);
      if (Math.abs(length - codes.length) > most) return false;
      const others = lettersOf[text] ?? 0;
      return countBits(letters & ~others) <= most && countBits(others & ~letters) <= most;
    });
  }

  /** The common trigrams that no more than `MOST_COMPARED` of the candidates have. */
  #leastCommon(candidates: Uint32Array): number {
    if (candidates.length <= MOST_COMPARED) return 0;
    const having = new Uint32Array(MOST_TRIGRAMS);
    for (const text of candidates) having[this.#common[text] ?? 0] = (having[this.#common[text] ?? 0] ?? 0) + 1;
    let [least, compared] = [MOST_TRIGRAMS, 0];
    while (least > 0 && compared + (having[least - 1] ?? 0) <= MOST_COMPARED) {
      least -= 1;
      compared += having[least] ?? 0;
    }
    return least;
  }

  #distance({ codes, most }: Wanted, other: number): number {
    const { codes: others, starts } = this.#parts;
    return boundedDistance(codes, others, starts[other] ?? 0, starts[other + 1] ?? 0, most);
  }
}
