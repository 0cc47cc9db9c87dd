import { sql, type Kysely } from 'kysely';
import type { Timestamp } from './column-types.js';
import type { RepositoryRow } from './repository-row.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';

/** Why a source of news gave nothing. */
export type NewsFault =
  | 'timeout'
  | 'unreachable'
  | 'refused_address'
  | 'http_status'
  | 'too_many_redirects'
  | 'too_large'
  | 'not_a_feed'
  | 'busy';

/** A configured feed as it was when it was last read. */
export interface NewsSource {
  /** Address. */
  readonly feed: string;
  /** Short name of its outlet, as articles have it. */
  readonly key: string;
  /** `pending` before it has been read. */
  readonly status: 'pending' | 'ok' | 'failed';
  /** Null unless it failed. */
  readonly fault: NewsFault | null;
  /** Since when it is so; null before it has been read. */
  readonly since: Date | null;
  /** Whether it has ever been read. */
  readonly hasAnswered: boolean;
}

/** How the reading of a feed ended; without a key, the known one stays. */
export interface NewsReading extends Pick<NewsSource, 'fault'> {
  readonly key?: string | undefined;
}

declare module './tables.js' {
  interface Tables {
    news_sources: {
      feed: string;
      position: number;
      key: string;
      status: NewsSource['status'];
      fault: NewsFault | null;
      since: Timestamp | null;
      hasAnswered: boolean;
    };
  }
}

export interface NewsSourcesRepository {
  /** The configured feeds, in their order. */
  all(): Promise<readonly NewsSource[]>;
  /** Makes these feeds the configured ones: new ones are pending, others keep their state. */
  configure(feeds: readonly Pick<NewsSource, 'feed' | 'key'>[]): Promise<void>;
  /** Notes how the reading of a feed ended; writes nothing if that is as it was. */
  note(feed: string, at: Date, outcome: NewsReading): Promise<void>;
}

function createNewsSourcesRepository(db: Kysely<Tables>): NewsSourcesRepository {
  const all = (tx: Kysely<Tables>) => tx.selectFrom('news_sources').selectAll().orderBy('position').execute();
  return {
    async all() {
      const rows = await all(db);
      return rows.map(({ position: _position, ...source }) => source);
    },
    async configure(feeds) {
      await db.transaction().execute(async (tx) => {
        const stored = await all(tx);
        if (stored.map(({ feed }) => feed).join('\n') === feeds.map(({ feed }) => feed).join('\n')) return;
        const known = new Map(stored.map((row) => [row.feed, row]));
        const kept = new Set(feeds.map(({ feed }) => feed));
        const gone = stored.flatMap(({ feed }) => (kept.has(feed) ? [] : [feed]));
        if (gone.length > 0) await tx.deleteFrom('news_sources').where('feed', 'in', gone).execute();
        const fresh = { status: 'pending', fault: null, since: null, hasAnswered: false } as const;
        await upsert(
          tx,
          'news_sources',
          ['feed'],
          feeds.map(({ feed, key }, position) => ({
            feed,
            key,
            ...fresh,
            ...known.get(feed),
            position,
          })),
        );
      });
    },
    async note(feed, at, { fault, key }) {
      const status = fault === null ? 'ok' : 'failed';
      const isOther = sql<boolean>`(status <> ${status} or fault is distinct from ${fault}::text)`;
      const known = sql<string>`coalesce(${key ?? null}::text, key)`;
      await db
        .updateTable('news_sources')
        .set({
          key: known,
          status,
          fault,
          since: sql`case when ${isOther} then ${at}::timestamptz else since end`,
          ...(fault === null ? { hasAnswered: true } : {}),
        })
        .where('feed', '=', feed)
        .where(sql<boolean>`(${isOther} or key <> ${known})`)
        .execute();
    },
  };
}

export const REPOSITORY = {
  create: createNewsSourcesRepository,
  replica: {},
  tables: { news_sources: 'table' },
  migrations: {
    '0047-news-sources': [
      `create table news_sources (
        feed text primary key, position int not null, key text not null, status text not null, fault text,
        since timestamptz)`,
    ],
  },
} as const satisfies RepositoryRow;
