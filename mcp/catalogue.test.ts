import { describe, expect, it } from '@jest/globals';
import { CAPABILITIES, SDL } from '../rest-compat/fixtures/capabilities.js';
import { createCatalogue, GRAPH_WORDS } from './catalogue.js';

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
    ['insider trades', 'getCorporateEvents'],
    ['options flow', 'getSignal'],
    ['alerts when the signal flips', 'registerWebhook'],
  ])('finds by %p, among the first five, %s', (query, name) => {
    expect(
      catalogue
        .search(query)
        .slice(0, 5)
        .map((entry) => entry.name),
    ).toContain(name);
  });

  it.each([
    ['OHLCV', 'Security.bars'],
    ['candles', 'Security.intraday'],
    ['who are the owners', 'Security.institutionalHoldings'],
    ['hedge funds by name', 'Query.institutionalManagers'],
    ['apikeys', 'Viewer.apiKeys'],
    ['screener', 'Query.securities'],
  ])('finds by %p, among the first three, the field %s', (query, name) => {
    expect(
      catalogue
        .searchGraph(query)
        .slice(0, 3)
        .map((field) => field.name),
    ).toContain(name);
  });

  it.each(Object.keys(GRAPH_WORDS))('has the field %s, which other words name too', (name) => {
    expect(catalogue.findField(name)?.name).toBe(name);
  });

  it('finds no fields of the graph where no queries run', () => {
    const without = createCatalogue({ capabilities: CAPABILITIES, sdl: SDL }, { runsQueries: false });
    expect([without.searchGraph('screener'), without.search('overnight gaps').length > 0]).toEqual([[], true]);
    expect([without.findField('Security.bars'), without.findType('Security')]).toEqual([undefined, undefined]);
  });
});
