import { expect, it } from '@jest/globals';
import { parseIsoDate } from '../../calendar/days.js';
import { newYorkUtcMs } from '../../calendar/new-york-time.js';
import { temporaryFiles } from '../../sources/files/fixtures/files.js';
import { IMPORT as BARS } from '../../sources/files/import-bars.js';
import { IMPORT as LISTED } from '../../sources/files/import-securities.js';
import { IMPORT as RATINGS } from '../../sources/files/import-ratings.js';
import { importFiles } from '../../sources/files/import-files.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();
const { store } = server.runtime;
const now = (): Date => new Date(server.clock.nowMs);
const ask = async (ticker: string): Promise<Answer> =>
  server.call(`/api/v1/street-grades?ticker=${ticker}`, { key: (await server.newKey('free')).key });
const ACTIONS = [
  'Ticker,Date,Firm,Action,From,To,Price Target',
  'CAT,2025-06-02,Alder,up,Hold,Buy,80',
  'CAT,2024-01-01,Basalt,init,,Outperform,44',
].join('\n');
/** As traded: a 4-for-1 split after the second action. */
const PRICES = [
  'timestamp,open,high,low,close,volume,split_coefficient,adjusted_close',
  '2025-06-04,22,22,22,22,100,1,22',
  '2025-06-03,20,20,20,20,100,4,20',
  '2025-06-02,80,80,80,80,25,1,20',
  '2024-01-02,40,40,40,40,25,1,10',
].join('\n');
const importing = async (kind: typeof RATINGS, file: string, content: string) =>
  importFiles(store, kind, [await temporaryFiles({ [file]: content })], { strict: true, now });

it('a fund without actions has counts of 0, nulls and empty lists; an unknown ticker is 404', async () => {
  const answer = await ask('SPY');
  const none = { n: 0, median: null, win_rate: null };
  const both = { upgrades: none, downgrades: none };
  expect([answer.status, read(answer)]).toEqual([
    200,
    {
      ticker: 'SPY',
      from: null,
      to: null,
      actions_total: 0,
      upgrade_count: 0,
      downgrade_count: 0,
      firms_covered: 0,
      read: 'No analyst rating action of the last six years is stored.',
      edge_3m: { upgrades: null, downgrades: null },
      scoreboard: { m1: both, m3: both, m6: both },
      baseline: { m1: none, m3: none, m6: none },
      targets: { scored: 0, hit_rate_12m: null, median_implied: null, median_realized_12m: null },
      firms: [],
      recent: [],
      api_version: 'v1',
    },
  ]);
  expect((await ask('NOSUCH')).status).toBe(404);
});

it('counts the actions of a security of which no prices are stored, over REST and in the graph', async () => {
  await importing(
    LISTED,
    'listed.csv',
    'Symbol,Name,Sector\nZLST,Listed Company,Utilities\nZNON,Other Company,Utilities\n',
  );
  await importing(
    RATINGS,
    'listed-actions.csv',
    'Ticker,Date,Firm,Action,From,To\nZLST,2025-06-02,Alder,up,Hold,Buy\n',
  );
  const answer = await ask('ZLST');
  expect([
    answer.status,
    read(answer, 'actions_total'),
    read(answer, 'upgrade_count'),
    read(answer, 'recent', 0, 'firm'),
  ]).toEqual([200, 1, 1, 'Alder']);
  expect([
    read(answer, 'edge_3m', 'upgrades'),
    read(answer, 'scoreboard', 'm3', 'upgrades', 'n'),
    answer.headers['x-data-source'],
  ]).toEqual([null, 0, 'files, simulated']);
  expect([(await ask('ZNON')).status, read(await ask('ZNON'), 'actions_total')]).toEqual([200, 0]);
  const graph = await server.graphql(
    (await server.newKey('free')).key,
    '{ security(ticker: "ZLST") { now: streetGrades { actionCount } before: streetGrades(asOf: "2025-06-02T12:00:00Z") { actionCount } } }',
  );
  expect(read(graph, 'data', 'security')).toEqual({ now: { actionCount: 1 }, before: null });
  expect(read(graph, 'errors', 0, 'path')).toEqual(['security', 'before']);
  // An import of its prices is seen at once.
  await importing(BARS, 'ZLST.csv', PRICES);
  expect(read(await ask('ZLST'), 'recent', 0, 'return_since')).not.toBeNull();
  expect(String((await ask('ZLST')).headers['x-data-source'])).toMatch(/files/);
});

