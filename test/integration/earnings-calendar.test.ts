import { expect, it } from '@jest/globals';
import { parseIsoDate } from '../../calendar/days.js';
import { importFiles } from '../../sources/files/import-files.js';
import { IMPORT as BARS } from '../../sources/files/import-bars.js';
import { IMPORT as EARNINGS } from '../../sources/files/import-earnings.js';
import { temporaryFiles } from '../../sources/files/fixtures/files.js';
import { calendarYear, companyFactsFile } from '../../sources/sec/fixtures/facts.js';
import { allHeard } from '../../store/fixtures/databases.js';
import type { StreetOutlook } from '../../store/street-outlooks.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';
import { sqlCounter } from '../support/sql-counter.js';

const server = await serverForFile();
const { store } = server.runtime;
const now = (): Date => new Date(server.clock.nowMs);
const ask = async (ticker: string): Promise<Answer> =>
  server.call(`/api/v1/earnings-calendar?ticker=${ticker}`, { key: (await server.newKey('pro')).key });
const inGraph = async (selection: string): Promise<Answer> =>
  server.graphql((await server.newKey('pro')).key, `{ ${selection} }`);
const FACTS = [
  ...calendarYear(2023, [100, 110, 120, 450]),
  ...calendarYear(2024, [150, 160, 170, 630]),
  ...calendarYear(2024, [2, 2.2, 2.4, 9], { tag: 'EarningsPerShareDiluted' }),
];
const BAR_FILE = [
  'timestamp,open,high,low,close,volume,split_coefficient,adjusted_close',
  '2025-06-03,10,10,10,10,100,4,10',
  '2025-06-02,40,40,40,40,25,1,10',
  '2024-01-02,40,40,40,40,25,1,10',
].join('\n');

it('a ticker without reports has an empty list, nulls and a reason, and no data source', async () => {
  const answer = await ask('SPY');
  expect([answer.status, read(answer)]).toEqual([
    200,
    {
      next_earnings_is_estimate: true,
      ticker: 'SPY',
      next_earnings_estimate: null,
      days_until_earnings: null,
      earnings_history: [],
      revenue_growth_yoy: null,
      eps_growth_yoy: null,
      total_reports: 0,
    },
  ]);
  expect(answer.headers['x-data-source']).toBe('none');
  const graph = await inGraph('security(ticker: "SPY") { earningsCalendar { totalReports missing { value reason } } }');
  expect(read(graph, 'data', 'security', 'earningsCalendar', 'missing', 0)).toEqual({
    value: 'NEXT_EARNINGS_ESTIMATE',
    reason: 'no report is stored for the ticker',
  });
  expect((await ask('NOSUCH')).status).toBe(404);
});

it('gives as many reports as are asked for, the newest first', async () => {
  const ROW = '{ fiscalYear fiscalQuarter epsDiluted revenue filingDate }';
  const answer = await inGraph(
    `security(ticker: "AAPL") { earningsCalendar { totalReports usual: earningsHistory ${ROW} forty: reports ${ROW} ` +
      `one: reports(last: 1) ${ROW} nine: reports(last: 9) ${ROW} all: reports(last: 100) ${ROW} } }`,
  );
  expect(read(answer, 'errors')).toBeUndefined();
  const { totalReports, usual, forty, one, nine, all } = read(answer, 'data', 'security', 'earningsCalendar') as {
    readonly totalReports: number;
  } & Record<'usual' | 'forty' | 'one' | 'nine' | 'all', readonly { fiscalYear: number; fiscalQuarter: number }[]>;
  expect(totalReports).toBeGreaterThan(9);
  expect(all).toHaveLength(Math.min(totalReports, 100));
  expect([usual, one, nine, forty]).toEqual([8, 1, 9, 40].map((count) => all.slice(0, count)));
  const quarters = all.map(({ fiscalYear, fiscalQuarter }) => 4 * fiscalYear + fiscalQuarter);
  expect(quarters).toEqual([...new Set(quarters)].sort((before, after) => after - before));
  for (const last of [0, 101]) {
    const refused = await inGraph(
      `security(ticker: "AAPL") { earningsCalendar { reports(last: ${last}) { revenue } } }`,
    );
    expect(read(refused, 'errors', 0, 'extensions')).toMatchObject({ code: 'INVALID_PARAMETER', param: 'last' });
  }
});

