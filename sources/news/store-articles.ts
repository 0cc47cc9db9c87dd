import type { Transaction } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import {
  clusterHeadlines,
  headlinesAround,
  readHeadline,
  type Headline,
  type ReadHeadline,
} from '../../engines/text/near-duplicates.js';
import { storyCompanies } from '../../engines/text/story-companies.js';
import { linkIndex, tickerLinks, type LinkIndex } from '../../engines/text/ticker-links.js';
import type { NewsArticle, NewsArticleFields, NewsLink } from '../../store/news-model.js';
import type { Store } from '../../store/open-store.js';
import type { StartupStory } from '../../store/startup-stories.js';
import type { Tables } from '../../store/tables.js';
import { SIMULATED } from '../simulated/simulated-rows.js';
import { articleKey, sourceKeyOf } from './article-keys.js';
import { joined, privateNewsRows } from './private-links.js';
import { startupIndex, startupRows } from './startup-stories.js';

export type NewsStore = Pick<Store, 'news' | 'startupStories' | 'privateNews'>;

/** What the operator says of the feed that articles come from. */
export interface FeedMarks {
  /** Short name of its outlet; undefined for the outlet's own name. */
  readonly key?: string | undefined;
  /** Whether all of its articles are about startups. */
  readonly isStartup: boolean;
  /**
   * Whether stored articles of other sources stay as they are, and only get the tickers that are given besides theirs.
   */
  readonly keepsOthers?: boolean;
  /** Whether it names no tickers, so that those which other sources have given to an article stay. */
  readonly keepsTickers?: boolean;
}

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
  const fields = ['url', 'title', 'outlet', 'summary', 'source', 'sourceKey', 'isStartupFeed'] as const;
  return (
    fields.every((field) => one[field] === other[field]) &&
    one.publishedAt.getTime() === other.publishedAt.getTime() &&
    one.givenTickers.join() === other.givenTickers.join()
  );
}

/** What is stored of an article that is there already. */
function merged(article: NewsArticle, stored: NewsArticle | undefined, feed: FeedMarks): NewsArticle {
  if (stored === undefined || stored.source === SIMULATED) return article;
  if (feed.keepsOthers === true && stored.source !== article.source) {
    const givenTickers = [...new Set([...stored.givenTickers, ...article.givenTickers])];
    return { ...stored, story: article.story, givenTickers };
  }
  return feed.keepsTickers === true ? { ...article, givenTickers: stored.givenTickers } : article;
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
  return [
    ...around,
    ...(await news.ofStories(
      tx,
      before.map(({ story }) => story),
    )),
  ];
}

/** Titles that are read before other work has its turn. */
const TITLES_AT_ONCE = 250;

function headlineOf(article: NewsArticle, index: LinkIndex): Headline {
  const { key, url, title, publishedAt } = article;
  return { id: key, url, title, publishedAtMs: publishedAt.getTime(), companies: storyCompanies(article, index) };
}

/** The headlines whose stories may change with `changed`; other work has its turn between parts of the reading. */
async function affected(
  articles: readonly NewsArticle[],
  changed: ReadonlySet<string>,
  index: LinkIndex,
): Promise<readonly Headline[]> {
  const read: ReadHeadline[] = [];
  for (let from = 0; from < articles.length; from += TITLES_AT_ONCE) {
    const part = articles.slice(from, from + TITLES_AT_ONCE);
    read.push(...part.map((article) => readHeadline(headlineOf(article, index))));
    await setImmediate();
  }
  return headlinesAround(read, changed);
}

/** The articles of headlines with the key of their story, by story. */
function grouped(
  headlines: readonly Headline[],
  articles: readonly NewsArticle[],
): ReadonlyMap<string, readonly NewsArticle[]> {
  const byKey = new Map(articles.map((article) => [article.key, article]));
  return new Map(
    clusterHeadlines(headlines).map(({ representative, members }) => [
      representative,
      members.flatMap((key) => {
        const article = byKey.get(key);
        return article === undefined ? [] : [{ ...article, story: representative }];
      }),
    ]),
  );
}

/** Articles with the key of the story that they tell among themselves, by story. */
export function storiesAmong(
  articles: readonly NewsArticle[],
  index: LinkIndex,
): ReadonlyMap<string, readonly NewsArticle[]> {
  return grouped(
    articles.map((article) => headlineOf(article, index)),
    articles,
  );
}

/**
 * The links of a story: of each ticker, the most relevant link of its articles, and when the first of those that name
 * it was published.
 */
export function storyLinks(articles: readonly NewsArticle[], index: LinkIndex): readonly NewsLink[] {
  const first = articles.find(({ key, story }) => key === story);
  if (first === undefined) return [];
  const { story, publishedAt, source } = first;
  const links = new Map<string, NewsLink>();
  for (const article of articles) {
    for (const { ticker, relevance } of tickerLinks(article, index)) {
      const { namedAt, relevance: known } = links.get(ticker) ?? { namedAt: article.publishedAt, relevance: 0 };
      links.set(ticker, {
        story,
        ticker,
        relevance: Math.max(relevance, known),
        publishedAt,
        namedAt: article.publishedAt < namedAt ? article.publishedAt : namedAt,
        source,
      });
    }
  }
  return [...links.values()];
}

