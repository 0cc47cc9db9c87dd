import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createFeedPool } from '../../jobs/workers/news/feed-pool.js';
import { refreshFeeds } from '../../jobs/workers/news/refresh-feeds.js';
import { createOutbound, type Outbound } from '../../outbound/outbound.js';
import { temporaryFiles } from '../../sources/files/fixtures/files.js';
import { importFiles } from '../../sources/files/import-files.js';
import { IMPORT as NEWS } from '../../sources/files/import-news.js';
import { relinkNews } from '../../sources/news/relink.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();
const { store } = server.runtime;
const now = (): Date => new Date(server.clock.nowMs);
const ask = async (query: Readonly<Record<string, string | number>>): Promise<Answer> => {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return server.call(`/api/v1/private-companies/news?${search.toString()}`, { key: (await server.newKey('pro')).key });
};
interface Article {
  readonly title: string;
  readonly url: string;
  readonly source: string;
  readonly published_at: string;
  readonly summary: string | null;
  readonly tickers: readonly string[];
  readonly companies: readonly { readonly slug: string; readonly name: string }[];
  readonly relevance: number;
}
interface Source {
  readonly key: string;
  readonly kind: string;
  readonly status: string;
  readonly articles: number;
  readonly error: string | null;
  readonly since: string | null;
}
const articles = (answer: Answer): readonly Article[] => read(answer, 'articles') as readonly Article[];
const titles = (answer: Answer): readonly string[] => articles(answer).map(({ title }) => title);
const sources = (answer: Answer): readonly Source[] => read(answer, 'sources') as readonly Source[];
const OFF: Source = { key: 'web-search', kind: 'search', status: 'off', articles: 0, error: null, since: null };
const at = (hours: number): string => new Date(server.clock.nowMs - hours * 3_600_000).toISOString();
const importing = async (...rows: readonly string[]) =>
  importFiles(
    store,
    NEWS,
    [await temporaryFiles({ 'news.csv': ['Date,Source,Title,Url,Summary', ...rows].join('\n') })],
    { strict: false, now },
  );

describe('stories of the demo market', () => {
  it('answer for every curated company, each labelled as invented and without a round, in pages that have all of them once', async () => {
    const companies = await store.privateCompanies.bySource('curated');
    expect(companies.length).toBeGreaterThan(25);
    for (const { name, slug } of companies) {
      const answer = await ask({ q: name, slug, limit: 50 });
      expect([name, answer.status, articles(answer).length > 0]).toEqual([name, 200, true]);
      for (const { title, summary, source, companies: about } of articles(answer)) {
        expect(title).toMatch(/^Invented: /);
        expect(summary).toMatch(/^Invented by the demo market/);
        expect(source).toMatch(/\(invented demo outlet\)$/);
        expect(about.map((each) => each.slug)).toContain(slug);
      }
    }
    const rounds = await store.db
      .selectFrom('startup_stories')
      .select('slug')
      .where('hasRound', '=', true)
      .where(
        'slug',
        'in',
        companies.map(({ slug }) => slug),
      )
      .execute();
    expect(rounds).toEqual([]);
    const seen: Article[] = [];
    let cursor: string | null = '';
    let total = 0;
    while (cursor !== null) {
      const answer = await ask({ q: 'people', limit: 4, ...(cursor === '' ? {} : { cursor }) });
      seen.push(...articles(answer));
      total = Number(read(answer, 'total'));
      expect(read(answer, 'count')).toBe(articles(answer).length);
      cursor = read(answer, 'next_cursor') as string | null;
    }
    expect(total).toBeGreaterThan(8);
    expect([seen.length, new Set(seen.map(({ url }) => url)).size]).toEqual([total, total]);
    const relevances = seen.map(({ relevance }) => relevance);
    expect(relevances).toEqual([...relevances].sort((one, other) => other - one));
    expect(relevances.every((relevance) => relevance > 0 && relevance <= 1)).toBe(true);
  });

  it('come from outlets that are told, with how many each has, and the web search is off', async () => {
    const answer = await ask({ q: 'SHIELD AI', slug: 'shield-ai', limit: 50 });
    const [search, ...outlets] = sources(answer);
    expect(search).toEqual(OFF);
    expect(outlets.length).toBeGreaterThan(1);
    expect(
      outlets.every(
        ({ kind, status, articles: count, error }) =>
          kind === 'stored' && status === 'ok' && count > 0 && error === null,
      ),
    ).toBe(true);
    expect(answer.headers['x-data-source']).toBe('curated, simulated');
    expect((await ask({ q: 'SHIELD AI' })).headers['x-data-source']).toBe('simulated');
  });

  it('are not found where they are about listed companies, whose prices may be real', async () => {
    expect((await store.news.pages([{ ticker: 'AAPL', limit: 1 }]))[0]?.total).toBeGreaterThan(3);
    expect(titles(await ask({ q: 'Apple' }))).toEqual([]);
    expect(titles(await ask({ q: 'dividend estimates' }))).toEqual([]);
  });
});

