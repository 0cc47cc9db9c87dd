import { describe, expect, it } from '@jest/globals';
import { exposurePer10k, orderedStakes, stakeHolders, type Stake } from './private-stakes.js';

const stake = (
  slug: string,
  ticker: string,
  stakeValueUsd: number | null,
  asOfDay: number,
  isCommitted = false,
): Stake => ({ slug, ticker, stakeValueUsd, isCommitted, asOfDay });

const STAKES = [
  stake('anvil', 'BIG', 8e9, 100),
  stake('anvil', 'MID', null, 300),
  stake('bellows', 'BIG', 3e9, 200),
  stake('crucible', 'LOW', 8e9, 50),
];

const keys = (rows: readonly Stake[]): readonly string[] => rows.map(({ slug, ticker }) => `${slug}/${ticker}`);

describe('the exposure of 10,000 USD', () => {
  it.each([
    ['8 bn of 2,000 bn', 8e9, { usd: 2e12 }, 40],
    ['60.6 bn of 2,424 bn', 60.6e9, { usd: 2.424e12 }, 250],
    ['an unknown value', null, { usd: 2e12 }, null],
    ['an unknown holder', 8e9, null, null],
    ['a holder worth nothing', 8e9, { usd: 0 }, null],
  ])('of %s', (_name, value, holder, exposure) => {
    expect(exposurePer10k(value, holder)).toBe(exposure);
  });
});

describe('stakes', () => {
  it('are ordered by value with unknown ones last, ties by company', () => {
    expect(keys(orderedStakes(STAKES, 'value'))).toEqual(['anvil/BIG', 'crucible/LOW', 'bellows/BIG', 'anvil/MID']);
  });

  it("are ordered by the number of the company's holders", () => {
    expect(keys(orderedStakes(STAKES, 'holders'))).toEqual(['anvil/BIG', 'anvil/MID', 'bellows/BIG', 'crucible/LOW']);
  });

  it('are ordered by their day, newest first', () => {
    expect(keys(orderedStakes(STAKES, 'fresh'))).toEqual(['anvil/MID', 'bellows/BIG', 'anvil/BIG', 'crucible/LOW']);
  });
});

describe('holders', () => {
  it('have the sum of the known values, and null without one', () => {
    const sums = stakeHolders(STAKES, 'value').map(({ ticker, stakeValueUsd }) => [ticker, stakeValueUsd]);
    expect(sums).toEqual([
      ['BIG', 11e9],
      ['LOW', 8e9],
      ['MID', null],
    ]);
  });

  it('have their stakes, largest first, and the newest day', () => {
    const [first] = stakeHolders(STAKES, 'holders');
    expect([first?.ticker, keys(first?.stakes ?? []), first?.asOfDay]).toEqual([
      'BIG',
      ['anvil/BIG', 'bellows/BIG'],
      200,
    ]);
  });

  it('are ordered by their newest stake', () => {
    expect(stakeHolders(STAKES, 'fresh').map(({ ticker }) => ticker)).toEqual(['MID', 'BIG', 'LOW']);
  });

  it('that a holder is only committed to are shown, and not summed', () => {
    const [big, , , promised] = stakeHolders(
      [...STAKES, stake('crucible', 'BIG', 5e9, 400, true), stake('crucible', 'NEW', 9e9, 400, true)],
      'value',
    );
    expect(big).toMatchObject({ ticker: 'BIG', stakeValueUsd: 11e9, asOfDay: 400 });
    expect(big?.stakes.map(({ slug }) => slug)).toEqual(['anvil', 'crucible', 'bellows']);
    expect(promised).toMatchObject({ ticker: 'NEW', stakeValueUsd: null });
  });
});
