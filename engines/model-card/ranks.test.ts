import { expect, it } from '@jest/globals';
import { Random } from '../simulation/random.js';
import { NumberSorter } from './ranks.js';

const COUNT = 3_000;
const random = new Random([1, 2, 3, 4], 0);
const draw = (next: (i: number) => number): Float64Array => Float64Array.from({ length: COUNT }, (_, i) => next(i));

it.each<[string, Float64Array]>([
  ['of both signs', draw(() => random.uniform() - 0.5)],
  ['with many equal ones', draw(() => 1 + Math.floor(5 * random.uniform()))],
  ['that differ by less than a thousandth', draw(() => 0.05 + 1e-5 * random.uniform())],
  ['that differ by less than a millionth, in descending order', draw((i) => 0.05 - 1e-10 * i)],
  ['of all sizes', draw(() => (random.uniform() - 0.5) * 10 ** Math.round(600 * random.uniform() - 300))],
])('sorts numbers %s, equal ones by index', (_what, values) => {
  const sorter = new NumberSorter(COUNT);
  sorter.order(
    draw(() => random.uniform()),
    COUNT,
  );
  for (const count of [COUNT, 1000, 1, 0]) {
    const expected = Array.from({ length: count }, (_, i) => i).sort(
      (a, b) => (values[a] ?? 0) - (values[b] ?? 0) || a - b,
    );
    expect(Array.from(sorter.order(values, count).subarray(0, count))).toEqual(expected);
  }
});
