import { sql, type Kysely } from 'kysely';
import type { NewsArticle, NewsLink } from './news-model.js';
import { among, grouped, newsPages, type NewsPage, type NewsQuery } from './news-pages.js';
import type { RepositoryRow } from './repository-row.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';

/** The text of a story about a ticker. */
export interface NewsText {
  readonly title: string;
  readonly summary: string | null;
  readonly source: string;
}

/** From `from` on and before `to`. */
export interface NewsPeriod {
  readonly ticker: string;
  readonly from: Date;
  readonly to: Date;
}

export interface NewsRepository {
  /** Pages of stories about tickers, newest first, in the order of the queries; three statements for all of them. */
  pages(queries: readonly NewsQuery[]): Promise<readonly NewsPage[]>;
  /**
   * Texts of the stories that first named each ticker in its period, newest first; one query. Tickers are distinct.
   */
  textsWithin(periods: readonly NewsPeriod[]): Promise<ReadonlyMap<string, readonly NewsText[]>>;
  /** Articles with these keys. */
  byKeys(tx: Kysely<Tables>, keys: readonly string[]): Promise<readonly NewsArticle[]>;
  /** Locks out other writers until `tx` ends. */
  lock(tx: Kysely<Tables>): Promise<void>;
  /** All articles of every story with an article in the period. */
  storiesBetween(tx: Kysely<Tables>, from: Date, to: Date): Promise<readonly NewsArticle[]>;
  /** Stores articles with distinct keys, or replaces those with the same keys. */
  save(tx: Kysely<Tables>, articles: readonly NewsArticle[]): Promise<void>;
  /** Removes articles with these keys. */
  remove(tx: Kysely<Tables>, keys: readonly string[]): Promise<void>;
  /** Replaces the links of stories. */
  replaceLinks(tx: Kysely<Tables>, stories: readonly string[], links: readonly NewsLink[]): Promise<void>;
  /** Removes stories of one source about any of the tickers. */
  removeStories(tx: Kysely<Tables>, source: string, tickers: readonly string[]): Promise<void>;
  /** Tickers with stories from another source than `source`. */
  tickersOfOthers(tx: Kysely<Tables>, source: string): Promise<ReadonlySet<string>>;
  /** The keys of up to `limit` stories after `after`, in the order of the keys. */
  storyKeys(tx: Kysely<Tables>, after: string, limit: number): Promise<readonly string[]>;
  /** All articles of these stories. */
  ofStories(tx: Kysely<Tables>, stories: readonly string[]): Promise<readonly NewsArticle[]>;
}

/** News articles by address, the stories they tell, and the tickers that those are about. */
function createNewsRepository(db: Kysely<Tables>): NewsRepository {
  const ofStories = (tx: Kysely<Tables>, stories: readonly string[]): Promise<NewsArticle[]> =>
    tx.selectFrom('news_articles').selectAll().where(among('story', stories)).execute();
  return {
    pages: (queries) => newsPages(db, queries),
    async textsWithin(periods) {
      if (periods.length === 0) return new Map();
      const asked = periods.map(
        ({ ticker, from, to }) => sql`(${ticker}::text, ${from}::timestamptz, ${to}::timestamptz)`,
      );
      const { rows } = await sql<NewsText & { readonly ticker: string }>`
        select news_links.ticker, news_articles.title, news_articles.summary, news_articles.source
        from (values ${sql.join(asked)}) as asked (ticker, first, last)
        join news_links on news_links.ticker = asked.ticker
          and news_links.named_at >= asked.first and news_links.named_at < asked.last
        join news_articles on news_articles.key = news_links.story
        order by news_links.named_at desc, news_links.story collate "C" desc`.execute(db);
      return grouped(rows, (row) => row.ticker);
    },
    byKeys: (tx, keys) => tx.selectFrom('news_articles').selectAll().where(among('key', keys)).execute(),
    async lock(tx) {
      await sql`select pg_advisory_xact_lock(hashtext('news_articles'))`.execute(tx);
    },
    storiesBetween(tx, from, to) {
      const within = tx
        .selectFrom('news_articles')
        .select('story')
        .where('publishedAt', '>=', from)
        .where('publishedAt', '<=', to);
      return tx.selectFrom('news_articles').selectAll().where('story', 'in', within).execute();
    },
    save: (tx, articles) => upsert(tx, 'news_articles', ['key'], articles),
    async remove(tx, keys) {
      await tx.deleteFrom('news_articles').where(among('key', keys)).execute();
    },
    async replaceLinks(tx, stories, links) {
      await tx.deleteFrom('news_links').where(among('story', stories)).execute();
      await upsert(tx, 'news_links', ['story', 'ticker'], links);
    },
    async removeStories(tx, source, tickers) {
      const removed = await tx
        .deleteFrom('news_articles')
        .where('source', '=', source)
        .where('story', 'in', (from) => from.selectFrom('news_links').select('story').where(among('ticker', tickers)))
        .returning('story')
        .execute();
      if (removed.length === 0) return;
      const stories = removed.map(({ story }) => story);
      await tx.deleteFrom('news_links').where(among('story', stories)).execute();
    },
    async tickersOfOthers(tx, source) {
      const others = tx.selectFrom('news_links').select('ticker').distinct().where('source', '<>', source);
      const rows = await others.execute();
      return new Set(rows.map((row) => row.ticker));
    },
    async storyKeys(tx, after, limit) {
      const rows = await tx
        .selectFrom('news_articles')
        .select('story')
        .whereRef('key', '=', 'story')
        .where(sql<boolean>`story collate "C" > ${after}`)
        .orderBy(sql`story collate "C"`)
        .limit(limit)
        .execute();
      return rows.map(({ story }) => story);
    },
    ofStories,
  };
}

export const REPOSITORY = {
  create: createNewsRepository,
  replica: {},
  tables: { news_articles: 'table', news_links: 'table' },
  migrations: {
    '0015-news': [
      `create table news_articles (
        key text primary key, url text not null, title text not null, outlet text not null,
        published_at timestamptz not null, summary text, given_tickers text[] not null, story text not null,
        source text not null)`,
      `create index news_articles_published_at on news_articles (published_at)`,
      `create index news_articles_story on news_articles (story)`,
      `create table news_links (
        story text not null, ticker text not null,
        relevance double precision not null check (relevance > 0 and relevance <= 1),
        published_at timestamptz not null, source text not null, primary key (story, ticker))`,
      `create index news_links_ticker on news_links (ticker, published_at desc, story collate "C" desc)`,
    ],
    '0034-news-source-keys': [
      `alter table news_articles add column source_key text not null default '',
        add column is_startup_feed boolean not null default false`,
      `update news_articles set source_key = trim(both '-' from regexp_replace(
        lower(regexp_replace(outlet, '\\s*\\([^)]*\\)', '', 'g')), '[^a-z0-9]+', '-', 'g'))`,
    ],
    // Until stories are linked again, a ticker counts from the story's first article.
    '0090-news-named': [
      // The default is for links that the version before writes beside this one.
      `alter table news_links add column named_at timestamptz not null default now()`,
      `update news_links set named_at = published_at`,
      `create index news_links_named on news_links (ticker, named_at)`,
    ],
  },
} as const satisfies RepositoryRow;
