import { expect, it } from '@jest/globals';
import { editDistance } from '../../access/parameters/edit-distance.js';
import { seededRandom } from '../../sources/simulated/random.js';
import { boundedDistance } from './bounded-distance.js';
import { codesOf } from './trigrams.js';

const random = seededRandom(5, 0, 1);
const text = (): string =>
  Array.from({ length: Math.floor(random() * 9) }, () => 'abc'.charAt(Math.floor(random() * 3))).join('');

it('is the distance over the whole table up to the bound, and one more beyond it', () => {
  for (let round = 0; round < 20_000; round += 1) {
    const [one, other, most] = [text(), text(), 1 + Math.floor(random() * 3)];
    const codes = codesOf(`xy${other}z`);
    const expected = Math.min(editDistance(one, other), most + 1);
    expect([one, other, most, boundedDistance(codesOf(one), codes, 2, 2 + other.length, most)]).toEqual([
      one,
      other,
      most,
      expected,
    ]);
  }
});

it('counts a swap of neighbours as one', () => {
  expect(boundedDistance(codesOf('capital'), codesOf('captial'), 0, 7, 2)).toBe(1);
});
