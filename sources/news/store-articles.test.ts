import { describe, expect, it } from '@jest/globals';
import { embeddedDatabase } from '../../store/fixtures/databases.js';
import type { NewsArticleFields } from '../../store/news-model.js';
import { grouped } from '../../store/news-pages.js';
import type { Store } from '../../store/open-store.js';
import { profileOf } from '../models/well-known.js';
import { INSTRUMENTS } from '../simulated/instruments.js';
import { SIMULATED_ROWS } from '../simulated/news.js';
import { relinkNews } from './relink.js';
import { removeArticles, storeArticles } from './store-articles.js';

const open = embeddedDatabase();
let opened: ReturnType<typeof open> | undefined;

async function addSecurity(store: Store, symbol: string, name: string): Promise<void> {
  const facts = { kind: 'equity', exchange: null, sector: null, industry: null, currency: 'USD' } as const;
  await store.db
    .transaction()
    .execute((tx) => store.securities.upsert(tx, [{ symbol, name, ...facts, source: 'simulated' }]));
}

/** A store with the companies of the demo market, without news. */
const openOnce = (): ReturnType<typeof open> =>
  (opened ??= open().then(async (store) => {
    for (const { symbol } of INSTRUMENTS) await addSecurity(store, symbol, profileOf(symbol).name);
    return store;
  }));

const article = (outlet: string, title: string, at: string, givenTickers: string[] = []): NewsArticleFields => ({
  url: `https://${outlet}.example/${title.toLowerCase().replace(/\W+/g, '-')}`,
  title,
  outlet,
  publishedAt: new Date(at),
  summary: null,
  givenTickers,
});
const save = (store: Store, articles: readonly NewsArticleFields[]) =>
  store.db.transaction().execute((tx) => storeArticles(store, tx, articles, 'import'));

/** The titles of each story's articles, of those that begin with a text. */
async function titlesByStory(store: Store, ofTitle: string): Promise<readonly (readonly string[])[]> {
  const rows = await store.db
    .selectFrom('news_articles')
    .select(['story', 'title'])
    .where('title', 'like', `${ofTitle}%`)
    .orderBy('title')
    .execute();
  const stories = grouped(rows, ({ story }) => story);
  return [...stories.values()].map((each) => each.map(({ title }) => title)).sort();
}

const PFIZER = 'Analysts downgrade Pfizer Inc. on weak demand, 23% below their forecast';
const LILLY = 'Analysts downgrade Eli Lilly and Company on weak demand, 23% below their forecast';

describe('stored stories', () => {
  it('of the demo market are each about one company', async () => {
    const store = await openOnce();
    const now = new Date('2026-11-30T15:00:00Z');
    await store.db.transaction().execute((tx) => SIMULATED_ROWS({ store, tx, now, isFirst: true }));
    const rows = await store.db.selectFrom('news_articles').select(['story', 'givenTickers']).execute();
    const stories = [...grouped(rows, ({ story }) => story).values()];
    expect(stories.filter((each) => each.length > 1).length).toBeGreaterThan(100);
    const companies = (tickers: readonly string[]): number =>
      new Set(tickers.map((ticker) => profileOf(ticker).name.replace(/ Class [A-C]$/, ''))).size;
    expect(stories.filter((each) => companies(each.flatMap(({ givenTickers }) => givenTickers)) > 1)).toEqual([]);
  });

  it('of two companies with names of ordinary words stay apart, whichever comes first', async () => {
    const store = await openOnce();
    await save(store, [article('one', PFIZER, '2026-11-20T10:00:00Z')]);
    await save(store, [article('two', LILLY, '2026-11-20T09:00:00Z'), article('three', LILLY, '2026-11-20T11:00:00Z')]);
    expect(await titlesByStory(store, 'Analysts')).toEqual([[LILLY, LILLY], [PFIZER]]);
  });

  it('that were stored as one are divided when they are linked again', async () => {
    const store = await openOnce();
    const [first] = await store.db.selectFrom('news_articles').select('key').where('title', '=', LILLY).execute();
    await store.db
      .updateTable('news_articles')
      .set({ story: first?.key ?? '' })
      .where('title', 'like', 'Analysts%')
      .execute();
    expect(await titlesByStory(store, 'Analysts')).toEqual([[LILLY, LILLY, PFIZER]]);
    expect(await relinkNews(store)).toBeGreaterThan(0);
    expect(await titlesByStory(store, 'Analysts')).toEqual([[LILLY, LILLY], [PFIZER]]);
    const links = await store.db
      .selectFrom('news_links')
      .innerJoin('news_articles', 'news_articles.key', 'news_links.story')
      .select(['ticker', 'title'])
      .where('title', 'like', 'Analysts%')
      .orderBy('ticker')
      .execute();
    expect(links).toEqual([
      { ticker: 'LLY', title: LILLY },
      { ticker: 'PFE', title: PFIZER },
    ]);
    expect(await relinkNews(store)).toBe(0);
  });
});

describe('a ticker that a later article of a story names first', () => {
  const TITLE = 'Weight-loss pill wins approval of European regulators';
  const told = (outlet: string, day: number, givenTickers: string[] = []) =>
    article(outlet, TITLE, `2026-10-${day}T15:00:00Z`, givenTickers);

  /** How many stories of a ticker count from one day of October 2026 on and before another. */
  async function counted(store: Store, ticker: string, from: number, to: number): Promise<number> {
    const [first, last] = [new Date(Date.UTC(2026, 9, from)), new Date(Date.UTC(2026, 9, to))];
    return (await store.news.textsWithin([{ ticker, from: first, to: last }])).get(ticker)?.length ?? 0;
  }

  it.each([
    ['as they are published', [told('early', 12), told('middle', 13, ['NVO']), told('late', 14, ['NVO', 'LLY'])]],
    ['in any order', [told('late', 14, ['NVO', 'LLY']), told('middle', 13, ['NVO']), told('early', 12)]],
  ])('has the story from that article on, if they are stored %s', async (_, articles) => {
    const store = await openOnce();
    for (const each of articles) await save(store, [each]);
    expect(await titlesByStory(store, TITLE)).toEqual([[TITLE, TITLE, TITLE]]);
    expect(await Promise.all([14, 15].map((to) => counted(store, 'LLY', 8, to)))).toEqual([0, 1]);
    expect(await Promise.all([13, 14].map((to) => counted(store, 'NVO', 8, to)))).toEqual([0, 1]);
    expect(await counted(store, 'LLY', 14, 21)).toBe(1);
    const { rows = [] } = (await store.news.pages([{ ticker: 'LLY', limit: 50 }]))[0] ?? {};
    const page = rows.find(({ title }) => title === TITLE);
    expect([page?.publishedAt, page?.others.length]).toEqual([new Date('2026-10-12T15:00:00Z'), 2]);
    const keys = (await store.db.selectFrom('news_articles').select('key').where('title', '=', TITLE).execute()).map(
      ({ key }) => key,
    );
    expect(await store.db.transaction().execute((tx) => removeArticles(store, tx, keys))).toBe(3);
  });
});
