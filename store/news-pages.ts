import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { NewsArticle, NewsLink } from './news-model.js';
import type { Tables } from './tables.js';

/** A story's earliest article, with what it is about, most relevant first, and the outlets that told it later. */
export interface NewsStory extends Omit<NewsArticle, 'givenTickers' | 'story'> {
  readonly links: readonly Pick<NewsLink, 'ticker' | 'relevance'>[];
  readonly others: readonly Pick<NewsArticle, 'outlet' | 'url' | 'publishedAt' | 'sourceKey'>[];
}

export interface NewsPage {
  readonly rows: readonly NewsStory[];
  readonly hasNext: boolean;
  readonly total: number;
  /** Key of the newest story on all pages; null if there is none. */
  readonly newest: string | null;
}

export interface NewsQuery {
  readonly ticker: string;
  readonly limit: number;
  /** Place of the last story of the previous page. */
  readonly after?: { readonly publishedAt: Date; readonly key: string } | undefined;
  /** A source whose stories are left out. */
  readonly without?: string | undefined;
}

export function among(column: string, values: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} = any(${[...values]}::text[])`;
}

/** Rows by key, in their order. */
export function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
}

interface PlacesRow {
  /** Index of the query. */
  readonly place: number;
  readonly total: number;
  readonly newest: string | null;
  /** Keys of the stories; one more than the page has, if there is another. */
  readonly stories: readonly string[];
}

/** The keys of the stories on each page, and how many there are on all; one statement. */
async function placesOf(db: Kysely<Tables>, queries: readonly NewsQuery[]): Promise<readonly PlacesRow[]> {
  const asked = queries.map(
    ({ ticker, limit, after, without }, place) =>
      sql`(${place}::int, ${ticker}::text, ${limit + 1}::int, ${after?.publishedAt ?? null}::timestamptz,
        ${after?.key ?? null}::text, ${without ?? ''}::text)`,
  );
  const { rows } = await sql<PlacesRow>`
    select asked.place, (
      select count(*)::int from news_links where ticker = asked.symbol and source <> asked.without
    ) as total, (
      select story from news_links where ticker = asked.symbol and source <> asked.without
      order by published_at desc, story collate "C" desc limit 1
    ) as newest, array(
      select story from news_links where ticker = asked.symbol and source <> asked.without
        and (asked.at is null or (published_at, story collate "C") < (asked.at, asked.key collate "C"))
      order by published_at desc, story collate "C" desc limit asked.most
    ) as stories
    from (values ${sql.join(asked)}) as asked (place, symbol, most, at, key, without)`.execute(db);
  return rows;
}

/** Articles and links of stories, in the order in which they are shown. */
async function readStories(db: Kysely<Tables>, keys: readonly string[]) {
  const articles = db
    .selectFrom('news_articles')
    .selectAll()
    .where(among('story', keys))
    .orderBy('publishedAt')
    .orderBy(sql`key collate "C"`);
  const links = db
    .selectFrom('news_links')
    .select(['story', 'ticker', 'relevance'])
    .where(among('story', keys))
    .orderBy('relevance', 'desc')
    .orderBy(sql`ticker collate "C"`);
  return Promise.all([articles.execute(), links.execute()]);
}

/** Stories by key. */
export async function storiesOf(db: Kysely<Tables>, keys: readonly string[]): Promise<ReadonlyMap<string, NewsStory>> {
  if (keys.length === 0) return new Map();
  const [articles, links] = await readStories(db, keys);
  const linksOf = grouped(links, ({ story }) => story);
  const articlesOf = grouped(articles, ({ story }) => story);
  return new Map(
    articles.flatMap((article) => {
      const { key, story } = article;
      if (key !== story) return [];
      const others = (articlesOf.get(story) ?? []).filter((other) => other.key !== key);
      return [[key, { ...article, links: linksOf.get(story) ?? [], others }] as const];
    }),
  );
}

/** Pages of stories about tickers, newest first, in the order of the queries. */
export async function newsPages(db: Kysely<Tables>, queries: readonly NewsQuery[]): Promise<readonly NewsPage[]> {
  if (queries.length === 0) return [];
  const places = await placesOf(db, queries);
  const found = new Map(places.map((row) => [row.place, row]));
  const stories = await storiesOf(db, [...new Set(places.flatMap((row) => row.stories))]);
  return queries.map(({ limit }, place) => {
    const { stories: keys = [], total = 0, newest = null } = found.get(place) ?? {};
    const rows = keys.slice(0, limit).flatMap((key) => stories.get(key) ?? []);
    return { rows, hasNext: keys.length > limit, total, newest };
  });
}
