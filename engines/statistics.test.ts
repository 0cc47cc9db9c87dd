import { describe, expect, it } from '@jest/globals';
import { logistic, median, normalCdf, sampleDeviation, sharpeRatio } from './statistics.js';

describe('statistics', () => {
  it.each([
    [0, 0.5],
    [1, 0.841344746068543],
    [-1, 0.158655253931457],
    [1.959963984540054, 0.975],
    [3, 0.99865010196837],
    [-6, 9.865876450376981e-10],
    [8, 0.999999999999999],
    [-40, 0],
    [40, 1],
  ])('normalCdf(%d) has its tabulated value', (x, expected) => {
    expect(Math.abs(normalCdf(x) - expected)).toBeLessThan(1e-14);
  });

  it('logistic is symmetric around one half and saturates without overflow', () => {
    expect(logistic(0)).toBe(0.5);
    expect(logistic(2) + logistic(-2)).toBeCloseTo(1, 15);
    expect([logistic(-1e9), logistic(1e9)]).toEqual([0, 1]);
  });

  it('takes the middle of an odd and the mean of the middle two of an even sample', () => {
    expect(median(Float64Array.of(3, -1, 2))).toBe(2);
    expect(median(Float64Array.of(4, -1, 2, 3))).toBe(2.5);
  });

  it('has a deviation with n − 1, and no Sharpe without variation or with one value', () => {
    expect(sampleDeviation(Float64Array.of(1, 2, 3, 4))).toBeCloseTo(1.2909944487358056, 14);
    expect([sampleDeviation(Float64Array.of()), sampleDeviation(Float64Array.of(1))]).toEqual([NaN, NaN]);
    expect(sharpeRatio(Float64Array.of(0.01, 0.01, 0.01))).toBeNull();
    expect(sharpeRatio(Float64Array.of(0.01))).toBeNull();
    expect(sharpeRatio(Float64Array.of(0.01, 0.03))).toBeCloseTo((0.02 / Math.SQRT2 / 0.01) * Math.sqrt(252), 10);
  });
});
