import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../access/errors.js';
import type { Raw } from '../../http/raw.js';
import { capabilityOf } from '../fixtures/capabilities.js';
import { parameterReader } from './reader.js';
import { compactHoldings } from './url-form.js';

const weights = compactHoldings('weight');
const values = compactHoldings('value');

const read = parameterReader(capabilityOf('GET', '/portfolio').parameters);
const variables = (query: Raw): unknown => read({ path: {}, ...weights.read(query) });

function errorOf(query: Raw): ApiError {
  try {
    variables(query);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

function refusalOf(query: Raw): readonly unknown[] {
  const { code, extra } = errorOf(query);
  return [code, extra.param];
}

describe('holdings in a query string', () => {
  it('give the same list as in a body, with numbers as weights or values', () => {
    expect(weights.read({ holdings: 'AAPL:60,MSFT:40.5' }).values).toEqual({
      holdings: [
        { ticker: 'AAPL', weight: 60 },
        { ticker: 'MSFT', weight: 40.5 },
      ],
    });
    expect(values.read({ holdings: 'AAPL:60,MSFT:40.5' }).values).toEqual({
      holdings: [
        { ticker: 'AAPL', value: 60 },
        { ticker: 'MSFT', value: 40.5 },
      ],
    });
  });

  it('may have blanks around entries and numbers', () => {
    expect(weights.read({ holdings: ' AAPL: 60 , BRK.B:40 ' }).values).toEqual({
      holdings: [
        { ticker: 'AAPL', weight: 60 },
        { ticker: 'BRK.B', weight: 40 },
      ],
    });
  });

  it('keep an entry without a number, so that the mixture is rejected later', () => {
    expect(weights.read({ holdings: 'AAPL:60,MSFT' }).values).toEqual({
      holdings: [{ ticker: 'AAPL', weight: 60 }, { ticker: 'MSFT' }],
    });
  });

  it('have equal weights if only tickers are given', () => {
    expect(weights.read({ tickers: 'AAPL, MSFT' }).values).toEqual({
      holdings: [{ ticker: 'AAPL' }, { ticker: 'MSFT' }],
    });
  });

  it('keep a repeated ticker, which is summed later', () => {
    expect(weights.read({ tickers: 'AAPL,AAPL' }).values).toEqual({
      holdings: [{ ticker: 'AAPL' }, { ticker: 'AAPL' }],
    });
  });

  it.each([
    'AAPL:',
    'AAPL:x',
    'AAPL:-1',
    'AAPL:1e999',
    'AAPL:0x10',
    'AAPL:Infinity',
    'AAPL:1:2',
    'AAPL:.',
    'AAPL:1.',
    `AAPL:${'9'.repeat(16)}`,
  ])('are rejected if the number is invalid: %s', (holdings) => {
    expect(refusalOf({ holdings: `MSFT:1,${holdings}` })).toEqual(['invalid_parameter', 'holdings']);
  });

  it('may have numbers without a leading zero or with an exponent, and one trailing comma', () => {
    expect(variables({ holdings: 'AAPL:.5,MSFT:1e3,' })).toEqual({
      holdings: [
        { ticker: 'AAPL', weight: 0.5 },
        { ticker: 'MSFT', weight: 1000 },
      ],
    });
    expect(variables({ tickers: 'AAPL,' })).toEqual({ holdings: [{ ticker: 'AAPL' }] });
    expect(refusalOf({ tickers: 'AAPL,,' })).toEqual(['invalid_parameter', 'tickers']);
  });

  it('report every invalid entry under the parameter that was sent, with at most 40 characters of each', () => {
    const { message, extra } = errorOf({ holdings: `!!:1,AAPL:${'x'.repeat(500)}` });
    expect(extra.param).toBe('holdings');
    expect(extra.details?.map(({ param }) => param)).toEqual(['holdings', 'holdings']);
    expect(message).toMatch(
      /^entry 1 of holdings: ticker must be 1 to 10 letters.*; entry 2 of holdings: weight must be .*; got "x{40}…"\.$/,
    );
    expect(errorOf({ tickers: 'AAPL:50' })).toMatchObject({
      extra: { param: 'tickers' },
      message: expect.stringMatching(/^entry 1 of tickers: ticker must be .*; got "AAPL:50"\.$/),
    });
  });

  it('have a count that errors tell', () => {
    const many = Array.from({ length: 26 }, (_, i) => `A${i}`).join(',');
    expect(errorOf({ tickers: many })).toMatchObject({
      message: 'tickers must have at most 25 entries; got 26.',
      extra: { param: 'tickers' },
    });
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
    expect(refusalOf({ holdings: ' ' })).toEqual(['missing_parameter', 'holdings']);
    expect(refusalOf({ tickers: '' })).toEqual(['missing_parameter', 'tickers']);
    expect(errorOf({ symbols: 'AAPL' }).message).toContain('did you mean tickers?');
  });

  it.each([weights, values])('are documented with a valid example', ({ parameters, read }) => {
    for (const { name, example } of parameters)
      expect(read({ [name]: example }).values).toEqual({
        holdings: [expect.objectContaining({ ticker: 'AAPL' }), expect.objectContaining({ ticker: 'MSFT' })],
      });
  });
});