describe('requests', () => {
  const outcome = async (query: string, key?: string): Promise<unknown> => {
    const answer = await server.call(`/api/v1/private-companies/news?${query}`, {
      key: key ?? (await server.newKey('pro')).key,
    });
    return [answer.status, read(answer, 'error'), read(answer, 'param')];
  };
  const encoded = encodeURIComponent;
  const LONG: Readonly<Partial<Record<string, string>>> = {
    '80 letters': `q=${'a'.repeat(80)}`,
    '81 letters': `q=${'a'.repeat(81)}`,
    '80 letters of two code units': `q=${encoded('𝓪'.repeat(80))}`,
    '81 letters of two code units': `q=${encoded('𝓪'.repeat(81))}`,
  };

  it.each([
    ['', 'missing_parameter', 'q'],
    ['slug=openai', 'missing_parameter', 'q'],
    ['q=', 'missing_parameter', 'q'],
    ['q=%20%09', 'missing_parameter', 'q'],
    ['81 letters', 'invalid_parameter', 'q'],
    ['81 letters of two code units', 'invalid_parameter', 'q'],
    ['q=the%20of%20and', 'invalid_parameter', 'q'],
    [`q=${encoded('🚀 — !')}`, 'invalid_parameter', 'q'],
    ['q=%00', 'invalid_parameter', 'q'],
    ['q=a%00b', 'invalid_parameter', 'q'],
    ['q=openai&q=openai', 'invalid_parameter', 'q'],
    ['q=%FF', 'invalid_parameter', 'q'],
    [`q=openai&slug=${'a'.repeat(81)}`, 'invalid_parameter', 'slug'],
    ['q=openai&slug=openai&slug=stripe', 'invalid_parameter', 'slug'],
    ['q=openai&limit=0', 'invalid_parameter', 'limit'],
    ['q=openai&limit=51', 'invalid_parameter', 'limit'],
    ['q=openai&limit=1.5', 'invalid_parameter', 'limit'],
    ['q=openai&cursor=x', 'invalid_parameter', 'cursor'],
  ])('%s is 400 %s of %s and costs nothing', async (query, error, param) => {
    const key = await server.newKey('pro');
    expect(await outcome(LONG[query] ?? query, key.key)).toEqual([400, error, param]);
    expect(await server.used(key)).toBe(0);
  });

  it.each([
    ['80 letters', 0],
    ['80 letters of two code units', 0],
    ['q=openai&limit=1', 1],
    ['q=openai&limit=50', 1],
    ['q=%20OpenAI%20&slug=%20OPENAI%20', 1],
    [`q=${encoded('𝓞𝓹𝓮𝓷𝓐𝓘')}`, 1],
    ['q=Open%20AI', 1],
    ['q=openai&slug=', 1],
    ['q=openai&slug=openai&unknown=1', 1],
    [`q=${encoded("'; drop table news_words; --")}`, 0],
    [`q=${encoded('%_\\')}zz`, 0],
    ['q=constructor', 0],
    ['q=__proto__', 0],
    ['q=openai&slug=stripe', 1],
    ['q=%F0%9F%9A%80%20Stripe', 1],
    [`q=${encoded('{"$ne":1}')}`, 0],
  ])('%s is answered, with at least %i articles', async (query, least) => {
    const answer = await server.call(`/api/v1/private-companies/news?${LONG[query] ?? query}`, {
      key: (await server.newKey('pro')).key,
    });
    expect(answer.status).toBe(200);
    expect(articles(answer).length).toBeGreaterThanOrEqual(least);
    if (least === 0)
      expect([
        read(answer, 'count'),
        read(answer, 'total'),
        read(answer, 'next_cursor'),
        articles(answer).length,
      ]).toEqual([0, 0, null, 0]);
  });

  it('an unknown slug is 404, as is the path with another segment below it; a cursor of another search is refused', async () => {
    expect(await outcome('q=openai&slug=nobody')).toEqual([404, 'not_found', 'slug']);
    expect(await outcome('q=openai&slug=../list')).toEqual([404, 'not_found', 'slug']);
    expect(await outcome('q=openai&slug=__proto__')).toEqual([404, 'not_found', 'slug']);
    const cursor = String(read(await ask({ q: 'openai', limit: 1 }), 'next_cursor'));
    expect(await outcome(`q=OPENAI&cursor=${cursor}&limit=2`)).toEqual([200, undefined, undefined]);
    expect(await outcome(`q=stripe&cursor=${cursor}`)).toEqual([400, 'invalid_parameter', 'cursor']);
    expect(await outcome(`q=openai&slug=openai&cursor=${cursor}`)).toEqual([400, 'invalid_parameter', 'cursor']);
    const { key } = await server.newKey('pro');
    expect((await server.call('/api/v1/private-companies/news/openai', { key })).status).toBe(404);
    expect((await server.call('/api/v1/private-companies/news?q=openai', { key, method: 'POST' })).status).toBe(405);
  });

  it('need Pro, on REST before the parameters are read, and in GraphQL; the demo keys have it', async () => {
    for (const [tier, status] of [
      ['free', 403],
      ['starter', 403],
      ['pro', 200],
      ['institutional', 200],
    ] as const) {
      const { key } = await server.newKey(tier);
      const answer = await server.call('/api/v1/private-companies/news?q=openai', { key });
      expect([tier, answer.status, read(answer, 'required_tier')]).toEqual([
        tier,
        status,
        status === 403 ? 'pro' : undefined,
      ]);
      expect((await server.call('/api/v1/private-companies/news', { key })).status).toBe(status === 403 ? 403 : 400);
      const graph = await server.graphql(key, '{ privateCompanyNews(filter: { search: "openai" }) { totalCount } }');
      expect(read(graph, 'errors', 0, 'extensions', 'code')).toBe(status === 403 ? 'TIER_REQUIRED' : undefined);
      expect((await server.call('/api/v1/private-companies/news?q=openai', { key: `svc_demo_${tier}` })).status).toBe(
        status,
      );
    }
    expect((await server.call('/api/v1/private-companies/news?q=openai')).status).toBe(401);
  });

  it('an answer that has not changed is 304 and costs nothing', async () => {
    const key = await server.newKey('pro');
    const first = await server.call('/api/v1/private-companies/news?q=openai', { key: key.key });
    const again = await server.call('/api/v1/private-companies/news?q=openai', {
      key: key.key,
      headers: { 'If-None-Match': String(first.headers['etag']) },
    });
    expect([first.status, again.status, await server.used(key)]).toEqual([200, 304, 1]);
  });
});

