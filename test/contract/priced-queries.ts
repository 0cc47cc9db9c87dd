import type { Tier } from '../../access/tiers.js';

/** An operation that every tier from `tier` on may send, and what it costs of the month. */
export interface Priced {
  readonly title: string;
  readonly tier: Tier;
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly units: number;
  /** Codes of its errors, which leave the rest of the data. */
  readonly codes?: readonly string[];
}

/** Costs one unit; the answer changes with the last close of AAPL. */
export const METERED =
  'query Signal($ticker: Ticker! = "AAPL") { security(ticker: $ticker) { signal { label compositeScore quote { last } } } }';
/** Costs two units, the first of them for the field at `FIRST`. */
export const FIRST = ['data', 'security', 'one'] as const;
export const SECOND = ['data', 'security', 'other'] as const;
export const TWICE = '{ security(ticker: "AAPL") { one: signal { compositeScore } other: signal { label } } }';
export const UNMETERED = '{ __typename viewer { tier } }';
/** Names the caller at `ACCOUNT`. */
export const ACCOUNT = ['data', 'viewer', 'id'] as const;
export const OWN = '{ viewer { id } security(ticker: "AAPL") { ticker } }';
/** Pro, unmetered, and reads one table by a statement for each answer that is not cached. */
export const FROM_TABLE = '{ privateCompanies(first: 3) { nodes { slug name } } }';
export const SLUG = ['data', 'privateCompanies', 'nodes', 0, 'slug'] as const;
export const TABLE = 'private_companies';
/** The caller's minute and month. */
export const MINUTE = '{ usage { perMinute { remaining } } }';
const BARS = 'query ($last: Int!) { security(ticker: "AAPL") { bars(last: $last) { close } } }';
export const SUBSCRIPTION = 'subscription { signalChanged(tickers: ["AAPL"]) { ticker signal { label } } }';
export const MUTATION = 'mutation { deleteWatchlist(input: { id: "wl_none" }) { deletedWatchlistId } }';

export const PRICED: readonly Priced[] = [
  { title: 'what is not metered', tier: 'free', query: UNMETERED, units: 0 },
  { title: 'one capability', tier: 'free', query: METERED, variables: { ticker: 'AAPL' }, units: 1 },
  { title: 'two aliases', tier: 'free', query: TWICE, units: 2 },
  {
    title: 'nested capabilities',
    tier: 'free',
    units: 2,
    query: '{ security(ticker: "AAPL") { name signal { compositeScore } gapStats { gapCount } } }',
  },
  {
    title: 'a batch',
    tier: 'pro',
    units: 1,
    query: '{ securitiesByTicker(tickers: ["AAPL", "MSFT", "NVDA"]) { ticker signal { compositeScore } } }',
  },
  {
    title: 'a screen',
    tier: 'pro',
    units: 1,
    query:
      '{ securities(first: 3, filter: { score: { atLeast: 40 } }) { totalCount nodes { ticker signal { compositeScore } } } }',
  },
  {
    title: 'an unknown ticker beside a known one',
    tier: 'free',
    units: 1,
    codes: ['TICKER_NOT_FOUND'],
    query:
      '{ known: security(ticker: "AAPL") { signal { label } } unknown: security(ticker: "NOPE") { signal { label } } }',
  },
  {
    title: 'a parameter out of bounds',
    tier: 'free',
    units: 0,
    codes: ['INVALID_PARAMETER'],
    query: '{ security(ticker: "AAPL") { dca(monthlyAmount: 1) { invested } } viewer { tier } }',
  },
];

/** Refused for Free, and free of charge. */
export const ABOVE_FREE: Priced = {
  title: 'a field above the tier',
  tier: 'free',
  units: 0,
  codes: ['TIER_REQUIRED'],
  query: '{ security(ticker: "AAPL") { name backtest(strategy: TREND) { strategy } } }',
};

interface Refused {
  readonly title: string;
  readonly query: string;
  readonly variables?: object;
  readonly operationName?: string;
  readonly code: string;
}

const ROOTS = Array.from({ length: 101 }, (_, index) => `a${String(index)}: __typename`);

/** Requests that are refused before anything is executed. */
export const REFUSED: readonly Refused[] = [
  { title: 'a document that is none', query: '{', code: 'GRAPHQL_PARSE_FAILED' },
  { title: 'an unknown field', query: '{ nothing }', code: 'GRAPHQL_VALIDATION_FAILED' },
  { title: 'a variable that is missing', query: BARS, code: 'MISSING_PARAMETER' },
  { title: 'a variable of a wrong type', query: BARS, variables: { last: 'x' }, code: 'INVALID_PARAMETER' },
  { title: 'an operation that is not there', query: METERED, operationName: 'Other', code: 'INVALID_PARAMETER' },
  { title: 'too many root fields', query: `{ ${ROOTS.join(' ')} }`, code: 'OPERATION_TOO_LARGE' },
];
