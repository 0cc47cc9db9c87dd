import { expect, it } from '@jest/globals';
import { isoDate } from '../../calendar/days.js';
import { allHeard, forEachDatabase } from '../../store/fixtures/databases.js';
import type { Store } from '../../store/open-store.js';
import { calendarYear, companyFactsFile } from '../sec/fixtures/facts.js';
import { temporaryFiles } from './fixtures/files.js';
import { IMPORT as EARNINGS } from './import-earnings.js';
import { importFiles } from './import-files.js';

const CIK = 1_234_567;
const OPTIONS = { strict: false, now: () => new Date('2035-01-01T15:00:00Z') };
const YEAR = [
  ...calendarYear(2030, [100, 110, 120, 470]),
  ...calendarYear(2030, [10, 11, 12, 47], { tag: 'NetIncomeLoss' }),
];
const facts = (...more: Parameters<typeof companyFactsFile>[0]): string =>
  JSON.stringify(companyFactsFile([...YEAR, ...more], CIK));
const ACCESSION = '0001234567-30-051000';
const submissionsOf = (cik: string, accession = ACCESSION): string =>
  JSON.stringify({
    cik,
    tickers: ['PBLO', 'PBLO-PA'],
    filings: {
      recent: {
        accessionNumber: [accession],
        filingDate: ['2030-05-10'],
        acceptanceDateTime: ['2030-05-10T10:30:00.000Z'],
        form: ['10-Q'],
      },
    },
  });
const submissions = submissionsOf('0001234567');
const OTHER = 42;
const OTHER_FACTS = JSON.stringify(companyFactsFile(calendarYear(2027, [1, 2, 3, 10]), OTHER));
const OTHER_SUBMISSIONS = submissionsOf('0000000042', '0000000042-30-000001');
const NO_BARS =
  'PBLO has no stored bars so far: the API answers 404 for it until its daily bars, ' +
  'or a list of securities with it, are imported: npm run -s import -- bars PBLO.csv';
const NEITHER =
  'The file is neither companyfacts nor submissions of the SEC: give the files CIK##########.json of its ' +
  'companyfacts.zip and submissions.zip, as they are.';
const REFUSED =
  'PBLO is stored for CIK 1234567, and the file is of CIK 42: check the file and its name. ' +
  'If PBLO is CIK 42 now, import it with --replace-filer, which removes the reports of CIK 1234567.';
const stored = async (store: Store, ticker = 'PBLO') => (await store.earnings.byTickers([ticker])).get(ticker) ?? [];
const keep = (store: Store, ...symbols: readonly string[]): Promise<void> =>
  store.securities.upsert(
    store.db,
    symbols.map((symbol) => ({ symbol, name: symbol, kind: 'equity', source: 'files' })),
  );
const INVENTED = {
  ticker: 'PBLO',
  cik: null,
  fiscalYear: 2030,
  fiscalQuarter: 1,
  periodEnd: 22_000,
  filingDay: 22_030,
  accession: null,
  epsBasic: 1,
  epsBasicDay: 22_030,
  epsDiluted: 1,
  epsDilutedDay: 22_030,
  revenue: 1,
  netIncome: 1,
  firstRevenue: 1,
  firstNetIncome: 1,
  currency: 'USD',
  missing: {},
  knownAt: null,
  shownSplits: [],
  source: 'simulated',
};