describe('GraphQL', () => {
  it('has several searches by alias, each of which costs one unit, and what REST has not', async () => {
    const key = await server.newKey('pro');
    const fields =
      '{ totalCount edges { relevance cursor node { id title sourceKey companies { slug name profile { newsTopics } } repeats { source } } } nodes { id } sources { key kind status articles error since } pageInfo { hasNextPage } }';
    const answer = await server.graphql(
      key.key,
      `query ($slug: String) { one: privateCompanyNews(first: 2, filter: { search: "Ramp", slug: $slug }) ${fields} two: privateCompanyNews(first: 2, filter: { search: "Open AI" }) ${fields} }`,
      { slug: 'ramp' },
    );
    expect(read(answer, 'errors')).toBeUndefined();
    for (const [alias, slug] of [
      ['one', 'ramp'],
      ['two', 'openai'],
    ] as const) {
      const edges = read(answer, 'data', alias, 'edges') as { node: { id: string; companies: { slug: string }[] } }[];
      expect(edges.map(({ node }) => node.companies.map((each) => each.slug))).toEqual([[slug], [slug]]);
      expect(read(answer, 'data', alias, 'nodes')).toEqual(edges.map(({ node }) => ({ id: node.id })));
      expect(read(answer, 'data', alias, 'sources', 0)).toEqual({
        key: 'web-search',
        kind: 'SEARCH',
        status: 'OFF',
        articles: 0,
        error: null,
        since: null,
      });
    }
    // Two searches and the profiles of four companies on their pages.
    expect(await server.used(key)).toBe(6);
  });

  it('refuses a search without a word, and one that is too long, under its path; the other fields answer', async () => {
    const { key } = await server.newKey('pro');
    const answer = await server.graphql(
      key,
      `{ blank: privateCompanyNews(filter: { search: " the " }) { totalCount } long: privateCompanyNews(filter: { search: "${'a'.repeat(81)}" }) { totalCount } unknown: privateCompanyNews(filter: { search: "a1", slug: "nobody" }) { totalCount } good: privateCompanyNews(filter: { search: "stripe" }) { totalCount } }`,
    );
    const errors = read(answer, 'errors') as { path: string[]; extensions: { code: string } }[];
    expect(Object.fromEntries(errors.map(({ path, extensions }) => [path[0], extensions.code]))).toEqual({
      blank: 'INVALID_PARAMETER',
      long: 'INVALID_PARAMETER',
      unknown: 'NOT_FOUND',
    });
    expect(read(answer, 'data', 'good', 'totalCount')).toBeGreaterThan(0);
  });
});

