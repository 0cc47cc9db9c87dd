import { expect, it } from '@jest/globals';
import { createRecentKeys } from './recent-keys.js';

it('keeps keys until they were not used for the given time', () => {
  const recent = createRecentKeys(100);
  recent.note('a', 0);
  recent.note('b', 50);
  recent.note('a', 90);
  expect(recent.keys()).toEqual(['b', 'a']);
  recent.note('c', 150);
  expect(recent.keys()).toEqual(['a', 'c']);
  recent.note('d', 1_000);
  expect(recent.keys()).toEqual(['d']);
});