forEachDatabase((_, open) => {
  it('submissions give companyfacts their ticker, and the reports their acceptance times', async () => {
    const store = await open();
    const folder = await temporaryFiles({
      'submissions/CIK0001234567.json': submissions,
      'companyfacts/CIK0001234567.json': facts(),
    });
    const tooEarly = await importFiles(store, EARNINGS, [`${folder}/companyfacts`], OPTIONS);
    expect(tooEarly.files.map(({ error }) => error)).toEqual([
      "No ticker is known for CIK 1234567: import the filer's submissions first, name the file after a stored ticker, or give --ticker.",
    ]);
    const { files, totals } = await importFiles(
      store,
      EARNINGS,
      [`${folder}/submissions`, `${folder}/companyfacts`],
      OPTIONS,
    );
    expect(files.map(({ ticker, rows, notes }) => [ticker, rows, notes])).toEqual([
      ['PBLO', 1, []],
      ['PBLO', 4, [NO_BARS]],
    ]);
    expect(totals).toMatchObject({ imported: 2, rows: 5, refused: 0 });
    const reports = await stored(store);
    expect(
      reports.map(({ fiscalQuarter, revenue, filingDay, acceptedAt }) => [
        fiscalQuarter,
        revenue,
        isoDate(filingDay ?? 0),
        acceptedAt?.toISOString() ?? null,
      ]),
    ).toEqual([
      [1, 100, '2030-05-10', '2030-05-10T14:30:00.000Z'],
      [2, 110, '2030-08-09', null],
      [3, 120, '2030-11-09', null],
      [4, 140, '2031-02-09', null],
    ]);
    expect(reports.map(({ missing }) => Object.keys(missing))).toEqual(reports.map(() => ['epsBasic', 'epsDiluted']));
    await store.close();
  });

  it.each([
    ['companyfacts named after the ticker', 'PBLO.json', OTHER_FACTS],
    ['submissions that claim the ticker', 'CIK0000000042.json', OTHER_SUBMISSIONS],
  ])("another company's %s are refused, unless they replace the filer", async (_what, name, content) => {
    const store = await open();
    const folder = await temporaryFiles({
      'right/a/CIK0001234567.json': submissions,
      'right/b/CIK0001234567.json': facts(),
      [`wrong/${name}`]: content,
    });
    await importFiles(store, EARNINGS, [`${folder}/right`], OPTIONS);
    const before = await stored(store);
    const wrong = await importFiles(store, EARNINGS, [`${folder}/wrong`], OPTIONS);
    expect(wrong.files.map(({ rows, error }) => [rows, error])).toEqual([[0, REFUSED]]);
    expect([before.length, await stored(store), await store.earnings.tickerOf(OTHER)]).toEqual([4, before, null]);
    const replaced = await importFiles(store, EARNINGS, [`${folder}/wrong`], { ...OPTIONS, replacesFiler: true });
    expect(replaced.files[0]?.notes[0]).toBe('PBLO was stored for CIK 1234567, whose reports were removed.');
    expect((await stored(store)).filter(({ cik }) => cik !== OTHER)).toEqual([]);
    expect(await store.earnings.tickerOf(CIK)).toBeNull();
    const again = await importFiles(store, EARNINGS, [`${folder}/right`], { ...OPTIONS, replacesFiler: true });
    expect([again.totals.imported, await stored(store)]).toEqual([2, before]);
    await store.close();
  });

  it("a file named after a ticker replaces the filer's reports and invented ones", async () => {
    const store = await open();
    await store.db.transaction().execute((tx) =>
      store.earnings.upsert(tx, [
        { ...INVENTED, ticker: 'SOLO' },
        { ...INVENTED, ticker: 'SOLO', cik: CIK, periodEnd: 9000, source: 'files' },
      ]),
    );
    const folder = await temporaryFiles({ 'SOLO.json': facts() });
    for (const _round of [1, 2]) await importFiles(store, EARNINGS, [folder], OPTIONS);
    const periods = (await stored(store, 'SOLO')).map(({ cik, periodEnd }) => [cik, isoDate(periodEnd)]);
    expect(periods).toEqual([
      [CIK, '2030-03-31'],
      [CIK, '2030-06-30'],
      [CIK, '2030-09-30'],
      [CIK, '2030-12-31'],
    ]);
    await store.close();
  });

  it('a file that is named after a word is of no ticker, unless the command gives one', async () => {
    const store = await open();
    const folder = await temporaryFiles({ 'FACTS.json': JSON.stringify(companyFactsFile(YEAR, 77)) });
    const [report] = (await importFiles(store, EARNINGS, [folder], OPTIONS)).files;
    expect([report?.rows, report?.error]).toEqual([0, expect.stringContaining('No ticker is known for CIK 77')]);
    expect([await stored(store, 'FACTS'), (await store.earnings.byTickers(['FACTS'])).size]).toEqual([[], 0]);
    const [given] = (await importFiles(store, EARNINGS, [folder], { ...OPTIONS, ticker: 'PBLX' })).files;
    expect([given?.rows, given?.ticker, (await stored(store, 'PBLX')).length]).toEqual([4, 'PBLX', 4]);
    await keep(store, 'FACTS');
    expect((await importFiles(store, EARNINGS, [folder], OPTIONS)).files[0]?.ticker).toBe('FACTS');
    await store.close();
  });

  it('bad facts are refused with their place; with strict, the file is not stored; an unusable file is reported', async () => {
    const store = await open();
    const [first] = YEAR;
    if (first === undefined) throw new Error('no facts');
    const folder = await temporaryFiles({
      'BAD.json': facts({ ...first, end: '2030-02-30' }),
      'LIST.json': '[]',
      'NONE.json': JSON.stringify({ cik: 1, facts: {} }),
      'TORN.json': '{',
    });
    await keep(store, 'BAD', 'NONE');
    const strict = await importFiles(store, EARNINGS, [folder], { ...OPTIONS, strict: true });
    expect(strict.files.map(({ rows, refused, error }) => [rows, refused, error])).toEqual([
      [
        0,
        [{ line: 5, reason: 'Revenues: date "2030-02-30" does not exist' }],
        'Nothing was stored: 1 rows were refused, and the import is strict.',
      ],
      [0, [], NEITHER],
      [0, [], 'There are no facts of quarterly or annual reports.'],
      [0, [], 'The file is not JSON.'],
    ]);
    expect(await stored(store, 'BAD')).toEqual([]);
    const { files } = await importFiles(store, EARNINGS, [folder], OPTIONS);
    expect([files[0]?.rows, (await stored(store, 'BAD')).length]).toEqual([4, 4]);
    await store.close();
  });

  it('a file with a byte order mark is read, and a CIK has ten digits at most', async () => {
    const store = await open();
    const folder = await temporaryFiles({
      'LONG.json': JSON.stringify({ ...companyFactsFile(YEAR), cik: '12345678901' }),
      'MARK.json': `\uFEFF${facts()}`,
    });
    await keep(store, 'MARK');
    const { files } = await importFiles(store, EARNINGS, [folder], OPTIONS);
    expect(files.map(({ rows, error }) => [rows, error])).toEqual([
      [0, NEITHER],
      [4, undefined],
    ]);
    await store.close();
  });

  it('reports of several tickers take one query', async () => {
    const store = await open();
    const tickers = ['PBLA', 'PBLB', 'NONE'];
    await store.db.transaction().execute((tx) =>
      store.earnings.upsert(
        tx,
        tickers.slice(0, 2).map((ticker) => ({ ...INVENTED, ticker })),
      ),
    );
    await store.earnings.byTickers(tickers);
    await allHeard(store);
    let queries = 0;
    store.pool.on('acquire', () => (queries += 1));
    const counts: number[] = [];
    // The store reads what others have changed in the background: the least of several counts is that of the read
    // alone.
    for (let round = 0; round < 5; round += 1) {
      queries = 0;
      expect([...(await store.earnings.byTickers(tickers)).keys()].sort()).toEqual(['PBLA', 'PBLB']);
      counts.push(queries);
    }
    expect(Math.min(...counts)).toBe(1);
    await store.close();
  });
});
