import { afterAll, describe, expect, it } from '@jest/globals';
import { temporaryFiles } from '../../sources/files/fixtures/files.js';
import { importFiles } from '../../sources/files/import-files.js';
import { IMPORT as NEWS } from '../../sources/files/import-news.js';
import { codeOf, subscribe } from '../support/event-stream.js';
import { endConnections, read } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();
const { store } = server.runtime;
afterAll(endConnections);

const QUERY =
  'subscription ($tickers: [Ticker!]!, $initial: Boolean! = true, $since: [NewsVersionInput!]) { newsPublished(tickers: $tickers, initial: $initial, since: $since) { ticker news(first: 1) { version totalCount nodes { title } } } }';
const open = (key: string, variables: object) => subscribe(server.url, { key, query: QUERY, variables });
type Event = Awaited<ReturnType<Awaited<ReturnType<typeof open>>['event']>>;
const tickerOf = ({ data }: Event): unknown => read(data as object, 'data', 'newsPublished', 'ticker');
const newsOf = ({ data }: Event): { version: string; totalCount: number; nodes: { title: string }[] } =>
  read(data as object, 'data', 'newsPublished', 'news') as ReturnType<typeof newsOf>;
const used = async (key: string): Promise<unknown> =>
  read(await server.call('/api/v1/usage', { key }), 'requests', 'used');

const publish = async (...articles: readonly (readonly [ticker: string, headline: string])[]): Promise<void> => {
  const rows = articles.map(([related, headline], index) => ({
    url: `https://alder.example/${related}/${headline.length}/${index}`,
    headline,
    related,
    source: 'Alder Wire',
    summary: '',
    datetime: new Date(server.clock.nowMs - 60_000).toISOString(),
  }));
  const files = [await temporaryFiles({ 'news.json': JSON.stringify(rows) })];
  await importFiles(store, NEWS, files, { strict: false, now: () => new Date(server.clock.nowMs) });
};

describe('newsPublished', () => {
  it('sends a security with its news now, and again whenever a story about it is stored; each costs a unit', async () => {
    const { key } = await server.newKey('free');
    const stream = await open(key, { tickers: ['cat', 'JNJ'] });
    const first = [await stream.event(0), await stream.event(1)];
    expect(first.map(tickerOf)).toEqual(['CAT', 'JNJ']);
    expect(newsOf(first[0] as Event).nodes[0]?.title).toMatch(/^Invented: /);
    await publish(['CAT', 'Caterpillar profit beats estimates'], ['MSFT', 'Microsoft opens a data centre']);
    const next = await stream.event(2);
    expect([tickerOf(next), newsOf(next).nodes, newsOf(next).totalCount]).toEqual([
      'CAT',
      [{ title: 'Caterpillar profit beats estimates' }],
      1,
    ]);
    await publish(['CAT', 'Caterpillar profit beats estimates']);
    await publish(['JNJ', 'Johnson & Johnson recalls a device']);
    const last = await stream.event(3);
    expect([tickerOf(last), stream.events.length, await used(key)]).toEqual(['JNJ', 4, 4]);
    stream.leave();
  });

  it('sends and charges nothing again to a client that has the newest version', async () => {
    const { key } = await server.newKey('free');
    const before = await open(key, { tickers: ['KO'] });
    const { version } = newsOf(await before.event(0));
    before.leave();
    await before.ended;
    const again = await open(key, { tickers: ['KO'], since: [{ ticker: 'KO', version }] });
    await publish(['KO', 'Coca-Cola raises prices']);
    const event = await again.event(0);
    expect([newsOf(event).nodes[0]?.title, newsOf(event).version === version, await used(key)]).toEqual([
      'Coca-Cola raises prices',
      false,
      2,
    ]);
    again.leave();
  });

  it('does not start with anything if the client does not want it, and waits for unknown tickers', async () => {
    const { key } = await server.newKey('free');
    const stream = await open(key, { tickers: ['PEP', 'NOSUCH'], initial: false });
    await publish(['PEP', 'PepsiCo buys a snack maker']);
    expect(newsOf(await stream.event(0)).nodes).toEqual([{ title: 'PepsiCo buys a snack maker' }]);
    stream.leave();
    await stream.ended;
    const unknown = await open(key, { tickers: ['NOSUCH'] });
    expect(codeOf(await unknown.event(0))).toBe('TICKER_NOT_FOUND');
    unknown.leave();
  });
});
