import { describe, expect, it } from '@jest/globals';
import { CAPABILITIES, SDL } from '../rest-compat/fixtures/capabilities.js';
import { createCatalogue } from './catalogue.js';

const catalogue = createCatalogue({ capabilities: CAPABILITIES, sdl: SDL });

describe('the catalogue', () => {
  it('gives each row of the table a name of its own', () => {
    expect(new Set(catalogue.entries.map(({ name }) => name)).size).toBe(CAPABILITIES.length);
  });

  it.each([
    ['overnight gaps', 'getGapStats'],
    ['returns by calendar month', 'getSeasonality'],
    ['dollar cost averaging', 'getDca'],
    ['valuation of a private company', 'getPrivateMarks'],
    ['who owns stakes in anthropic', 'getStakeMap'],
    ['backtst strategy', 'getBacktest'],
    ['how many requests are left this month', 'getUsage'],
    ['how much quota is left', 'getUsage'],
    ['stock price of Apple', 'getSignal'],
    ['analyst ratings', 'getStreetGrades'],
    ['monte carlo', 'simulate'],
  ])('finds by %p, among the first five, %s', (query, name) => {
    expect(
      catalogue
        .search(query)
        .slice(0, 5)
        .map((entry) => entry.name),
    ).toContain(name);
  });
});
