import { describe, expect, it } from '@jest/globals';
import { kupiecP } from './kupiec.js';

describe("Kupiec's test", () => {
  // SciPy 1.17: scipy.stats.chi2.sf of the likelihood ratio.
  it.each([
    [0, 10, 0.31113163348704836],
    [1, 36, 0.5056800001887007],
    [6, 36, 0.010278513630746238],
    [0.5, 36, 0.24217872227924975],
    [3, 8, 0.004937157671534965],
  ])('of %p breaches in %p outcomes where 5%% are expected matches SciPy', (breaches, trials, expected) => {
    expect(kupiecP(breaches / trials, trials, 0.05)).toBeCloseTo(expected, 10);
  });

  it('does not reject what is expected', () => {
    expect(kupiecP(0.05, 400, 0.05)).toBeCloseTo(1, 6);
    expect(kupiecP(1, 3, 0.05)).toBeLessThan(0.001);
  });
});
