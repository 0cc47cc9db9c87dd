import type { Transaction } from 'kysely';
import { clusterHeadlines } from '../../engines/text/near-duplicates.js';
import { linkIndex, tickerLinks, type LinkIndex } from '../../engines/text/ticker-links.js';
import type { NewsArticle, NewsArticleFields, NewsLink } from '../../store/news-model.js';
import type { Store } from '../../store/open-store.js';
import type { Tables } from '../../store/tables.js';
import { SIMULATED } from '../simulated/simulated-rows.js';
import { articleKey } from './article-keys.js';

type NewsStore = Pick<Store, 'news'>;

export interface StoredNews {
  /** Articles that are new or have changed. */
  readonly stored: number;
  /** Those of them that tell a story that another article told before. */
  readonly repeated: number;
  /** Those of them that are about no stored security. */
  readonly unlinked: number;
}

/** Titles further apart are never one story (`near-duplicates.ts`). */
const WINDOW_MS = 72 * 3_600_000;
const NOTHING: StoredNews = { stored: 0, repeated: 0, unlinked: 0 };

/** All stored securities by name, as `tx` sees them. */
export async function securityLinks(tx: Transaction<Tables>): Promise<LinkIndex> {
  const rows = await tx.selectFrom('securities').select(['symbol', 'name']).execute();
  return linkIndex(rows.map(({ symbol, name }) => ({ ticker: symbol, name })));
}

/** Whether an article says the same as the stored one with its key. */
function isSame(one: NewsArticle, other: NewsArticle | undefined): boolean {
  if (other === undefined) return false;
  const fields = ['url', 'title', 'outlet', 'summary', 'source'] as const;
  return (
    fields.every((field) => one[field] === other[field]) &&
    one.publishedAt.getTime() === other.publishedAt.getTime() &&
    one.givenTickers.join() === other.givenTickers.join()
  );
}

/** Stored articles that may tell the same stories as `changed`: of the days around them, and of their old stories. */
async function neighbours(
  { news }: NewsStore,
  tx: Transaction<Tables>,
  changed: readonly NewsArticle[],
  before: readonly NewsArticle[],
): Promise<readonly NewsArticle[]> {
  const times = changed.map(({ publishedAt }) => publishedAt.getTime());
  const first = times.reduce((least, ms) => Math.min(least, ms), Infinity);
  const last = times.reduce((most, ms) => Math.max(most, ms), -Infinity);
  const around = await news.storiesBetween(tx, new Date(first - WINDOW_MS), new Date(last + WINDOW_MS));
  return [...around, ...(await news.ofStories(tx, before.map(({ story }) => story)))];
}

/** Articles with the key of their story, by story. */
function stories(articles: readonly NewsArticle[]): ReadonlyMap<string, readonly NewsArticle[]> {
  const byKey = new Map(articles.map((article) => [article.key, article]));
  const clusters = clusterHeadlines(
    articles.map(({ key, url, title, publishedAt }) => ({ id: key, url, title, publishedAtMs: publishedAt.getTime() })),
  );
  return new Map(
    clusters.map(({ representative, members }) => [
      representative,
      members.flatMap((key) => {
        const article = byKey.get(key);
        return article === undefined ? [] : [{ ...article, story: representative }];
      }),
    ]),
  );
}

/** The links of a story: of each ticker, the most relevant link of its articles. */
export function storyLinks(articles: readonly NewsArticle[], index: LinkIndex): readonly NewsLink[] {
  const first = articles.find(({ key, story }) => key === story);
  if (first === undefined) return [];
  const relevances = new Map<string, number>();
  for (const { ticker, relevance } of articles.flatMap((article) => tickerLinks(article, index)))
    relevances.set(ticker, Math.max(relevance, relevances.get(ticker) ?? 0));
  const { story, publishedAt, source } = first;
  return Array.from(relevances, ([ticker, relevance]) => ({ story, ticker, relevance, publishedAt, source }));
}

/**
 * Stores articles in `tx`, each address once and with the story that it tells, and links stories to the securities that
 * they are about. Invented stories about those are removed. What is stored already is not written again.
 */
export async function storeArticles(
  store: NewsStore,
  tx: Transaction<Tables>,
  articles: readonly NewsArticleFields[],
  source: string,
): Promise<StoredNews> {
  const given = new Map(
    articles.map((article): [string, NewsArticle] => {
      const key = articleKey(article);
      return [key, { ...article, key, story: key, source }];
    }),
  );
  await store.news.lock(tx);
  const before = new Map((await store.news.byKeys(tx, [...given.keys()])).map((article) => [article.key, article]));
  const changed = [...given.values()].filter((article) => !isSame(article, before.get(article.key)));
  if (changed.length === 0) return NOTHING;
  const old = new Map((await neighbours(store, tx, changed, [...before.values()])).map((each) => [each.key, each]));
  const isKin = (other: NewsArticle): boolean => (other.source === SIMULATED) === (source === SIMULATED);
  const pool = new Map([...old, ...changed.map((article) => [article.key, article] as const)]);
  const byStory = stories([...pool.values()].filter(isKin));
  const changedKeys = new Set(changed.map(({ key }) => key));
  const moved = [...byStory.values()]
    .flat()
    .filter(({ key, story }) => changedKeys.has(key) || old.get(key)?.story !== story);
  await store.news.save(tx, moved);
  const touched = new Set(moved.flatMap(({ key, story }) => [story, old.get(key)?.story ?? story]));
  const index = await securityLinks(tx);
  const links = [...touched].flatMap((story) => storyLinks(byStory.get(story) ?? [], index));
  await store.news.replaceLinks(tx, [...touched], links);
  const linked = new Set(links.map(({ story }) => story));
  const tickers = [...new Set(links.map(({ ticker }) => ticker))];
  if (source !== SIMULATED) await store.news.removeStories(tx, SIMULATED, tickers);
  const written = moved.filter(({ key }) => changedKeys.has(key));
  return {
    stored: written.length,
    repeated: written.filter(({ key, story }) => key !== story).length,
    unlinked: written.filter(({ story }) => !linked.has(story)).length,
  };
}
