import { describe, expect, it } from '@jest/globals';
import { readthroughBasket, type RelatedCompany } from '../../engines/readthrough.js';
import { exposurePer10k, orderedStakes, stakeHolders, type Stake } from '../../engines/private-stakes.js';

/** A generator of numbers from 0 to 1, by Park and Miller. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const KINDS = ['rival', 'supplier', 'investor', 'customer', 'comparable'] as const;

function randomCompanies(next: () => number): RelatedCompany[] {
  return Array.from({ length: 3 + Math.floor(next() * 25) }, () => {
    const [letter, score] = [String.fromCharCode(65 + Math.floor(next() * 20)), Math.round(next() * 1000) / 10];
    const one = (): number | null => (next() < 0.3 ? null : Math.round(next() * 1000) / 10);
    const factors = {
      technical: one(),
      momentum: one(),
      fundamentals: one(),
      microstructure: one(),
      optionsFlow: one(),
    };
    const relation = KINDS[Math.floor(next() * KINDS.length)] ?? 'rival';
    return {
      ticker: letter,
      name: `Company ${letter}`,
      relation,
      signal:
        next() < 0.2 ? null : { compositeScore: score, session: `2026-01-${10 + Math.floor(next() * 20)}`, factors },
    };
  });
}

/** The basket as a person would put it together with pen and paper. */
function byHand(companies: readonly RelatedCompany[], max: number) {
  const taken: RelatedCompany[] = [];
  for (const group of [['rival'], ['supplier', 'investor'], ['customer', 'comparable']]) {
    const names = [
      ...new Set(companies.filter(({ relation }) => group.includes(relation)).map(({ name }) => name)),
    ].sort();
    for (const name of names) {
      if (taken.some((each) => each.name === name) || taken.length === max) continue;
      const company = companies.find((each) => each.name === name && group.includes(each.relation));
      if (company !== undefined) taken.push(company);
    }
  }
  const read = taken.flatMap(({ signal }) => signal ?? []);
  const mean = (values: readonly number[]): number | null =>
    values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    names: taken.map(({ name }) => name),
    score: mean(read.map(({ compositeScore }) => compositeScore)),
    technical: mean(read.flatMap(({ factors }) => factors.technical ?? [])),
    coverage: read.length / taken.length,
    newest:
      read
        .map(({ session }) => session)
        .sort()
        .at(-1) ?? null,
  };
}

describe('the read-through basket', () => {
  it.each(Array.from({ length: 60 }, (_, index) => index + 1))(
    'of random companies %i equals one put together by hand',
    (seed) => {
      const next = numbers(seed * 7_919);
      // A name has one signal, whatever its relation.
      const signals = new Map(randomCompanies(next).map(({ name, signal }) => [name, signal]));
      const companies = randomCompanies(next).map((company) => ({
        ...company,
        signal: signals.get(company.name) ?? null,
      }));
      const max = 5 + (seed % 6);
      const [engine, hand] = [readthroughBasket(companies, max), byHand(companies, max)];
      expect(engine.constituents.map(({ name }) => name)).toEqual(hand.names);
      expect(engine.weightPct * hand.names.length).toBeCloseTo(100, 9);
      expect(engine.rollUp.coverage).toBeCloseTo(hand.coverage, 12);
      expect(engine.asOf).toBe(hand.newest);
      const pairs = [
        [engine.rollUp.compositeScore, hand.score],
        [engine.rollUp.factors?.technical ?? null, hand.technical],
      ] as const;
      for (const [one, other] of pairs) {
        if (one === null || other === null) expect(one).toBe(other);
        else expect(one).toBeCloseTo(other, 9);
      }
    },
  );
});

describe('stakes', () => {
  it.each(Array.from({ length: 40 }, (_, index) => index + 1))(
    'of random holders %i are ordered, summed and sized as by hand',
    (seed) => {
      const next = numbers(seed * 104_729);
      const known = new Map<string, Stake>();
      for (let count = 0; count < 40; count += 1) {
        const [slug, ticker] = [`c${Math.floor(next() * 9)}`, `H${Math.floor(next() * 9)}`];
        const value = (chance: number, most: number): number | null =>
          next() < chance ? null : Math.ceil(next() * most);
        known.set(`${slug} ${ticker}`, {
          slug,
          ticker,
          stakeValueUsd: value(0.3, 1e10),
          isCommitted: next() < 0.2,
          asOfDay: Math.floor(next() * 50),
        });
      }
      const stakes = [...known.values()];
      for (const one of stakes) {
        const { stakeValueUsd: value } = one;
        const size = next() < 0.3 ? null : Math.ceil(next() * 1e12);
        expect(exposurePer10k(value, size === null ? null : { usd: size })).toBe(
          value === null || size === null ? null : (10_000 * value) / size,
        );
      }
      const ordered = orderedStakes(stakes, 'value');
      expect(ordered).toHaveLength(stakes.length);
      for (const [index, row] of ordered.slice(1).entries()) {
        const before = ordered[index];
        expect((before?.stakeValueUsd ?? -1) >= (row.stakeValueUsd ?? -1)).toBe(true);
      }
      for (const holder of stakeHolders(stakes, 'holders')) {
        const own = stakes.filter(({ ticker }) => ticker === holder.ticker);
        const values = own
          .filter(({ isCommitted }) => !isCommitted)
          .flatMap(({ stakeValueUsd }) => stakeValueUsd ?? []);
        expect(holder.stakes).toHaveLength(own.length);
        expect(holder.stakeValueUsd).toBe(values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0));
      }
    },
  );
});
