import type { Tables } from './tables.js';

/** How the coverage of one kind of data is read. SQL, in snake case; every text is of this file. */
export interface DataSet {
  readonly name: string;
  readonly table: keyof Tables;
  /** What is read, if it is more than the table. */
  readonly from?: string;
  /** Aggregate that counts; the rows by default. */
  readonly rows?: string;
  /** Ticker, filer or company of a row. */
  readonly subject?: string;
  /** Day of a row since 1970-01-01. */
  readonly day?: string;
  /** Who gave a row. */
  readonly source?: string;
  /** The table whose version changes with it; its own by default. */
  readonly versionOf?: keyof Tables;
}

const dayOf = (instant: string): string => `(extract(epoch from ${instant}) / 86400)::integer`;
/** Writes of series raise the version of their security, in the same transaction. */
const SERIES = { subject: 'symbol', versionOf: 'securities' } as const;
const withSecurity = (table: string): string => `${table} join securities using (symbol)`;
const TICKER = { subject: 'ticker', source: 'source' } as const;
const COMPANY = { subject: 'slug', source: 'source' } as const;

/** Every kind of market data that is stored. */
export const DATA_SETS: readonly DataSet[] = [
  { name: 'securities', table: 'securities', subject: 'symbol', day: 'last_day', source: 'source' },
  {
    name: 'daily bars',
    table: 'bar_years',
    from: withSecurity('bar_years'),
    rows: 'sum(bars)',
    day: 'last_day',
    source: 'source',
    ...SERIES,
  },
  {
    name: 'minute bars',
    table: 'minute_days',
    from: withSecurity('minute_days'),
    rows: 'sum(bars)',
    day: 'day',
    source: 'source',
    ...SERIES,
  },
  { name: 'quotes', table: 'quote_days', rows: 'sum(quotes)', day: 'day', ...TICKER },
  { name: 'trades', table: 'trade_days', rows: 'sum(trades)', day: 'day', ...TICKER },
  { name: 'option quotes', table: 'option_quotes', day: 'day', ...TICKER },
  { name: 'splits', table: 'splits', from: withSecurity('splits'), day: 'day', source: 'source', ...SERIES },
  { name: 'dividends', table: 'dividends', from: withSecurity('dividends'), day: 'day', source: 'source', ...SERIES },
  { name: 'announced dividends and splits', table: 'announced_actions', day: 'day', ...TICKER },
  { name: 'recorded signals', table: 'composite_heads', day: 'day', subject: 'symbol', source: 'source' },
  { name: 'earnings reports', table: 'earnings_reports', day: 'period_end', ...TICKER },
  { name: 'financial statements', table: 'financial_statements', day: 'period_end', ...TICKER },
  { name: 'filings', table: 'filings', day: 'filing_day', subject: 'cik' },
  { name: 'company filings', table: 'company_filings', day: 'filing_day', subject: 'filer', source: 'source' },
  { name: 'insider filings', table: 'insider_filings', day: 'filing_day', subject: 'filer', source: 'source' },
  { name: 'insider transactions without forms', table: 'insider_transactions', day: 'day', ...TICKER },
  {
    name: 'institutional filings',
    table: 'institutional_filings',
    day: 'filing_day',
    subject: 'cik',
    source: 'source',
  },
  { name: 'institutional positions', table: 'institutional_positions', subject: 'cusip' },
  { name: 'CUSIPs', table: 'cusips', day: 'day', ...TICKER },
  { name: 'shares outstanding', table: 'shares_outstanding', day: 'day', ...TICKER },
  { name: 'market values', table: 'market_values', day: 'day', ...TICKER },
  { name: 'rating actions', table: 'rating_actions', day: 'day', ...TICKER },
  { name: 'street outlooks', table: 'street_outlooks', day: dayOf('known_at'), ...TICKER },
  { name: 'congress trades', table: 'congress_trades', day: 'coalesce(disclosed_day, day)', ...TICKER },
  { name: 'transcripts', table: 'transcripts', day: 'call_day', ...TICKER },
  { name: 'news articles', table: 'news_articles', day: dayOf('published_at'), source: 'source' },
  { name: 'news of tickers', table: 'news_links', day: dayOf('published_at'), ...TICKER },
  { name: 'startup news', table: 'startup_stories', day: dayOf('published_at'), ...COMPANY },
  { name: 'IPO calendar', table: 'ipo_listings', day: 'day', ...TICKER },
  { name: 'macro releases', table: 'macro_releases', day: 'day', source: 'source' },
  { name: 'private companies', table: 'private_companies', ...COMPANY },
  { name: 'private rounds', table: 'private_rounds', day: 'day', ...COMPANY },
  { name: 'private stakes', table: 'private_stakes', day: 'as_of_day', ...COMPANY },
  { name: 'private offerings', table: 'private_offerings', day: 'sale_day', subject: 'cik', source: 'source' },
  { name: 'relations of private companies', table: 'private_relations', day: 'as_of_day', ...COMPANY },
  { name: 'secondary events', table: 'secondary_events', day: 'day', ...COMPANY },
  { name: 'recorded marks', table: 'mark_records', day: dayOf('known_at'), subject: 'slug' },
  { name: 'investors', table: 'investors', ...COMPANY },
  { name: 'advisers', table: 'advisers', day: 'filed_day', subject: 'crd', source: 'source' },
];
