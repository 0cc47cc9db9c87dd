import { expect, it } from '@jest/globals';
import { movingAverage } from './moving-average.js';

it('is the mean of the last closes, from the first session that has so many', () => {
  expect(movingAverage([1, 2, 6, 4], 3)).toEqual([null, null, 3, 4]);
  expect(movingAverage([1, 2], 3)).toEqual([null, null]);
});
