import { expect, it } from '@jest/globals';
import { isoDate } from '../../calendar/days.js';
import { forEachDatabase } from '../../store/fixtures/databases.js';
import type { Store } from '../../store/open-store.js';
import { temporaryFiles } from './fixtures/files.js';
import { importFiles } from './import-files.js';
import type { ImportProgress } from './import-report.js';
import { IMPORT as RATINGS } from './import-ratings.js';

const OPTIONS = { strict: false, now: () => new Date('2031-05-14T15:00:00Z') };

/** A row as Yahoo writes it, at 10:00 New York unless told otherwise; the firms are invented. */
const row = (change: object = {}): object => ({
  epochGradeDate: Date.parse('2031-05-12T14:00:00Z') / 1000,
  firm: 'Pebble Research',
  toGrade: 'Buy',
  fromGrade: 'Hold',
  action: 'up',
  ...change,
});
const history = (...rows: readonly unknown[]): string =>
  JSON.stringify({
    quoteSummary: { result: [{ upgradeDowngradeHistory: { history: rows, maxAge: 86_400 } }], error: null },
  });
const stored = async (store: Store, ticker: string) =>
  (await store.ratingActions.byTickers([ticker]))
    .get(ticker)
    ?.map(({ day, firm, action, fromStance, toGrade, toStance, priceTarget, source }) => [
      isoDate(day),
      firm,
      action,
      fromStance,
      toGrade,
      toStance,
      priceTarget,
      source,
    ]);

