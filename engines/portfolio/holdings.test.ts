import { describe, expect, it } from '@jest/globals';
import { weighHoldings, type HoldingInput, type WeightInput } from './holdings.js';

function input(ticker: string, weightInput: WeightInput, priceUsd: number | null = null): HoldingInput {
  return { ticker, weightInput, priceUsd, sector: null, signal: null, staleSince: null };
}

describe('weights of holdings', () => {
  it.each([
    ['explicit_weight', [input('A', { weight: 3 }), input('B', { weight: 1 })]],
    ['explicit_value', [input('A', { value: 300 }), input('B', { value: 100 })]],
    ['shares_value', [input('A', { shares: 3 }, 10), input('B', { shares: 0.5 }, 20)]],
  ] as const)('sum to 1 by %s', (basis, inputs) => {
    const weighed = weighHoldings(inputs);
    expect(weighed).toMatchObject({
      weightBasis: basis,
      holdings: [
        { ticker: 'A', weight: 0.75 },
        { ticker: 'B', weight: 0.25 },
      ],
      merged: [],
    });
  });

  it('are equal for tickers alone', () => {
    expect(weighHoldings([input('A', {}), input('B', {}), input('C', {})])).toMatchObject({
      weightBasis: 'equal_weight',
      holdings: [{ weight: 1 / 3 }, { weight: 1 / 3 }, { weight: 1 / 3 }],
    });
  });

  it('add entries of one ticker, and report the merge', () => {
    const weighed = weighHoldings([
      input('BRK.B', { value: 100 }),
      input('A', { value: 200 }),
      input('BRK.B', { value: 100 }),
    ]);
    expect(weighed).toMatchObject({
      holdings: [
        { ticker: 'BRK.B', weight: 0.5 },
        { ticker: 'A', weight: 0.5 },
      ],
      merged: [{ ticker: 'BRK.B', entryCount: 2 }],
    });
    expect(weighHoldings([input('A', {}), input('B', {}), input('A', {})])).toMatchObject({
      holdings: [{ weight: 2 / 3 }, { weight: 1 / 3 }],
    });
  });

  it.each([
    [[input('A', { weight: 1 }), input('B', { value: 1 })], 'B'],
    [[input('A', { weight: 1 }), input('B', {})], 'B'],
    [[input('A', {}), input('B', { shares: 1 }, 5)], 'B'],
    [[input('A', { weight: 1, value: 1 }), input('B', { weight: 1 })], 'A'],
  ])('reject mixed bases and name the first ticker that differs', (inputs, ticker) => {
    expect(weighHoldings(inputs)).toMatchObject({ ok: false, status: 'mixed_bases', ticker });
  });

  it.each([0, -1, Number.NaN, Infinity])('reject an amount of %p', (weight) => {
    expect(weighHoldings([input('A', { weight: 1 }), input('B', { weight })])).toMatchObject({
      ok: false,
      status: 'invalid_weight',
      ticker: 'B',
    });
  });

  it('exclude shares without a price', () => {
    expect(weighHoldings([input('A', { shares: 1 }, 10), input('B', { shares: 1 })])).toMatchObject({
      holdings: [{ weight: 1 }, { weight: null }],
    });
    expect(weighHoldings([input('A', { shares: 1 }), input('A', { shares: 2 }, 0)])).toMatchObject({
      holdings: [{ ticker: 'A', weight: null }],
    });
  });

  it('reject amounts too large to sum', () => {
    expect(weighHoldings([input('A', { value: 1e308 }), input('B', { value: 1e308 })])).toMatchObject({
      ok: false,
      status: 'invalid_weight',
    });
  });
});
