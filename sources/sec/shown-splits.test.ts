import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { externalFile, hasExternalData } from '../../test/independent/datasets.js';
import { calendarYear, companyFactsFile, type TestFact } from './fixtures/facts.js';
import { companyFacts, readFacts } from './facts.js';
import { shownSplits } from './shown-splits.js';

const TODAY = parseIsoDate('2035-01-01') ?? 0;
const splitsIn = (file: unknown) =>
  shownSplits(readFacts(companyFacts.parse(file), TODAY).facts).map(({ after, by, ratio }) => [
    isoDate(after),
    isoDate(by),
    ratio,
  ]);

const [BASIC, DILUTED, INCOME] = ['EarningsPerShareBasic', 'EarningsPerShareDiluted', 'NetIncomeLoss'];
const YEAR = [
  ...calendarYear(2030, [2, 2.2, 2.4, 9], { tag: BASIC }),
  ...calendarYear(2030, [1.98, 2.19, 2.37, 8.9], { tag: DILUTED }),
];
/** The first quarter in the filing of a year later. */
const later = (tag: string, val: number, filed = '2031-05-10'): TestFact => ({
  tag,
  val,
  start: '2030-01-01',
  end: '2030-03-31',
  filed,
});

it('figures divided by a usual ratio show a split between the two filings, also a reverse one', () => {
  expect(splitsIn(companyFactsFile([...YEAR, later(BASIC, 0.5), later(DILUTED, 0.5)]))).toEqual([
    ['2030-05-10', '2031-05-10', 4],
  ]);
  expect(splitsIn(companyFactsFile([...YEAR, later(BASIC, 20), later(DILUTED, 19.8)]))).toEqual([
    ['2030-05-10', '2031-05-10', 0.1],
  ]);
});

it('a single figure, an unusual ratio and a restatement show none', () => {
  expect(splitsIn(companyFactsFile([...YEAR, later(BASIC, 0.5)]))).toEqual([]);
  expect(splitsIn(companyFactsFile([...YEAR, later(BASIC, 1.8), later(DILUTED, 1.78)]))).toEqual([]);
  const income = calendarYear(2030, [100, 110, 120, 450], { tag: INCOME });
  const restated = [...YEAR, ...income, later(BASIC, 1), later(DILUTED, 0.99), later(INCOME, 50)];
  expect(splitsIn(companyFactsFile(restated))).toEqual([]);
});

(hasExternalData ? it : it.skip)('the splits of companies are found in their own files, and no others', () => {
  const ofFile = (name: string) =>
    splitsIn(JSON.parse(readFileSync(externalFile('sec_edgar', 'companyfacts', name), 'utf8')));
  expect(ofFile('CIK0001045810.json')).toEqual([
    ['2021-05-26', '2021-08-20', 4],
    ['2024-05-29', '2024-08-28', 10],
  ]);
  expect(ofFile('CIK0000320193.json')).toEqual([
    ['2014-04-24', '2014-07-23', 7],
    ['2020-07-31', '2020-10-30', 4],
  ]);
  expect(ofFile('SNOW_fixture.json')).toEqual([]);
});
