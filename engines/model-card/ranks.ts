const DIGIT_BITS = 11;
const DIGITS = 2 ** DIGIT_BITS;
const DIGIT_MASK = DIGITS - 1;
const WORD_BITS = 32;
const SIGN = 0x80000000;

/** Sorts at most `most` numbers at a time, with memory that it reuses. */
export class NumberSorter {
  readonly #high: Uint32Array;
  readonly #counts = new Uint32Array(DIGITS);
  #order: Uint32Array;
  #other: Uint32Array;

  constructor(most: number) {
    this.#high = new Uint32Array(most);
    [this.#order, this.#other] = [new Uint32Array(most), new Uint32Array(most)];
  }

  /**
   * Indices of the first `count` values in ascending order of the values; valid until the next call. A radix sort of the
   * upper halves, whose precision is a millionth, then an insertion sort, which moves little.
   */
  order(values: Float64Array, count: number): Uint32Array {
    const words = new Uint32Array(values.buffer, values.byteOffset, 2 * count);
    for (let i = 0; i < count; i += 1) {
      // The upper bits of a double as an unsigned number that increases with it.
      const high = words[2 * i + 1] as number;
      this.#high[i] = high >= SIGN ? ~high : high ^ SIGN;
      this.#order[i] = i;
    }
    for (let shift = 0; shift < WORD_BITS; shift += DIGIT_BITS) this.#pass(this.#high, shift, count);
    insertionSort(this.#order, values, count);
    return this.#order;
  }

  #pass(word: Uint32Array, shift: number, count: number): void {
    const [counts, order, other] = [this.#counts, this.#order, this.#other];
    counts.fill(0);
    for (let i = 0; i < count; i += 1) {
      const digit = ((word[i] as number) >>> shift) & DIGIT_MASK;
      counts[digit] = (counts[digit] as number) + 1;
    }
    if (counts[((word[0] ?? 0) >>> shift) & DIGIT_MASK] === count) return;
    for (let digit = 0, before = 0; digit < DIGITS; digit += 1) {
      const own = counts[digit] as number;
      counts[digit] = before;
      before += own;
    }
    for (let i = 0; i < count; i += 1) {
      const index = order[i] as number;
      const digit = ((word[index] as number) >>> shift) & DIGIT_MASK;
      const place = counts[digit] as number;
      other[place] = index;
      counts[digit] = place + 1;
    }
    [this.#order, this.#other] = [other, order];
  }
}

function insertionSort(order: Uint32Array, values: Float64Array, count: number): void {
  for (let i = 1; i < count; i += 1) {
    const index = order[i] as number;
    const value = values[index] as number;
    let place = i;
    for (; place > 0 && (values[order[place - 1] as number] as number) > value; place -= 1)
      order[place] = order[place - 1] as number;
    order[place] = index;
  }
}

/** Marks with 1 the places of an ascending order at which the value is not that of the place before. */
export function markSteps(values: Float64Array, order: Uint32Array, count: number, steps: Uint8Array): void {
  let before = Number.NaN;
  for (let i = 0; i < count; i += 1) {
    const value = values[order[i] as number] as number;
    steps[i] = value === before ? 0 : 1;
    before = value;
  }
}

/** Values in ascending order, and where each of the levels that they are compared with stands. */
export interface Ranked {
  readonly order: Uint32Array;
  /** By {@link markSteps}. */
  readonly steps: Uint8Array;
  readonly count: number;
  /** Level of each value; those at level 0 are left out. */
  readonly levels: Uint16Array;
  /** Scratch memory, one for each level. */
  readonly byLevel: Float64Array;
}

/**
 * Spearman's rank correlation of values and levels, equal ones sharing their mean rank; NaN below `fewest` of them or
 * without variation.
 */
export function rankCorrelation({ order, steps, count, levels, byLevel }: Ranked, fewest: number): number {
  byLevel.fill(0);
  for (let i = 0; i < count; i += 1) byLevel[levels[i] as number] = (byLevel[levels[i] as number] as number) + 1;
  const members = count - (byLevel[0] as number);
  if (members < fewest) return Number.NaN;
  const middle = (members + 1) / 2;
  const levelSquares = rankLevels(byLevel, middle);
  let [products, squares, rank, tied, levelRanks] = [0, 0, 0, 0, 0];
  for (let i = 0; i <= count; i += 1) {
    if (i === count || steps[i] === 1) {
      const shared = rank + (tied + 1) / 2 - middle;
      products += shared * levelRanks;
      squares += tied * shared * shared;
      rank += tied;
      [tied, levelRanks] = [0, 0];
    }
    const level = i === count ? 0 : (levels[order[i] as number] as number);
    if (level === 0) continue;
    tied += 1;
    levelRanks += byLevel[level] as number;
  }
  return squares > 0 && levelSquares > 0 ? products / Math.sqrt(squares * levelSquares) : Number.NaN;
}

/** Replaces the count of each level by its mean rank less the middle one; returns the sum of the squares of all. */
function rankLevels(byLevel: Float64Array, middle: number): number {
  let [rank, squares] = [0, 0];
  for (let level = 1; level < byLevel.length; level += 1) {
    const tied = byLevel[level] as number;
    const shared = rank + (tied + 1) / 2 - middle;
    byLevel[level] = shared;
    squares += tied * shared * shared;
    rank += tied;
  }
  return squares;
}
