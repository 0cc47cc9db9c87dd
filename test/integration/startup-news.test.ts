import { expect, it } from '@jest/globals';
import { temporaryFiles } from '../../sources/files/fixtures/files.js';
import { importFiles } from '../../sources/files/import-files.js';
import { IMPORT as NEWS } from '../../sources/files/import-news.js';
import { relinkNews } from '../../sources/news/relink.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();
const { store } = server.runtime;
const now = (): Date => new Date(server.clock.nowMs);
const ask = async (query = ''): Promise<Answer> =>
  server.call(`/api/v1/startup-news?${query}`, { key: (await server.newKey('free')).key });
interface Article {
  readonly title: string;
  readonly url: string;
  readonly published_at: string;
  readonly company: string | null;
  readonly topics: readonly string[];
  readonly funding: {
    readonly stage: string | null;
    readonly amount_usd: number | null;
    readonly lead_investor: string | null;
  } | null;
}
const articles = (answer: Answer): readonly Article[] => read(answer, 'articles') as readonly Article[];
const importing = async (file: string, content: string) =>
  importFiles(store, NEWS, [await temporaryFiles({ [file]: content })], { strict: false, now });
const at = (hours: number): string => new Date(server.clock.nowMs - hours * 3_600_000).toISOString();
const csv = (...rows: readonly string[]): string => ['Date,Source,Title,Url,Summary', ...rows].join('\n');

it('invented stories say so, each once, newest first, in pages that together have all', async () => {
  const seen: string[] = [];
  let cursor: string | null = '';
  let total = 0;
  while (cursor !== null) {
    const answer = await ask(`limit=20${cursor === '' ? '' : `&cursor=${cursor}`}`);
    expect([answer.status, articles(answer).every(({ title }) => title.startsWith('Invented: '))]).toEqual([200, true]);
    seen.push(...articles(answer).map(({ published_at: published, url }) => `${published} ${url}`));
    total = Number(read(answer, 'total'));
    cursor = read(answer, 'next_cursor') as string | null;
  }
  expect(total).toBeGreaterThan(40);
  expect([seen.length, new Set(seen).size]).toEqual([total, total]);
  expect(seen.map((each) => each.slice(0, 24))).toEqual(
    seen
      .map((each) => each.slice(0, 24))
      .sort()
      .reverse(),
  );
});

it('each condition holds for all that it leaves, and narrows the list', async () => {
  const all = Number(read(await ask(), 'total'));
  const rounds = await ask('funding=true&limit=50');
  expect(articles(rounds).every(({ funding }) => funding !== null)).toBe(true);
  expect(Number(read(rounds, 'total'))).toBeLessThan(all);
  expect(read(await ask('funding=false'), 'total')).toBe(all);
  const robots = await ask('topic=robotics&limit=50');
  expect(articles(robots).length).toBeGreaterThan(2);
  expect(articles(robots).every(({ topics }) => topics.includes('robotics'))).toBe(true);
  const since = at(24 * 9).slice(0, 10);
  const recent = await ask(`since=${since}&limit=50`);
  expect(articles(recent).length).toBeGreaterThan(2);
  expect(articles(recent).every(({ published_at: published }) => published >= `${since}T00:00:00.000Z`)).toBe(true);
  const named = await ask('q=ALDERTIDE');
  expect(articles(named).length).toBeGreaterThan(0);
  expect(
    articles(named).every(
      ({ title, company }) => title.includes('Aldertide') && (company ?? 'Aldertide Robotics') === 'Aldertide Robotics',
    ),
  ).toBe(true);
  expect(read(await ask('q=%25'), 'total')).toBe(0);
  const outlet = await ask('source=harbour-wire&limit=50');
  expect(articles(outlet).every(({ url }) => url.includes('harbour-wire'))).toBe(true);
});

it('what is out of bounds is refused, and an unknown outlet with the known ones', async () => {
  const refused = async (query: string): Promise<unknown> => {
    const answer = await ask(query);
    return [answer.status, read(answer, 'error'), read(answer, 'param')];
  };
  for (const [query, param] of [
    ['limit=0', 'limit'],
    ['limit=51', 'limit'],
    ['topic=cars', 'topic'],
    ['since=soon', 'since'],
    ['funding=perhaps', 'funding'],
    [`q=${'a'.repeat(81)}`, 'q'],
    ['cursor=x', 'cursor'],
  ] as const)
    expect(await refused(query)).toEqual([400, 'invalid_parameter', param]);
  const unknown = await ask('source=nobody');
  expect([unknown.status, read(unknown, 'message')]).toEqual([
    400,
    'source must be one of harbour-wire, lantern-business, quarry-street, tidewater-post; omit it for all outlets.',
  ]);
  const cursor = String(read(await ask('limit=1'), 'next_cursor'));
  expect((await ask(`funding=true&cursor=${cursor}`)).status).toBe(400);
});

