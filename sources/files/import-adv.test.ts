import { expect, it } from '@jest/globals';
import { isoDate } from '../../calendar/days.js';
import { forEachDatabase } from '../../store/fixtures/databases.js';
import type { Store } from '../../store/open-store.js';
import { temporaryFiles } from './fixtures/files.js';
import { IMPORT } from './import-adv.js';
import { importFiles } from './import-files.js';
import type { FileReport } from './import-report.js';

const OPTIONS = { strict: false, now: () => new Date('2026-01-01T15:00:00Z') };
const HEADER = [
  'Organization CRD#',
  'SEC#',
  'CIK#',
  'Primary Business Name',
  'Legal Name',
  'Main Office City',
  'Main Office Country',
  'Latest ADV Filing Date',
  'Website Address',
  '5F(2)(c)',
  'Count of Private Funds - 7B(1)',
  'Total number of PE funds',
  'Total number of VC funds',
  'Total Gross Assets of Private Funds',
];

/** A list of advisers, each with what differs from a plain one. */
function list(...rows: readonly Readonly<Record<string, string>>[]): string {
  const plain = { 'Primary Business Name': 'Alder', 'Latest ADV Filing Date': '06/30/2025' };
  const lines = rows.map((row, at) => {
    const cells: Readonly<Record<string, string>> = { ...plain, 'Organization CRD#': String(at + 1), ...row };
    return HEADER.map((name) => JSON.stringify(cells[name] ?? '')).join(',');
  });
  return [HEADER.map((name) => JSON.stringify(name)).join(','), ...lines].join('\r\n');
}

const WEBSITES: readonly (readonly [given: string, stored: string | null])[] = [
  ['HTTPS://WWW.ALDER.COM', 'https://www.alder.com'],
  ['HTTP://WWW.ALDER.COM/ABOUT', 'http://www.alder.com/about'],
  ['alder.vc/', 'https://alder.vc'],
  ['https://alder.com/Team?x=1', 'https://alder.com/Team?x=1'],
  ['HTTPS://WWW.LINKEDIN.COM/COMPANY/ALDER', null],
  ['https://x.com/alder', null],
  ['N/A', null],
  ['NONE', null],
  ['javascript:alert(1)', null],
  ['https://user:password@alder.com', null],
];

forEachDatabase((_, openStore) => {
  const open = async (): Promise<Store> => {
    const store = await openStore();
    await store.db.deleteFrom('advisers').execute();
    return store;
  };
  const importing = async (store: Store, content: string | Buffer): Promise<FileReport | undefined> =>
    (await importFiles(store, IMPORT, [await temporaryFiles({ 'ia.csv': content })], OPTIONS)).files[0];
  const stored = (store: Store) => store.db.selectFrom('advisers').selectAll().orderBy('crd').execute();

  it('the lists are in the encoding of older spreadsheets; websites are addresses of websites, or nothing', async () => {
    const store = await open();
    const rows = WEBSITES.map(([website]) => ({
      'Website Address': website,
      'Main Office City': 'Zürich',
      'Main Office Country': 'Switzerland',
    }));
    expect(await importing(store, Buffer.from(list(...rows), 'latin1'))).toMatchObject({
      rows: WEBSITES.length,
      refused: [],
    });
    const found = await stored(store);
    expect(found.map(({ website }) => website)).toEqual(WEBSITES.map(([, website]) => website));
    expect(new Set(found.map(({ headquarters, country }) => `${String(headquarters)} ${String(country)}`))).toEqual(
      new Set(['Zürich CH']),
    );
    await store.close();
  });

  it('an older form replaces no newer one, and a note says how many', async () => {
    const store = await open();
    const newer = list({ '5F(2)(c)': '200' });
    await importing(store, newer);
    const older = await importing(
      store,
      list({ '5F(2)(c)': '100', 'Latest ADV Filing Date': '03/31/2025' }, { 'CIK#': '42' }),
    );
    expect(older?.notes).toEqual(['Advisers that stay as they are, because a newer form is stored: 1.']);
    expect(
      (await stored(store)).map(({ regulatoryAssetsUsd, filedDay, cik }) => [
        regulatoryAssetsUsd,
        isoDate(filedDay),
        cik,
      ]),
    ).toEqual([
      [200, '2025-06-30', null],
      [null, '2025-06-30', '0000000042'],
    ]);
    await store.close();
  });

  it('refuses a form of the future, words for numbers and wrong numbers; a business without a name has its legal one', async () => {
    const store = await open();
    const report = await importing(
      store,
      list(
        { 'Latest ADV Filing Date': '01/02/2026' },
        { '5F(2)(c)': 'much' },
        { 'Total number of VC funds': '1.5' },
        { 'CIK#': 'none' },
        { 'Primary Business Name': '', 'Legal Name': 'Birch Management' },
        { 'Primary Business Name': 'x'.repeat(201) },
      ),
    );
    expect(report?.refused.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      '2: Latest ADV Filing Date 2026-01-02 is in the future',
      '3: 5F(2)(c) "much" is not a number',
      '4: Total number of VC funds: Total number of VC funds 1.5 is not a whole number',
      '5: CIK# "none" is not a number of up to ten digits',
      '7: Primary Business Name has more than 200 characters',
    ]);
    expect((await stored(store)).map(({ name }) => name)).toEqual(['Birch Management']);
    await store.close();
  });

  it('a file without the columns of the list is refused whole', async () => {
    const store = await open();
    expect((await importing(store, 'company,city\nAlder,Reno\n'))?.error).toBe(
      'Invalid list of investment advisers: the first line has no column for Organization CRD#, Primary Business Name, Latest ADV Filing Date.',
    );
    await store.close();
  });
});
