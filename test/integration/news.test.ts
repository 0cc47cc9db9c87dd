import { expect, it } from '@jest/globals';
import { temporaryFiles } from '../../sources/files/fixtures/files.js';
import { importFiles } from '../../sources/files/import-files.js';
import { IMPORT as NEWS } from '../../sources/files/import-news.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();
const { store } = server.runtime;
const now = (): Date => new Date(server.clock.nowMs);
const ask = async (query: string): Promise<Answer> =>
  server.call(`/api/v1/news?${query}`, { key: (await server.newKey('free')).key });
const importing = async (file: string, content: string) =>
  importFiles(store, NEWS, [await temporaryFiles({ [file]: content })], { strict: false, now });
const DAY_MS = 86_400_000;
/** An instant so many days before the market's newest session ended. */
const before = async (days: number): Promise<string> => {
  const lastDay = (await store.securities.lastDay()) ?? 0;
  return new Date(lastDay * DAY_MS + 18 * 3_600_000 - days * DAY_MS).toISOString();
};
const article = (url: string, headline: string, datetime: string, more: object = {}) => ({
  url,
  headline,
  datetime,
  source: 'Alder Wire',
  summary: '',
  related: '',
  ...more,
});
const titles = (answer: Answer): unknown => (read(answer, 'articles') as { title: string }[]).map(({ title }) => title);

it('invented stories say so, each once, newest first, in pages that together have all', async () => {
  const seen: string[] = [];
  let cursor: string | null = '';
  let total = 0;
  while (cursor !== null) {
    const answer = await ask(`ticker=msft&limit=4${cursor === '' ? '' : `&cursor=${cursor}`}`);
    expect([answer.status, read(answer, 'ticker')]).toEqual([200, 'MSFT']);
    const articles = read(answer, 'articles') as { url: string; title: string; published_at: string }[];
    expect([read(answer, 'count'), articles.every(({ title }) => title.startsWith('Invented: '))]).toEqual([
      articles.length,
      true,
    ]);
    seen.push(...articles.map(({ published_at: at, url }) => `${at} ${url}`));
    total = Number(read(answer, 'total'));
    cursor = read(answer, 'next_cursor') as string | null;
  }
  expect(total).toBeGreaterThan(8);
  expect([seen.length, new Set(seen).size]).toEqual([total, total]);
  expect(seen.map((each) => each.slice(0, 24))).toEqual(
    seen
      .map((each) => each.slice(0, 24))
      .sort()
      .reverse(),
  );
});

it('a cursor of another ticker, a limit out of bounds and an unknown ticker are refused', async () => {
  const cursor = String(read(await ask('ticker=MSFT&limit=1'), 'next_cursor'));
  expect((await ask(`ticker=AAPL&cursor=${cursor}`)).status).toBe(400);
  expect((await ask('ticker=AAPL&cursor=x')).status).toBe(400);
  expect((await ask('ticker=AAPL&limit=0')).status).toBe(400);
  expect((await ask('ticker=AAPL&limit=51')).status).toBe(400);
  expect((await ask('limit=5')).status).toBe(400);
  expect((await ask('ticker=NOSUCH')).status).toBe(404);
  expect(read(await ask('ticker=SPY'))).toEqual({
    ticker: 'SPY',
    count: 0,
    total: 0,
    articles: [],
    next_cursor: null,
    api_version: 'v1',
  });
});

