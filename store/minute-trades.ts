import { sql, type Kysely } from 'kysely';
import type { MinuteTrades } from '../calendar/trades.js';
import { packTrades, unpackTrades } from './packed-trades.js';
import type { RepositoryRow } from './repository-row.js';
import { rowsByKey } from './rows-by-key.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';

declare module './tables.js' {
  interface Tables {
    trade_days: { ticker: string; day: number; trades: number; packed: Buffer; source: string };
  }
}

/** A stored session of trades. */
export interface TradeSession {
  readonly source: string;
  readonly trades: MinuteTrades;
}

/** Ticks may be stored before the prices of their session are. */
const MOST_SESSIONS = 5;

export interface MinuteTradesRepository {
  /**
   * The newest stored sessions of each ticker, `MOST_SESSIONS` at most, the newest first; without tickers that have
   * none. One query.
   */
  newest(tickers: readonly string[]): Promise<ReadonlyMap<string, readonly TradeSession[]>>;
  /** Stores sessions, each replacing the stored one of its day. Trades of other sources are removed. */
  save(tx: Kysely<Tables>, ticker: string, sessions: readonly MinuteTrades[], source: string): Promise<void>;
  /** Removes all trades of the tickers. */
  remove(tx: Kysely<Tables>, tickers: readonly string[]): Promise<void>;
  /** Tickers with trades from another source than `source`. */
  tickersOfOthers(tx: Kysely<Tables>, source: string): Promise<ReadonlySet<string>>;
}

/** Shares bought and sold by minute, a packed block for each ticker and day. */
function createMinuteTradesRepository(db: Kysely<Tables>): MinuteTradesRepository {
  return {
    async newest(tickers) {
      const { rows } = await sql<{ ticker: string; day: number; packed: Buffer; source: string }>`
        select wanted.ticker, newest.day, newest.packed, newest.source
        from unnest(${[...tickers]}::text[]) as wanted(ticker) cross join lateral (
          select day, packed, source from trade_days where trade_days.ticker = wanted.ticker
          order by day desc limit ${MOST_SESSIONS}) newest
        order by newest.day desc`.execute(db);
      const sessions = rows.map(({ ticker, day, packed, source }) => ({
        ticker,
        source,
        trades: unpackTrades(ticker, day, packed),
      }));
      return rowsByKey(sessions, ({ ticker }) => ticker);
    },
    async save(tx, ticker, sessions, source) {
      await tx.deleteFrom('trade_days').where('ticker', '=', ticker).where('source', '<>', source).execute();
      const rows = sessions.map((session) => ({
        ticker,
        day: session.day,
        trades: session.trades.reduce((sum, count) => sum + count, 0),
        packed: packTrades(session),
        source,
      }));
      await upsert(tx, 'trade_days', ['ticker', 'day'], rows);
    },
    async remove(tx, tickers) {
      await tx
        .deleteFrom('trade_days')
        .where(sql<boolean>`ticker = any(${[...tickers]}::text[])`)
        .execute();
    },
    async tickersOfOthers(tx, source) {
      const rows = await tx
        .selectFrom('trade_days')
        .select('ticker')
        .distinct()
        .where('source', '<>', source)
        .execute();
      return new Set(rows.map(({ ticker }) => ticker));
    },
  };
}

export const REPOSITORY = {
  create: createMinuteTradesRepository,
  replica: {},
  tables: { trade_days: 'table' },
  migrations: {
    '0077-minute-trades': [
      `create table trade_days (
        ticker text not null, day integer not null, trades integer not null, packed bytea not null,
        source text not null, primary key (ticker, day))`,
    ],
  },
} as const satisfies RepositoryRow;
