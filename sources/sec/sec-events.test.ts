import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { corporateEvents } from '../../engines/corporate-events/corporate-events.js';
import type { InsiderFiling } from '../../engines/corporate-events/insider-filings.js';
import { externalFile, hasExternalData } from '../../test/independent/datasets.js';
import { readRowFile } from '../files/row-import.js';
import { INSIDER_ROWS } from '../files/insider-rows.js';
import { readCompanyFilings } from './company-filings.js';
import { readOwnership } from './ownership.js';
import { submissions } from './submissions.js';
import { readXmlTree } from './xml-tree.js';

const TODAY = parseIsoDate('2026-11-20') ?? 0;
const withData = hasExternalData ? describe : describe.skip;

function filingsOf(file: string) {
  const { body } = JSON.parse(readFileSync(externalFile('sec_edgar', 'submissions', file), 'utf8')) as {
    readonly body: unknown;
  };
  return readCompanyFilings(submissions.parse(body), TODAY);
}

async function formOf(name: string) {
  async function* content(): AsyncGenerator<string> {
    yield await Promise.resolve(readFileSync(externalFile('sec_edgar', 'forms', name), 'utf8'));
  }
  return readOwnership(await readXmlTree(content()), null, TODAY);
}

// The figures were counted in the files with another program.
withData('the SEC’s own filings and forms', () => {
  it.each([
    ['CIK0000320193.json', { all: 1005, form4: 596, currentReports: 106 }],
    ['CIK0001318605.json', { all: 1000, form4: 457, currentReports: 126 }],
    ['CIK0001045810.json', { all: 1007, form4: 580, currentReports: 60 }],
  ])('%s has its filings by form', (file, { all, form4, currentReports }) => {
    const { filings, refused } = filingsOf(file);
    const count = (form: string): number => filings.filter((each) => each.form === form).length;
    expect([refused, filings.length, count('4'), count('8-K')]).toEqual([[], all, form4, currentReports]);
  });

  it('every filing of all submissions is read, and nearly all have their acceptance time', () => {
    const all = readdirSync(externalFile('sec_edgar', 'submissions')).map(filingsOf);
    const filings = all.flatMap((each) => each.filings);
    expect(all.flatMap(({ refused }) => refused)).toEqual([]);
    expect(filings.length).toBe(14055);
    expect(
      filings.filter(({ form }) => form === '4').filter(({ acceptedAt }) => acceptedAt === null).length,
    ).toBeLessThan(5);
    expect(filings.filter(({ acceptedAt }) => acceptedAt === null).length / filings.length).toBeLessThan(0.02);
    const items = filings.flatMap((each) => each.items);
    const count = (item: string): number => items.filter((each) => each === item).length;
    expect([count('2.02'), count('5.02'), count('7.01'), count('2.01')]).toEqual([530, 300, 301, 14]);
  });

  it('forms 3, 4 and 5 have their transactions, owners and sums', async () => {
    const [three, four, five, grant] = await Promise.all(
      ['form3.snow.xml', 'form4.snow.xml', 'form5.snow.xml', '374WaterForm4.xml'].map(formOf),
    );
    expect(
      [three, four, five, grant].map((form) => [
        form?.refused,
        form?.filing.transactions.length,
        form?.filing.holdings,
      ]),
    ).toEqual([
      [[], 0, 6],
      [[], 7, 8],
      [[], 1, 2],
      [[], 2, 0],
    ]);
    const sales = four?.filing.transactions.filter(({ code }) => code === 'S') ?? [];
    expect(sales.reduce((total, { shares }) => total + (shares ?? 0), 0)).toBe(200000);
    expect(sales.reduce((total, { shares, price }) => total + (shares ?? 0) * (price ?? 0), 0)).toBeCloseTo(
      30351309.77,
      4,
    );
    expect(grant?.filing.transactions.map(({ price }) => price)).toEqual([null, null]);
    expect(five?.filing.transactions.map(({ code, day, price }) => [code, isoDate(day), price])).toEqual([
      ['G', '2021-12-23', null],
    ]);
  });

  it('the rows of a vendor name forms that the submissions have, with the same filing dates, and the same sums', async () => {
    const file = externalFile('finnhub_recorded', 'insider_transactions_TSLA.json');
    const { rows, refused } = await readRowFile(INSIDER_ROWS, file, { now: new Date('2026-11-20T12:00:00Z') });
    expect([rows.length, refused]).toEqual([350, []]);
    const listed = new Map(filingsOf('CIK0001318605.json').filings.map((filing) => [filing.accession, filing]));
    const wrong = rows.filter(
      ({ accession, filingDay }) =>
        listed.get(accession)?.filingDay !== filingDay || listed.get(accession)?.form !== '4',
    );
    expect(wrong).toEqual([]);
    const insiderFilings = rows.map((row, index): InsiderFiling => ({
      id: `${row.accession} ${index}`,
      form: null,
      owners: [{ cik: null, name: row.owner, role: null }],
      periodDay: null,
      filingDay: row.filingDay,
      originalDay: null,
      holdings: 0,
      origin: 'vendor',
      transactions: [
        {
          day: row.day,
          code: row.code,
          security: 'shares',
          isDerivative: row.isDerivative,
          isAcquired: row.change > 0,
          shares: Math.abs(row.change),
          price: row.price,
          isPriceInFootnote: false,
          sharesAfter: row.sharesAfter,
        },
      ],
    }));
    const { summary } = corporateEvents({
      reports: [],
      dividends: [],
      splits: [],
      announced: [],
      actions: [],
      filings: [],
      insiderFilings,
      cik: 1318605,
      last: undefined,
      today: parseIsoDate('2025-07-20') ?? 0,
    });
    expect(summary.insider.sold?.transactions).toBe(249);
    expect(summary.insider.sold?.shares).toBe(1906284);
    expect(summary.insider.sold?.value).toBeCloseTo(633327520.025, 2);
    expect(summary.insider.bought).toEqual({ transactions: 1, shares: 4000, value: 1025232.0 });
  });
});
