import { expect, it } from '@jest/globals';
import { forEachDatabase } from '../../store/fixtures/databases.js';
import type { Store } from '../../store/open-store.js';
import { ownershipXml } from '../sec/fixtures/ownership.js';
import { temporaryFiles } from './fixtures/files.js';
import { importFiles } from './import-files.js';
import { IMPORT as INSIDERS } from './import-insiders.js';

const TABLES = ['filers', 'company_filings', 'insider_filings'] as const;
const OPTIONS = { strict: false, now: () => new Date('2035-01-01T15:00:00Z') };
const ACCESSION = '0001234567-30-000003';
const row = (more: object = {}): object => ({
  symbol: 'PBLO',
  id: ACCESSION,
  name: 'Roe Jane',
  filingDate: '2030-05-08',
  transactionDate: '2030-05-06',
  transactionCode: 'S',
  isDerivative: false,
  change: -100,
  share: 900,
  transactionPrice: 12.5,
  ...more,
});
const vendorFile = (...rows: readonly object[]): string => JSON.stringify({ symbol: 'PBLO', data: rows });

forEachDatabase((_, open) => {
  const opened = async (): Promise<Store> => {
    const store = await open();
    for (const table of TABLES) await store.db.deleteFrom(table).execute();
    return store;
  };
  const stored = async (store: Store) => (await store.insiderFilings.byTickers(['PBLO'])).get('PBLO') ?? [];
  const importing = async (store: Store, files: Readonly<Record<string, string>>, more: object = {}) =>
    (await importFiles(store, INSIDERS, [await temporaryFiles(files)], { ...OPTIONS, ...more })).files;

  it('a form is stored once, under the accession number of its name or folder, else under its content', async () => {
    const store = await opened();
    const form = ownershipXml({ transactions: [{ price: '12.5' }] });
    const files = { 'form4.xml': form, 'again.xml': form, '000123456730000003/doc4.xml': form };
    expect((await importing(store, files)).map(({ rows, error }) => [rows, error])).toEqual([
      [1, undefined],
      [1, undefined],
      [1, undefined],
    ]);
    expect((await stored(store)).map(({ id }) => id).sort()).toEqual([ACCESSION, expect.stringMatching(/^form-/)]);
    await store.close();
  });

  it("rows of a vendor need a known filer, make one form each, and never replace the SEC's own form", async () => {
    const store = await opened();
    const rows = vendorFile(
      row(),
      row(),
      row({ name: 'Pebble Partners LP' }),
      row({ transactionCode: 'M', isDerivative: true, change: 50, transactionPrice: 0 }),
      row({ transactionCode: 'Q' }),
      row({ change: 0 }),
      row({ transactionDate: '2030-05-09' }),
      row({ id: '0001234567-30-000004', change: 7 }),
    );
    const [unknown] = await importing(store, { 'rows.json': rows });
    expect(unknown?.error).toContain('No filer is known for PBLO: import the submissions of each first');
    await importing(store, { [`${ACCESSION}.xml`]: ownershipXml() });
    const [known] = await importing(store, { 'rows.json': rows });
    expect(known?.refused.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      `2: the same transaction of ${ACCESSION} is already in row 1; the first one counts`,
      '5: transaction code "Q" is not known',
      '6: the number of shares is zero',
      '7: the transaction is after the filing, 2030-05-08',
    ]);
    expect(known?.notes).toEqual(["Forms that are stored from the SEC's own files were left as they are: 1."]);
    expect((await stored(store)).map(({ id, origin, transactions }) => [id, origin, transactions.length])).toEqual([
      [ACCESSION, 'form', 1],
      ['0001234567-30-000004', 'vendor', 1],
    ]);
    await importing(store, { '0001234567-30-000004.xml': ownershipXml() });
    expect((await stored(store)).map(({ origin }) => origin)).toEqual(['form', 'form']);
    await store.close();
  });

  it('a form of several owners has its transactions once, though a vendor repeats them for each', async () => {
    const store = await opened();
    await importing(store, { 'form.xml': ownershipXml({ type: '3', transactions: [], holdings: 2 }) });
    await importing(store, { 'rows.json': vendorFile(row(), row({ name: 'Pebble Partners LP' })) });
    const form = (await stored(store)).find(({ id }) => id === ACCESSION);
    expect([form?.transactions.length, form?.owners.map(({ name }) => name)]).toEqual([
      1,
      ['Roe Jane', 'Pebble Partners LP'],
    ]);
    await store.close();
  });

  it("another issuer's form under a stored ticker is refused, or takes it if the import says so", async () => {
    const store = await opened();
    await importing(store, { 'one.xml': ownershipXml() });
    const other = { 'two.xml': ownershipXml({ cik: '0000000042' }) };
    const [refused] = await importing(store, other);
    expect(refused?.error).toContain('PBLO is stored for CIK 1234567, and the file is of CIK 42');
    const [taken] = await importing(store, other, { replacesFiler: true });
    expect([taken?.error, (await stored(store)).map(({ filer }) => filer)]).toEqual([undefined, ['CIK0000000042']]);
    const [nameless] = await importing(store, { 'three.xml': ownershipXml({ cik: '43', symbol: 'N/A' }) });
    expect(nameless?.error).toContain('No ticker is known for Pebble & Co., CIK 43, and the form names "N/A"');
    await store.close();
  });
});
