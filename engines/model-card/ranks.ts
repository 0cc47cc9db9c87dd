const DIGIT_BITS = 11;
const DIGITS = 2 ** DIGIT_BITS;
const DIGIT_MASK = DIGITS - 1;
const WORD_BITS = 32;
const SIGN = 0x80000000;
/** Where the passes over an upper half begin: at a precision of a thousandth, or of a millionth. */
const COARSE = [WORD_BITS - 2 * DIGIT_BITS, WORD_BITS - DIGIT_BITS];
const FINE = [0, DIGIT_BITS, 2 * DIGIT_BITS];
/** Moves a value that an insertion sort may take on the mean before another pass is cheaper. */
const MOST_MOVES = 16;

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
   * Indices of the first `count` values in ascending order of the values, equal ones by index; valid until the next
   * call. A radix sort of the upper bits, then an insertion sort, which moves little; values that are too near each
   * other for that are sorted by more bits.
   */
  order(values: Float64Array, count: number): Uint32Array {
    const words = new Uint32Array(values.buffer, values.byteOffset, 2 * count);
    for (let i = 0; i < count; i += 1) {
      // The upper bits of a double as an unsigned number that increases with it.
      const high = words[2 * i + 1] as number;
      this.#high[i] = high >= SIGN ? ~high : high ^ SIGN;
    }
    this.#sortBits(COARSE, count);
    if (!insertionSort(this.#order, values, count, MOST_MOVES * count)) {
      this.#sortBits(FINE, count);
      insertionSort(this.#order, values, count, Infinity);
    }
    return this.#order;
  }

  #sortBits(shifts: readonly number[], count: number): void {
    for (let i = 0; i < count; i += 1) this.#order[i] = i;
    for (const shift of shifts) this.#pass(this.#high, shift, count);
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

/** Whether the order is sorted: false once it has taken more than `most` moves. */
function insertionSort(order: Uint32Array, values: Float64Array, count: number, most: number): boolean {
  let left = most;
  for (let i = 1; i < count && left >= 0; i += 1) {
    const index = order[i] as number;
    const value = values[index] as number;
    let place = i;
    for (; place > 0 && (values[order[place - 1] as number] as number) > value; place -= 1)
      order[place] = order[place - 1] as number;
    order[place] = index;
    left -= i - place;
  }
  return left >= 0;
}

/**
 * Marks with 1 the places of an ascending order at which the value is not that of the place before; whether values are
 * equal anywhere.
 */
export function markSteps(values: Float64Array, order: Uint32Array, count: number, steps: Uint8Array): boolean {
  let [before, hasTies] = [Number.NaN, false];
  for (let i = 0; i < count; i += 1) {
    const value = values[order[i] as number] as number;
    steps[i] = value === before ? 0 : 1;
    if (value === before) hasTies = true;
    before = value;
  }
  return hasTies;
}

/** The levels that sorted values are compared with. */
export interface Ranked {
  /** By {@link markSteps}. */
  readonly steps: Uint8Array;
  readonly hasTies: boolean;
  readonly count: number;
  /** Level of each value, in ascending order of the values; those at level 0 are left out. */
  readonly levels: Uint16Array;
  /** How many values each level has; overwritten. */
  readonly byLevel: Float64Array;
}

/** Sums of products and squares over values; ranks less the middle one. */
interface RankSums {
  readonly products: number;
  readonly squares: number;
}

/**
 * Spearman's rank correlation of values and levels, equal ones sharing their mean rank; NaN below `fewest` of them or
 * without variation. Its sums are of whole quarters, and so exact in any order.
 */
export function rankCorrelation(ranked: Ranked, fewest: number): number {
  const { count, byLevel, hasTies } = ranked;
  const members = count - (byLevel[0] as number);
  if (members < fewest) return Number.NaN;
  const levelSquares = rankLevels(byLevel, (members + 1) / 2);
  // Which levels are left out is as good as random: a branch for them would cost more than adding nothing.
  byLevel[0] = 0;
  const { products, squares } = hasTies ? tiedSums(ranked, members) : distinctSums(ranked, members);
  return squares > 0 && levelSquares > 0 ? products / Math.sqrt(squares * levelSquares) : Number.NaN;
}

/** Of values that all differ. */
function distinctSums({ count, levels, byLevel }: Ranked, members: number): RankSums {
  let [products, rank] = [0, 1];
  for (let i = 0; i < count; i += 1) {
    const level = levels[i] as number;
    products += rank * (byLevel[level] as number);
    rank += Number(level !== 0);
  }
  // The ranks of levels sum up to 0, so that the middle of the other ranks adds nothing.
  return { products, squares: (members * (members * members - 1)) / 12 };
}

function tiedSums({ steps, count, levels, byLevel }: Ranked, members: number): RankSums {
  const middle = (members + 1) / 2;
  let [products, squares, rank, tied, levelRanks] = [0, 0, 0, 0, 0];
  for (let i = 0; i < count; i += 1) {
    if (steps[i] === 1) {
      const shared = rank + (tied + 1) / 2 - middle;
      products += shared * levelRanks;
      squares += tied * shared * shared;
      rank += tied;
      [tied, levelRanks] = [0, 0];
    }
    const level = levels[i] as number;
    tied += level === 0 ? 0 : 1;
    levelRanks += byLevel[level] as number;
  }
  const shared = rank + (tied + 1) / 2 - middle;
  products += shared * levelRanks;
  squares += tied * shared * shared;
  return { products, squares };
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
