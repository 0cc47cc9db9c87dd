import { sql, type Kysely, type Selectable } from 'kysely';
import type { RepositoryRow } from './repository-row.js';
import { rowsByKey } from './rows-by-key.js';
import type { Tables } from './tables.js';

/** Why a chain has neither figure. */
const MISSING = ['no_spot', 'low_priced_share', 'no_two_sided_quotes', 'no_near_strikes'] as const;

declare module './tables.js' {
  interface Tables {
    /**
     * What the chain of a ticker's day says: differences of volatilities a year, as decimals; null where it says
     * nothing.
     */
    option_readings: {
      ticker: string;
      /** Since 1970-01-01; the reading is known at its close. */
      day: number;
      source: string;
      volatilitySpread: number | null;
      /** Pairs of a call and a put in the spread, and whether open interest weights them. */
      pairs: number;
      isWeighted: boolean;
      volatilitySmirk: number | null;
      /** Null with either figure. */
      missing: (typeof MISSING)[number] | null;
    };
  }
}

export type StoredReading = Readonly<Selectable<Tables['option_readings']>>;

/** A ticker's chain of one day. */
export interface ChainKey {
  readonly ticker: string;
  readonly day: number;
}

export interface OptionReadingsRepository {
  /** Readings by ticker, oldest first, without tickers that have none; one query. */
  byTickers(tickers: readonly string[]): Promise<ReadonlyMap<string, readonly StoredReading[]>>;
  /**
   * As `byTickers`, of each ticker the newest `RECENT` at most: signals of its newest bar read one of them; one query.
   */
  recent(tickers: readonly string[]): Promise<ReadonlyMap<string, readonly StoredReading[]>>;
  /**
   * Told that a response uses readings that were kept in memory; where chains are read through, they are read if due.
   */
  noteUse(tickers: readonly string[]): Promise<void>;
  /**
   * Stores readings of one source in place of those of the same tickers and days, but for those that have a figure
   * where the new one has none: a vendor shows a session's contracts without quotes later. Readings of other sources
   * are removed.
   */
  save(tx: Kysely<Tables>, readings: readonly StoredReading[]): Promise<void>;
  /** Removes all readings of the tickers. */
  remove(tx: Kysely<Tables>, tickers: readonly string[]): Promise<void>;
  /** Removes the readings of a source's chains of a ticker. */
  removeOf(tx: Kysely<Tables>, ticker: string, source: string): Promise<void>;
  /** The chains of these tickers that had no price of the share when they were read. */
  withoutSpot(tx: Kysely<Tables>, tickers: readonly string[]): Promise<readonly ChainKey[]>;
}

/** More than the chains that are newer than the newest bar, one a session. */
const RECENT = 40;
const ROWS_PER_STATEMENT = 1000;

const amongTickers = (tickers: readonly string[]) => sql<boolean>`ticker = any(${[...tickers]}::text[])`;

/** Readings of option chains, so that a signal need not read the chains. */
function createOptionReadingsRepository(db: Kysely<Tables>): OptionReadingsRepository {
  return {
    async byTickers(tickers) {
      const rows = await db
        .selectFrom('option_readings')
        .selectAll()
        .where(amongTickers(tickers))
        .orderBy('ticker')
        .orderBy('day')
        .execute();
      return rowsByKey(rows, ({ ticker }) => ticker);
    },
    async recent(tickers) {
      const { rows } = await sql<StoredReading>`
        select r.* from unnest(${[...tickers]}::text[]) as asked (ticker)
        cross join lateral (
          select * from option_readings where ticker = asked.ticker order by day desc limit ${RECENT}) r
        order by r.ticker, r.day`.execute(db);
      return rowsByKey(rows, ({ ticker }) => ticker);
    },
    noteUse: () => Promise.resolve(),
    async save(tx, readings) {
      const [first] = readings;
      if (first === undefined) return;
      await tx
        .deleteFrom('option_readings')
        .where(amongTickers(readings.map(({ ticker }) => ticker)))
        .where('source', '<>', first.source)
        .execute();
      for (let from = 0; from < readings.length; from += ROWS_PER_STATEMENT) {
        await tx
          .insertInto('option_readings')
          .values(readings.slice(from, from + ROWS_PER_STATEMENT))
          .onConflict((conflict) =>
            conflict
              .columns(['ticker', 'day'])
              .doUpdateSet(({ ref }) => ({
                source: ref('excluded.source'),
                volatilitySpread: ref('excluded.volatilitySpread'),
                pairs: ref('excluded.pairs'),
                isWeighted: ref('excluded.isWeighted'),
                volatilitySmirk: ref('excluded.volatilitySmirk'),
                missing: ref('excluded.missing'),
              }))
              .where(sql<boolean>`excluded.missing is null or option_readings.missing is not null`),
          )
          .execute();
      }
    },
    async remove(tx, tickers) {
      await tx.deleteFrom('option_readings').where(amongTickers(tickers)).execute();
    },
    async removeOf(tx, ticker, source) {
      await tx.deleteFrom('option_readings').where('ticker', '=', ticker).where('source', '=', source).execute();
    },
    withoutSpot: (tx, tickers) =>
      tx
        .selectFrom('option_readings')
        .select(['ticker', 'day'])
        .where(amongTickers(tickers))
        .where('missing', '=', 'no_spot')
        .execute(),
  };
}

export const REPOSITORY = {
  create: createOptionReadingsRepository,
  replica: {},
  tables: { option_readings: 'table' },
  migrations: {
    '0080-option-readings': [
      `create table option_readings (
        ticker text not null, day integer not null, source text not null, volatility_spread double precision,
        pairs integer not null, is_weighted boolean not null, volatility_smirk double precision,
        missing text check (missing in (${MISSING.map((reason) => `'${reason}'`).join(', ')})),
        primary key (ticker, day),
        check ((missing is null) = (volatility_spread is not null or volatility_smirk is not null)))`,
    ],
  },
} as const satisfies RepositoryRow;
