/** A long computation in short steps: whoever runs it may do something else between two of them. */
export type Steps<Result> = Generator<undefined, Result>;

/** Runs all steps at once. */
export function runSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

const SORTED_AT_ONCE = 256;
const MERGED_AT_ONCE = 1024;

/** A sorted copy: a merge sort, with native sorts of short runs. */
export function* sorted<Item>(items: readonly Item[], compare: (one: Item, other: Item) => number): Steps<Item[]> {
  let runs: Item[][] = [];
  for (let from = 0; from < items.length; from += SORTED_AT_ONCE) {
    runs.push(items.slice(from, from + SORTED_AT_ONCE).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let k = 0; k < runs.length; k += 2) merged.push(yield* mergedRuns(runs[k] ?? [], runs[k + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergedRuns<Item>(
  one: readonly Item[],
  other: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Steps<Item[]> {
  const merged: Item[] = [];
  let [i, k] = [0, 0];
  while (i < one.length || k < other.length) {
    const [a, b] = [one[i], other[k]];
    if (b === undefined || (a !== undefined && compare(a, b) <= 0)) {
      if (a !== undefined) merged.push(a);
      i += 1;
    } else {
      merged.push(b);
      k += 1;
    }
    if (merged.length % MERGED_AT_ONCE === 0) yield;
  }
  return merged;
}

/** By code units, as the database compares with the collation "C". */
export const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
