import { expect, it } from '@jest/globals';
import { importFiles } from '../../sources/files/import-files.js';
import { IMPORT as BARS } from '../../sources/files/import-bars.js';
import { IMPORT as EARNINGS } from '../../sources/files/import-earnings.js';
import { IMPORT as STATEMENTS } from '../../sources/files/import-statements.js';
import { temporaryFiles } from '../../sources/files/fixtures/files.js';
import { calendarYear, companyFactsFile } from '../../sources/sec/fixtures/facts.js';
import type { NewFinancialStatement } from '../../store/financial-statements.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';
import { sqlCounter } from '../support/sql-counter.js';

const server = await serverForFile();
const { store } = server.runtime;
const now = (): Date => new Date(server.clock.nowMs);
const inGraph = async (selection: string): Promise<Answer> =>
  server.graphql((await server.newKey('pro')).key, `{ ${selection} }`);
const ROW =
  '{ fiscalYear fiscalQuarter income { revenue epsDiluted sharesDiluted } balanceSheet { assets } missing { figure reason } }';
const statementsOf = async (ticker: string, args = '', row = ROW): Promise<unknown> => {
  const answer = await inGraph(
    `security(ticker: "${ticker}") { financialStatements${args} { statements(last: 3) ${row} } }`,
  );
  expect(read(answer, 'errors')).toBeUndefined();
  return read(answer, 'data', 'security', 'financialStatements', 'statements');
};

const instant = (date: string, val: number) => ({
  tag: 'Assets',
  val,
  start: date,
  end: date,
  filed: '2025-02-09',
  form: '10-K',
  fy: 2024,
  fp: 'FY',
});
const FACTS = [
  ...calendarYear(2023, [100, 110, 120, 450]),
  ...calendarYear(2024, [150, 160, 170, 630]),
  ...calendarYear(2024, [2, 2.2, 2.4, 9], { tag: 'EarningsPerShareDiluted' }),
  instant('2024-12-31', 1000),
];
const BAR_FILE = [
  'timestamp,open,high,low,close,volume,split_coefficient,adjusted_close',
  '2025-06-03,10,10,10,10,100,4,10',
  '2025-06-02,40,40,40,40,25,1,10',
  '2024-01-02,40,40,40,40,25,1,10',
].join('\n');

it('requires Pro, costs one unit, and is refused alike for aliases and batches', async () => {
  const query = '{ security(ticker: "AAPL") { financialStatements { totalStatements } } }';
  for (const tier of ['free', 'starter'] as const) {
    const refused = await server.graphql((await server.newKey(tier)).key, query);
    expect([tier, read(refused, 'errors', 0, 'extensions')]).toMatchObject([tier, { code: 'TIER_REQUIRED' }]);
    const batch = await server.graphql(
      (await server.newKey(tier)).key,
      '{ securitiesByTicker(tickers: ["AAPL"]) { a: financialStatements { id } b: financialStatements(period: YEAR) { id } } }',
    );
    expect((read(batch, 'errors') as readonly unknown[]).length).toBe(2);
  }
  const pro = await server.newKey('pro');
  expect(read(await server.graphql(pro.key, query), 'data', 'security', 'financialStatements', 'totalStatements')).toBe(
    36,
  );
  expect(await server.used(pro)).toBe(1);
  await server.graphql(
    pro.key,
    '{ securitiesByTicker(tickers: ["AAPL", "MSFT", "XOM"]) { financialStatements { statements { income { revenue } } } } }',
  );
  expect(await server.used(pro)).toBe(2);
});

it('the demo market has quarters, years and trailing years; funds have none', async () => {
  const answer = await inGraph(
    'security(ticker: "MSFT") { quarters: financialStatements { id period statements(last: 100) { fiscalYear fiscalQuarter income { revenue } } } ' +
      'years: financialStatements(period: YEAR) { id period statements(last: 1) { fiscalYear fiscalQuarter income { revenue epsDiluted } } } ' +
      'trailing: financialStatements(period: TRAILING_YEAR) { id period statements(last: 2) { fiscalYear fiscalQuarter income { revenue epsDiluted } } } } ' +
      'fund: security(ticker: "SPY") { financialStatements { totalStatements statements { periodEnd } } }',
  );
  expect(read(answer, 'errors')).toBeUndefined();
  const { quarters, years, trailing } = read(answer, 'data', 'security') as Record<
    'quarters' | 'years' | 'trailing',
    {
      id: string;
      statements: {
        fiscalYear: number;
        fiscalQuarter: number | null;
        income: { revenue: number; epsDiluted: number };
      }[];
    }
  >;
  const sum = (from: number): number =>
    quarters.statements.slice(from, from + 4).reduce((total, { income }) => total + income.revenue, 0);
  const last = quarters.statements.findIndex(({ fiscalQuarter }) => fiscalQuarter === 4);
  expect([years.statements[0]?.income.revenue, trailing.statements[0]?.income.revenue]).toEqual([sum(last), sum(0)]);
  expect([years.statements[0]?.fiscalQuarter, trailing.statements[0]?.fiscalQuarter]).toEqual([
    null,
    quarters.statements[0]?.fiscalQuarter,
  ]);
  expect(new Set([quarters.id, years.id, trailing.id]).size).toBe(3);
  expect(read(answer, 'data', 'fund', 'financialStatements')).toEqual({ totalStatements: 0, statements: [] });
});

