import { expect, it } from '@jest/globals';
import { isoDate } from '../../calendar/days.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { previousSession } from '../../calendar/nyse.js';
import { temporaryFiles } from '../../sources/files/fixtures/files.js';
import { IMPORT as BARS } from '../../sources/files/import-bars.js';
import { importFiles } from '../../sources/files/import-files.js';
import { IMPORT as EARNINGS } from '../../sources/files/import-earnings.js';
import { IMPORT as OPTIONS } from '../../sources/files/import-options.js';
import { IMPORT as LISTED } from '../../sources/files/import-securities.js';
import { IMPORT as RATINGS } from '../../sources/files/import-ratings.js';
import { calendarYear, companyFactsFile } from '../../sources/sec/fixtures/facts.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();
const { store } = server.runtime;
const now = (): Date => new Date(server.clock.nowMs);
const TODAY = newYorkTime(server.clock.nowMs).day;
const LAST = previousSession(TODAY);
const ask = async (ticker: string): Promise<Answer> =>
  server.call(`/api/v1/earnings-setup?ticker=${ticker}`, { key: (await server.newKey('pro')).key });
const inGraph = async (selection: string): Promise<Answer> =>
  server.graphql((await server.newKey('pro')).key, `{ ${selection} }`);

/** Files in one folder a kind, imported in this order. */
async function importAll(files: Readonly<Record<'bars' | 'earnings' | 'options' | 'ratings', string>>, ticker: string) {
  const folder = await temporaryFiles({
    [`bars/${ticker}.csv`]: files.bars,
    [`earnings/${ticker}.json`]: files.earnings,
    [`options/${ticker}.csv`]: files.options,
    [`ratings/${ticker}.csv`]: files.ratings,
  });
  for (const [name, kind] of [
    ['bars', BARS],
    ['earnings', EARNINGS],
    ['options', OPTIONS],
    ['ratings', RATINGS],
  ] as const)
    await importFiles(store, kind, [`${folder}/${name}`], { strict: true, now });
}

/** Calendar quarters filed 40 days after their end; the fourth of 2025 is estimated for February. */
const FACTS = JSON.stringify(
  companyFactsFile([
    ...calendarYear(2023, [100, 110, 120, 450]),
    ...calendarYear(2024, [150, 160, 170, 630]),
    ...calendarYear(2025, [165, 176, 187, 700]).filter(({ fp }) => fp !== 'FY'),
  ]),
);
const barFile = (ratio: number): string =>
  [
    'timestamp,open,high,low,close,volume,split_coefficient,adjusted_close',
    `${isoDate(LAST)},${40 / ratio},${40 / ratio},${40 / ratio},${40 / ratio},100,${ratio},${40 / ratio}`,
    `${isoDate(previousSession(LAST))},40,40,40,40,25,1,${40 / ratio}`,
    `2024-01-02,40,40,40,40,25,1,${40 / ratio}`,
  ].join('\n');
const CHAIN_DAY = isoDate(previousSession(LAST));
const optionFile = (...rows: readonly string[]): string =>
  ['date,expiration,strike,right,bid,ask', ...rows.map((row) => `${CHAIN_DAY},${row}`)].join('\n');
const STRADDLE = [
  '2026-03-20,40,call,1.9,2.1',
  '2026-03-20,40,put,1.4,1.6',
  '2026-04-17,40,put,1,1.1',
  '2026-01-16,40,call,1,1.1',
];
const RATING_FILE = [
  'Date,Ticker,Firm,Action,From,To,Price Target',
  `${isoDate(TODAY - 100)},KO,Alder,initiates,,Buy,44`,
  `${isoDate(TODAY - 12)},KO,Alder,reiterates,Buy,Buy,48`,
  `${isoDate(TODAY - 11)},KO,Basalt,down,Buy,Hold,40`,
].join('\n');

it('the simulated market has an answer, and says that all of it is invented', async () => {
  const answer = await ask('AAPL');
  expect([answer.status, answer.headers['x-data-source'], read(answer, 'next_earnings', 'is_estimate')]).toEqual([
    200,
    'simulated',
    true,
  ]);
  const move = read(answer, 'implied_move') as Record<string, number>;
  expect(move['pct']).toBeCloseTo((100 * (move['straddle_mid'] ?? 0)) / (move['spot'] ?? 1), 3);
  expect(read(answer, 'implied_move_reason')).toBeNull();
});

it('of a security without prices is what is known without them; with them it has their day', async () => {
  await importFiles(
    store,
    LISTED,
    [await temporaryFiles({ 'listed.csv': 'Symbol,Name,Sector\nZLST,Listed Company,Utilities\n' })],
    { strict: true, now },
  );
  await importFiles(store, RATINGS, [await temporaryFiles({ 'actions.csv': RATING_FILE.replaceAll('KO', 'ZLST') })], {
    strict: true,
    now,
  });
  const answer = await ask('ZLST');
  expect([
    answer.status,
    read(answer, 'as_of'),
    read(answer, 'revisions'),
    read(answer, 'targets'),
    answer.headers['x-data-source'],
  ]).toEqual([
    200,
    null,
    { up_30d: 1, down_30d: 1, momentum: 0 },
    { consensus: 44, high: 48, low: 40, n: 2, upside_pct: null },
    'files',
  ]);
  expect(
    Object.values(read(answer, 'factors') as object).filter((score) => typeof score === 'number' && score !== 0),
  ).toEqual([]);
  const graph = await inGraph('security(ticker: "ZLST") { earningsSetup { asOf targets { consensus } } }');
  expect([read(graph, 'data', 'security', 'earningsSetup'), read(graph, 'errors')]).toEqual([
    { asOf: null, targets: { consensus: 44 } },
    undefined,
  ]);
  expect(read(await ask('AAPL'), 'as_of')).toBe(isoDate(TODAY));
  expect((await ask('NOSUCH')).status).toBe(404);
});

