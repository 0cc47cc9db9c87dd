import { sql, type Kysely, type Selectable } from 'kysely';
import { z } from 'zod';
import type { Timestamp } from './column-types.js';
import { ticker } from './field-schemas.js';
import type { RepositoryRow } from './repository-row.js';
import type { Tables } from './tables.js';

/** The largest company is worth a few trillion. */
const MOST_USD = 1e14;

/** What a vendor says that all shares of a company are worth. */
export const marketValue = z.object({
  ticker,
  /** New York's day of the price that it is computed with, since 1970-01-01. */
  day: z.int(),
  /** USD. */
  usd: z
    .number()
    .positive('the market value is not above zero')
    .max(MOST_USD, 'the market value is above 100 trillion USD'),
});

export type MarketValueFields = Readonly<z.infer<typeof marketValue>>;

declare module './tables.js' {
  interface Tables {
    /** The last one of each day that was read. */
    market_values: MarketValueFields & {
      source: string;
      /** When the source first said so. */
      knownAt: Timestamp;
    };
  }
}

export type MarketValue = Readonly<Selectable<Tables['market_values']>>;

export interface MarketValuesRepository {
  /** The newest one of each ticker, without tickers of which none is known; one query. */
  newest(tickers: readonly string[]): Promise<ReadonlyMap<string, MarketValue>>;
  /** Stores it, or replaces that of the same day if it says something else. */
  save(tx: Kysely<Tables>, value: MarketValue): Promise<void>;
  /** Removes what a source has said of a ticker. */
  removeOf(tx: Kysely<Tables>, ticker: string, source: string): Promise<void>;
}

/** Market values of companies as vendors tell them. */
function createMarketValuesRepository(db: Kysely<Tables>): MarketValuesRepository {
  return {
    async newest(tickers) {
      const rows = await db
        .selectFrom('market_values')
        .distinctOn('ticker')
        .selectAll()
        .where(sql<boolean>`ticker = any(${[...tickers]}::text[])`)
        .orderBy('ticker')
        .orderBy('day', 'desc')
        .execute();
      return new Map(rows.map((row) => [row.ticker, row]));
    },
    async save(tx, value) {
      await tx
        .insertInto('market_values')
        .values(value)
        .onConflict((conflict) =>
          conflict
            .columns(['ticker', 'day'])
            .doUpdateSet({ usd: value.usd, source: value.source, knownAt: value.knownAt })
            .where(
              sql<boolean>`(market_values.usd, market_values.source) is distinct from (${value.usd}, ${value.source})`,
            ),
        )
        .execute();
    },
    async removeOf(tx, symbol, source) {
      await tx.deleteFrom('market_values').where('ticker', '=', symbol).where('source', '=', source).execute();
    },
  };
}

export const REPOSITORY = {
  create: createMarketValuesRepository,
  replica: {},
  tables: { market_values: 'table' },
  migrations: {
    '0085-market-values': [
      `create table market_values (
        ticker text not null, day integer not null, usd double precision not null check (usd > 0), source text not null,
        known_at timestamptz not null, primary key (ticker, day))`,
    ],
  },
} as const satisfies RepositoryRow;
