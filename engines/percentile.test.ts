import { describe, expect, it } from '@jest/globals';
import { rollingPercentile } from './percentile.js';

/** Share below the score and half of the share equal to it, counted one by one. */
function rankAmong(values: Float64Array, score: number): number {
  const below = values.filter((value) => value < score).length;
  const equal = values.filter((value) => value === score).length;
  return (100 * (below + equal / 2)) / values.length;
}

describe('a percentile rank', () => {
  // The examples of SciPy's documentation of percentileofscore, under kind='mean'; the score is the newest value.
  it.each([
    [[1, 2, 4, 3], 62.5],
    [[1, 2, 3, 4, 3], 60],
    [[1, 2, 3, 3, 4, 5, 3], 50],
  ])('of the newest of %j is %d', (values, expected) => {
    expect(rollingPercentile(Float64Array.from(values), values.length).at(-1)).toBeCloseTo(expected, 12);
  });

  it('rolls over the newest values, skips holes and waits until there are enough', () => {
    const values = Float64Array.of(5, Number.NaN, 1, 3, 3, Infinity, 2, 9);
    const expected = [NaN, NaN, NaN, (100 * 1.5) / 3, (100 * 2) / 3, NaN, (100 * 0.5) / 3, (100 * 2.5) / 3];
    expect([...rollingPercentile(values, 3)]).toEqual(expected);
  });

  it('matches each window computed separately, with many equal values', () => {
    let state = 3;
    const values = Float64Array.from(
      { length: 2_000 },
      () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) % 97,
    );
    const alone = values.map((value, i) => (i < 251 ? Number.NaN : rankAmong(values.subarray(i - 251, i + 1), value)));
    expect(rollingPercentile(values, 252)).toEqual(alone);
  });
});