it('GraphQL has the amount in its currency and the later articles; a profile is Pro', async () => {
  const query =
    '{ startupNews(first: 50, filter: { hasFunding: true }) { nodes { company funding { stage amount currency amountUsd leadInvestors } repeats { source } } } }';
  const answer = await server.graphql((await server.newKey('free')).key, query);
  const nodes = read(answer, 'data', 'startupNews', 'nodes') as readonly {
    readonly funding: { readonly amount: number; readonly currency: string; readonly amountUsd: number | null };
    readonly repeats: readonly object[];
  }[];
  const euros = nodes.filter(({ funding }) => funding.currency === 'EUR');
  expect(euros.length).toBeGreaterThan(0);
  expect(euros.every(({ funding }) => funding.amountUsd === null && funding.amount > 0)).toBe(true);
  expect(nodes.some(({ repeats }) => repeats.length > 0)).toBe(true);
  const profile = '{ startupNews(first: 1, filter: { search: "Aldertide" }) { nodes { profile { slug } } } }';
  const free = await server.graphql((await server.newKey('free')).key, profile);
  expect(read(free, 'errors', 0, 'extensions', 'code')).toBe('TIER_REQUIRED');
  const pro = await server.graphql((await server.newKey('pro')).key, profile);
  // An invented company has none.
  expect(read(pro, 'data', 'startupNews', 'nodes', 0, 'profile')).toBeNull();
});

it('a real story replaces the invented ones; a story of two outlets is one, and listed companies, funds and talks are none', async () => {
  await importing(
    'news.csv',
    csv(
      `${at(5)},Elm Post,Alder Lamps raises $12M Series A led by Oak Capital,https://elm.example/1,The maker of AI lamps is in Oslo.`,
      `${at(4)},Ash Daily,Alder Lamps raises $12M Series A led by Oak Capital,https://ash.example/1,`,
      `${at(3)},Elm Post,Caterpillar raises $3 billion in funding,https://elm.example/2,`,
      `${at(3)},Elm Post,Oak Capital closes $300M fund for founders,https://elm.example/3,`,
      `${at(2)},Elm Post,Birch Boats in talks to raise $40 million,https://elm.example/4,`,
      `${at(1)},Elm Post,Rowan Health secures €8 million seed round,https://elm.example/5,`,
    ),
  );
  const answer = await ask();
  expect(answer.headers['x-data-source']).toBe('files');
  expect(articles(answer).map(({ title, company, topics, funding }) => [title, company, topics, funding])).toEqual([
    [
      'Rowan Health secures €8 million seed round',
      'Rowan Health',
      ['health'],
      { stage: 'Seed', amount_usd: null, lead_investor: null },
    ],
    [
      'Alder Lamps raises $12M Series A led by Oak Capital',
      'Alder Lamps',
      ['ai'],
      { stage: 'Series A', amount_usd: 12e6, lead_investor: 'Oak Capital' },
    ],
  ]);
  expect(read(await ask('source=elm-post'), 'total')).toBe(2);
  expect((await ask('source=ash-daily')).status).toBe(400);
});

it('stored stories are read again when a private company is added', async () => {
  await relinkNews(store);
  expect(await relinkNews(store)).toBe(0);
  await store.db.transaction().execute((tx) =>
    store.privateCompanies.upsert(tx, [
      {
        slug: 'birch-boats',
        name: 'Birch Boats',
        tagline: null,
        sector: null,
        founded: null,
        hq: null,
        employees: null,
        source: 'files',
      },
    ]),
  );
  expect(await relinkNews(store)).toBeGreaterThan(3);
  const [first] = articles(await ask('q=birch'));
  expect([first?.company, first?.funding]).toEqual(['Birch Boats', null]);
  const pro = await server.graphql(
    (await server.newKey('pro')).key,
    '{ startupNews(first: 1, filter: { search: "birch" }) { nodes { profile { slug } } } }',
  );
  expect(read(pro, 'data', 'startupNews', 'nodes', 0, 'profile', 'slug')).toBe('birch-boats');
  await importing(
    'led.csv',
    csv(`${at(0.5)},Elm Post,Birch Boats leads $2M seed round in Cedar Sails,https://elm.example/6,`),
  );
  const [led] = articles(await ask('q=cedar'));
  expect([led?.company, led?.funding?.lead_investor]).toEqual(['Cedar Sails', 'Birch Boats']);
});