describe('stored articles', () => {
  it('replace the invented ones; a story of two outlets is one; the company’s stories come first, and words are not taken for it', async () => {
    await importing(
      `${at(30)},Elm Post,Ramp raises $300 million at a $32 billion valuation,https://elm.example/1,The corporate card company is led by Eric Glyman.`,
      `${at(29)},Ash Daily,Ramp raises $300 million at a $32 billion valuation,https://ash.example/1,`,
      `${at(2)},Elm Post,GM to ramp up production of electric trucks,https://elm.example/2,The plant is in Ohio.`,
      `${at(3)},Elm Post,Banks court start-ups,https://elm.example/3,"Brex and Ramp, which issue a corporate card each, answer with layoffs."`,
      `${at(200)},Elm Post,Ramp opens an office in Lisbon,https://elm.example/4,`,
      `${at(1)},Elm Post,OpenAI publishes a paper,https://elm.example/5,`,
    );
    expect(titles(await ask({ q: 'Stripe' }))).toEqual([]);
    const company = await ask({ q: 'Ramp', slug: 'ramp' });
    expect(titles(company)).toEqual([
      'Ramp raises $300 million at a $32 billion valuation',
      'Banks court start-ups',
      'Ramp opens an office in Lisbon',
    ]);
    expect(articles(company)[0]).toMatchObject({
      url: 'https://elm.example/1',
      source: 'Elm Post',
      tickers: [],
      companies: [{ slug: 'ramp', name: 'Ramp' }],
      sentiment: { label: expect.any(String) },
    });
    expect(sources(company)).toEqual([
      OFF,
      { key: 'elm-post', kind: 'stored', status: 'ok', articles: 3, error: null, since: null },
      { key: 'ash-daily', kind: 'stored', status: 'ok', articles: 1, error: null, since: null },
    ]);
    // By hand: name and search 1 - 0.8 * 0.4, its three boost terms in the summary two of them; 27 hours after the
    // newest.
    const weight = 1 - 0.8 * 0.4 * (1 - 0.3 * 0.6) ** 2;
    expect(articles(company)[0]?.relevance).toBeCloseTo(weight * 2 ** (-27 / 168), 6);
    // Words that are no name: all of them, in any case and number.
    expect(titles(await ask({ q: 'LAYOFF corporate' }))).toEqual(['Banks court start-ups']);
    expect(titles(await ask({ q: 'ramp production' }))).toEqual(['GM to ramp up production of electric trucks']);
    expect(titles(await ask({ q: 'Open AI' }))).toEqual(['OpenAI publishes a paper']);
    expect(titles(await ask({ q: 'start-ups ohio' }))).toEqual([]);
    const byAge = await ask({ q: 'Ramp' });
    expect(titles(byAge)).toEqual([
      'Ramp raises $300 million at a $32 billion valuation',
      'Banks court start-ups',
      'Ramp opens an office in Lisbon',
    ]);
    expect(byAge.headers['x-data-source']).toBe('files');
  });
});

