import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../access/errors.js';
import type { Raw } from '../../http/raw.js';
import { compactHoldings } from './url-form.js';

const weights = compactHoldings('weight');
const values = compactHoldings('value');

function refusalOf(query: Raw): readonly unknown[] {
  try {
    weights.read(query);
  } catch (error) {
    if (error instanceof ApiError) return [error.code, error.extra.param];
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('holdings in a query string', () => {
  it('give the same list as in a body, with numbers as weights or values', () => {
    expect(weights.read({ holdings: 'AAPL:60,MSFT:40.5' })).toEqual({ holdings: [{ ticker: 'AAPL', weight: 60 }, { ticker: 'MSFT', weight: 40.5 }] });
    expect(values.read({ holdings: 'AAPL:60,MSFT:40.5' })).toEqual({ holdings: [{ ticker: 'AAPL', value: 60 }, { ticker: 'MSFT', value: 40.5 }] });
  });

  it('may have blanks around entries and numbers', () => {
    expect(weights.read({ holdings: ' AAPL: 60 , BRK.B:40 ' })).toEqual({ holdings: [{ ticker: 'AAPL', weight: 60 }, { ticker: 'BRK.B', weight: 40 }] });
  });

  it('keep an entry without a number, so that the mixture is rejected later', () => {
    expect(weights.read({ holdings: 'AAPL:60,MSFT' })).toEqual({ holdings: [{ ticker: 'AAPL', weight: 60 }, { ticker: 'MSFT' }] });
  });

  it('have equal weights if only tickers are given', () => {
    expect(weights.read({ tickers: 'AAPL, MSFT' })).toEqual({ holdings: [{ ticker: 'AAPL' }, { ticker: 'MSFT' }] });
  });

  it('keep a repeated ticker, which is summed later', () => {
    expect(weights.read({ tickers: 'AAPL,AAPL' })).toEqual({ holdings: [{ ticker: 'AAPL' }, { ticker: 'AAPL' }] });
  });

  it.each(['AAPL:', 'AAPL:x', 'AAPL:-1', 'AAPL:1e3', 'AAPL:0x10', 'AAPL:Infinity', 'AAPL:1:2', 'AAPL:.5', 'AAPL:1.', `AAPL:${'9'.repeat(16)}`])('are rejected if the number is invalid: %s', (holdings) => {
    expect(refusalOf({ holdings: `MSFT:1,${holdings}` })).toEqual(['invalid_parameter', 'holdings']);
  });

  it('report the invalid entry, with at most 40 characters', () => {
    expect(() => weights.read({ holdings: `MSFT:1,AAPL:${'x'.repeat(500)}` })).toThrow(/^Entry 2 of holdings is "AAPL:x{35}…"; write TICKER:number/);
  });

  it('given twice are rejected', () => {
    expect(refusalOf({ holdings: ['AAPL:1', 'MSFT:1'] })).toEqual(['invalid_parameter', 'holdings']);
    expect(refusalOf({ tickers: ['AAPL', 'MSFT'] })).toEqual(['invalid_parameter', 'tickers']);
  });

  it('and tickers together are rejected', () => {
    expect(refusalOf({ holdings: 'AAPL:1', tickers: 'AAPL' })).toEqual(['invalid_parameter', 'tickers']);
  });

  it('are missing if neither is given', () => {
    expect(refusalOf({})).toEqual(['missing_parameter', 'holdings']);
  });

  it.each([weights, values])('are documented with a valid example', ({ parameters, read }) => {
    for (const { name, example } of parameters) expect(read({ [name]: example })).toEqual({ holdings: [expect.objectContaining({ ticker: 'AAPL' }), expect.objectContaining({ ticker: 'MSFT' })] });
  });
});
