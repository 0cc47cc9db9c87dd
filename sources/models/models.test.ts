import { describe, expect, it } from '@jest/globals';
import { rangeFault } from './price-range.js';
import { simpleRatio } from './simple-ratio.js';
import { totalReturnCloses } from './total-return.js';
import { profileOf, WELL_KNOWN } from './well-known.js';

describe('the standard models', () => {
  it.each([
    [6.99999, 7],
    [0.124999, 0.125],
    [1.50001, 1.5],
    [1.99841, undefined],
  ])('a split factor of %d stands for %p', (factor, ratio) => {
    expect(simpleRatio(factor, 1e-4, 20)).toBe(ratio);
  });

  it.each([
    [{ open: 10, high: 10, low: 10, close: 10 }, undefined],
    [{ open: 10, high: 10.5, low: 9.5, close: 10.51 }, undefined],
    [{ open: 10, high: 10.5, low: 9.5, close: 10.52 }, 'close 10.52 is outside low 9.5 to high 10.5'],
    [{ open: 0.1, high: 0.1, low: 0.1, close: 0.105 }, 'close 0.105 is outside low 0.1 to high 0.1'],
  ])('a cent of rounding is forgiven, less below 50 cents: %j', (bar, fault) => {
    expect(rangeFault(bar)).toBe(fault);
  });

  it('a dividend lowers every earlier close by its share of the close before it', () => {
    expect([...totalReturnCloses([100, 50, 49, 60], (at) => (at === 2 ? 1 : 0))]).toEqual([98, 49, 49, 60]);
  });

  it('a dividend of the whole price leaves the closes as they are', () => {
    expect([...totalReturnCloses([1, 1], () => 5)]).toEqual([1, 1]);
  });

  it('an unknown ticker is its own name, and its kind is unknown', () => {
    expect(profileOf('ZZZZ')).toMatchObject({ symbol: 'ZZZZ', name: 'ZZZZ', kind: 'unknown', sector: null });
    expect(WELL_KNOWN.get('XLK')).toMatchObject({ kind: 'etf', sector: 'Technology' });
  });
});
