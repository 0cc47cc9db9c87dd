import { expect, it } from '@jest/globals';
import { isoDate } from '../../calendar/days.js';
import { forEachDatabase } from '../../store/fixtures/databases.js';
import type { Store } from '../../store/open-store.js';
import { temporaryFiles } from './fixtures/files.js';
import { IMPORT as FILINGS } from './import-filings.js';
import { importFiles } from './import-files.js';

const TABLES = ['filers', 'company_filings', 'insider_filings'] as const;
const OPTIONS = { strict: false, now: () => new Date('2035-01-01T15:00:00Z') };

type Filing = readonly [
  accession: string,
  form: string,
  filed: string,
  accepted: string,
  items?: string,
  document?: string,
];

function submissionsFile(cik: string, tickers: readonly string[], filings: readonly Filing[]): string {
  const column = (at: number): readonly string[] => filings.map((filing) => filing[at] ?? '');
  const recent = {
    accessionNumber: column(0),
    form: column(1),
    filingDate: column(2),
    acceptanceDateTime: column(3),
    items: column(4),
    primaryDocument: column(5),
    reportDate: filings.map(() => ''),
  };
  return JSON.stringify({ cik, name: 'Pebble & Co.', tickers, filings: { recent } });
}

const GOOD: readonly Filing[] = [
  ['0001234567-30-000001', '8-K', '2030-05-10', '2030-05-10T20:30:00.000Z', '5.02,9.01,5.02', 'pebble-8k.htm'],
  ['0001234567-30-000002', 'EFFECT', '2030-05-11', '2030-05-11T10:30:00.000Z', '2030-05-11 16:00:00'],
  ['0001234567-30-000003', '4', '2030-05-13', '2030-05-14T00:04:08.000Z', '', 'xslF345X05/form4.xml'],
];
const file = submissionsFile('0001234567', ['PBLO', 'PBL-B'], GOOD);

forEachDatabase((_, open) => {
  const opened = async (): Promise<Store> => {
    const store = await open();
    for (const table of TABLES) await store.db.deleteFrom(table).execute();
    return store;
  };
  const stored = async (store: Store, ticker: string) =>
    (await store.companyFilings.byTickers([ticker])).get(ticker) ?? [];

  it('a filing is stored once, for all tickers of the filer, with items of forms 8-K only', async () => {
    const store = await opened();
    const folder = await temporaryFiles({ 'CIK0001234567.json': file });
    for (let round = 0; round < 2; round += 1) {
      const { files } = await importFiles(store, FILINGS, [folder], OPTIONS);
      expect(files.map(({ ticker, rows, refused, error }) => [ticker, rows, refused, error])).toEqual([
        ['PBLO', 3, [], undefined],
      ]);
    }
    const rows = await stored(store, 'PBL.B');
    expect(rows).toEqual(await stored(store, 'PBLO').then((all) => all.map((row) => ({ ...row, ticker: 'PBL.B' }))));
    expect(
      rows.map(({ form, filingDay, items, primaryDocument }) => [form, isoDate(filingDay), items, primaryDocument]),
    ).toEqual([
      ['8-K', '2030-05-10', ['5.02', '9.01'], 'pebble-8k.htm'],
      ['EFFECT', '2030-05-11', [], null],
      ['4', '2030-05-13', [], 'xslF345X05/form4.xml'],
    ]);
    // A form 4 keeps the date of the day until 22:00 in New York; this time is in UTC.
    expect(rows[2]?.acceptedAt?.toISOString()).toBe('2030-05-14T00:04:08.000Z');
    await store.close();
  });

  it('an answer of the SEC that was recorded with its address is one', async () => {
    const store = await opened();
    const url = 'https://data.sec.gov/submissions/CIK0001234567.json';
    const recorded = JSON.stringify({ recorded_at: null, url, body: JSON.parse(file) as unknown });
    const { files } = await importFiles(
      store,
      FILINGS,
      [await temporaryFiles({ 'CIK0001234567.json': recorded })],
      OPTIONS,
    );
    expect(files.map(({ ticker, rows, refused, error }) => [ticker, rows, refused, error])).toEqual([
      ['PBLO', 3, [], undefined],
    ]);
    expect(await stored(store, 'PBLO')).toHaveLength(3);
    await store.close();
  });

  it('refuses filings by their place and reason, and other files whole', async () => {
    const store = await opened();
    const bad = submissionsFile(
      '0001234567',
      ['PBLO'],
      [
        ...GOOD,
        ['0001234567-30-000001', '8-K', '2030-05-10', '2030-05-10T20:30:00.000Z'],
        ['12', '10-Q', '2030-05-10', '2030-05-10T20:30:00.000Z'],
        ['0001234567-30-000005', '10-Q', '2030-05-40', '2030-05-10T20:30:00.000Z'],
        ['0001234567-30-000006', '10-Q', '2036-05-10', '2036-05-10T20:30:00.000Z'],
        ['0001234567-30-000007', '10-Q', '2030-05-10', '2030-05-10T20:30:00.000Z', '', '../../etc/passwd'],
        ['0001234567-30-000008', '8-K', '2030-05-10', '2030-05-10T20:30:00.000Z', 'five'],
      ],
    );
    const folder = await temporaryFiles({
      'a.json': bad,
      'b.json': submissionsFile('0000000042', [], GOOD),
      'c.json': submissionsFile('0000000042', ['PBLO'], GOOD),
      'd.json': '{"cik": 5}',
      'e.json': submissionsFile('0000000043', ['PBLX'], []),
    });
    // A name such as `a.json` is a ticker.
    const { files } = await importFiles(store, FILINGS, [folder], OPTIONS);
    expect(files[0]?.refused.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      '4: 0001234567-30-000001 is already in row 1; the first one counts',
      '5: an accession number is 10, 2 and 6 digits',
      '6: date "2030-05-40" does not exist',
      '7: date 2036-05-10 is in the future',
      '8: the primary document is not the name of a file',
      '9: an item of a form 8-K is a number such as 5.02',
    ]);
    expect(files[1]?.ticker).toBe('B');
    expect(files[2]?.error).toContain('PBLO is stored for CIK 1234567, and the file is of CIK 42');
    expect(files[3]?.error).toContain('The file is not submissions of the SEC');
    expect(files[4]?.error).toBe('There are no filings.');
    const nameless = await temporaryFiles({ 'CIK0000000042.json': submissionsFile('0000000042', [], GOOD) });
    expect((await importFiles(store, FILINGS, [nameless], OPTIONS)).files[0]?.error).toContain(
      'has no ticker: give the submissions',
    );
    await store.close();
  });

  it('a ticker moves to another filer only if the import says so', async () => {
    const store = await opened();
    const [old, other] = [
      await temporaryFiles({ 'CIK0001234567.json': file }),
      await temporaryFiles({ 'CIK0000000042.json': submissionsFile('0000000042', ['PBLO'], GOOD.slice(0, 1)) }),
    ];
    await importFiles(store, FILINGS, [old], OPTIONS);
    const { files } = await importFiles(store, FILINGS, [other], { ...OPTIONS, replacesFiler: true });
    expect(files[0]?.notes).toContain('PBLO was stored for CIK 1234567, whose reports were removed.');
    expect([(await stored(store, 'PBLO')).length, (await stored(store, 'PBL.B')).length]).toEqual([1, 3]);
    await store.close();
  });
});
