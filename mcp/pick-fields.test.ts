import { describe, expect, it } from '@jest/globals';
import { pickFields } from './pick-fields.js';

const answer = {
  ticker: 'AAPL',
  lump_sum: { xirr: 0.1, multiple: 2 },
  months: [
    { avg: 1, n: 9, best: { ret: 3 } },
    { avg: 2, n: 8, best: null },
  ],
};

describe('pickFields', () => {
  it('takes fields by path, through lists, and keeps their places', () => {
    expect(pickFields(answer, ['ticker', 'lump_sum.xirr', 'months.avg', 'months.best.ret'])).toEqual({
      value: { ticker: 'AAPL', lump_sum: { xirr: 0.1 }, months: [{ avg: 1, best: { ret: 3 } }, { avg: 2 }] },
      unknown: [],
    });
  });

  it('takes a path with [] as it is shown in left_out', () => {
    expect(pickFields(answer, ['months[].n']).value).toEqual({ months: [{ n: 9 }, { n: 8 }] });
  });

  it('names paths that lead to nothing, also those of prototypes', () => {
    expect(pickFields(answer, ['nope', 'ticker.length', 'constructor', 'months.nope'])).toEqual({
      value: {},
      unknown: ['nope', 'ticker.length', 'constructor', 'months.nope'],
    });
  });
});
