import { describe, expect, it } from '@jest/globals';
import { plainQuantile } from '../../test/independent/wealth.js';
import { quantileReader } from './quantiles.js';
import { Random } from './random.js';

const random = new Random([5, 6, 7, 8], 0);
const SAMPLES: Readonly<Record<string, Float64Array>> = {
  'one value': Float64Array.of(3),
  'two values': Float64Array.of(3, 1),
  'random values': Float64Array.from({ length: 1001 }, () => random.uniform()),
  'many equal values': Float64Array.from({ length: 1000 }, () => random.below(4)),
  'all values equal': new Float64Array(100).fill(2),
  'ascending values': Float64Array.from({ length: 500 }, (_, i) => i),
  'one value far off': Float64Array.from({ length: 500 }, (_, i) => (i === 250 ? 1e300 : random.uniform())),
  'values hardly apart': Float64Array.from({ length: 500 }, (_, i) => 5e-324 * (i % 3)),
  'descending values': Float64Array.from({ length: 500 }, (_, i) => 500 - i),
};

describe('quantiles', () => {
  it.each(Object.keys(SAMPLES))('agree with a full sort on %s', (name) => {
    const values = SAMPLES[name] ?? new Float64Array();
    const probabilities = [0, 0.05, 0.1, 0.5, 0.5, 0.9, 0.951, 1];
    expect(quantileReader(values.length)(values, probabilities)).toEqual(
      probabilities.map((p) => plainQuantile(values, p)),
    );
  });

  it('are of type 7: the median of 1 to 4 is 2.5, its first quartile 1.75', () => {
    expect(quantileReader(4)(Float64Array.of(4, 2, 1, 3), [0.25, 0.5])).toEqual([1.75, 2.5]);
  });

  it('do not modify the values, and one reader serves samples of any size up to its own', () => {
    const read = quantileReader(300);
    for (const size of [300, 7, 100]) {
      const values = Float64Array.from({ length: size }, () => random.uniform());
      const before = values.slice();
      expect(read(values, [0.3])).toEqual([plainQuantile(values, 0.3)]);
      expect(values).toEqual(before);
    }
  });
});