it('a fund without reports has no implied move, with a reason', async () => {
  const answer = await ask('SPY');
  expect([read(answer, 'implied_move'), read(answer, 'implied_move_reason'), read(answer, 'next_earnings')]).toEqual([
    null,
    'no_earnings_date',
    { date: null, is_estimate: true, days: null },
  ]);
  expect(read(answer, 'revisions')).toEqual({ up_30d: null, down_30d: null, momentum: null });
  const graph = await inGraph('security(ticker: "SPY") { earningsSetup { missing { value reason } } }');
  expect(read(graph, 'data', 'security', 'earningsSetup', 'missing')).toContainEqual({
    value: 'REVISIONS',
    reason: 'no rating action is stored for the ticker',
  });
});

it('imported reports, chains and ratings are shown at once, over the close of the chain and on the share basis of today', async () => {
  await importAll({ bars: barFile(1), earnings: FACTS, options: optionFile(...STRADDLE), ratings: RATING_FILE }, 'KO');
  const answer = await ask('KO');
  expect(read(answer, 'implied_move')).toEqual({
    pct: 8.75,
    dollars: 3.5,
    expiry: '2026-03-20',
    strike: 40,
    spot: 40,
    straddle_mid: 3.5,
    quoted_at: `${CHAIN_DAY}T21:00:00.000Z`,
  });
  expect([read(answer, 'revisions'), read(answer, 'targets'), answer.headers['x-data-source']]).toEqual([
    { up_30d: 1, down_30d: 1, momentum: 0 },
    { consensus: 44, high: 48, low: 40, n: 2, upside_pct: 10 },
    // The benchmark of the signal is invented.
    'files, simulated',
  ]);
  expect(read(answer, 'fundamentals_trend')).toEqual({ revenue_yoy: 0.1, eps_yoy: null, net_income_yoy: null });
  await importAll({ bars: barFile(4), earnings: FACTS, options: optionFile(...STRADDLE), ratings: RATING_FILE }, 'KO');
  const graph = await inGraph(
    'security(ticker: "KO") { earningsSetup { impliedMove { movePct dollars strike spot straddleBid straddleAsk ageDays splitRatio } } }',
  );
  expect(read(graph, 'data', 'security', 'earningsSetup', 'impliedMove')).toEqual({
    movePct: 8.75,
    dollars: 0.875,
    strike: 10,
    spot: 10,
    straddleBid: 0.825,
    straddleAsk: 0.925,
    ageDays: TODAY - previousSession(LAST),
    splitRatio: 4,
  });
});

it('crossed, one-sided and expired quotes give no move: null and a reason, never 0', async () => {
  const reasonOf = async (...rows: readonly string[]): Promise<unknown> => {
    await store.db.transaction().execute((tx) => store.optionQuotes.remove(tx, ['CAT']));
    await importAll({ bars: barFile(1), earnings: FACTS, options: optionFile(...rows), ratings: RATING_FILE }, 'CAT');
    const answer = await ask('CAT');
    return [read(answer, 'implied_move'), read(answer, 'implied_move_reason')];
  };
  const noQuote = [null, 'no_live_quote'];
  expect(await reasonOf('2026-03-20,40,call,2.2,2.1', '2026-03-20,40,put,1.4,1.6')).toEqual(noQuote);
  expect(await reasonOf('2026-03-20,40,call,1.9,2.1', '2026-03-20,40,put,0,1.6')).toEqual(noQuote);
  expect(await reasonOf('2026-01-16,40,call,1.9,2.1', '2026-01-16,40,put,1.4,1.6')).toEqual(noQuote);
  expect(await reasonOf('2026-03-20,60,call,0.1,0.2', '2026-03-20,60,put,20,20.5')).toEqual([
    null,
    'no_strike_near_spot',
  ]);
});

it('a real chain beside invented prices has no price of the share, unless its vendor gives it', async () => {
  const file = async (header: string, end: string): Promise<string> => {
    const rows = ['call', 'put'].map((type) => `${isoDate(LAST)},2026-04-17,300,${type},9,10${end}`);
    return temporaryFiles({ 'MSFT.csv': [`date,expiration,strike,right,bid,ask${header}`, ...rows].join('\n') });
  };
  await importFiles(store, OPTIONS, [await file('', '')], { strict: true, now });
  expect(read(await ask('MSFT'), 'implied_move_reason')).toBe('no_spot');
  await importFiles(store, OPTIONS, [await file(',underlying price', ',302')], { strict: true, now });
  expect(read(await ask('MSFT'), 'implied_move', 'spot')).toBe(302);
});

it('fifty set-ups take one query of each table', async () => {
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
    `securitiesByTicker(tickers: ${JSON.stringify(rows.map(({ symbol }) => symbol))}) { earningsSetup { targets { count } } }`,
  );
  expect(read(answer, 'errors')).toBeUndefined();
  for (const table of ['earnings_reports', 'rating_actions', 'option_quotes'])
    expect([table, statements.filter((sql) => sql.includes(table)).length]).toEqual([table, 1]);
  expect(statements.filter((sql) => sql.includes('bar_years')).length).toBeLessThanOrEqual(1);
});
