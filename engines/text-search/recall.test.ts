import { describe, expect, it } from '@jest/globals';
import { seededRandom, type Random } from '../../sources/simulated/random.js';
import { hasExternalData } from '../../test/independent/datasets.js';
import {
  LEAST_MISTYPED,
  nonsense,
  realNames,
  withEdit,
  withSwap,
  withTwoEdits,
} from '../../test/independent/mistyped-names.js';
import { createTextIndex, search } from './text-search.js';

const withData = hasExternalData ? describe : describe.skip;
const NAMES = 10_000;
const NONSENSE = 2_000;

withData('among 10,000 names of real companies, a search for a name of five letters or more', () => {
  const random = seededRandom(2013, 0, 10);
  const names = hasExternalData ? realNames(NAMES, random) : [];
  const index = createTextIndex(names.map((name, k) => ({ id: String(k), name })));
  const mistyped = names.flatMap((name, k) =>
    Array.from(name).length < LEAST_MISTYPED ? [] : [{ name, id: String(k) }],
  );

  /** The share of names that are among the first five matches of what `type` makes of them. */
  const recall = (type: (name: string, random: Random) => string, first = 5): number => {
    const hits = mistyped.filter(({ name, id }) =>
      search(index, type(name, random), first)?.matches.some((match) => match.id === id),
    );
    return hits.length / mistyped.length;
  };

  it('is over as many distinct names', () => {
    expect(new Set(names).size).toBe(NAMES);
    expect(mistyped.length).toBeGreaterThan(0.9 * NAMES);
  });

  it('finds it as it is written', () => {
    expect(recall((name) => name)).toBe(1);
  });

  it('finds at least 0.99 with one edit', () => {
    expect(recall(withEdit)).toBeGreaterThanOrEqual(0.99);
  });

  it('finds at least 0.96 with two neighbours swapped', () => {
    expect(recall(withSwap)).toBeGreaterThanOrEqual(0.96);
  });

  it('finds at least 0.90 with two edits', () => {
    expect(recall(withTwoEdits)).toBeGreaterThanOrEqual(0.9);
  });

  it('finds nothing by eight letters at random, in at least 0.99 of searches', () => {
    const empty = Array.from({ length: NONSENSE }, () => search(index, nonsense(8, random))).filter(
      (found) => found?.total === 0,
    );
    expect(empty.length / NONSENSE).toBeGreaterThanOrEqual(0.99);
  });
});