it('as of an instant has the reports that were known by then, and the estimate of that day', async () => {
  const FIELDS =
    '{ id totalReports nextEarningsEstimate daysUntilEarnings earningsHistory { fiscalYear fiscalQuarter knownAt revenue } }';
  const now = read(
    await inGraph(`security(ticker: "PEP") { earningsCalendar ${FIELDS} }`),
    'data',
    'security',
    'earningsCalendar',
  ) as {
    id: string;
    totalReports: number;
    earningsHistory: { knownAt: string; fiscalQuarter: number; revenue: number }[];
  };
  const known = now.earningsHistory[2]?.knownAt ?? '';
  const before = new Date(Date.parse(known) - 1).toISOString();
  const [then, earlier] = [known, before].map(
    (instant) => `security(ticker: "PEP") { earningsCalendar(asOf: "${instant}") ${FIELDS} }`,
  );
  const answerOf = async (selection = ''): Promise<typeof now & { daysUntilEarnings: number }> =>
    read(await inGraph(selection), 'data', 'security', 'earningsCalendar') as typeof now & {
      daysUntilEarnings: number;
    };
  const [atThen, atEarlier] = [await answerOf(then), await answerOf(earlier)];
  expect([atThen.totalReports, atEarlier.totalReports]).toEqual([now.totalReports - 2, now.totalReports - 3]);
  expect(atThen.earningsHistory[0]).toEqual(now.earningsHistory[2]);
  expect(atEarlier.earningsHistory[0]).toEqual(now.earningsHistory[3]);
  expect(atEarlier.daysUntilEarnings).toBeLessThan(10);
  expect(new Set([now.id, atThen.id, atEarlier.id]).size).toBe(3);
});

it('what a vendor says of the next report stands beside it, as of an instant too, with its source', async () => {
  const day = (text: string): number => parseIsoDate(text) ?? NaN;
  const said: Omit<StreetOutlook, 'knownAt'> = {
    ticker: 'PEP',
    source: 'yahoo',
    earningsFirstDay: day('2026-01-29'),
    earningsLastDay: day('2026-02-02'),
    isDateEstimate: true,
    exDividendDay: day('2025-12-05'),
    dividendDay: null,
    epsAverage: 2.24,
    epsLow: 2.1,
    epsHigh: 2.3,
    revenueAverage: 28_900_000_000,
    revenueLow: null,
    revenueHigh: null,
    quarters: [
      { periodEnd: day('2025-06-30'), epsActual: 2.12, epsEstimate: 2.03 },
      { periodEnd: day('2025-09-30'), epsActual: null, epsEstimate: 2.26 },
    ],
  };
  const [first, changed] = [new Date('2025-12-20T12:00:00Z'), new Date('2025-12-28T12:00:00Z')];
  const save = (outlook: StreetOutlook) =>
    store.db.transaction().execute((tx) => store.streetOutlooks.saveChange(tx, outlook));
  await save({ ...said, knownAt: first });
  const FIELDS =
    'street { earningsDate lastEarningsDate isDateEstimate exDividendDate dividendDate epsAverage epsLow epsHigh revenueAverage revenueLow source knownAt quarters { periodEnd epsActual epsEstimate } }';
  const street = async (asOf?: string): Promise<unknown> => {
    const given = asOf === undefined ? '' : `(asOf: "${asOf}")`;
    const answer = await inGraph(`security(ticker: "PEP") { earningsCalendar${given} { ${FIELDS} } }`);
    expect(read(answer, 'errors')).toBeUndefined();
    return read(answer, 'data', 'security', 'earningsCalendar', 'street');
  };
  const shown = {
    earningsDate: '2026-01-29',
    lastEarningsDate: '2026-02-02',
    isDateEstimate: true,
    exDividendDate: '2025-12-05',
    dividendDate: null,
    epsAverage: 2.24,
    epsLow: 2.1,
    epsHigh: 2.3,
    revenueAverage: 28_900_000_000,
    revenueLow: null,
    source: 'yahoo',
    knownAt: first.toISOString(),
    quarters: [
      { periodEnd: '2025-09-30', epsActual: null, epsEstimate: 2.26 },
      { periodEnd: '2025-06-30', epsActual: 2.12, epsEstimate: 2.03 },
    ],
  };
  expect(await street()).toEqual(shown);
  await save({ ...said, isDateEstimate: false, earningsLastDay: said.earningsFirstDay, knownAt: changed });
  expect(await street()).toEqual({
    ...shown,
    lastEarningsDate: '2026-01-29',
    isDateEstimate: false,
    knownAt: changed.toISOString(),
  });
  // What is read later changes nothing of an earlier answer.
  expect(await street('2025-12-28T11:59:59Z')).toEqual(shown);
  expect(await street('2025-12-20T11:59:59Z')).toBeNull();
  await save({
    ...said,
    earningsFirstDay: day('2025-10-09'),
    earningsLastDay: day('2025-10-09'),
    knownAt: new Date('2025-12-29T12:00:00Z'),
  });
  expect(await street()).toMatchObject({
    earningsDate: null,
    lastEarningsDate: null,
    isDateEstimate: null,
    epsAverage: null,
    epsLow: null,
    epsHigh: null,
    revenueAverage: null,
    quarters: shown.quarters,
  });
  // Of a range whose first day has passed, the days that are left.
  const range = { ...said, earningsFirstDay: day('2025-12-29'), knownAt: new Date('2025-12-29T13:00:00Z') };
  await save(range);
  for (const today of ['2025-12-29', '2025-12-30'])
    expect(await street(`${today}T13:00:00Z`)).toMatchObject({
      earningsDate: today,
      lastEarningsDate: '2026-02-02',
      isDateEstimate: true,
      epsAverage: 2.24,
    });
  const none = await inGraph('security(ticker: "SPY") { earningsCalendar { street { source } } }');
  expect(read(none, 'data', 'security', 'earningsCalendar')).toEqual({ street: null });
});