it('imported articles replace invented ones at once, and articles of one story are one', async () => {
  expect(Number(read(await ask('ticker=CAT'), 'total'))).toBeGreaterThan(3);
  const [first, second] = [await before(1), await before(0.9)];
  const report = await importing(
    'news.json',
    JSON.stringify([
      article('https://alder.example/1?utm_source=feed', 'Caterpillar profit beats estimates on mining demand', first, {
        summary: '<p>Sales &amp; orders rose.</p>',
      }),
      article('https://basalt.example/9', 'Caterpillar profit beats estimates on mining demand', second, {
        source: 'Basalt',
      }),
      article('https://basalt.example/10', 'A caterpillar invasion threatens growers', second, { source: 'Basalt' }),
      article('https://basalt.example/11', 'Caterpillar Q3 orders fall 5%', await before(0.8)),
      article('https://basalt.example/12', 'Caterpillar Q3 orders fall 15%', await before(0.7)),
    ]),
  );
  expect(report.files[0]?.notes).toEqual([
    'Articles that repeat the story of another one: 1.',
    'Articles about no stored security: 1; import securities or bars for more.',
  ]);
  const answer = await ask('ticker=CAT');
  expect(titles(answer)).toEqual([
    'Caterpillar Q3 orders fall 15%',
    'Caterpillar Q3 orders fall 5%',
    'Caterpillar profit beats estimates on mining demand',
  ]);
  expect(read(answer, 'articles', 2)).toEqual({
    title: 'Caterpillar profit beats estimates on mining demand',
    url: 'https://alder.example/1?utm_source=feed',
    source: 'Alder Wire',
    published_at: first,
    summary: 'Sales & orders rose.',
    tickers: ['CAT'],
    sentiment: { label: 'positive', score: expect.any(Number) },
  });
  expect(answer.headers['x-data-source']).toBe('files');
  const again = await importing(
    'again.json',
    JSON.stringify([
      article('https://www.alder.example/1', 'Caterpillar profit beats estimates on mining demand', first, {
        summary: 'Sales & orders rose.',
      }),
    ]),
  );
  expect(again.files[0]?.error).toBeUndefined();
  expect(read(await ask('ticker=CAT'), 'total')).toBe(3);
});

it('GraphQL has the later articles of a story and what it is about', async () => {
  const { key } = await server.newKey('free');
  const answer = await server.graphql(
    key,
    `{ security(ticker: "CAT") { news(first: 3) { totalCount nodes {
    source repeats { source url } mentions { ticker relevance security { name } } sentiment { label } } } } }`,
  );
  expect(read(answer, 'data', 'security', 'news', 'nodes', 2)).toEqual({
    source: 'Alder Wire',
    repeats: [{ source: 'Basalt', url: 'https://basalt.example/9' }],
    mentions: [{ ticker: 'CAT', relevance: 0.9, security: { name: 'Caterpillar Inc.' } }],
    sentiment: { label: 'POSITIVE' },
  });
});

it('the swing signal has a sentiment from three stories of its week on, and changes with them', async () => {
  const { key } = await server.newKey('institutional');
  const pillar = async (ticker: string): Promise<unknown> =>
    read(await server.call(`/api/v1/swing-signal?ticker=${ticker}`, { key }), 'pillars', 'sentiment');
  const bad = async (days: number, count: number) =>
    article(
      `https://alder.example/ba-${days}`,
      `Boeing profit falls ${count}% as orders plunge and losses widen`,
      await before(days),
    );
  await importing('two.json', JSON.stringify([await bad(0.5, 1), await bad(1.5, 2), await bad(9, 3)]));
  expect(await pillar('BA')).toBeNull();
  await importing('three.json', JSON.stringify([await bad(2.5, 4)]));
  const { score, weight } = (await pillar('BA')) as { score: number; weight: number };
  expect([score < 30, weight > 0]).toEqual([true, true]);
});

it('fifty pages of news take three statements', async () => {
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
  const { key } = await server.newKey('pro');
  const tickers = JSON.stringify(rows.map(({ symbol }) => symbol));
  const answer = await server.graphql(
    key,
    `{ securitiesByTicker(tickers: ${tickers}) { news(first: 2) { nodes { title } } } }`,
  );
  expect(read(answer, 'errors')).toBeUndefined();
  expect(statements.filter((sql) => sql.includes('news_'))).toHaveLength(3);
});
