import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely';
import type { Timestamp } from './column-types.js';
import { containing } from './like-pattern.js';
import { among, storiesOf, type NewsStory } from './news-pages.js';
import type { RepositoryRow } from './repository-row.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';

declare module './tables.js' {
  interface Tables {
    /**
     * What a story says about a private company. `company` is its name, and `slug` its row in `private_companies` if it
     * has one; `amount` is in `currency` (ISO 4217). All fields of a round are null if `hasRound` is false. `isRaiser`
     * says that the story names the company of `slug` as the one that raises, and `acquirer` who has bought it;
     * `toldUrl` is the article that tells the round or the acquisition.
     */
    startup_stories: {
      story: string;
      publishedAt: Timestamp;
      source: string;
      sourceKey: string;
      company: string | null;
      slug: string | null;
      topics: readonly string[];
      hasRound: boolean;
      stage: string | null;
      isExtension: boolean;
      amount: number | null;
      currency: string | null;
      amountUsd: number | null;
      isMinimum: boolean;
      leadInvestors: readonly string[];
      postMoneyUsd: number | null;
      /** Of all rounds, where the story states it. */
      totalRaisedUsd: number | null;
      isRaiser: boolean;
      acquirer: string | null;
      toldUrl: string | null;
    };
  }
}

export type StartupStory = Readonly<Selectable<Tables['startup_stories']>>;

export interface StartupSearch {
  /** Part of a title, a summary, a company's name or a topic, ignoring case. */
  readonly q?: string | undefined;
  /** Only stories with a round, or only those without. */
  readonly hasRound?: boolean | undefined;
  readonly topic?: string | undefined;
  readonly sourceKey?: string | undefined;
  /** Stories from then on. */
  readonly since?: Date | undefined;
  readonly limit: number;
  /** Place of the last story of the previous page. */
  readonly after?: { readonly publishedAt: Date; readonly story: string } | undefined;
}

export interface StartupPage {
  readonly rows: readonly (StartupStory & { readonly article: NewsStory })[];
  readonly hasNext: boolean;
  readonly total: number;
}

/** A story about a stored company, by the words of its title. */
export interface ListingStory {
  readonly slug: string;
  readonly url: string;
  readonly publishedAt: Date;
  readonly source: string;
}

export interface StartupStoriesRepository {
  /** A page of stories, newest first. */
  page(search: StartupSearch): Promise<StartupPage>;
  /**
   * Stories about stored companies between two instants, with a word of a pattern in the title, newest first. A story
   * is about the company that raises, was bought, or is named first.
   */
  withWords(words: readonly string[], from: Date, to: Date): Promise<readonly ListingStory[]>;
  /** The short names of the outlets with a story, sorted. */
  sourceKeys(): Promise<readonly string[]>;
  /** The stories that say that a stored company has raised money or was bought. */
  aboutCompanies(tx: Kysely<Tables>): Promise<readonly (StartupStory & { readonly slug: string })[]>;
  /** Replaces the rows of stories. */
  replace(tx: Kysely<Tables>, stories: readonly string[], rows: readonly StartupStory[]): Promise<void>;
  /** Whether there are stories of another source than `source`. */
  hasOthers(tx: Kysely<Tables>, source: string): Promise<boolean>;
  /** Removes the stories of a source, with their articles. */
  removeSource(tx: Kysely<Tables>, source: string): Promise<void>;
}

