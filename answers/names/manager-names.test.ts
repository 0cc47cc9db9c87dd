import { describe, expect, it } from '@jest/globals';
import { createDirectory } from './directory.js';
import { managerOf } from './manager-names.js';
import { resolveNames } from './resolve-names.js';

/** Names as managers file them, largest report first. */
const FILED = [
  'VANGUARD GROUP INC',
  'BlackRock, Inc.',
  'STATE STREET CORP',
  'FMR LLC',
  'MORGAN STANLEY',
  'GEODE CAPITAL MANAGEMENT, LLC',
  'GOLDMAN SACHS GROUP INC',
  'BERKSHIRE HATHAWAY INC',
  'CITADEL ADVISORS LLC',
  'RENAISSANCE TECHNOLOGIES LLC',
  'TWO SIGMA INVESTMENTS, LP',
  'BRIDGEWATER ASSOCIATES, LP',
  'Pershing Square Capital Management, L.P.',
  'TIGER GLOBAL MANAGEMENT LLC',
  'THIRD POINT LLC',
  'Scion Asset Management, LLC',
  'SOROS FUND MANAGEMENT LLC',
  'ARK Investment Management LLC',
  'Citadel Wealth Partners LLC',
  'First Quarter Capital LLC',
];
const directory = createDirectory({
  securities: [
    { ticker: 'AAPL', name: 'Apple Inc.', kind: 'equity', sector: 'Technology' },
    { ticker: 'NVDA', name: 'NVIDIA Corporation', kind: 'equity', sector: 'Technology' },
    { ticker: 'BRK.B', name: 'Berkshire Hathaway Inc. Class B', kind: 'equity', sector: 'Financials' },
    { ticker: 'GS', name: 'The Goldman Sachs Group, Inc.', kind: 'equity', sector: 'Financials' },
  ],
  companies: [],
  investors: [{ slug: 'tiger-global', name: 'Tiger Global', aliases: [] }],
  managers: FILED.map((name, index) => ({ cik: String(index).padStart(10, '0'), name, value: 1e12 - index })),
});
const named = (question: string): readonly string[] =>
  resolveNames(question, directory).mentions.map(({ entity }) => (entity.kind === 'manager' ? entity.name : entity.id));

describe('the names of managers', () => {
  it.each([
    ['What does Vanguard hold?', ['VANGUARD GROUP INC']],
    ['what does vanguard own', ['VANGUARD GROUP INC']],
    ['top holdings of the Vanguard Group', ['VANGUARD GROUP INC']],
    ["BlackRock's largest positions", ['BlackRock, Inc.']],
    ['blackrock 13f', ['BlackRock, Inc.']],
    ['Does State Street own NVDA?', ['STATE STREET CORP', 'NVDA']],
    ['what is fidelity buying', ['FMR LLC']],
    ['Is Citadel selling AAPL?', ['CITADEL ADVISORS LLC', 'AAPL']],
    ['What did Citadel Wealth Partners buy?', ['Citadel Wealth Partners LLC']],
    ['what did Renaissance Technologies buy', ['RENAISSANCE TECHNOLOGIES LLC']],
    ['what does Two Sigma own', ['TWO SIGMA INVESTMENTS, LP']],
    ["Bridgewater's new positions", ['BRIDGEWATER ASSOCIATES, LP']],
    ['what does bill ackman own', ['Pershing Square Capital Management, L.P.']],
    ['Pershing Square holdings', ['Pershing Square Capital Management, L.P.']],
    ['What is Michael Burry shorting', ['Scion Asset Management, LLC']],
    ["george soros' portfolio", ['SOROS FUND MANAGEMENT LLC']],
    ['cathie wood buys', ['ARK Investment Management LLC']],
    ['What is Warren Buffett buying?', ['BERKSHIRE HATHAWAY INC']],
  ])('are read in %j', (question, expected) => {
    expect(named(question)).toEqual(expected);
  });

  it.each([
    ['What does Berkshire own?', ['BRK.B']],
    ['Does Goldman Sachs own Apple?', ['GS', 'AAPL']],
    ['What did Tiger Global invest in?', ['investor:tiger-global']],
  ])('leave listed companies and investors their names: %j', (question, expected) => {
    expect(named(question)).toEqual(expected);
  });

  it.each([
    'what is the state of the market',
    'which street has the highest price target',
    'what happened in the first quarter',
    'how is the third point doing',
    'show me the two best stocks',
    'what is a hedge fund',
  ])('are not read in %j', (question) => {
    expect(named(question)).toEqual([]);
  });

  it.each([
    ['Berkshire Hathaway', 'BERKSHIRE HATHAWAY INC'],
    ['The Goldman Sachs Group, Inc.', 'GOLDMAN SACHS GROUP INC'],
    ['Morgan Stanley', 'MORGAN STANLEY'],
    ['Apple', undefined],
  ])('are found for the listed company %s', (name, expected) => {
    expect(managerOf(name, directory.managers)?.name).toBe(expected);
  });
});