forEachDatabase((_, open) => {
  it("Yahoo's history belongs to the ticker that its file is named after; days are New York's", async () => {
    const store = await open();
    const folder = await temporaryFiles({
      'BRK-B.json': history(
        row({ epochGradeDate: Date.parse('2031-05-13T03:30:00Z') / 1000, currentPriceTarget: 480 }),
        row({ epochGradeDate: '2031-05-13T04:30:00.000Z', action: 'init', fromGrade: '', currentPriceTarget: 0 }),
        row({ action: 'main', toGrade: 'Long-term Buy' }),
        row({ firm: 'Slate & Co.', action: 'reit', toGrade: 'Sector Weight', fromGrade: 'Conviction' }),
      ),
    });
    const progress: ImportProgress[] = [];
    const { totals, files } = await importFiles(store, RATINGS, [folder], {
      ...OPTIONS,
      onProgress: (each) => progress.push(each),
    });
    expect([totals, files[0]?.notes, progress.map(({ filesDone, rows }) => [filesDone, rows])]).toEqual([
      { files: 1, imported: 1, rows: 4, refused: 0, unknownKind: 0 },
      ['Tickers without stored bars so far: 1.'],
      [[1, 4]],
    ]);
    expect(await stored(store, 'BRK.B')).toEqual([
      ['2031-05-12', 'Pebble Research', 'reiteration', 'hold_like', 'Long-term Buy', 'buy_like', null, 'files'],
      ['2031-05-12', 'Pebble Research', 'upgrade', 'hold_like', 'Buy', 'buy_like', 480, 'files'],
      ['2031-05-12', 'Slate', 'reiteration', null, 'Sector Weight', 'hold_like', null, 'files'],
      ['2031-05-13', 'Pebble Research', 'initiation', null, 'Buy', 'buy_like', null, 'files'],
    ]);
    await store.close();
  });

  it('rows that name their ticker need no file named after it; a blank ticker is not taken from the file', async () => {
    const store = await open();
    const csv = (head: string, ...lines: readonly string[]) => [`${head}Date,Firm,Action,Rating`, ...lines].join('\n');
    const folder = await temporaryFiles({
      'KO.csv': csv('', '2031-05-02,Slate,Upgraded,Buy'),
      'PEP.csv': csv('Symbol,', 'MCD,2031-05-02,Slate,Upgraded,Buy', ',2031-05-02,Slate,Upgraded,Buy'),
      'a long name.csv': csv('', '2031-05-02,Slate,Upgraded,Buy'),
    });
    const { files } = await importFiles(store, RATINGS, [folder], OPTIONS);
    expect(files.map(({ rows, refused, error }) => [rows, refused.map(({ line }) => line), error])).toEqual([
      [1, [], undefined],
      [1, [3], undefined],
      [0, [], 'Invalid history of rating actions: the first line has no column for symbol.'],
    ]);
    expect(
      [await stored(store, 'KO'), await stored(store, 'MCD'), await stored(store, 'PEP')].map((rows) => rows?.length),
    ).toEqual([1, 1, undefined]);
    await store.close();
  });

  it('bad rows are refused with position and reason; with strict, nothing of the file is stored', async () => {
    const store = await open();
    const rows = [
      row(),
      row({ firm: 'PEBBLE-RESEARCH, Inc.' }),
      row({ firm: '' }),
      row({ toGrade: '' }),
      row({ action: 'rumour' }),
      row({ epochGradeDate: 1_970_000_000 }),
      row({ epochGradeDate: 'soon' }),
      row({ firm: 'Slate', currentPriceTarget: -1 }),
      row({ firm: 'Slate', symbol: "IPV'U" }),
      'text',
    ];
    const folder = await temporaryFiles({ 'DIS.json': history(...rows) });
    const strict = await importFiles(store, RATINGS, [folder], { ...OPTIONS, strict: true });
    expect([strict.files[0]?.error, await stored(store, 'DIS')]).toEqual([
      'Nothing was stored: 9 rows were refused, and the import is strict.',
      undefined,
    ]);
    const { files } = await importFiles(store, RATINGS, [folder], OPTIONS);
    expect(files[0]?.refused.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'DIS, upgrade by PEBBLE-RESEARCH on 2031-05-12, is already in row 1; the first one counts'],
      [3, 'firm is empty or contains control characters'],
      [4, 'grade is empty or contains control characters'],
      [5, 'action "rumour" is not upgrade, downgrade, initiation, reiteration, resumption or termination'],
      [6, 'date 2032-06-04 is in the future'],
      [7, 'date "soon" is not YYYY-MM-DD, YYYYMMDD or M/D/YYYY'],
      [8, 'price target -1 is not above zero'],
      [9, `ticker "IPV'U": a ticker is 1 to 10 letters, digits and dots, and starts with a letter`],
      [10, expect.stringMatching(/^the row: /)],
    ]);
    expect((await stored(store, 'DIS'))?.length).toBe(1);
    await store.close();
  });

  it('a file without a list is refused in one sentence, and the others are imported', async () => {
    const store = await open();
    const none = JSON.stringify({ quoteSummary: { result: null, error: { code: 'Not Found' } } });
    const folder = await temporaryFiles({
      'QQQ.json': none,
      'CAT.json': history(row()),
      'MCD.json': history(),
      'WMT.json': '{}',
    });
    const { files } = await importFiles(store, RATINGS, [folder], OPTIONS);
    expect(files.map(({ rows, error }) => [rows, error])).toEqual([
      [1, undefined],
      [0, 'The history has no rating actions.'],
      [0, 'Yahoo has no rating actions on the ticker; it answered: Not Found.'],
      [0, 'Invalid history of rating actions: the file has no list "history".'],
    ]);
    await store.close();
  });

  it('names of one firm, and former ones, are one firm; unknown grades and crowded days are noted', async () => {
    const store = await open();
    const names = [
      'Bank of America',
      'B of A Securities',
      'Bank oferica',
      'PiperJaffray',
      'Piper Sandler',
      'Monness, Crespi, Hardt',
      'Monness Crespi Hardt',
      'Evercore ISI Group',
    ];
    const days = names.map((firm, index) =>
      row({ firm, epochGradeDate: Date.parse('2031-01-06T15:00:00Z') / 1000 + index * 86_400 }),
    );
    const crowd = Array.from({ length: 10 }, (_, index) => row({ firm: `Firm ${index}`, toGrade: 'Conviction Hold' }));
    const { files } = await importFiles(
      store,
      RATINGS,
      [await temporaryFiles({ 'WMT.json': history(...days, ...crowd) })],
      OPTIONS,
    );
    expect(files[0]?.notes).toEqual([
      'Grades whose meaning is not known: Conviction Hold.',
      'Upgrades and downgrades of WMT on 2031-05-12: 10; the vendor may have given older ones this date.',
      'Tickers without stored bars so far: 1.',
    ]);
    const rows = (await store.ratingActions.byTickers(['WMT'])).get('WMT') ?? [];
    expect(new Set(rows.filter(({ day }) => isoDate(day) < '2031-02-01').map(({ firmKey }) => firmKey))).toEqual(
      new Set(['bankofamerica', 'pipersandler', 'monnesscrespihardt', 'evercore']),
    );
    await store.close();
  });
});
