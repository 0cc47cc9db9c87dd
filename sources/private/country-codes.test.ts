import { expect, it } from '@jest/globals';
import { countryCode } from './country-codes.js';

it.each([
  ['United States', 'US'],
  ['united kingdom', 'GB'],
  ['Germany', 'DE'],
  ['Russia', 'RU'],
  ['Hong Kong', 'HK'],
  ['Turkey', 'TR'],
  ['USA', 'US'],
  ['no', 'NO'],
  ['Atlantis', null],
  ['', null],
])('%j is %j', (name, code) => {
  expect(countryCode(name)).toBe(code);
});
