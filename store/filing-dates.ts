import { sql, type Kysely } from 'kysely';
import type { RepositoryRow } from './repository-row.js';
import type { Tables } from './tables.js';

/** When a fiscal quarter's report was filed, with the sources of the report and of the prices of its ticker. */
export interface FilingDate {
  readonly ticker: string;
  readonly fiscalYear: number;
  readonly fiscalQuarter: number;
  /** Since 1970-01-01. */
  readonly filingDay: number;
  readonly source: string;
  readonly pricesFrom: string;
}

export interface FilingDatesRepository {
  /** Of all stored securities, filed on `day` or later, each ticker's oldest quarter first; one query. */
  since(day: number): Promise<readonly FilingDate[]>;
}

/** The filing dates of the whole market, without the figures. */
function createFilingDatesRepository(db: Kysely<Tables>): FilingDatesRepository {
  return {
    async since(day) {
      const { rows } = await sql<FilingDate>`
        select ticker, fiscal_year as "fiscalYear", fiscal_quarter as "fiscalQuarter", filing_day as "filingDay",
          earnings_reports.source, securities.source as "pricesFrom"
        from earnings_reports join securities on securities.symbol = earnings_reports.ticker
        where filing_day >= ${day} order by ticker, period_end`.execute(db);
      return rows;
    },
  };
}

export const REPOSITORY = {
  create: createFilingDatesRepository,
  tables: {},
  alsoReads: ['earnings_reports', 'securities'],
} as const satisfies RepositoryRow;
