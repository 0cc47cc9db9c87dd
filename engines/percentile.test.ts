import { describe, expect, it } from '@jest/globals';
import { percentileRank, rollingPercentile } from './percentile.js';

describe('a percentile rank', () => {
  // The examples of SciPy's documentation of percentileofscore, under kind='mean'.
  it.each([
    [[1, 2, 3, 4], 3, 62.5],
    [[1, 2, 3, 3, 4], 3, 60],
    [[1, 2, 3, 3, 3, 4, 5], 3, 50],
  ])('among %j of %d is %d', (values, score, expected) => {
    expect(percentileRank(Float64Array.from(values), score)).toBeCloseTo(expected, 12);
  });

  it('rolls over the newest values, passes holes over and waits until there are enough', () => {
    const values = Float64Array.of(5, Number.NaN, 1, 3, 3, Infinity, 2, 9);
    const expected = [NaN, NaN, NaN, (100 * 1.5) / 3, (100 * 2) / 3, NaN, (100 * 0.5) / 3, (100 * 2.5) / 3];
    expect([...rollingPercentile(values, 3)]).toEqual(expected);
  });

  it('rolls to what each window has alone, with many equal values', () => {
    let state = 3;
    const values = Float64Array.from({ length: 2_000 }, () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) % 97);
    const alone = values.map((value, i) => (i < 251 ? Number.NaN : percentileRank(values, value, i - 251, i + 1)));
    expect(rollingPercentile(values, 252)).toEqual(alone);
  });
});
