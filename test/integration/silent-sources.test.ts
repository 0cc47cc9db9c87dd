import { afterAll, expect, it } from '@jest/globals';
import { configurePolls, sourcePolls } from '../../bin/source-polls.js';
import { createFeedPool } from '../../jobs/workers/news/feed-pool.js';
import { configureFeeds, refreshFeeds } from '../../jobs/workers/news/refresh-feeds.js';
import { createOutbound } from '../../outbound/outbound.js';
import { startReplayServer } from '../../sources/live/fixtures/replay-server.js';
import { allHeard } from '../../store/fixtures/databases.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

/** Finnhub and a feed, which fail until the test has them answer. */
const vendor = await startReplayServer();
vendor.fault = 'error';
const pool = createFeedPool();
const outbound = createOutbound({ target: 'operator', totalTimeoutMs: 60_000, maxBytes: 1024 * 1024 });
afterAll(async () => {
  outbound.close();
  await pool.close();
  await vendor.close();
});
// Tickers stay those of the simulated market.
const server = await serverForFile({
  SVC_SOURCE: 'simulated,finnhub',
  SVC_SOURCE_URLS: `finnhub=${vendor.url}`,
  SVC_FINNHUB_KEY: 'sk-pebble-0123456789',
});
const { runtime } = server;
const { store, log } = runtime;
const { key } = await server.newKey('institutional');

vendor.answers.set('/calendar/ipo', JSON.stringify({ ipoCalendar: [] }));
vendor.answers.set('/news', '[]');
vendor.answers.set(
  '/feed.xml',
  '<?xml version="1.0"?><rss version="2.0"><channel><title>Elm</title><item><title>Nothing about any company</title>' +
    '<link>https://elm.example/1</link><pubDate>Fri, 02 Jan 2026 09:00:00 GMT</pubDate></item></channel></rss>',
);
const feeds = [{ url: `${vendor.url}/feed.xml`, key: 'elm', isStartup: false }];
const feedOptions = { store, outbound, pool, feeds, clock: () => server.clock.nowMs, log };

/** Reads once what workers read regularly. */
async function poll(): Promise<void> {
  await refreshFeeds(feedOptions, () => false);
  for (const { id, run } of sourcePolls(runtime)) if (id.startsWith('finnhub')) await run(() => false);
  await allHeard(store);
}

const IPO = 'catalysts?types=ipo&ticker=AAPL';
const NOTHING = 'no expected or priced IPO of these days is stored';
const UNREAD =
  'the dates of IPOs have not been read yet, because their source has not answered or failed; ask again later';
const rest = (path: string): Promise<Answer> => server.call(`/api/v1/${path}`, { key });
const lacks = ({ status, headers }: Answer): unknown => [status, headers['x-data-missing']];
const reasons = (answer: Answer): unknown =>
  (read(answer, 'missing') as { reason: string }[]).map(({ reason }) => reason);
async function missingNews(ticker: string): Promise<unknown> {
  const answer = await server.graphql(
    key,
    `{ security(ticker: "${ticker}") { news { totalCount missing { source reason } } } }`,
  );
  expect(read(answer, 'errors')).toBeUndefined();
  const { totalCount, missing } = read(answer, 'data', 'security', 'news') as { totalCount: number; missing: unknown };
  return [totalCount > 0, missing, answer.headers['x-data-missing']];
}

it('without sources of news and IPOs nothing is told as missing', async () => {
  expect(lacks(await rest('news?ticker=SPY'))).toEqual([200, undefined]);
  expect(await missingNews('SPY')).toEqual([false, [], undefined]);
  const ipos = await rest(IPO);
  expect([lacks(ipos), reasons(ipos)]).toEqual([[200, undefined], [NOTHING]]);
});

it('sources that are configured and were never read are told, in place of none', async () => {
  await configurePolls(runtime);
  await configureFeeds(feedOptions);
  await allHeard(store);
  const ipos = await rest(IPO);
  expect([lacks(ipos), reasons(ipos)]).toEqual([[200, 'ipo'], [UNREAD]]);
  expect(lacks(await rest('news?ticker=SPY'))).toEqual([200, 'news']);
  const pending = { source: 'finnhub', reason: 'not read yet' };
  expect(await missingNews('SPY')).toEqual([false, [{ source: 'elm', reason: 'not read yet' }, pending], 'news']);
});

it('how they failed is told; a ticker with stories and a window with IPOs lack nothing in the header', async () => {
  await poll();
  const failed = { source: 'finnhub', reason: 'not read yet: the source answered with another status than 200' };
  const silent = [{ source: 'elm', reason: 'not read yet: it answered with another status than 200' }, failed];
  expect(await missingNews('SPY')).toEqual([false, silent, 'news']);
  expect(await missingNews('AAPL')).toEqual([true, silent, undefined]);
  expect(lacks(await rest('news?ticker=AAPL'))).toEqual([200, undefined]);
  expect(reasons(await rest(IPO))).toEqual([UNREAD]);
  const market = await rest('catalysts?types=ipo&days=60');
  expect([lacks(market), reasons(market)]).toEqual([[200, undefined], []]);
  expect(lacks(await rest('catalysts?types=opex'))).toEqual([200, undefined]);
});

it('once they have answered, none is none, also after they fail again and after a start', async () => {
  vendor.fault = null;
  server.clock.nowMs += 3_600_000;
  await poll();
  const told = async (): Promise<unknown> => {
    const ipos = await rest(IPO);
    return [lacks(await rest('news?ticker=SPY')), await missingNews('SPY'), lacks(ipos), reasons(ipos)];
  };
  const none = [[200, undefined], [false, [], undefined], [200, undefined], [NOTHING]];
  expect(await told()).toEqual(none);
  vendor.fault = 'error';
  await poll();
  await configurePolls(runtime);
  await configureFeeds(feedOptions);
  await allHeard(store);
  expect(await told()).toEqual(none);
});

it('a source that is no longer configured is not told', async () => {
  await store.sourcePolls.configure([{ poll: 'pebble dates', source: 'pebble', gives: 'ipo' }]);
  await allHeard(store);
  expect(reasons(await rest(IPO))).toEqual([UNREAD]);
  await configurePolls({ ...runtime, sources: { ...runtime.sources, finnhub: null } });
  await allHeard(store);
  expect(reasons(await rest(IPO))).toEqual([NOTHING]);
});
