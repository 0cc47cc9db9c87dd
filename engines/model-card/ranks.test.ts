import { expect, it } from '@jest/globals';
import { Random } from '../simulation/random.js';
import { markSteps, NumberSorter, rankCorrelation } from './ranks.js';

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

/** Spearman's correlation from mean ranks that are counted one by one. */
function plainCorrelation(pairs: readonly (readonly [number, number])[]): number {
  const ranks = (values: readonly number[]): number[] =>
    values.map(
      (value) => values.filter((other) => other < value).length + values.filter((other) => other === value).length / 2,
    );
  const [x, y] = [ranks(pairs.map(([value]) => value)), ranks(pairs.map(([, level]) => level))];
  const centred = (values: readonly number[]): number[] =>
    values.map((value) => value - values.reduce((sum, other) => sum + other, 0) / values.length);
  const product = (one: readonly number[], other: readonly number[]): number =>
    one.reduce((sum, value, i) => sum + value * (other[i] ?? NaN), 0);
  const [a, b] = [centred(x), centred(y)];
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
}

it.each([
  ['that all differ', () => random.uniform()],
  ['some of which are equal', () => Math.floor(40 * random.uniform())],
])('ranks of values %s correlate with levels as counted one by one, without those at level 0', (_what, next) => {
  const count = 300;
  const values = Float64Array.from({ length: count }, next);
  const levels = Uint16Array.from(values, () => Math.floor(12 * random.uniform()));
  const order = new NumberSorter(count).order(values, count);
  const [steps, byLevel] = [new Uint8Array(count), new Float64Array(12)];
  const hasTies = markSteps(values, order, count, steps);
  const sorted = Uint16Array.from(order, (place) => levels[place] ?? 0);
  for (const level of sorted) byLevel[level] = (byLevel[level] ?? 0) + 1;
  const pairs = Array.from(values, (value, i) => [value, levels[i] ?? 0] as const).filter(([, level]) => level > 0);
  expect(pairs.length).toBeLessThan(count);
  const ranked = { steps, hasTies, count, levels: sorted, byLevel };
  expect(rankCorrelation(ranked, 2)).toBeCloseTo(plainCorrelation(pairs), 12);
});
