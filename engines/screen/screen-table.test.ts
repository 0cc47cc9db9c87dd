import { describe, expect, it } from '@jest/globals';
import { ScreenTable, type ScreenOrder, type ScreenPosition } from './screen-table.js';
import type { ScreenValues } from './screen-values.js';

const NONE: ScreenValues = {
  score: null,
  technical: null,
  momentum: null,
  fundamentals: null,
  microstructure: null,
  optionsFlow: null,
  changePct: null,
  volume: null,
  volumeRatio: null,
};
const named = (symbols: string): readonly { readonly symbol: string; readonly name: string }[] =>
  Array.from(symbols, (symbol) => ({ symbol, name: `The ${symbol}` }));
const scored = (scores: Readonly<Record<string, number | null>>) =>
  new ScreenTable(
    named(Object.keys(scores).join('')),
    Object.values(scores).map((score) => ({ ...NONE, score })),
  );

/** Symbols of all pages. */
function paged(
  table: ScreenTable<{ readonly symbol: string; readonly name: string }>,
  limit: number,
  isDescending: boolean,
  orderBy: ScreenOrder = 'score',
): string {
  const seen: string[] = [];
  let after: ScreenPosition | undefined;
  for (let hasNext = true; hasNext;) {
    const page = table.page({ isListed: () => true, orderBy, isDescending, after, limit });
    expect(page.total).toBe(table.rows.length);
    seen.push(...page.rows.map((index) => table.rows[index]?.symbol ?? ''));
    after = table.positionOf(page.rows.at(-1) ?? -1, orderBy);
    hasNext = page.hasNext;
  }
  return seen.join('');
}

describe('a table of the screen', () => {
  const ties = { A: 50, B: null, C: 50, D: 70, E: 50, F: null, G: 10 };

  it.each([1, 2, 3, 7])(
    'pages by %d through equal and missing values once each, missing ones last in both directions',
    (limit) => {
      expect([paged(scored(ties), limit, false), paged(scored(ties), limit, true)]).toEqual(['GACEDBF', 'DECAGFB']);
      expect([paged(scored(ties), limit, true, 'symbol'), paged(scored(ties), limit, false, 'name')]).toEqual([
        'GFEDCBA',
        'ABCDEFG',
      ]);
    },
  );

  it('sorts by what is shown, so that values that look equal are in the order of their symbols', () => {
    expect(paged(scored({ A: 50.04, B: 49.96, C: 50.01 }), 2, false)).toBe('ABC');
  });

  it('has labels and values of the rounded score', () => {
    const table = scored({ A: 69.95, B: 69.949, C: null, D: 30.95, E: 30.949 });
    expect([table.labels, [...table.column('score')]]).toEqual([
      ['Strong Buy', 'Buy', null, 'Sell', 'Strong Sell'],
      [70, 69.9, NaN, 31, 30.9],
    ]);
  });

  it('goes on behind a row that has gone or changed', () => {
    const next = scored({ A: 50, C: 90, D: 70, E: 50, G: 10 });
    const after = { key: 50, symbol: 'C' };
    const page = next.page({ isListed: () => true, orderBy: 'score', isDescending: false, after, limit: 10 });
    expect(page.rows.map((index) => next.rows[index]?.symbol)).toEqual(['E', 'D', 'C']);
    expect(
      next.page({
        isListed: () => true,
        orderBy: 'score',
        isDescending: true,
        after: { key: null, symbol: 'Z' },
        limit: 10,
      }).rows,
    ).toEqual([]);
  });
});
