import { describe, expect, it } from '@jest/globals';
import { breadthOf, FUNDS, moversOf, sectorsOf, strongestOf, type BoardRow } from './board-rows.js';

const row = (ticker: string, rest: Partial<BoardRow>): BoardRow => ({
  ticker,
  name: ticker,
  kind: 'EQUITY',
  sector: 'Energy',
  last: 1,
  changePct: 0,
  score: 50,
  label: 'NEUTRAL',
  confidence: 50,
  ...rest,
});

const ROWS = [
  row('A', { changePct: 2, score: 60, label: 'BUY' }),
  row('B', { changePct: -1, score: 40, label: 'STRONG_SELL', sector: 'Materials' }),
  row('C', { changePct: null, score: null, label: null }),
  row('D', { kind: 'ETF', score: 90, changePct: 1 }),
];

describe('the board', () => {
  it('groups by sector, the largest first, and funds last', () => {
    expect(sectorsOf(ROWS).map(([sector, rows]) => [sector, rows.length])).toEqual([
      ['Energy', 2],
      ['Materials', 1],
      [FUNDS, 1],
    ]);
  });

  it('counts rises and falls, and averages the scores of equities alone', () => {
    expect(breadthOf(ROWS)).toEqual({ up: 2, down: 1, meanScore: 50, buys: 1, sells: 1 });
    expect(breadthOf([]).meanScore).toBeNull();
  });

  it('orders equities with a score by it, and no others', () => {
    expect(strongestOf(ROWS).map(({ ticker }) => ticker)).toEqual(['A', 'B']);
    expect(strongestOf([row('E', { kind: 'UNKNOWN' })])).toEqual([]);
  });

  it('orders movers by size, without those that did not move', () => {
    const { gainers, losers } = moversOf(ROWS);
    expect([gainers, losers].map((rows) => rows.map(({ ticker }) => ticker))).toEqual([['A', 'D'], ['B']]);
  });
});