it('refuses wrong arguments and unknown tickers, each with its place', async () => {
  for (const [args, last, expected] of [
    ['', 'last: 0', { code: 'INVALID_PARAMETER', param: 'last' }],
    ['', 'last: 101', { code: 'INVALID_PARAMETER', param: 'last' }],
    ['(asOf: "2999-01-01T00:00:00Z")', 'last: 1', { code: 'INVALID_PARAMETER', param: 'asOf' }],
    ['(asOf: "1999-01-01T00:00:00Z")', 'last: 1', { code: 'INVALID_PARAMETER', param: 'asOf' }],
  ] as const) {
    const answer = await inGraph(
      `security(ticker: "AAPL") { financialStatements${args} { statements(${last}) { periodEnd } } }`,
    );
    expect([args, last, read(answer, 'errors', 0, 'extensions')]).toMatchObject([args, last, expected]);
  }
  const unknown = await inGraph(
    'securitiesByTicker(tickers: ["NOSUCH", "AAPL"]) { financialStatements { totalStatements } }',
  );
  expect(read(unknown, 'errors', 0, 'extensions', 'code')).toBe('TICKER_NOT_FOUND');
  const period = await inGraph('security(ticker: "AAPL") { financialStatements(period: MONTH) { id } }');
  expect(read(period, 'errors', 0, 'message')).toContain('StatementPeriod');
});

it('companyfacts replace invented statements; figures per share follow later imports of splits', async () => {
  const folder = await temporaryFiles({
    'facts/CAT.json': JSON.stringify(companyFactsFile(FACTS)),
    'bars/CAT.csv': BAR_FILE,
    'bars/BA.csv': BAR_FILE,
  });
  await importFiles(store, EARNINGS, [`${folder}/facts`], { strict: true, now });
  expect(await statementsOf('CAT', '(period: YEAR)')).toEqual([
    {
      fiscalYear: 2024,
      fiscalQuarter: null,
      income: { revenue: 630, epsDiluted: 9, sharesDiluted: null },
      balanceSheet: { assets: 1000 },
      missing: [],
    },
    {
      fiscalYear: 2023,
      fiscalQuarter: null,
      income: { revenue: 450, epsDiluted: null, sharesDiluted: null },
      balanceSheet: { assets: null },
      missing: [],
    },
  ]);
  await importFiles(store, BARS, [`${folder}/bars`], { strict: true, now });
  expect(await statementsOf('CAT', '(period: YEAR)')).toMatchObject([{ income: { epsDiluted: 2.25 } }, {}]);
  // Invented statements are not shown beside imported prices.
  expect(await statementsOf('BA')).toEqual([]);
});

it('as of an instant has the statements that were filed by then, with their first figures', async () => {
  const restated = {
    tag: 'Revenues',
    val: 155,
    start: '2024-01-01',
    end: '2024-03-31',
    filed: '2025-05-10',
    fy: 2025,
    fp: 'Q1',
  };
  const folder = await temporaryFiles({ 'GE.json': JSON.stringify(companyFactsFile([...FACTS, restated])) });
  await importFiles(store, EARNINGS, [folder], { strict: true, now });
  const row = '{ fiscalYear fiscalQuarter knownAt income { revenue revenueGrowth } }';
  const then = await statementsOf('GE', '(asOf: "2024-06-01T00:00:00Z")', row);
  expect(then).toMatchObject([
    {
      fiscalYear: 2024,
      fiscalQuarter: 1,
      knownAt: '2024-05-11T04:00:00.000Z',
      income: { revenue: 150, revenueGrowth: 0.5 },
    },
    { fiscalYear: 2023, fiscalQuarter: 4 },
    { fiscalYear: 2023, fiscalQuarter: 3 },
  ]);
  const today = (await statementsOf('GE', '', row)) as readonly unknown[];
  expect(today).toHaveLength(3);
  const answer = await inGraph(
    'security(ticker: "GE") { financialStatements { statements { fiscalYear fiscalQuarter income { revenue } } } }',
  );
  expect(read(answer, 'data', 'security', 'financialStatements', 'statements', 3)).toEqual({
    fiscalYear: 2024,
    fiscalQuarter: 1,
    income: { revenue: 155 },
  });
});