it('stored stories are read again when a company has another alias, and those stored before searches were', async () => {
  await relinkNews(store);
  await store.db.deleteFrom('news_words').execute();
  await store.db.deleteFrom('private_news_links').execute();
  expect(titles(await ask({ q: 'OpenAI' }))).toEqual([]);
  await importing(`${at(4)},Elm Post,Larkspur opens a school,https://elm.example/7,`);
  const found = (await store.privateCompanies.bySlugs(['openai'])).get('openai');
  if (found === undefined || found.profile === null) throw new Error('the corpus has no openai');
  const { overlays: _overlays, stored: _stored, ...company } = { ...found, profile: found.profile };
  const renamed = { ...company, profile: { ...company.profile, aliases: [...company.profile.aliases, 'Larkspur'] } };
  await store.db.transaction().execute((tx) => store.privateCompanies.upsert(tx, [renamed]));
  expect(await relinkNews(store)).toBeGreaterThan(3);
  expect(titles(await ask({ q: 'larkspur' }))).toEqual(['OpenAI publishes a paper', 'Larkspur opens a school']);
  expect(titles(await ask({ q: 'Ramp' }))).toHaveLength(3);
});

describe('feeds', () => {
  let listener: RequestListener = (_request, response) => void response.end();
  const feedServer = createServer((request, response) => listener(request, response)).listen(0, '127.0.0.1');
  const pool = createFeedPool();
  const client = createOutbound({ target: 'operator', maxBytes: 64 * 1024 });
  /** Only what never answers is given up soon: a busy machine may need a second for the others. */
  const outbound: Outbound = {
    ...client,
    send: (request) =>
      client.send(String(request.url).endsWith('/slow') ? { ...request, totalTimeoutMs: 1_000 } : request),
  };
  afterAll(async () => {
    outbound.close();
    await pool.close();
    feedServer.closeAllConnections();
    feedServer.close();
  });
  const rss = (...items: readonly (readonly [string, string])[]): string =>
    `<rss version="2.0"><channel><title>Alder Wire</title>${items.map(([url, title]) => `<item><title>${title}</title><link>${url}</link><pubDate>${at(1)}</pubDate></item>`).join('')}</channel></rss>`;
  const goodFeed = rss(['https://alder.example/1', 'Databricks hires a finance chief']);
  const answers: Readonly<Record<string, RequestListener>> = {
    '/good': (_request, response) => void response.end(goodFeed),
    '/failing': (_request, response) => void response.writeHead(500).end(),
    '/slow': () => undefined,
    '/malformed': (_request, response) => void response.end('<rss><channel>'),
    '/huge': (_request, response) => void response.end(rss(['https://alder.example/2', 'x'.repeat(200_000)])),
    '/loop': (_request, response) => void response.writeHead(302, { location: '/loop' }).end(),
    '/nowhere': (_request, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  };
  const refresh = async (paths: readonly string[]): Promise<void> => {
    if (!feedServer.listening) await once(feedServer, 'listening');
    listener = (request, response) => answers[request.url ?? '']?.(request, response);
    const { port } = feedServer.address() as AddressInfo;
    const feeds = paths.map((path) => ({
      url: `http://127.0.0.1:${port}${path}`,
      key: path === '/good' ? undefined : path.slice(1),
      isStartup: false,
    }));
    const log = { debug: () => undefined, info: () => undefined, warn: () => undefined };
    await refreshFeeds({ store, outbound, pool, feeds, clock: () => server.clock.nowMs, log }, () => false);
  };
  const told = (answer: Answer): unknown =>
    sources(answer)
      .filter(({ kind }) => kind === 'feed')
      .map(({ key, status, error, articles: count }) => [key, status, error, count]);

  it('that fail are told with the reason, in their order, while others answer; requests do not wait for them', async () => {
    const reading = refresh(Object.keys(answers));
    while (!JSON.stringify(sources(await ask({ q: 'Databricks' }))).includes('"slow"')) await new Promise(setImmediate);
    const during = await ask({ q: 'Ramp' });
    expect([during.status, articles(during).length]).toEqual([200, 3]);
    await reading;
    const answer = await ask({ q: 'Databricks' });
    expect([answer.status, titles(answer)]).toEqual([200, ['Databricks hires a finance chief']]);
    expect(told(answer)).toEqual([
      ['alder-wire', 'ok', null, 1],
      ['failing', 'failed', 'http_status', 0],
      ['slow', 'failed', 'timeout', 0],
      ['malformed', 'failed', 'not_a_feed', 0],
      ['huge', 'failed', 'too_large', 0],
      ['loop', 'failed', 'too_many_redirects', 0],
      ['nowhere', 'failed', 'unreachable', 0],
    ]);
    expect(sources(answer)[1]).toMatchObject({ since: now().toISOString() });
    expect(answer.text).not.toContain('127.0.0.1');
  });

  it('that are read again the same leave the answer as it is; what they gave stays when they fail; those removed are not told', async () => {
    const before = await ask({ q: 'Databricks' });
    server.nextMinute();
    await refresh(Object.keys(answers));
    const again = await ask({ q: 'Databricks' });
    expect([again.text, again.headers['etag']]).toEqual([before.text, before.headers['etag']]);
    server.nextMinute();
    const good = answers['/failing'];
    if (good !== undefined) Object.assign(answers, { '/good': good });
    await refresh(['/good', '/failing']);
    const after = await ask({ q: 'Databricks' });
    expect(titles(after)).toEqual(['Databricks hires a finance chief']);
    expect(sources(after)).toEqual([
      {
        key: 'alder-wire',
        kind: 'feed',
        status: 'failed',
        articles: 1,
        error: 'http_status',
        since: now().toISOString(),
      },
      expect.objectContaining({ key: 'failing', since: new Date(server.clock.nowMs - 122_000).toISOString() }),
      OFF,
    ]);
    await refresh([]);
    expect(sources(await ask({ q: 'Databricks' }))).toEqual([
      OFF,
      { key: 'alder-wire', kind: 'stored', status: 'ok', articles: 1, error: null, since: null },
    ]);
  });
});
