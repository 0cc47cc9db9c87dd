import { describe, expect, it } from '@jest/globals';
import { isoDate } from '../../calendar/days.js';
import type { Store } from '../../store/open-store.js';
import { forEachDatabase } from '../../store/fixtures/databases.js';
import { externalFile, hasExternalData } from '../../test/independent/datasets.js';
import { companyFacts } from '../sec/facts.js';
import { calendarYear, companyFactsFile } from '../sec/fixtures/facts.js';
import { readReports } from '../sec/read-reports.js';
import { temporaryFiles } from './fixtures/files.js';
import { importFiles } from './import-files.js';
import { IMPORT } from './import-statements.js';

const NOW = new Date('2026-06-01T12:00:00Z');
const OPTIONS = { strict: false, now: () => NOW };
const HEADER = 'date,symbol,calendarYear,period,';
const FACTS = companyFacts.parse(companyFactsFile(calendarYear(2024, [150, 160, 170, 630])));

const storedOf = async (store: Store, ticker: string) =>
  ((await store.financialStatements.byTickers([ticker])).get(ticker) ?? []).map(
    ({ span, periodEnd, source, cik, figures }) => [span, isoDate(periodEnd), source, cik, figures['revenue']],
  );

async function imported(store: Store, name: string, content: string) {
  const folder = await temporaryFiles({ [name]: content });
  const report = await importFiles(store, IMPORT, [folder], OPTIONS);
  return report.files[0];
}

const readFacts = (store: Store, given: typeof FACTS, source: string, replacesFiler = false): Promise<unknown> =>
  store.db
    .transaction()
    .execute((tx) => readReports(store, given, 'PBLO', { source, now: NOW, replacesFiler }).save(tx));

forEachDatabase((_, open) => {
  it('rows that an operator imported stay beside a live source, and filings that are imported replace them', async () => {
    const store = await open();
    await imported(store, 'a.csv', `${HEADER}revenue\n2024-12-31,PBLO,2024,FY,7`);
    await readFacts(store, FACTS, 'edgar');
    expect(await storedOf(store, 'PBLO')).toEqual([['year', '2024-12-31', 'files', null, 7]]);
    await readFacts(store, FACTS, 'files');
    expect((await storedOf(store, 'PBLO')).map(([span, , source, cik]) => [span, source, cik])).toEqual([
      ...[1, 2, 3, 4].map(() => ['quarter', 'files', 1234567]),
      ['year', 'files', 1234567],
    ]);
    await store.close();
  });

  it('the statements of another filer go with its reports', async () => {
    const store = await open();
    await readFacts(store, FACTS, 'files');
    await readFacts(store, { ...FACTS, cik: 42 }, 'files', true);
    expect(new Set((await storedOf(store, 'PBLO')).map(([, , , cik]) => cik))).toEqual(new Set([42]));
    await store.close();
  });

  it('a file of another source replaces rows of the ticker, and one of the same source completes them', async () => {
    const store = await open();
    await imported(
      store,
      'a.csv',
      `${HEADER}revenue,totalAssets\n2023-12-31,CNDR,2023,FY,5,50\n2024-12-31,CNDR,2024,FY,7,70`,
    );
    await imported(store, 'b.csv', `${HEADER}revenue\n2024-12-31,CNDR,2024,FY,8`);
    const rows = (await store.financialStatements.byTickers(['CNDR'])).get('CNDR') ?? [];
    expect(rows.map(({ figures }) => figures)).toEqual([
      { revenue: 5, assets: 50 },
      { revenue: 8, assets: 70 },
    ]);
    const folder = await temporaryFiles({ 'c.csv': `${HEADER}revenue\n2024-12-31,CNDR,2024,FY,9` });
    await importFiles(store, IMPORT, [folder], { ...OPTIONS, source: 'vendor' });
    expect(await storedOf(store, 'CNDR')).toEqual([['year', '2024-12-31', 'vendor', null, 9]]);
    await store.close();
  });
});

(hasExternalData ? describe : describe.skip)('a vendor’s file', () => {
  forEachDatabase((_, open) => {
    it('is stored as it is, without what the vendor writes for want of a figure', async () => {
      const store = await open();
      const report = await importFiles(
        store,
        IMPORT,
        [externalFile('reference', 'income_statements_fmp.csv')],
        OPTIONS,
      );
      expect([report.files[0]?.rows, report.files[0]?.refused]).toEqual([61, []]);
      const of = async (ticker: string) => (await store.financialStatements.byTickers([ticker])).get(ticker)?.[0];
      const [avgo, jpm] = [await of('AVGO'), await of('JPM')];
      expect(avgo?.figures).toEqual({
        revenue: 51_574_000_000,
        costOfRevenue: 19_065_000_000,
        grossProfit: 32_509_000_000,
        researchAndDevelopment: 9_310_000_000,
        sellingGeneralAndAdministrative: 4_959_000_000,
        operatingIncome: 13_463_000_000,
        interestExpense: 3_796_000_000,
        depreciationAndAmortization: 10_010_000_000,
        incomeBeforeTax: 9_916_000_000,
        incomeTax: 3_748_000_000,
        netIncome: 5_895_000_000,
        epsBasic: 1.33,
        epsDiluted: 1.29,
        sharesBasic: 4_624_000_000,
        sharesDiluted: 4_778_000_000,
      });
      expect([isoDate(avgo?.filingDay ?? 0), avgo?.fiscalYear, avgo?.span]).toEqual(['2024-12-20', 2024, 'year']);
      expect([jpm?.filingDay, jpm?.figures['grossProfit'], jpm?.figures['revenue']]).toEqual([
        null,
        undefined,
        166_878_000_000,
      ]);
      await store.close();
    });
  });
});
