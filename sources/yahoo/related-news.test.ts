import { describe, expect, it } from '@jest/globals';
import { embeddedDatabase } from '../../store/fixtures/databases.js';
import type { NewsArticle, NewsArticleFields } from '../../store/news-model.js';
import { articleKey } from '../news/article-keys.js';
import { storeArticles } from '../news/store-articles.js';
import { readNews } from './news.js';

const open = embeddedDatabase();
let opened: ReturnType<typeof open> | undefined;
const openOnce = (): ReturnType<typeof open> => (opened ??= open());
const NOW = new Date('2026-11-27T12:00:00Z');
const PUBLISHED_S = Date.UTC(2026, 10, 26, 15) / 1000;

/** A story as Yahoo's search has it. */
const story = (relatedTickers: readonly string[]): object => ({
  title: 'Maine depot 5',
  link: 'https://n.example/fifth',
  publisher: 'Yahoo Finance',
  providerPublishTime: PUBLISHED_S,
  relatedTickers,
});

async function articleOf(relatedTickers: readonly string[]): Promise<NewsArticleFields> {
  const { rows, refused } = await readNews([story(relatedTickers)], 'NEWE', NOW);
  const [article] = rows;
  if (article === undefined) throw new Error(JSON.stringify(refused));
  return article;
}

const IMPORTED: NewsArticleFields = {
  url: 'https://n.example/fifth?utm_source=me',
  title: 'Fifth depot in Maine approved',
  outlet: 'My Wire',
  summary: "The operator's own summary.",
  publishedAt: new Date(PUBLISHED_S * 1000),
  givenTickers: ['OTHER', 'JOINT'],
};

describe('articles that Yahoo relates to tickers', () => {
  it('keep symbols of US tickers, and no others', async () => {
    const { givenTickers } = await articleOf([
      'ACME',
      'SAP.DE',
      'SHOP.TO',
      'BTC-USD',
      'BRK-B',
      'BAC-PB',
      '^GSPC',
      'ES=F',
      'BRK.A',
    ]);
    expect([...givenTickers].sort()).toEqual(['ACME', 'BAC.PB', 'BRK.B']);
  });

  it('add their tickers to an article of another source, which stays as it is', async () => {
    const store = await openOnce();
    const found = await articleOf(['NEWE', 'JOINT']);
    const save = (article: NewsArticleFields, source: string, keepsOthers: boolean) =>
      store.db
        .transaction()
        .execute((tx) => storeArticles(store, tx, [article], source, { isStartup: false, keepsOthers }));
    const stored = async (): Promise<NewsArticle | undefined> =>
      (await store.db.transaction().execute((tx) => store.news.byKeys(tx, [articleKey(IMPORTED)])))[0];
    expect(articleKey(found)).toBe(articleKey(IMPORTED));
    await save(IMPORTED, 'import', false);
    expect((await save(found, 'yahoo', true)).stored).toBe(1);
    const { url, title, outlet, summary } = IMPORTED;
    expect(await stored()).toMatchObject({
      url,
      title,
      outlet,
      summary,
      source: 'import',
      givenTickers: ['OTHER', 'JOINT', 'NEWE'],
    });
    expect((await save(found, 'yahoo', true)).stored).toBe(0);
    // Its own articles change with what Yahoo says.
    await save({ ...IMPORTED, url: 'https://n.example/own' }, 'yahoo', true);
    await save({ ...IMPORTED, url: 'https://n.example/own', title: 'Corrected', givenTickers: [] }, 'yahoo', true);
    const [own] = await store.db
      .transaction()
      .execute((tx) => store.news.byKeys(tx, [articleKey({ ...IMPORTED, url: 'https://n.example/own' })]));
    expect(own).toMatchObject({ title: 'Corrected', givenTickers: [] });
  });

  it('stay with an article of a feed that is read again, which names none', async () => {
    const store = await openOnce();
    const ofFeed = { ...IMPORTED, url: 'https://n.example/of-a-feed', givenTickers: [] };
    const found = { ...(await articleOf(['NEWE'])), url: ofFeed.url };
    const save = (article: NewsArticleFields, source: string, feed: object) =>
      store.db
        .transaction()
        .execute((tx) => storeArticles(store, tx, [article], source, { isStartup: false, ...feed }));
    const stored = async (): Promise<NewsArticle | undefined> =>
      (await store.db.transaction().execute((tx) => store.news.byKeys(tx, [articleKey(ofFeed)])))[0];
    const isFeed = { keepsTickers: true };
    await save(ofFeed, 'rss', isFeed);
    await save(found, 'yahoo', { keepsOthers: true });
    expect((await save(ofFeed, 'rss', isFeed)).stored).toBe(0);
    expect(await stored()).toMatchObject({ source: 'rss', title: ofFeed.title, givenTickers: ['NEWE'] });
    await save({ ...ofFeed, title: 'Sixth depot in Maine approved' }, 'rss', isFeed);
    expect(await stored()).toMatchObject({ title: 'Sixth depot in Maine approved', givenTickers: ['NEWE'] });
    // An import of the operator's says what it is about.
    await save({ ...ofFeed, givenTickers: ['OTHER'] }, 'import', {});
    expect((await stored())?.givenTickers).toEqual(['OTHER']);
  });
});
