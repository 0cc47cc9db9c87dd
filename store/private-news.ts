import { sql, type Kysely, type Selectable } from 'kysely';
import type { Timestamp } from './column-types.js';
import { among, grouped, storiesOf, type NewsStory } from './news-pages.js';
import type { RepositoryRow } from './repository-row.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';

declare module './tables.js' {
  interface Tables {
    /** What a story is searched by: the distinct words of its earliest article. */
    news_words: { story: string; publishedAt: Timestamp; source: string; words: readonly string[] };
    /** The private companies that a story is about; `relevance` above 0, at most 1. */
    private_news_links: { story: string; slug: string; relevance: number };
  }
}

export type NewsWords = Readonly<Selectable<Tables['news_words']>>;
export type PrivateNewsLink = Readonly<Selectable<Tables['private_news_links']>>;

export interface PrivateNewsSearch {
  /** Stories with all of these words, if no company is named. */
  readonly words: readonly string[];
  /** Stories about any of these companies. */
  readonly named: readonly string[];
  /** The newest so many. */
  readonly limit: number;
}

export interface PrivateNewsStory extends NewsStory {
  /** How much it is about each private company, by slug. */
  readonly companies: ReadonlyMap<string, number>;
}

export interface PrivateNewsRepository {
  /** Stories that answer a search, newest first; those of `invented` only as far as they are startup news. */
  find(search: PrivateNewsSearch, invented: string): Promise<readonly PrivateNewsStory[]>;
  /** Replaces the words and links of stories, which are stored. */
  replace(
    tx: Kysely<Tables>,
    stories: readonly string[],
    rows: { readonly words: readonly NewsWords[]; readonly links: readonly PrivateNewsLink[] },
  ): Promise<void>;
  /** Whether stories of another source than `source` are about private companies. */
  hasOthers(tx: Kysely<Tables>, source: string): Promise<boolean>;
}

/** Keys of the stories that answer a search. */
async function keysOf(
  db: Kysely<Tables>,
  { words, named, limit }: PrivateNewsSearch,
  invented: string,
): Promise<readonly string[]> {
  const asked =
    named.length > 0
      ? sql`found.story in (select story from private_news_links where slug = any(${[...named]}::text[]))`
      : sql`found.words @> ${[...words]}::text[]`;
  const { rows } = await sql<{ readonly story: string }>`
    select found.story from news_words found
    where ${asked} and (
      found.source <> ${invented} or exists (select from startup_stories startup where startup.story = found.story))
    order by found.published_at desc, found.story collate "C" desc limit ${limit}`.execute(db);
  return rows.map(({ story }) => story);
}

function createPrivateNewsRepository(db: Kysely<Tables>): PrivateNewsRepository {
  return {
    async find(search, invented) {
      const keys = await keysOf(db, search, invented);
      if (keys.length === 0) return [];
      const [stories, links] = await Promise.all([
        storiesOf(db, keys),
        db.selectFrom('private_news_links').selectAll().where(among('story', keys)).orderBy('slug').execute(),
      ]);
      const linksOf = grouped(links, ({ story }) => story);
      return keys.flatMap((key) => {
        const story = stories.get(key);
        const companies = new Map(linksOf.get(key)?.map(({ slug, relevance }) => [slug, relevance]));
        return story === undefined ? [] : [{ ...story, companies }];
      });
    },
    async replace(tx, stories, { words, links }) {
      await tx.deleteFrom('news_words').where(among('story', stories)).execute();
      await tx.deleteFrom('private_news_links').where(among('story', stories)).execute();
      await upsert(tx, 'news_words', ['story'], words);
      await upsert(tx, 'private_news_links', ['story', 'slug'], links);
    },
    async hasOthers(tx, source) {
      const other = await tx
        .selectFrom('private_news_links as link')
        .innerJoin('news_words as word', 'word.story', 'link.story')
        .select('link.story')
        .where('word.source', '<>', source)
        .limit(1)
        .execute();
      return other.length > 0;
    },
  };
}

export const REPOSITORY = {
  create: createPrivateNewsRepository,
  replica: {},
  tables: { news_words: 'table', private_news_links: 'table' },
  alsoReads: ['news_articles', 'news_links', 'startup_stories'],
  migrations: {
    '0047-private-news': [
      `create table news_words (
        story text primary key references news_articles (key) on delete cascade, published_at timestamptz not null,
        source text not null, words text[] not null)`,
      `create index news_words_words on news_words using gin (words)`,
      `create index news_words_published_at on news_words (published_at desc, story collate "C" desc)`,
      `create table private_news_links (
        story text not null references news_articles (key) on delete cascade, slug text not null,
        relevance double precision not null check (relevance > 0 and relevance <= 1), primary key (story, slug))`,
      `create index private_news_links_slug on private_news_links (slug)`,
    ],
  },
} as const satisfies RepositoryRow;
