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
  it('are the same list as in a body, the numbers being what the endpoint reads them as', () => {
    expect(weights.read({ holdings: 'AAPL:60,MSFT:40.5' })).toEqual({ holdings: [{ ticker: 'AAPL', weight: 60 }, { ticker: 'MSFT', weight: 40.5 }] });
    expect(values.read({ holdings: 'AAPL:60,MSFT:40.5' })).toEqual({ holdings: [{ ticker: 'AAPL', value: 60 }, { ticker: 'MSFT', value: 40.5 }] });
  });

  it('may have blanks around entries and numbers', () => {
    expect(weights.read({ holdings: ' AAPL: 60 , BRK.B:40 ' })).toEqual({ holdings: [{ ticker: 'AAPL', weight: 60 }, { ticker: 'BRK.B', weight: 40 }] });
  });

  it('keep an entry without a number as it is, so that the mixture is refused where weights are made', () => {
    expect(weights.read({ holdings: 'AAPL:60,MSFT' })).toEqual({ holdings: [{ ticker: 'AAPL', weight: 60 }, { ticker: 'MSFT' }] });
  });

  it('are equal weights as tickers alone', () => {
    expect(weights.read({ tickers: 'AAPL, MSFT' })).toEqual({ holdings: [{ ticker: 'AAPL' }, { ticker: 'MSFT' }] });
  });

  it('keep a repeated ticker, which is summed where weights are made', () => {
    expect(weights.read({ tickers: 'AAPL,AAPL' })).toEqual({ holdings: [{ ticker: 'AAPL' }, { ticker: 'AAPL' }] });
  });

  it.each(['AAPL:', 'AAPL:x', 'AAPL:-1', 'AAPL:1e3', 'AAPL:0x10', 'AAPL:Infinity', 'AAPL:1:2', 'AAPL:.5', 'AAPL:1.', `AAPL:${'9'.repeat(16)}`])('are refused by name where the number is none: %s', (holdings) => {
    expect(refusalOf({ holdings: `MSFT:1,${holdings}` })).toEqual(['invalid_parameter', 'holdings']);
  });

  it('say which entry is wrong, at most 40 characters of it', () => {
    expect(() => weights.read({ holdings: `MSFT:1,AAPL:${'x'.repeat(500)}` })).toThrow(/^Entry 2 of holdings is "AAPL:x{35}…"; write TICKER:number/);
  });

  it('given twice are refused', () => {
    expect(refusalOf({ holdings: ['AAPL:1', 'MSFT:1'] })).toEqual(['invalid_parameter', 'holdings']);
    expect(refusalOf({ tickers: ['AAPL', 'MSFT'] })).toEqual(['invalid_parameter', 'tickers']);
  });

  it('and tickers together are refused', () => {
    expect(refusalOf({ holdings: 'AAPL:1', tickers: 'AAPL' })).toEqual(['invalid_parameter', 'tickers']);
  });

  it('are missing where neither is given', () => {
    expect(refusalOf({})).toEqual(['missing_parameter', 'holdings']);
  });

  it.each([weights, values])('are described with an example that is read', ({ parameters, read }) => {
    for (const { name, example } of parameters) expect(read({ [name]: example })).toEqual({ holdings: [expect.objectContaining({ ticker: 'AAPL' }), expect.objectContaining({ ticker: 'MSFT' })] });
  });
});
