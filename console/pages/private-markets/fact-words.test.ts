import { expect, it } from '@jest/globals';
import { factName, factValue } from './fact-words.js';

it.each([
  ['last_round', 'Series B, 73000000 USD, 2026-11-20', 'Series B, $73M, Nov 20, 2026'],
  ['current_valuation_usd', '159000000000', '$159B'],
  ['check_size_usd', '1000000, 25000000', '$1M to $25M'],
  ['active_fund', 'Fund IV, 1500000000, 2024', 'Fund IV, $1.5B, 2024'],
  ['employees', '8500', '8,500'],
  ['investors', 'Sequoia Capital, 8VC', 'Sequoia Capital, 8VC'],
])('%s of %s is written %s', (field, value, written) => {
  expect(factValue(field, value)).toBe(written);
});

it.each([
  ['hq', 'Headquarters'],
  ['aum_usd', 'AUM'],
  ['ceo', 'CEO'],
])('the fact %s is called %s', (field, name) => {
  expect(factName(field)).toBe(name);
});