/** The condition that a search is, for `startup_stories` as `startup`. */
function conditionsOf({ q, hasRound, topic, sourceKey, since }: StartupSearch): RawBuilder<boolean> {
  const conditions = [
    ...(hasRound === undefined ? [] : [sql`startup.has_round = ${hasRound}`]),
    ...(topic === undefined ? [] : [sql`${topic}::text = any(startup.topics)`]),
    ...(sourceKey === undefined ? [] : [sql`startup.source_key = ${sourceKey}`]),
    ...(since === undefined ? [] : [sql`startup.published_at >= ${since}`]),
    ...(q === undefined ? [] : [textCondition(containing(q))]),
  ];
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

const textCondition = (pattern: string): RawBuilder<unknown> => sql`(
  startup.company ilike ${pattern} or array_to_string(startup.topics, ' ') ilike ${pattern}
  or exists (select 1 from news_articles where key = startup.story and (title ilike ${pattern} or summary ilike ${pattern})))`;

interface Places {
  readonly total: number;
  readonly stories: readonly string[];
}

/** How many stories match, and those of the page with one more if there is another. */
async function placesOf(db: Kysely<Tables>, search: StartupSearch): Promise<Places> {
  const { limit, after } = search;
  const conditions = conditionsOf(search);
  const behind =
    after === undefined
      ? sql`true`
      : sql`(published_at, story collate "C") < (${after.publishedAt}::timestamptz, ${after.story} collate "C")`;
  const { rows } = await sql<Places>`
    with matching as (select story, published_at from startup_stories as startup where ${conditions})
    select (select count(*)::int from matching) as total, array(
      select story from matching where ${behind} order by published_at desc, story collate "C" desc limit ${limit + 1}
    ) as stories`.execute(db);
  return rows[0] ?? { total: 0, stories: [] };
}

function createStartupStoriesRepository(db: Kysely<Tables>): StartupStoriesRepository {
  return {
    async page(search) {
      const { total, stories } = await placesOf(db, search);
      const keys = stories.slice(0, search.limit);
      if (keys.length === 0) return { rows: [], hasNext: false, total };
      const [articles, found] = await Promise.all([
        storiesOf(db, keys),
        db.selectFrom('startup_stories').selectAll().where(among('story', keys)).execute(),
      ]);
      const byStory = new Map(found.map((row) => [row.story, row]));
      const rows = keys.flatMap((story) => {
        const [row, article] = [byStory.get(story), articles.get(story)];
        return row === undefined || article === undefined ? [] : [{ ...row, article }];
      });
      return { rows, hasNext: stories.length > search.limit, total };
    },
    async withWords(words, from, to) {
      const { rows } = await sql<ListingStory>`
        select startup.slug, article.url, startup.published_at as "publishedAt", startup.source
        from startup_stories startup join news_articles article on article.key = startup.story
        where startup.slug is not null and startup.published_at >= ${from} and startup.published_at < ${to}
          and article.title ~* ${`\\m(${words.join('|')})\\M`}
        order by startup.published_at desc, startup.story collate "C"`.execute(db);
      return rows;
    },
    async sourceKeys() {
      const rows = await db.selectFrom('startup_stories').select('sourceKey').distinct().execute();
      return rows.map(({ sourceKey }) => sourceKey).sort();
    },
    async aboutCompanies(tx) {
      const rows = await tx
        .selectFrom('startup_stories')
        .selectAll()
        .where('slug', 'is not', null)
        .where(sql<boolean>`(is_raiser or acquirer is not null)`)
        .orderBy('publishedAt')
        .orderBy(sql`story collate "C"`)
        .execute();
      return rows.flatMap(({ slug, ...row }) => (slug === null ? [] : [{ ...row, slug }]));
    },
    async replace(tx, stories, rows) {
      await tx.deleteFrom('startup_stories').where(among('story', stories)).execute();
      await upsert(tx, 'startup_stories', ['story'], rows);
    },
    async hasOthers(tx, source) {
      const other = await tx
        .selectFrom('startup_stories')
        .select('story')
        .where('source', '<>', source)
        .limit(1)
        .execute();
      return other.length > 0;
    },
    async removeSource(tx, source) {
      const removed = await tx.deleteFrom('startup_stories').where('source', '=', source).returning('story').execute();
      const stories = removed.map(({ story }) => story);
      await tx.deleteFrom('news_articles').where(among('story', stories)).where('source', '=', source).execute();
      await tx.deleteFrom('news_links').where(among('story', stories)).where('source', '=', source).execute();
    },
  };
}

export const REPOSITORY = {
  create: createStartupStoriesRepository,
  replica: {},
  tables: { startup_stories: 'table' },
  alsoReads: ['news_articles', 'news_links'],
  migrations: {
    '0034-startup-stories': [
      `create table startup_stories (
        story text primary key, published_at timestamptz not null, source text not null, source_key text not null,
        company text, slug text, topics text[] not null, has_round boolean not null, stage text,
        is_extension boolean not null, amount double precision, currency text, amount_usd double precision,
        is_minimum boolean not null, lead_investors text[] not null, post_money_usd double precision)`,
      `create index startup_stories_published_at on startup_stories (published_at desc, story collate "C" desc)`,
    ],
    '0050-startup-companies': [
      `alter table startup_stories add column total_raised_usd double precision,
        add column is_raiser boolean not null default false, add column acquirer text, add column told_url text`,
      `create index startup_stories_slug on startup_stories (slug) where slug is not null`,
    ],
  },
} as const satisfies RepositoryRow;