/** Writes what stories are about; those without an article are removed. */
async function writeStories(
  store: NewsStore,
  tx: Transaction<Tables>,
  byStory: ReadonlyMap<string, readonly NewsArticle[]>,
  touched: ReadonlySet<string>,
  index: LinkIndex,
): Promise<{
  readonly links: readonly NewsLink[];
  readonly rows: readonly StartupStory[];
  readonly found: ReturnType<typeof joined>;
}> {
  const links = [...touched].flatMap((story) => storyLinks(byStory.get(story) ?? [], index));
  await store.news.replaceLinks(tx, [...touched], links);
  const startups = await startupIndex(tx, index);
  const rows = [...touched].flatMap((story) => startupRows(byStory.get(story) ?? [], startups));
  await store.startupStories.replace(tx, [...touched], rows);
  const found = joined([...touched].map((story) => privateNewsRows(byStory.get(story) ?? [], startups.companies)));
  await store.privateNews.replace(tx, [...touched], found);
  return { links, rows, found };
}

/**
 * Removes articles in `tx`, by their keys: an outlet has withdrawn them. What other articles of their stories tell
 * stays. Returns how many there were.
 */
export async function removeArticles(
  store: NewsStore,
  tx: Transaction<Tables>,
  keys: readonly string[],
): Promise<number> {
  await store.news.lock(tx);
  const removed = await store.news.byKeys(tx, keys);
  const gone = new Set(removed.map(({ key }) => key));
  const before = new Set(removed.map(({ story }) => story));
  const left = (await store.news.ofStories(tx, [...before])).filter(({ key }) => !gone.has(key));
  await store.news.remove(tx, [...gone]);
  const index = await securityLinks(tx);
  const byStory = storiesAmong(left, index);
  await store.news.save(tx, [...byStory.values()].flat());
  await writeStories(store, tx, byStory, new Set([...before, ...byStory.keys()]), index);
  return removed.length;
}

/**
 * Stores articles in `tx`, each address once and with the story that it tells, and links stories to the securities and
 * private companies that they are about. Invented stories about those securities are removed; about private companies,
 * all of them. What is stored already is not written
 * again.
 */
export async function storeArticles(
  store: NewsStore,
  tx: Transaction<Tables>,
  articles: readonly NewsArticleFields[],
  source: string,
  feed: FeedMarks = { isStartup: false },
): Promise<StoredNews> {
  const given = new Map(
    articles.map((article): [string, NewsArticle] => {
      const key = articleKey(article);
      const sourceKey = feed.key ?? sourceKeyOf(article.outlet);
      return [key, { ...article, key, story: key, source, sourceKey, isStartupFeed: feed.isStartup }];
    }),
  );
  await store.news.lock(tx);
  const before = new Map((await store.news.byKeys(tx, [...given.keys()])).map((article) => [article.key, article]));
  const changed = [...given.values()]
    .map((article) => merged(article, before.get(article.key), feed))
    .filter((article) => !isSame(article, before.get(article.key)));
  if (changed.length === 0) return NOTHING;
  const old = new Map((await neighbours(store, tx, changed, [...before.values()])).map((each) => [each.key, each]));
  const isKin = (other: NewsArticle): boolean => (other.source === SIMULATED) === (source === SIMULATED);
  const pool = new Map([...old, ...changed.map((article) => [article.key, article] as const)]);
  const changedKeys = new Set(changed.map(({ key }) => key));
  // Without an article that has changed, its old story may be told by others.
  const left = new Set([...before.values()].map(({ story }) => story));
  const seeds = [...old.values()].flatMap(({ key, story }) => (left.has(story) ? [key] : []));
  const index = await securityLinks(tx);
  const kin = [...pool.values()].filter(isKin);
  const byStory = grouped(await affected(kin, new Set([...changedKeys, ...seeds]), index), kin);
  const moved = [...byStory.values()]
    .flat()
    .filter(({ key, story }) => changedKeys.has(key) || old.get(key)?.story !== story);
  await store.news.save(tx, moved);
  const touched = new Set(moved.flatMap(({ key, story }) => [story, old.get(key)?.story ?? story]));
  const { links, rows, found } = await writeStories(store, tx, byStory, touched, index);
  const linked = new Set(links.map(({ story }) => story));
  const tickers = [...new Set(links.map(({ ticker }) => ticker))];
  if (source !== SIMULATED) {
    await store.news.removeStories(tx, SIMULATED, tickers);
    if (rows.length + found.links.length > 0) await store.startupStories.removeSource(tx, SIMULATED);
  }
  const written = moved.filter(({ key }) => changedKeys.has(key));
  return {
    stored: written.length,
    repeated: written.filter(({ key, story }) => key !== story).length,
    unlinked: written.filter(({ story }) => !linked.has(story)).length,
  };
}

/**
 * Articles that are stored in one go: comparing more of them with each other would keep the event loop from requests.
 */
const SLICE = 250;

/** Stores any number of articles as `storeArticles` does, in slices between which others have a turn. */
export async function storeManyArticles(
  store: NewsStore,
  tx: Transaction<Tables>,
  articles: readonly NewsArticleFields[],
  source: string,
  feed?: FeedMarks,
): Promise<StoredNews> {
  let total = NOTHING;
  for (let at = 0; at < articles.length; at += SLICE) {
    const { stored, repeated, unlinked } = await storeArticles(store, tx, articles.slice(at, at + SLICE), source, feed);
    total = { stored: total.stored + stored, repeated: total.repeated + repeated, unlinked: total.unlinked + unlinked };
    await setImmediate();
  }
  return total;
}
