import { sql, type Kysely } from 'kysely';
import type { RepositoryRow } from './repository-row.js';
import { rowsByKey } from './rows-by-key.js';
import type { SourceKind } from './source-reads.js';
import type { Tables } from './tables.js';

/** One source of which rows of a kind are stored. */
export interface StoredSource {
  readonly ticker: string;
  readonly kind: SourceKind;
  readonly source: string;
  /** The newest day of the rows, since 1970-01-01. */
  readonly day: number | null;
}

export interface SeriesSourcesRepository {
  /** The sources of what is stored of each ticker, without tickers that have nothing; one query. */
  storedBy(tickers: readonly string[]): Promise<ReadonlyMap<string, readonly StoredSource[]>>;
}

/** Which sources the stored data of each ticker is from. */
function createSeriesSourcesRepository(db: Kysely<Tables>): SeriesSourcesRepository {
  return {
    async storedBy(tickers) {
      const asked = [...tickers];
      const { rows } = await sql<StoredSource>`
        select symbol as ticker, 'daily' as kind, source, last_day as day from securities
          where last_day is not null and symbol = any(${asked}::text[])
        union all select m.symbol, 'minutes', s.source, max(m.day) from minute_days m join securities s on s.symbol = m.symbol
          where m.symbol = any(${asked}::text[]) group by m.symbol, s.source
        union all select ticker, 'ratings', source, max(day) from rating_actions
          where ticker = any(${asked}::text[]) group by ticker, source
        union all select ticker, 'outlook', source, floor(extract(epoch from max(known_at)) / 86400)::integer
          from street_outlooks where ticker = any(${asked}::text[]) group by ticker, source
        union all select ticker, 'profile', source, max(day) from market_values
          where ticker = any(${asked}::text[]) group by ticker, source
        union all select ticker, 'options', source, max(day) from option_quotes
          where ticker = any(${asked}::text[]) group by ticker, source
        union all select ticker, 'fundamentals', source, max(coalesce(filing_day, period_end)) from (
          select ticker, source, filing_day, period_end from earnings_reports where ticker = any(${asked}::text[])
          union all select ticker, source, filing_day, period_end from financial_statements
          where ticker = any(${asked}::text[])) as reported group by ticker, source
        union all select f.ticker, 'filings', c.source, max(c.filing_day) from filers f
          join company_filings c on c.filer = f.filer where f.ticker = any(${asked}::text[]) group by f.ticker, c.source
        union all select f.ticker, 'insiders', i.source, max(coalesce(i.filing_day, i.period_day)) from filers f
          join insider_filings i on i.filer = f.filer where f.ticker = any(${asked}::text[]) group by f.ticker, i.source
        union all select ticker, 'insiders', source, max(day) from insider_transactions t
          where ticker = any(${asked}::text[]) and not exists (
            select 1 from filers f join insider_filings i on i.filer = f.filer where f.ticker = t.ticker and i.source <> 'simulated')
          group by ticker, source
        order by ticker, kind, source`.execute(db);
      return rowsByKey(rows, ({ ticker }) => ticker);
    },
  };
}

export const REPOSITORY = {
  create: createSeriesSourcesRepository,
  replica: {},
  tables: {},
  alsoReads: [
    'securities',
    'minute_days',
    'rating_actions',
    'option_quotes',
    'street_outlooks',
    'market_values',
    'insider_transactions',
    'earnings_reports',
    'financial_statements',
    'filers',
    'company_filings',
    'insider_filings',
  ],
} as const satisfies RepositoryRow;
