import { describe, expect, it } from '@jest/globals';
import { appleRows } from '../../test/independent/datasets.js';
import { mean, median } from '../statistics.js';
import { Random } from './random.js';
import { DEGREES, digamma, fitStudentT } from './student-t.js';

const closes = appleRows().map(({ adj }) => adj);
const apple = Float64Array.from(closes.slice(1), (close, i) => close / (closes[i] ?? Number.NaN) - 1);

function drawn(count: number, fill: (random: Random, out: Float64Array) => void): Float64Array {
  const out = new Float64Array(count);
  fill(new Random([9, 9, 9, 9], 0), out);
  return out;
}

describe("Student's t", () => {
  // SciPy 1.17: scipy.special.digamma.
  it.each([
    [1, -0.5772156649015329],
    [0.5, -1.9635100260214235],
    [2.75, 0.8189010249754325],
    [100, 4.600161852738088],
  ])('matches the digamma function of SciPy at %p', (x, expected) => {
    expect(digamma(x)).toBeCloseTo(expected, 13);
  });

  it('has the mean of the values as its location, and the scale and degrees of freedom that SciPy finds with it', () => {
    // SciPy 1.17: scipy.stats.t.logpdf with loc = the mean, maximised by Nelder-Mead to 1e-13.
    const fit = fitStudentT(apple);
    expect(fit?.location).toBe(mean(apple));
    expect(fit?.degrees).toBeCloseTo(3.577835757, 5);
    expect(fit?.scale).toBeCloseTo(0.010195115054, 8);
  });

  it('keeps the mean of skewed values, which the likelihood alone would move towards the median', () => {
    // A small gain on most days and a large loss on few: the mean is 0, the median above.
    const skewed = drawn(20_000, (random, out) => random.fillNormal(out)).map(
      (z, i) => (i % 20 === 0 ? -0.019 : 0.001) + 0.004 * z,
    );
    const fit = fitStudentT(skewed);
    expect(fit?.location).toBe(mean(skewed));
    expect(median(skewed)).toBeGreaterThan(mean(skewed) + 0.0005);
  });

  it('recovers the parameters of a sample, within its sampling error', () => {
    const sample = drawn(50_000, (random, out) => random.fillStudentT(out, 5)).map((x) => 0.001 + 0.01 * x);
    const fit = fitStudentT(sample);
    expect(Math.abs((fit?.degrees ?? 0) - 5)).toBeLessThan(0.4);
    expect(Math.abs((fit?.scale ?? 0) - 0.01)).toBeLessThan(0.0002);
    expect(Math.abs((fit?.location ?? 0) - 0.001)).toBeLessThan(0.0003);
  });

  it('treats evenly spread values as normal: the largest degrees of freedom', () => {
    expect(fitStudentT(Float64Array.from({ length: 400 }, (_, i) => i))?.degrees).toBe(DEGREES.highest);
  });

  it('has no fit without variation, or if most values are equal', () => {
    expect(fitStudentT(new Float64Array(100).fill(0.01))).toBeNull();
    expect(fitStudentT(Float64Array.from({ length: 100 }, (_, i) => (i < 60 ? 0 : i)))).toBeNull();
  });
});
