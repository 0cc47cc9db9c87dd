import type { BudgetLimits } from '../../store/source-budgets.js';

/** What a live source gives, how it is asked, and where. The table in the docs is generated from it. */
export interface SourceRow {
  /** Where it is asked unless the configuration says otherwise; null for addresses of the configuration's own. */
  readonly baseUrl: string | null;
  readonly gives: readonly string[];
  /** Another host that it is asked at, which an address of the configuration replaces too. */
  readonly dataUrl?: string;
  /** What it needs besides a network. */
  readonly needs: string;
  /** Budgets by endpoint; those of all processes together. */
  readonly limits: Readonly<Record<string, BudgetLimits>>;
}

export const LIVE_SOURCES = {
  yahoo: {
    baseUrl: 'https://query2.finance.yahoo.com',
    dataUrl: 'https://fc.yahoo.com',
    gives: [
      'daily bars since 1990, adjusted',
      'splits',
      'dividends',
      'name, kind and exchange',
      'minute bars',
      'option chains',
      'rating actions',
      'market values',
      'sectors',
      "insiders' transactions without their forms",
      'revenue and net income of the newest quarters, without their filings',
      'dates of reports and dividends',
      "the street's estimates",
      'news of a ticker',
      'closes to compare with imported ones',
    ],
    needs: 'nothing',
    limits: {
      chart: { perSecond: 4, burst: 16, mostFailures: 5 },
      // A crumb is asked for once, and again when it has expired.
      crumb: { perSecond: 0.2, burst: 4, mostFailures: 2 },
      summary: { perSecond: 2, burst: 8, mostFailures: 5 },
      options: { perSecond: 2, burst: 12, mostFailures: 5 },
    },
  },
  edgar: {
    baseUrl: 'https://www.sec.gov',
    dataUrl: 'https://data.sec.gov',
    gives: ['filings', 'fiscal quarters', 'shares outstanding', "insiders' transactions"],
    needs: '`SVC_SEC_USER_AGENT`, a name and an e-mail address, as the SEC asks for',
    // The SEC allows 10 a second: what is sent at once and what follows in a second stay below.
    limits: { edgar: { perSecond: 8, burst: 2, mostFailures: 5 } },
  },
  finnhub: {
    baseUrl: 'https://finnhub.io/api/v1',
    gives: [
      'filings',
      "insiders' transactions",
      'IPO calendar',
      'news of the market and of mergers',
      'closes to compare with those that are served',
      'what `admin data ask` shows',
    ],
    needs: '`SVC_FINNHUB_KEY`, a key of finnhub.io',
    // The free plan allows 60 a minute.
    limits: { finnhub: { perSecond: 0.9, burst: 6, mostFailures: 5 } },
  },
  rss: {
    baseUrl: null,
    gives: ['news articles'],
    needs: 'nothing; `SVC_NEWS_FEEDS` names the outlets, else the 14 of the default list',
    limits: {},
  },
} as const satisfies Readonly<Record<string, SourceRow>>;

export type LiveSourceName = keyof typeof LIVE_SOURCES;
export const LIVE_SOURCE_NAMES = Object.keys(LIVE_SOURCES) as LiveSourceName[];
