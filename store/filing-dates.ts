import { sql, type Kysely } from 'kysely';
import type { RepositoryRow } from './repository-row.js';
import type { Tables } from './tables.js';

/** A fiscal quarter and the day of its report's filing, since 1970-01-01. */
export type FiledQuarter = readonly [fiscalYear: number, fiscalQuarter: number, filingDay: number];

/** The filed quarters of a ticker, oldest first, with the sources of the reports and of the ticker's prices. */
export interface FilingDates {
  readonly ticker: string;
  readonly source: string;
  readonly pricesFrom: string;
  readonly quarters: readonly FiledQuarter[];
}

export interface FilingDatesRepository {
  /** Of all stored securities, filed on `day` or later; one query. */
  since(day: number): Promise<readonly FilingDates[]>;
}

/** The filing dates of the whole market, without the figures: one row for each ticker, which is quick to read. */
function createFilingDatesRepository(db: Kysely<Tables>): FilingDatesRepository {
  return {
    async since(day) {
      const { rows } = await sql<FilingDates>`
        select ticker, earnings_reports.source, securities.source as "pricesFrom",
          json_agg(json_build_array(fiscal_year, fiscal_quarter, filing_day) order by period_end) as quarters
        from earnings_reports join securities on securities.symbol = earnings_reports.ticker
        where filing_day >= ${day} group by ticker, earnings_reports.source, securities.source`.execute(db);
      return rows;
    },
  };
}

export const REPOSITORY = {
  create: createFilingDatesRepository,
  replica: {},
  tables: {},
  alsoReads: ['earnings_reports', 'securities'],
} as const satisfies RepositoryRow;
