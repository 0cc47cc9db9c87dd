import { describe, expect, it } from '@jest/globals';
import { plainTwoSided } from '../test/independent/seasonality.js';
import { sharpeStandardError } from './statistics.js';
import { meanTest, twoSidedT } from './student-t-test.js';

describe("two-sided p-values of Student's t", () => {
  // Critical values of the usual tables (for example NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2), 3
  // decimals.
  it.each([
    [1, 12.706, 0.05],
    [2, 4.303, 0.05],
    [4, 2.776, 0.05],
    [9, 2.262, 0.05],
    [14, 2.145, 0.05],
    [30, 2.042, 0.05],
    [5, 4.032, 0.01],
    [10, 3.169, 0.01],
    [14, 2.977, 0.01],
    [100, 2.626, 0.01],
    [10, 1.372, 0.2],
    [3, 10.215, 0.002],
  ])('with %d degrees of freedom, %d is at %d', (degrees, t, p) => {
    expect(Math.abs(twoSidedT(t, degrees) / p - 1)).toBeLessThan(2e-3);
    expect(twoSidedT(-t, degrees)).toBe(twoSidedT(t, degrees));
  });

  it.each([1, 2, 3, 7, 14, 15, 40])('agree with the integral of the density: %d degrees of freedom', (degrees) => {
    for (const t of [0, 0.1, 0.7, 1.3, 2.5, 6])
      expect(Math.abs(twoSidedT(t, degrees) - plainTwoSided(t, degrees))).toBeLessThan(1e-11);
  });

  it('are exact for one and two degrees of freedom, also far out', () => {
    for (const t of [0.5, 3, 40, 1e4]) {
      expect(Math.abs(twoSidedT(t, 1) / ((2 / Math.PI) * Math.atan(1 / t)) - 1)).toBeLessThan(1e-12);
      const tail = 1 - t / Math.sqrt(2 + t * t);
      expect(Math.abs(twoSidedT(t, 2) - tail)).toBeLessThan(1e-12);
    }
  });
});

describe('the test of a mean', () => {
  it('has no result below two values and without variation', () => {
    expect([meanTest(Float64Array.of()), meanTest(Float64Array.of(3)), meanTest(Float64Array.of(2, 2, 2))]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it("gives the t of Student's own example: the extra hours of sleep, 1.2 to 4.6", () => {
    // "Student", The Probable Error of a Mean, Biometrika 6 (1908): ten differences; t 4.0621 and p 0.00283 as R's
    // t.test prints.
    const result = meanTest(Float64Array.of(1.2, 2.4, 1.3, 1.3, 0, 1, 1.8, 0.8, 4.6, 1.4));
    expect(result?.t).toBeCloseTo(4.0621, 4);
    expect(result?.pValue).toBeCloseTo(0.00283, 5);
  });
});

it.each([
  [0.5, 12, 0.306],
  [1, 60, 0.158],
  [1.5, 120, 0.133],
  [3, 12, 0.677],
])(
  'the standard error of a Sharpe of %d over %d periods is that of Lo (2002), table 1: %d',
  (perPeriod, count, error) => {
    const scale = Math.sqrt(252);
    expect(sharpeStandardError(perPeriod * scale, count) / scale).toBeCloseTo(error, 3);
  },
);
