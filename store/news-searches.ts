import type { Kysely } from 'kysely';
import type { Timestamp } from './column-types.js';
import type { NewsFault } from './news-sources.js';
import type { RepositoryRow } from './repository-row.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';

/** How a search of the web ended. */
export interface NewsSearchState {
  readonly askedAt: Date;
  /** Null if the search answered. */
  readonly fault: NewsFault | null;
}

declare module './tables.js' {
  interface Tables {
    /** The last search of the web for each set of words. */
    news_searches: { q: string; askedAt: Timestamp; fault: NewsFault | null };
  }
}

export interface NewsSearchesRepository {
  /** The last search for `q`; null if there is none. */
  last(q: string): Promise<NewsSearchState | null>;
  /** Notes a search, and forgets those before `since`. */
  note(q: string, state: NewsSearchState, since: Date): Promise<void>;
}

function createNewsSearchesRepository(db: Kysely<Tables>): NewsSearchesRepository {
  return {
    async last(q) {
      const found = db.selectFrom('news_searches').select(['askedAt', 'fault']).where('q', '=', q);
      return (await found.executeTakeFirst()) ?? null;
    },
    async note(q, state, since) {
      await db.transaction().execute(async (tx) => {
        await tx.deleteFrom('news_searches').where('askedAt', '<', since).execute();
        await upsert(tx, 'news_searches', ['q'], [{ q, ...state }]);
      });
    },
  };
}

export const REPOSITORY = {
  create: createNewsSearchesRepository,
  tables: { news_searches: 'uncached' },
  migrations: {
    '0047-news-searches': [
      `create table news_searches (q text primary key, asked_at timestamptz not null, fault text)`,
      `create index news_searches_asked_at on news_searches (asked_at)`,
    ],
  },
} as const satisfies RepositoryRow;
