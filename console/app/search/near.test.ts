import { expect, it } from '@jest/globals';
import { isNear } from './near.js';

it.each([
  ['nvdia', 'nvidia', true],
  ['nvdia', 'nvda', true],
  ['nivdia', 'nvidia', true],
  ['appel', 'apple', true],
  ['aplle', 'apple', true],
  ['aple', 'apple', true],
  ['tesla', 'tesla', true],
  ['tezla', 'tesla', true],
  ['msf', 'msft', false],
  ['ndivia', 'nvidia', false],
  ['oracle', 'apple', false],
])('“%s” is near “%s”: %s', (text, word, expected) => {
  expect(isNear(text, word)).toBe(expected);
});
