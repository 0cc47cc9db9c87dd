import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from '@jest/globals';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

let listener: RequestListener = (_request, response) => void response.end();
const asked: string[] = [];
const web = createServer((request, response) => {
  asked.push(new URL(request.url ?? '', 'http://web').searchParams.get('q') ?? '');
  listener(request, response);
}).listen(0, '127.0.0.1');
if (!web.listening) await once(web, 'listening');
afterAll(() => {
  web.closeAllConnections();
  web.close();
});
const server = await serverForFile({
  SVC_NEWS_SEARCH: `http://127.0.0.1:${(web.address() as AddressInfo).port}/rss?q={q}`,
  SVC_ALLOW_PRIVATE_TARGETS: '1',
});
const rss = (...titles: readonly string[]): string =>
  `<rss version="2.0"><channel><title>Results</title>${titles.map((title) => `<item><title>${title}</title><link>https://elm.example/${encodeURIComponent(title)}</link><pubDate>Fri, 02 Jan 2026 09:00:00 GMT</pubDate></item>`).join('')}</channel></rss>`;
const ask = async (query: string): Promise<Answer> =>
  server.call(`/api/v1/private-companies/news?${query}`, { key: (await server.newKey('pro')).key });
const search = (answer: Answer): unknown => {
  const sources = read(answer, 'sources') as readonly {
    readonly key: string;
    readonly status: string;
    readonly error: string | null;
    readonly articles: number;
  }[];
  const row = sources.find(({ key }) => key === 'web-search');
  return row === undefined ? null : [row.status, row.error, row.articles];
};
const titles = (answer: Answer): readonly string[] =>
  (read(answer, 'articles') as readonly { readonly title: string }[]).map(({ title }) => title);

it('is told where it fails, times out or is no feed, with what is stored and never as an error', async () => {
  const cases: readonly (readonly [string, string, RequestListener])[] = [
    ['Stripe', 'http_status', (_request, response) => void response.writeHead(500).end()],
    ['Plaid', 'timeout', () => undefined],
    ['Brex', 'not_a_feed', (_request, response) => void response.end('{"results": []}')],
    ['Ramp', 'unreachable', (request) => request.socket.destroy()],
    ['Deel', 'too_large', (_request, response) => void response.end(rss('x'.repeat(300_000)))],
  ];
  for (const [q, error, answer] of cases) {
    listener = answer;
    const found = await ask(`q=${q}`);
    expect([q, found.status, search(found)]).toEqual([q, 200, ['failed', error, 0]]);
    expect(titles(found).length).toBeGreaterThan(0);
    expect(titles(found).every((title) => title.startsWith('Invented: '))).toBe(true);
  }
});

it('is asked for what only invented stories answer, and its articles are stored and take their place', async () => {
  asked.splice(0);
  listener = (_request, response) =>
    void response.end(rss('OpenAI opens an office in Oslo', 'A page about something else'));
  const first = await ask('q=OpenAI&slug=openai');
  expect([titles(first), search(first), asked]).toEqual([
    ['OpenAI opens an office in Oslo'],
    ['ok', null, 1],
    ['OpenAI'],
  ]);
  expect(read(first, 'articles', 0)).toMatchObject({
    source: 'elm.example',
    companies: [{ slug: 'openai', name: 'OpenAI' }],
    relevance: expect.closeTo(1 - 0.8 * 0.4, 6),
  });
  expect(first.headers['x-data-source']).toBe('curated, web-search');
  const second = await ask('q=Open%20AI&slug=openai');
  expect([titles(second), search(second), asked]).toEqual([
    ['OpenAI opens an office in Oslo'],
    ['not_asked', null, 1],
    ['OpenAI'],
  ]);
  expect(
    await server.runtime.store.db
      .selectFrom('news_articles')
      .select('title')
      .where('title', 'like', 'A page%')
      .execute(),
  ).toEqual([]);
  // Stored like other articles: found by other searches, and told as startup news.
  expect(titles(await ask('q=oslo'))).toEqual(['OpenAI opens an office in Oslo']);
  expect(
    Number(read(await server.call('/api/v1/startup-news?q=oslo', { key: (await server.newKey('free')).key }), 'total')),
  ).toBe(1);
});

it('is asked once for aliases and requests at a time, and answers by GraphQL as by REST', async () => {
  asked.splice(0);
  listener = (_request, response) => void response.end(rss());
  const key = await server.newKey('pro');
  const fields = '{ totalCount sources { key status } }';
  const answers = await Promise.all([
    ...Array.from({ length: 3 }, () => ask('q=nothing%20there')),
    server.graphql(
      key.key,
      `{ one: privateCompanyNews(filter: { search: "nothing there" }) ${fields} two: privateCompanyNews(filter: { search: "Nothing: THERE" }) ${fields} }`,
    ),
  ]);
  expect([answers.map(({ status }) => status), asked]).toEqual([[200, 200, 200, 200], ['nothing there']]);
  expect(read(answers[3] as Answer, 'data')).toEqual({
    one: { totalCount: 0, sources: [{ key: 'web-search', status: 'OK' }] },
    two: { totalCount: 0, sources: [{ key: 'web-search', status: 'OK' }] },
  });
  expect(await server.used(key)).toBe(2);
});

it('many searches at a time are busy, with what is stored, and never an error', async () => {
  listener = () => undefined;
  const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => ask(`q=unheard${index}`)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const errors = answers.map((answer) => JSON.stringify(search(answer)));
  const [timeout, busy] = ['["failed","timeout",0]', '["failed","busy",0]'];
  expect(new Set(errors)).toEqual(new Set([timeout, busy]));
  expect(errors.filter((each) => each === timeout).length).toBeLessThanOrEqual(4);
});
