import path from 'node:path';
import { expect, it } from '@jest/globals';
import { forEachDatabase } from '../../store/fixtures/databases.js';
import type { Store } from '../../store/open-store.js';
import { importFiles } from './import-files.js';
import { IMPORT as CALENDARS } from './import-ipo.js';
import type { ImportProgress } from './import-report.js';
import { temporaryFiles } from './fixtures/files.js';

const OPTIONS = { strict: false, now: () => new Date('2031-05-14T15:00:00Z') };

/** A row as the vendor writes it; the issuers are invented. */
const row = (change: object = {}): object => ({
  date: '2031-05-20',
  exchange: 'NYSE',
  name: 'Pebble Optics Inc.',
  numberOfShares: 5_000_000,
  price: '18.00-20.00',
  status: 'expected',
  symbol: 'PBLO',
  totalSharesValue: 100_000_000,
  ...change,
});
const file = (...rows: readonly unknown[]): string => JSON.stringify({ ipoCalendar: rows });
const eventData = async (store: Store) =>
  (await store.db.selectFrom('events').select('body').orderBy('seq').execute()).map(
    ({ body }) => (JSON.parse(body.toString()) as { data: object }).data,
  );
const stored = async (store: Store) =>
  store.db
    .selectFrom('ipo_listings')
    .select(['ticker', 'issuerName', 'offerLow', 'offerHigh', 'status'])
    .orderBy('issuerName')
    .execute();