it('as of an instant has the actions of days that had ended in New York, and the sessions that had closed', async () => {
  const { key } = await server.newKey('free');
  const FIELDS = '{ id to actionCount recent { date returnSince } }';
  const now = read(
    await server.graphql(key, `{ security(ticker: "KO") { streetGrades { recent { date } } } }`),
    'data',
    'security',
    'streetGrades',
    'recent',
  ) as { date: string }[];
  const date = now[3]?.date ?? '';
  const earlier = now.find((each) => each.date < date)?.date;
  // 23:59 and midnight in New York; Colorado's and California's day had not ended either.
  const { then, next } = read(
    await server.graphql(
      key,
      `{ security(ticker: "KO") {
    then: streetGrades(asOf: "${new Date(newYorkUtcMs(Number(parseIsoDate(date)), 1439)).toISOString()}") ${FIELDS}
    next: streetGrades(asOf: "${new Date(newYorkUtcMs(Number(parseIsoDate(date)) + 1, 0)).toISOString()}") ${FIELDS} } }`,
    ),
    'data',
    'security',
  ) as Record<
    string,
    { id: string; to: string; actionCount: number; recent: { date: string; returnSince: number | null }[] }
  >;
  expect([then?.to, next?.to, then?.recent[0]?.date, next?.recent[0]?.date]).toEqual([earlier, date, earlier, date]);
  expect(then?.id).not.toBe(next?.id);
});

it('imported actions replace invented ones at once; those beside imported prices are left out', async () => {
  expect(Number(read(await ask('CAT'), 'actions_total'))).toBeGreaterThan(20);
  await importing(RATINGS, 'actions.csv', ACTIONS);
  const answer = await ask('CAT');
  expect([read(answer, 'actions_total'), read(answer, 'firms', 1)]).toEqual([
    2,
    {
      firm: 'Basalt',
      calls: 1,
      beat_tape: expect.any(Number),
      beat_rate: expect.any(Number),
      last_action: '2024-01-01',
    },
  ]);
  expect(String(answer.headers['x-data-source']).split(', ').sort()).toEqual(['files', 'simulated']);
  await importing(BARS, 'BA.csv', PRICES);
  expect(read(await ask('BA'), 'actions_total')).toBe(0);
});

it('price targets follow splits that are imported later', async () => {
  expect(read(await ask('CAT'), 'recent', 0, 'pt')).toBe(80);
  await importing(BARS, 'CAT.csv', PRICES);
  const answer = await ask('CAT');
  expect(read(answer, 'recent')).toEqual([
    { date: '2025-06-02', firm: 'Alder', action: 'upgrade', rating: 'Buy', pt: 20, ret_since: 0.1 },
    { date: '2024-01-01', firm: 'Basalt', action: 'initiation', rating: 'Outperform', pt: 11, ret_since: 1.2 },
  ]);
});

it('fifty reports take one query of the actions and one of the prices', async () => {
  const { rows } = await store.securities.search({ limit: 50, orderBy: 'symbol', isDescending: false });
  const statements: string[] = [];
  const executor = store.db.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  Object.assign(executor, {
    executeQuery: (...args: Parameters<typeof execute>) => {
      statements.push(args[0].sql);
      return execute(...args);
    },
  });
  const tickers = JSON.stringify(rows.map(({ symbol }) => symbol));
  const { key } = await server.newKey('pro');
  const answer = await server.graphql(
    key,
    `{ securitiesByTicker(tickers: ${tickers}) { streetGrades { actionCount } } }`,
  );
  expect(read(answer, 'errors')).toBeUndefined();
  expect(statements.filter((sql) => sql.includes('rating_actions'))).toHaveLength(1);
  expect(statements.filter((sql) => sql.includes('bar_years')).length).toBeLessThanOrEqual(1);
});