it('the demo market has an invented outlook, beside invented prices alone', async () => {
  const street = async (): Promise<unknown> => {
    const answer = await inGraph(
      'security(ticker: "CSCO") { earningsCalendar { street { source earningsDate epsAverage quarters { epsActual epsEstimate } } } }',
    );
    expect(read(answer, 'errors')).toBeUndefined();
    return read(answer, 'data', 'security', 'earningsCalendar', 'street');
  };
  const quarter = { epsActual: expect.any(Number), epsEstimate: expect.any(Number) };
  expect(await street()).toEqual({
    source: 'simulated',
    earningsDate: expect.stringMatching(/^2026-/),
    epsAverage: expect.any(Number),
    quarters: [quarter, quarter, quarter, quarter],
  });
  const file = await temporaryFiles({
    'CSCO.csv': 'date,open,high,low,close,volume\n2025-12-31,80,84,78,83,1000\n2026-01-02,83,86,70,72,1000\n',
  });
  await importFiles(store, BARS, [file], { strict: true, now });
  await allHeard(store);
  expect(await street()).toBeNull();
});

it('imported reports are shown at once, a fourth quarter without earnings per share with a reason', async () => {
  const folder = await temporaryFiles({ 'KO.json': JSON.stringify(companyFactsFile(FACTS)) });
  await importFiles(store, EARNINGS, [folder], { strict: true, now });
  const answer = await ask('KO');
  expect(read(answer, 'total_reports')).toBe(8);
  expect(read(answer, 'earnings_history', 0)).toEqual({
    fiscal_year: 2024,
    fiscal_quarter: 4,
    period_end: '2024-12-31',
    filing_date: '2025-02-09',
    eps_basic: null,
    eps_diluted: null,
    revenue: 150,
    net_income: null,
  });
  expect([
    read(answer, 'revenue_growth_yoy'),
    read(answer, 'eps_growth_yoy'),
    read(answer, 'next_earnings_estimate'),
  ]).toEqual([0.25, null, null]);
  const graph = await inGraph(
    'security(ticker: "KO") { earningsCalendar { earningsHistory { knownAt missing { value } } missing { value reason } } }',
  );
  expect(read(graph, 'data', 'security', 'earningsCalendar', 'missing', 0, 'reason')).toBe(
    'the estimate, 2025-05-12, has passed, and no later report is stored',
  );
  expect(read(graph, 'data', 'security', 'earningsCalendar', 'earningsHistory', 0, 'knownAt')).toBe(
    '2025-02-10T05:00:00.000Z',
  );
});

it('earnings per share follow later imports of splits; invented reports are not shown beside imported prices', async () => {
  const folder = await temporaryFiles({
    'facts/CAT.json': JSON.stringify(companyFactsFile(FACTS)),
    'bars/CAT.csv': BAR_FILE,
    'bars/BA.csv': BAR_FILE,
  });
  await importFiles(store, EARNINGS, [`${folder}/facts`], { strict: true, now });
  expect(read(await ask('CAT'), 'earnings_history', 1, 'eps_diluted')).toBe(2.4);
  expect(read(await ask('BA'), 'total_reports')).toBe(35);
  await importFiles(store, BARS, [`${folder}/bars`], { strict: true, now });
  const split = await ask('CAT');
  expect([read(split, 'earnings_history', 1, 'eps_diluted'), split.headers['x-data-source']]).toEqual([0.6, 'files']);
  expect(read(await ask('BA'), 'total_reports')).toBe(0);
});