it('vendors’ files complete each other, and leave the statements of filings alone', async () => {
  const header = 'date,symbol,reportedCurrency,fillingDate,calendarYear,period,';
  const line = (ticker: string): string => `2024-12-31,${ticker},USD,2025-02-14,2024,FY,`;
  const folder = await temporaryFiles({
    'facts/HD.json': JSON.stringify(companyFactsFile(FACTS)),
    'income.csv': `${header}revenue,costOfRevenue,grossProfit,epsdiluted,weightedAverageShsOutDil\n${line('LOW')}800,0,800,4.5,20\n${line('HD')}7,0,7,1,2`,
    'balance.csv': `${header}totalAssets,totalStockholdersEquity\n${line('LOW')}1500,-40\n${line('HD')}3,4`,
    'cash.json': JSON.stringify([
      {
        symbol: 'LOW',
        date: '2024-12-31',
        calendarYear: '2024',
        period: 'FY',
        operatingCashFlow: 90,
        capitalExpenditure: -25,
      },
    ]),
  });
  await importFiles(store, EARNINGS, [`${folder}/facts`], { strict: true, now });
  const notes: string[] = [];
  for (const file of ['income.csv', 'balance.csv', 'cash.json']) {
    const report = await importFiles(store, STATEMENTS, [`${folder}/${file}`], { strict: true, now });
    notes.push(...report.files.flatMap((each) => each.notes));
  }
  expect(notes).toEqual([
    'Tickers with statements from filings, which stay: HD.',
    'Tickers without stored bars so far: 1.',
    'Tickers with statements from filings, which stay: HD.',
    'Tickers without stored bars so far: 1.',
    'Tickers without stored bars so far: 1.',
  ]);
  expect(await statementsOf('HD', '(period: YEAR)')).toMatchObject([{ income: { revenue: 630 } }, {}]);
  const bars = await temporaryFiles({ 'LOW.csv': BAR_FILE });
  await importFiles(store, BARS, [bars], { strict: true, now });
  const row =
    '{ filingDate income { revenue grossProfit epsDiluted sharesDiluted } balanceSheet { assets equity } cashFlow { capitalExpenditures freeCashFlow } }';
  expect(await statementsOf('LOW', '(period: YEAR)', row)).toEqual([
    {
      filingDate: '2025-02-14',
      income: { revenue: 800, grossProfit: null, epsDiluted: 4.5, sharesDiluted: 20 },
      balanceSheet: { assets: 1500, equity: -40 },
      cashFlow: { capitalExpenditures: 25, freeCashFlow: 65 },
    },
  ]);
});

it('fifty securities take one query of the statements, and the answer is kept until they change', async () => {
  const { rows } = await store.securities.search({ limit: 50, orderBy: 'symbol', isDescending: false });
  const query = `{ securitiesByTicker(tickers: ${JSON.stringify(rows.map(({ symbol }) => symbol))}) { ticker financialStatements { statements(last: 1) { income { revenue } } } } }`;
  const { key } = await server.newKey('pro');
  const counter = sqlCounter(store.pool);
  try {
    const before = await server.graphql(key, query);
    expect(read(before, 'errors')).toBeUndefined();
    expect(counter.take().filter((sql) => sql.includes('financial_statements'))).toHaveLength(1);
    const stored = (await store.financialStatements.byTickers(['MSFT'])).get('MSFT') ?? [];
    await store.db.transaction().execute((tx) =>
      store.financialStatements.upsert(
        tx,
        stored.map(({ acceptedAt: _acceptedAt, ...row }): NewFinancialStatement => ({
          ...row,
          figures: { revenue: 1 },
        })),
      ),
    );
    const after = await server.graphql(key, query);
    const revenueOf = (answer: Answer): unknown =>
      (read(answer, 'data', 'securitiesByTicker') as { ticker: string }[]).find(({ ticker }) => ticker === 'MSFT');
    expect(revenueOf(after)).toMatchObject({ financialStatements: { statements: [{ income: { revenue: 1 } }] } });
    expect(revenueOf(before)).not.toEqual(revenueOf(after));
  } finally {
    counter.stop();
  }
});