forEachDatabase((_, open) => {
  it('a calendar is stored and emits events once; a moved date emits an event with the previous date', async () => {
    const store = await open();
    const folder = await temporaryFiles({
      'a.json': file(
        row(),
        row({ symbol: 'OLDE', name: 'Olde Co', date: '2031-05-01', status: 'priced', price: '10.00' }),
        row({
          symbol: null,
          name: 'Gone Co',
          status: 'withdrawn',
          price: null,
          exchange: null,
          numberOfShares: null,
          totalSharesValue: null,
        }),
      ),
      'notes.txt': 'x',
    });
    const progress: ImportProgress[] = [];
    const first = await importFiles(store, CALENDARS, [folder], {
      ...OPTIONS,
      onProgress: (each) => progress.push(each),
    });
    expect([
      first.totals,
      first.files[0]?.notes,
      progress.map(({ filesDone, filesTotal, rows }) => [filesDone, filesTotal, rows]),
    ]).toEqual([
      { files: 1, imported: 1, rows: 3, refused: 0, unknownKind: 0 },
      ['Emitted ipo.listing events: 1.'],
      [[1, 1, 3]],
    ]);
    expect(await stored(store)).toEqual([
      { ticker: null, issuerName: 'Gone Co', offerLow: null, offerHigh: null, status: 'withdrawn' },
      { ticker: 'OLDE', issuerName: 'Olde Co', offerLow: 10, offerHigh: 10, status: 'priced' },
      { ticker: 'PBLO', issuerName: 'Pebble Optics Inc.', offerLow: 18, offerHigh: 20, status: 'expected' },
    ]);
    const appeared = {
      ticker: 'PBLO',
      issuer_name: 'Pebble Optics Inc.',
      listing_date: '2031-05-20',
      exchange: 'NYSE',
      offer_low: 18,
      offer_high: 20,
    };
    const again = await importFiles(store, CALENDARS, [folder], OPTIONS);
    expect([again.files[0]?.notes, await eventData(store)]).toEqual([[], [appeared]]);
    await importFiles(
      store,
      CALENDARS,
      [await temporaryFiles({ 'b.json': file(row({ date: '2031-05-22' })) })],
      OPTIONS,
    );
    expect((await eventData(store)).slice(1)).toEqual([
      { ...appeared, listing_date: '2031-05-22', previous_listing_date: '2031-05-20' },
    ]);
    expect(
      (await store.imports.recent(9)).map(({ kind, source, subject, rows }) => [kind, source, subject, rows]).sort(),
    ).toEqual([
      ['ipo', 'files', 'a.json', 3],
      ['ipo', 'files', 'a.json', 3],
      ['ipo', 'files', 'b.json', 1],
    ]);
    await store.close();
  });

  it('bad rows are refused with position and reason; with strict, the file is not stored and emits nothing', async () => {
    const store = await open();
    const rows = [
      row({ symbol: 'GOOD' }),
      row({ symbol: "IPV'U" }),
      row({ date: '2031-02-30' }),
      row({ price: 'TBD' }),
      row({ price: '20.00-18.00' }),
      row({ price: '1-2-3' }),
      row({ price: '0' }),
      row({ status: 'rumoured' }),
      row({ name: ' ' }),
      row({ name: null }),
      row({ numberOfShares: -1 }),
      row({ symbol: 'good', name: 'PEBBLE OPTICS, INC' }),
      'text',
      row({ date: 'soon' }),
    ];
    const folder = await temporaryFiles({ 'bad.json': file(...rows) });
    const strict = await importFiles(store, CALENDARS, [folder], { ...OPTIONS, strict: true });
    expect([strict.totals, strict.files[0]?.error]).toEqual([
      { files: 1, imported: 0, rows: 0, refused: 13, unknownKind: 0 },
      'Nothing was stored: 13 rows were refused, and the import is strict.',
    ]);
    const isThere = async () => (await stored(store)).some(({ ticker }) => ticker === 'GOOD');
    expect([await isThere(), (await eventData(store)).some((data) => Reflect.get(data, 'ticker') === 'GOOD')]).toEqual([
      false,
      false,
    ]);
    const { files } = await importFiles(store, CALENDARS, [folder], OPTIONS);
    expect(files[0]?.refused.map(({ line, reason }) => [line, reason])).toEqual([
      [2, `ticker "IPV'U": a ticker is 1 to 10 letters, digits and dots, and starts with a letter`],
      [3, 'date "2031-02-30" does not exist (slashed dates are month/day/year)'],
      [4, 'price "TBD" is not a number'],
      [5, 'the upper price 18 is below the lower price 20'],
      [6, 'price "1-2-3" is neither a price nor a price range'],
      [7, 'price 0 is not above zero'],
      [8, 'status "rumoured" is not expected, priced, filed or withdrawn'],
      [9, 'name is empty or contains control characters'],
      [10, 'name is missing'],
      [11, 'number of shares -1 is negative'],
      [12, 'PEBBLE OPTICS, INC is already in row 1; the first one counts'],
      [13, expect.stringMatching(/^the row: /)],
      [14, 'date "soon" is not YYYY-MM-DD, YYYYMMDD or M/D/YYYY'],
    ]);
    expect(await isThere()).toBe(true);
    await store.close();
  });

  it('an invalid file is reported in one sentence, and the other files are imported', async () => {
    const store = await open();
    const folder = await temporaryFiles({
      'a.json': '{"earningsCalendar": []}',
      'b.json': '',
      'c.json': '{',
      'd.json': file(),
      'e.json': file(row({ symbol: 'LAST' })),
      'none/x.csv': 'x',
    });
    const { files, totals } = await importFiles(store, CALENDARS, [folder], OPTIONS);
    expect(files.map(({ error, ticker }) => [error, ticker])).toEqual([
      ['Invalid IPO calendar: the file has no list "ipoCalendar".', undefined],
      ['The file is empty.', undefined],
      ['The file is not JSON.', undefined],
      ['The file has no rows.', undefined],
      [undefined, undefined],
    ]);
    expect(totals).toMatchObject({ imported: 1, rows: 1 });
    await expect(importFiles(store, CALENDARS, [path.join(folder, 'none')], OPTIONS)).rejects.toThrow(
      'has no .json files to import.',
    );
    await store.close();
  });
});
