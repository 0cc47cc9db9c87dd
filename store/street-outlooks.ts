import { sql, type JSONColumnType, type Kysely, type Selectable } from 'kysely';
import { z } from 'zod';
import type { Timestamp } from './column-types.js';
import { amount, ticker } from './field-schemas.js';
import type { RepositoryRow } from './repository-row.js';
import { rowsByKey } from './rows-by-key.js';
import type { Tables } from './tables.js';

/** Dates that are no day of a company's calendar, such as 1 and 9999999999 seconds, are beyond these. */
const DAYS = { least: -7_300, most: 36_525 } as const;
const day = z.int().min(DAYS.least, 'a date is before 1950').max(DAYS.most, 'a date is after 2070');
const MOST_QUARTERS = 40;

/** What a vendor has reported of a quarter, on its own basis, mostly without one-off items: not the SEC's figure. */
const streetQuarter = z.object({
  periodEnd: day,
  epsActual: z.number().nullable(),
  epsEstimate: z.number().nullable(),
});
export type StreetQuarter = Readonly<z.infer<typeof streetQuarter>>;

/**
 * What a vendor says of a company's next report and dividend. Days since 1970-01-01. The report is expected from
 * `earningsFirstDay` to `earningsLastDay`, the same if the vendor has one date. `isDateEstimate` is null where the
 * vendor does not say. Estimates are of the quarter that is reported next: earnings in USD per share, revenue in USD.
 */
export const streetOutlook = z
  .object({
    ticker,
    earningsFirstDay: day.nullable(),
    earningsLastDay: day.nullable(),
    isDateEstimate: z.boolean().nullable(),
    exDividendDay: day.nullable(),
    dividendDay: day.nullable(),
    epsAverage: z.number().nullable(),
    epsLow: z.number().nullable(),
    epsHigh: z.number().nullable(),
    revenueAverage: amount('average revenue').nullable(),
    revenueLow: amount('lowest revenue').nullable(),
    revenueHigh: amount('highest revenue').nullable(),
    /** Oldest first. */
    quarters: z.array(streetQuarter).max(MOST_QUARTERS).readonly(),
  })
  .refine(
    ({ earningsFirstDay: first, earningsLastDay: last }) =>
      (first === null) === (last === null) && (first === null || last === null || first <= last),
    'the date of the report ends before it begins',
  );

export type StreetOutlookFields = Readonly<z.infer<typeof streetOutlook>>;

declare module './tables.js' {
  interface Tables {
    /** One row for each change of what the vendor says. */
    street_outlooks: Omit<StreetOutlookFields, 'quarters'> & {
      quarters: JSONColumnType<readonly StreetQuarter[]>;
      source: string;
      /** When the source first said so. */
      knownAt: Timestamp;
    };
  }
}

export type StreetOutlook = Readonly<Selectable<Tables['street_outlooks']>>;

export interface StreetOutlooksRepository {
  /** All that was said of each ticker, oldest first, without tickers of which nothing was; one query. */
  byTickers(tickers: readonly string[]): Promise<ReadonlyMap<string, readonly StreetOutlook[]>>;
  /** Stores it, as known from `knownAt` on, unless it is the same as the newest one. */
  saveChange(tx: Kysely<Tables>, outlook: StreetOutlook): Promise<void>;
  /** Stores each as known from its `knownAt` on; one that is stored for that instant stays as it is. */
  add(tx: Kysely<Tables>, outlooks: readonly StreetOutlook[]): Promise<void>;
  /** Tickers of which another source has said something. */
  tickersOfOthers(tx: Kysely<Tables>, source: string): Promise<ReadonlySet<string>>;
  removeSource(tx: Kysely<Tables>, source: string): Promise<void>;
  /** Removes what a source has said of a ticker. */
  removeOf(tx: Kysely<Tables>, ticker: string, source: string): Promise<void>;
}

/** What is said, whenever it was known, in an order of its own: the database has one too. */
function saidOf({ knownAt: _, quarters, ...said }: StreetOutlook): string {
  const told = Object.entries(said).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([
    told,
    quarters.map(({ periodEnd, epsActual, epsEstimate }) => [periodEnd, epsActual, epsEstimate]),
  ]);
}

const ROWS_AT_ONCE = 500;

async function insert(tx: Kysely<Tables>, outlooks: readonly StreetOutlook[]): Promise<void> {
  for (let from = 0; from < outlooks.length; from += ROWS_AT_ONCE) {
    const rows = outlooks.slice(from, from + ROWS_AT_ONCE);
    await tx
      .insertInto('street_outlooks')
      .values(rows.map((outlook) => ({ ...outlook, quarters: JSON.stringify(outlook.quarters) })))
      .onConflict((conflict) => conflict.columns(['ticker', 'knownAt']).doNothing())
      .execute();
  }
}

/** What vendors say of next reports, estimates of the street and dividends, and since when. */
function createStreetOutlooksRepository(db: Kysely<Tables>): StreetOutlooksRepository {
  return {
    async byTickers(tickers) {
      const rows = await db
        .selectFrom('street_outlooks')
        .selectAll()
        .where(sql<boolean>`ticker = any(${[...tickers]}::text[])`)
        .orderBy('ticker')
        .orderBy('knownAt')
        .execute();
      return rowsByKey(rows, (row) => row.ticker);
    },
    async saveChange(tx, outlook) {
      const newest = await tx
        .selectFrom('street_outlooks')
        .selectAll()
        .where('ticker', '=', outlook.ticker)
        .orderBy('knownAt', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (newest !== undefined && saidOf(newest) === saidOf(outlook)) return;
      await insert(tx, [outlook]);
    },
    add: insert,
    async tickersOfOthers(tx, source) {
      const rows = await tx
        .selectFrom('street_outlooks')
        .select('ticker')
        .distinct()
        .where('source', '<>', source)
        .execute();
      return new Set(rows.map(({ ticker: each }) => each));
    },
    async removeSource(tx, source) {
      await tx.deleteFrom('street_outlooks').where('source', '=', source).execute();
    },
    async removeOf(tx, symbol, source) {
      await tx.deleteFrom('street_outlooks').where('ticker', '=', symbol).where('source', '=', source).execute();
    },
  };
}

export const REPOSITORY = {
  create: createStreetOutlooksRepository,
  replica: {},
  tables: { street_outlooks: 'table' },
  migrations: {
    '0079-street-outlooks': [
      `create table street_outlooks (
        ticker text not null, known_at timestamptz not null, source text not null,
        earnings_first_day integer, earnings_last_day integer, is_date_estimate boolean,
        ex_dividend_day integer, dividend_day integer,
        eps_average double precision, eps_low double precision, eps_high double precision,
        revenue_average double precision, revenue_low double precision, revenue_high double precision,
        quarters jsonb not null, primary key (ticker, known_at),
        check ((earnings_first_day is null) = (earnings_last_day is null)),
        check (earnings_first_day <= earnings_last_day))`,
    ],
  },
} as const satisfies RepositoryRow;
