import { describe, expect, it } from '@jest/globals';
import { createFactList } from '../facts/fact-list.js';
import { createDirectory } from '../names/directory.js';
import { groundsOf } from './grounds.js';

const equity = (ticker: string, name: string) => ({ ticker, name, kind: 'equity', sector: 'Technology' });
const directory = createDirectory({
  securities: [equity('AAPL', 'Apple Inc.'), equity('MSFT', 'Microsoft Corporation')],
  companies: [],
  investors: [],
});

const list = createFactList('earnings');
for (const [ticker, next] of [
  ['AAPL', '2027-01-28'],
  ['MSFT', '2027-02-09'],
] as const)
  list
    .about(ticker, {
      title: `Earnings of ${ticker}`,
      ref: `/api/v1/earnings-calendar?ticker=${ticker}`,
      asOf: '2027-01-04T21:00:00.000Z',
    })
    .date('next', 'next report', next);
const { check, strict } = groundsOf(list.facts, directory, [])();

/** Whether a model's sentence stays in its answer. */
const isKept = (text: string): boolean =>
  strict(text).every(({ claims }) => claims.every(({ fault }) => fault === null));
const isKeptOfComposer = (text: string): boolean =>
  check(text).every(({ claims }) => claims.every(({ fault }) => fault === null));

describe('the order of two reports in a sentence', () => {
  it.each([
    'Apple reports before Microsoft.',
    'Microsoft reports after Apple.',
    'Apple reports on 28 January 2027, before Microsoft on 9 February 2027.',
    'Apple reports before Microsoft on 9 February 2027.',
    'Apple reports before Microsoft, on 28 January 2027.',
    'Microsoft reports after Apple, on 9 February 2027.',
  ])('is kept as it is: %s', (text) => {
    expect(isKept(text)).toBe(true);
  });

  it.each([
    'Microsoft reports before Apple.',
    'Apple reports after Microsoft.',
    'Apple reports before Microsoft, on 9 February 2027.',
    'Apple reports before Microsoft, on 10 February 2027.',
    'Apple reports before Microsoft on 28 January 2027.',
    'Microsoft reports before Apple, on 9 February 2027.',
    'Microsoft reports before Apple, on 28 January 2027.',
    'Microsoft reports after Apple, on 28 January 2027.',
    'Apple reports on 9 February 2027, before Microsoft.',
  ])('is removed where the order or the day is wrong: %s', (text) => {
    expect(isKept(text)).toBe(false);
  });

  it('has the day of the first one after a comma for the embedded composer too', () => {
    expect(isKeptOfComposer('Apple reports before Microsoft, on 28 January 2027.')).toBe(true);
    expect(isKeptOfComposer('Apple reports before Microsoft, on 9 February 2027.')).toBe(false);
  });
});
