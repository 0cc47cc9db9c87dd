import { sql, type Kysely, type Selectable } from 'kysely';
import type { RepositoryRow } from './repository-row.js';
import { rowsByKey } from './rows-by-key.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';

/** A number of shares outstanding, of all classes together, as a filing states it. Days since 1970-01-01. */
interface SharesColumns {
  ticker: string;
  /** Of the filing; invented for a security of the demo market. */
  accession: string;
  form: string;
  /** The day that the number is of. */
  day: number;
  shares: number;
  /** Numbers that were added up, one for each class. */
  classes: number;
  filingDay: number;
  source: string;
}

declare module './tables.js' {
  interface Tables {
    shares_outstanding: SharesColumns;
  }
}

export type NewShares = Readonly<Selectable<Tables['shares_outstanding']>>;
/** With the time at which the SEC accepted the filing, if that is stored. */
export type SharesOutstanding = NewShares & { readonly acceptedAt: Date | null };

export interface SharesOutstandingRepository {
  /** Of each ticker, oldest first, without tickers that have none; one query. */
  byTickers(tickers: readonly string[]): Promise<ReadonlyMap<string, readonly SharesOutstanding[]>>;
  /** Replaces all numbers of the ticker, so that they are of one filer. */
  replace(tx: Kysely<Tables>, ticker: string, rows: readonly NewShares[]): Promise<void>;
}

/** Shares outstanding by filing. */
function createSharesOutstandingRepository(db: Kysely<Tables>): SharesOutstandingRepository {
  return {
    async byTickers(tickers) {
      if (tickers.length === 0) return new Map();
      const rows = await db
        .selectFrom('shares_outstanding')
        .leftJoin('filings', 'filings.accession', 'shares_outstanding.accession')
        .selectAll('shares_outstanding')
        .select('filings.acceptedAt')
        .where(sql<boolean>`shares_outstanding.ticker = any(${[...tickers]}::text[])`)
        .orderBy('day')
        .orderBy('shares_outstanding.filingDay')
        .orderBy(sql`shares_outstanding.accession collate "C"`)
        .execute();
      return rowsByKey(rows, (row) => row.ticker);
    },
    async replace(tx, symbol, rows) {
      await tx.deleteFrom('shares_outstanding').where('ticker', '=', symbol).execute();
      await upsert(tx, 'shares_outstanding', ['ticker', 'accession'], rows);
    },
  };
}

export const REPOSITORY = {
  create: createSharesOutstandingRepository,
  replica: {},
  tables: { shares_outstanding: 'table' },
  alsoReads: ['filings'],
  migrations: {
    '0050-shares-outstanding': [
      `create table shares_outstanding (
        ticker text not null, accession text not null, form text not null, day integer not null,
        shares double precision not null check (shares > 0), classes integer not null,
        filing_day integer not null, source text not null, primary key (ticker, accession))`,
    ],
  },
} as const satisfies RepositoryRow;