it('earnings per share from before a split that the filings show are null until the split is stored', async () => {
  const later = (tag: string, val: number) => ({
    tag,
    val,
    start: '2024-07-01',
    end: '2024-09-30',
    filed: '2025-11-09',
    fy: 2025,
    fp: 'Q3',
  });
  const facts = [
    ...FACTS,
    ...calendarYear(2024, [2, 2.2, 2.4, 9], { tag: 'EarningsPerShareBasic' }),
    later('EarningsPerShareBasic', 0.6),
    later('EarningsPerShareDiluted', 0.6),
  ];
  const folder = await temporaryFiles({
    'facts/DE.json': JSON.stringify(companyFactsFile(facts)),
    'plain/DE.csv': BAR_FILE.replaceAll(/,[\w_]+,[\w_]+$/gm, ''),
    'split/DE.csv': BAR_FILE,
  });
  const eps = async (): Promise<unknown> => {
    const answer = await ask('DE');
    return [1, 2].map((index) => read(answer, 'earnings_history', index, 'eps_diluted'));
  };
  await importFiles(store, BARS, [`${folder}/plain`], { strict: true, now });
  await importFiles(store, EARNINGS, [`${folder}/facts`], { strict: true, now });
  expect(await eps()).toEqual([0.6, null]);
  const graph = await inGraph(
    'security(ticker: "DE") { earningsCalendar { earningsHistory { missing { value reason } } } }',
  );
  expect(read(graph, 'data', 'security', 'earningsCalendar', 'earningsHistory', 2, 'missing')).toContainEqual({
    value: 'EPS_DILUTED',
    reason: 'the filings show a split of 4 for 1 by 2025-11-09, and no such split is stored',
  });
  await importFiles(store, BARS, [`${folder}/split`], { strict: true, now });
  expect(await eps()).toEqual([0.6, 0.55]);
});

it('fifty calendars take one query of the reports', async () => {
  const { rows } = await store.securities.search({ limit: 50, orderBy: 'symbol', isDescending: false });
  const statements: string[] = [];
  const query = store.db.getExecutor();
  const compiled = query.executeQuery.bind(query);
  Object.assign(query, {
    executeQuery: (...args: Parameters<typeof compiled>) => {
      statements.push(args[0].sql);
      return compiled(...args);
    },
  });
  const answer = await inGraph(
    `securitiesByTicker(tickers: ${JSON.stringify(rows.map(({ symbol }) => symbol))}) { earningsCalendar { totalReports } }`,
  );
  expect(read(answer, 'errors')).toBeUndefined();
  expect(statements.filter((sql) => sql.includes('earnings_reports'))).toHaveLength(1);
  expect(statements.filter((sql) => sql.includes('bar_years')).length).toBeLessThanOrEqual(1);
});

it('an answer is sent again without reading anything until the day changes in New York, or the reports do', async () => {
  const { key } = await server.newKey('pro');
  const ms = server.clock.nowMs;
  const asked = (path: string) => server.call(`/api/v1/${path}?ticker=MSFT`, { key });
  const counter = sqlCounter(store.pool);
  const reads = async (path: string): Promise<number> => {
    counter.take();
    expect((await asked(path)).status).toBe(200);
    return counter.take().length;
  };
  try {
    for (const path of ['earnings-calendar', 'earnings-setup', 'corporate-events']) {
      await asked(path);
      const first = await asked(path);
      expect([path, await reads(path)]).toEqual([path, 0]);
      server.clock.nowMs = ms + 86_400_000;
      server.nextMinute();
      const next = await asked(path);
      expect([path, next.text === first.text]).toEqual([path, false]);
      server.clock.nowMs = ms;
      const again = await asked(path);
      expect([path, again.text === first.text]).toEqual([path, true]);
    }
    await asked('earnings-calendar');
    const before = await asked('earnings-calendar');
    const reports = (await store.earnings.byTickers(['MSFT'])).get('MSFT') ?? [];
    await store.db.transaction().execute((tx) =>
      store.earnings.upsert(
        tx,
        reports.slice(-1).map(({ acceptedAt: _acceptedAt, ...report }) => ({ ...report, revenue: 1 })),
      ),
    );
    expect((await asked('earnings-calendar')).text).not.toBe(before.text);
  } finally {
    server.clock.nowMs = ms;
    counter.stop();
  }
});
