import { expect, it } from '@jest/globals';
import { run } from '../../jobs/workers/composites/composites-thread.js';
import { recordComposites } from '../../jobs/workers/composites/record-composites.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();
const { store, clock, log } = server.runtime;
const { key } = await server.newKey('pro');
const card = (window = '90d'): Promise<Answer> => server.call(`/api/v1/engine/model-card?window=${window}`, { key });
const missing = async (): Promise<unknown> =>
  read(await server.graphql(key, '{ modelCard { record { wins } missing { section reason } } }'), 'data', 'modelCard');

const SECTIONS = ['record', 'significance', 'calibration', 'discrimination', 'robustness', 'factor_health'];

async function record(tickers?: readonly string[]): Promise<void> {
  const { bars, composites, earnings, optionReadings } = store;
  const some = tickers === undefined ? composites : { ...composites, pendingSymbols: async () => tickers };
  await recordComposites({
    store: { bars, earnings, optionReadings, composites: some },
    clock,
    log,
    rng: () => 0,
    compute: async (tasks) => run(tasks),
  });
}

it('without a record every section is null, and the answer says why', async () => {
  const none = { significance: null, calibration: null, discrimination: null, robustness: null };
  const answer = await card();
  expect([answer.status, read(answer)]).toEqual([
    200,
    {
      window: '90d',
      as_of: null,
      record: null,
      validation: none,
      factor_health: null,
      missing: SECTIONS.map((section) => ({ section, reason: 'no composite signal is recorded' })),
      api_version: 'v1',
    },
  ]);
  expect(await missing()).toMatchObject({
    record: null,
    missing: Array.from({ length: 6 }, () => ({ reason: 'no composite signal is recorded' })),
  });
});

it('while the past is being recorded, a random part of the market is not judged', async () => {
  await record(['AAPL', 'MSFT']);
  const answer = await card();
  expect(read(answer, 'record')).toBeNull();
  const reason = expect.stringMatching(/^composite signals are still being recorded: 2 of \d+ equities$/);
  expect(read(answer, 'missing')).toEqual(SECTIONS.map((section) => ({ section, reason })));
  expect(await missing()).toMatchObject({
    missing: expect.arrayContaining([
      { section: 'RECORD', reason: expect.stringMatching(/still being recorded: 2 of \d+ equities/) },
    ]),
  });
});

it('a whole record is judged, over REST and GraphQL alike, and the invented market proves nothing', async () => {
  await record();
  const answers = [await card('30d'), await card(), await card('365d'), await card('all')];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const resolved = answers.map((answer) => Number(read(answer, 'record', 'resolved')));
  expect(resolved).toEqual([...resolved].sort((one, other) => one - other));
  expect(resolved[0]).toBeGreaterThan(300);
  expect(resolved[3]).toBeGreaterThan(50_000);
  for (const answer of answers) {
    expect(String(read(answer, 'validation', 'significance', 'read'))).toMatch(/^Nothing is proven/);
    expect(answer.headers['x-data-source']).toBe('simulated');
  }
  expect([read(answers[0] as Answer, 'validation', 'robustness'), read(answers[0] as Answer, 'factor_health')]).toEqual(
    [null, null],
  );
  expect(read(answers[3] as Answer, 'factor_health')).toMatchObject([
    { factor: 'technical', verdict: 'BROKEN' },
    { factor: 'momentum' },
    { factor: 'fundamentals', verdict: 'BROKEN' },
  ]);
  const graph = await server.graphql(
    key,
    '{ modelCard(window: ALL) { record { resolvedCount wins } missing { section } } }',
  );
  expect(read(graph, 'data', 'modelCard')).toEqual({
    record: { resolvedCount: resolved[3], wins: read(answers[3] as Answer, 'record', 'wins') },
    missing: [],
  });
});

it('changes at once when the record does; a security of another kind is not counted', async () => {
  server.nextMinute();
  const before = Number(read(await card('all'), 'record', 'resolved'));
  await store.composites.remove(['AAPL']);
  const after = Number(read(await card('all'), 'record', 'resolved'));
  expect(after).toBeLessThan(before);
  await store.db
    .transaction()
    .execute((tx) => store.securities.upsert(tx, [{ symbol: 'MSFT', name: 'MSFT', kind: 'etf', source: 'simulated' }]));
  expect(Number(read(await card('all'), 'record', 'resolved'))).toBeLessThan(after);
});

it('asks each table once for a market that is read at once', async () => {
  server.nextMinute();
  const { readYears } = store.bars;
  let queries = 0;
  Object.assign(store.bars, {
    readYears: (...args: Parameters<typeof readYears>) => ((queries += 1), readYears(...args)),
  });
  await store.composites.remove(['XOM']);
  await card('365d');
  Object.assign(store.bars, { readYears });
  expect(queries).toBe(1);
});

it('is of 90 days by default, over REST and in the graph', async () => {
  const [given, asked] = [await server.call('/api/v1/engine/model-card', { key }), await card()];
  expect([given.status, read(given, 'window'), given.text]).toEqual([200, '90d', asked.text]);
  expect(read(await server.graphql(key, '{ modelCard { window } }'), 'data', 'modelCard', 'window')).toBe('DAYS_90');
});
