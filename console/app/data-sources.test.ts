import { expect, it } from '@jest/globals';
import { reportsNote, simulatedWords, sourcesIn, sourcesOfKinds } from './data-sources.js';

it('reads the sources of a response, and none where there are none', () => {
  expect(sourcesIn(new Headers({ 'X-Data-Source': 'curated, simulated' }))).toEqual(['curated', 'simulated']);
  expect(sourcesIn(new Headers({ 'X-Data-Source': 'none' }))).toEqual([]);
  expect(sourcesIn(new Headers())).toEqual([]);
});

it.each([
  [[], null],
  [['files', 'edgar'], null],
  [['simulated'], 'Simulated data'],
  [['curated', 'simulated'], 'Simulated data'],
  [['files', 'simulated'], 'Partly simulated'],
])('says of data from %j: %s', (sources, words) => {
  expect(simulatedWords(sources)).toBe(words);
});

it('has the sources of a kind that something is stored of', () => {
  const sources = [
    { kind: 'RATINGS', source: 'simulated', asOf: '2026-01-02' },
    { kind: 'FUNDAMENTALS', source: 'edgar', asOf: '2026-01-02' },
    { kind: 'FUNDAMENTALS', source: 'yahoo', asOf: null },
  ] as const;
  expect(sourcesOfKinds(sources, 'FUNDAMENTALS')).toEqual(['edgar']);
  expect(sourcesOfKinds(sources, 'OUTLOOK')).toEqual([]);
});

it.each([
  [[], undefined],
  [['simulated'], 'Invented for the simulated market: no company has filed them'],
  [['edgar'], 'As in filings with the SEC'],
  [['yahoo', 'edgar'], 'As in Yahoo Finance and filings with the SEC'],
  [['files'], 'As in imported files'],
])('says that reports from %j are: %s', (sources, note) => {
  expect(reportsNote(sources)).toBe(note);
});

it.each([
  [['curated'], null],
  [['curated', 'simulated'], 'Partly simulated'],
  [['simulated'], 'Simulated data'],
])('of private companies, %j is %s', (sources, words) => {
  expect(simulatedWords(sources, true)).toBe(words);
});
