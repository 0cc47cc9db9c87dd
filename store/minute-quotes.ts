import { sql, type Kysely } from 'kysely';
import type { MinuteQuotes } from '../calendar/quotes.js';
import { packQuotes, unpackQuotes } from './packed-quotes.js';
import type { RepositoryRow } from './repository-row.js';
import { rowsByKey } from './rows-by-key.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';

declare module './tables.js' {
  interface Tables {
    quote_days: { ticker: string; day: number; quotes: number; packed: Buffer; source: string };
  }
}

/** A stored session of quotes. */
export interface QuoteSession {
  readonly source: string;
  readonly session: MinuteQuotes;
}

/** Ticks may be stored before the prices of their session are. */
const MOST_SESSIONS = 5;

export interface MinuteQuotesRepository {
  /**
   * The newest stored sessions of each ticker, `MOST_SESSIONS` at most, the newest first; without tickers that have
   * none. One query.
   */
  newest(tickers: readonly string[]): Promise<ReadonlyMap<string, readonly QuoteSession[]>>;
  /** A session of a ticker from one source; undefined if it is not stored. */
  ofDay(ticker: string, day: number, source: string): Promise<MinuteQuotes | undefined>;
  /** Stores sessions, each replacing the stored one of its day. Quotes of other sources are removed. */
  save(tx: Kysely<Tables>, ticker: string, sessions: readonly MinuteQuotes[], source: string): Promise<void>;
  /** Removes all quotes of the tickers. */
  remove(tx: Kysely<Tables>, tickers: readonly string[]): Promise<void>;
  /** Tickers with quotes from another source than `source`. */
  tickersOfOthers(tx: Kysely<Tables>, source: string): Promise<ReadonlySet<string>>;
}

/** Best bid and offer by minute, a packed block for each ticker and day. */
function createMinuteQuotesRepository(db: Kysely<Tables>): MinuteQuotesRepository {
  return {
    async newest(tickers) {
      const { rows } = await sql<{ ticker: string; day: number; packed: Buffer; source: string }>`
        select wanted.ticker, newest.day, newest.packed, newest.source
        from unnest(${[...tickers]}::text[]) as wanted(ticker) cross join lateral (
          select day, packed, source from quote_days where quote_days.ticker = wanted.ticker
          order by day desc limit ${MOST_SESSIONS}) newest
        order by newest.day desc`.execute(db);
      const sessions = rows.map(({ ticker, day, packed, source }) => ({
        ticker,
        source,
        session: unpackQuotes(ticker, day, packed),
      }));
      return rowsByKey(sessions, ({ ticker }) => ticker);
    },
    async ofDay(ticker, day, source) {
      const row = await db
        .selectFrom('quote_days')
        .select('packed')
        .where('ticker', '=', ticker)
        .where('day', '=', day)
        .where('source', '=', source)
        .executeTakeFirst();
      return row === undefined ? undefined : unpackQuotes(ticker, day, row.packed);
    },
    async save(tx, ticker, sessions, source) {
      await tx.deleteFrom('quote_days').where('ticker', '=', ticker).where('source', '<>', source).execute();
      const rows = sessions.map((session) => ({
        ticker,
        day: session.day,
        quotes: session.minutes.length,
        packed: packQuotes(session),
        source,
      }));
      await upsert(tx, 'quote_days', ['ticker', 'day'], rows);
    },
    async remove(tx, tickers) {
      await tx
        .deleteFrom('quote_days')
        .where(sql<boolean>`ticker = any(${[...tickers]}::text[])`)
        .execute();
    },
    async tickersOfOthers(tx, source) {
      const rows = await tx
        .selectFrom('quote_days')
        .select('ticker')
        .distinct()
        .where('source', '<>', source)
        .execute();
      return new Set(rows.map(({ ticker }) => ticker));
    },
  };
}

export const REPOSITORY = {
  create: createMinuteQuotesRepository,
  replica: {},
  tables: { quote_days: 'table' },
  migrations: {
    '0076-minute-quotes': [
      `create table quote_days (
        ticker text not null, day integer not null, quotes integer not null, packed bytea not null, source text not null,
        primary key (ticker, day))`,
    ],
  },
} as const satisfies RepositoryRow;
