import { afterAll, expect, it } from '@jest/globals';
import { dayOf } from '../../calendar/days.js';
import type { EarningsReport } from '../../store/earnings.js';
import { subscribe } from '../support/event-stream.js';
import { endConnections, read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();
const { store } = server.runtime;
const { key } = await server.newKey('institutional');
afterAll(endConnections);

const signal = (ticker: string): Promise<Answer> => server.call(`/api/v1/signal?ticker=${ticker}`, { key });
const factor = async (ticker: string): Promise<unknown> => read(await signal(ticker), 'scores', 'fundamentals');
const details = async (ticker: string): Promise<unknown> =>
  read(
    await server.graphql(
      key,
      `{ security(ticker: "${ticker}") { signal { scores { fundamentals { score details { earningsSurprise revenueSurprise knownFrom } } } } } }`,
    ),
    'data',
    'security',
    'signal',
    'scores',
    'fundamentals',
  );
const reportsOf = async (ticker: string): Promise<readonly EarningsReport[]> =>
  (await store.earnings.byTickers([ticker])).get(ticker) ?? [];
const save = (reports: readonly EarningsReport[]): Promise<void> =>
  store.db.transaction().execute((tx) =>
    store.earnings.upsert(
      tx,
      reports.map(({ acceptedAt: _acceptedAt, ...report }) => report),
    ),
  );
/** The newest report with another net income. */
const surprising = async (ticker: string, factorOfIncome: number): Promise<readonly EarningsReport[]> =>
  (await reportsOf(ticker))
    .slice(-1)
    .map((report) => ({ ...report, firstNetIncome: (report.firstNetIncome ?? 0) * factorOfIncome }));

it('the factor of an invented company has both surprises and their day, in the weights of the signal', async () => {
  const known = await details('MSFT');
  expect(known).toEqual({
    score: expect.any(Number),
    details: {
      earningsSurprise: expect.any(Number),
      revenueSurprise: expect.any(Number),
      knownFrom: expect.stringMatching(/^20\d\d-/),
    },
  });
  const scores = read(await signal('MSFT'), 'scores') as Record<string, { readonly weight: number } | null>;
  const weights = Object.values(scores).map((score) => score?.weight ?? 0);
  expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5);
  expect(scores['fundamentals']?.weight).toBeCloseTo(0.2, 5);
});

it('a report that is stored reaches the next answer and the streams', async () => {
  const before = Number(read(await signal('KO'), 'composite_score'));
  const stream = await subscribe(server.url, {
    key,
    query:
      'subscription { signalChanged(tickers: ["KO"], initial: false) { signal { compositeScore scores { fundamentals { details { earningsSurprise } } } } } }',
    variables: {},
  });
  await save(await surprising('KO', 3));
  const event = await stream.event(0);
  stream.leave();
  const told = read(event.data as object, 'data', 'signalChanged', 'signal') as {
    compositeScore: number;
    scores: { fundamentals: { details: { earningsSurprise: number } } };
  };
  expect(told.compositeScore).toBeGreaterThan(before);
  expect(told.scores.fundamentals.details.earningsSurprise).toBeGreaterThan(5);
  expect(read(await signal('KO'), 'composite_score')).toBe(told.compositeScore);
});

it('a report counts from the close after it was filed, and not without the figures of its own filing', async () => {
  const known = await details('PEP');
  const last = (await store.securities.bySymbols(['PEP'])).get('PEP')?.lastDay ?? dayOf(2026, 1, 2);
  const [newest] = await surprising('PEP', 50);
  if (newest === undefined) throw new Error('PEP has no reports');
  await save([{ ...newest, filingDay: last }]);
  expect(await details('PEP')).not.toEqual(known);
  expect(read((await details('PEP')) as object, 'details', 'knownFrom')).not.toBe(
    read(known as object, 'details', 'knownFrom'),
  );
  await save((await reportsOf('PEP')).map((report) => ({ ...report, firstNetIncome: null, firstRevenue: null })));
  expect([await details('PEP'), await factor('PEP')]).toEqual([null, null]);
});

it('invented reports count beside invented prices only', async () => {
  expect(await factor('CAT')).not.toBeNull();
  const bars = (await store.bars.load(['CAT'])).get('CAT')?.bars;
  if (bars === undefined) throw new Error('CAT has no bars');
  await store.db.transaction().execute(async (tx) => {
    await store.securities.upsert(tx, [{ symbol: 'CAT', name: 'Caterpillar Inc.', kind: 'equity', source: 'files' }]);
    await store.bars.replaceMany(tx, [{ symbol: 'CAT', source: 'files', bars }]);
  });
  expect(await factor('CAT')).toBeNull();
});
