import type { Tier } from '../../access/tiers.js';
import { call, type Answer } from './http.js';

/** An operation that must be answered alike wherever its subgraphs run. */
export interface RemoteCase {
  readonly name: string;
  readonly tier: Tier;
  readonly query: string;
  readonly perMonth?: number;
  /** What it costs of the month. */
  readonly units: number;
  /** What it costs behind a router that is not ours, where a batch covers its own subgraph alone. */
  readonly routedUnits?: number;
  /** Where our gateway says more than another router can. */
  readonly isOurs?: boolean;
}

export const REMOTE_CASES: readonly RemoteCase[] = [
  {
    name: 'one security over two subgraphs',
    tier: 'free',
    query:
      '{ security(ticker: "BRK-B") { id ticker name quote { last } signal { compositeScore version } gapStats { gapCount } } }',
    units: 2,
  },
  {
    name: 'roots of two subgraphs under aliases',
    tier: 'free',
    query:
      '{ a: security(ticker: "msft") { id gapStats { gapCount } } b: security(ticker: "AAPL") { gapStats { gapCount } } c: security(ticker: "AAPL") { signal { compositeScore } name dca(monthlyAmount: 100) { invested } } }',
    units: 4,
  },
  {
    name: 'a batch that one unit covers, with an unknown ticker',
    tier: 'pro',
    query:
      '{ securitiesByTicker(tickers: ["AAPL", "NOPE", "MSFT"]) { ticker signal { compositeScore } gapStats { gapCount } seasonality { monthCount } } }',
    units: 1,
    routedUnits: 5,
  },
  {
    name: 'a batch that the tier does not have',
    tier: 'free',
    query: '{ securitiesByTicker(tickers: ["AAPL", "MSFT"]) { ticker gapStats { gapCount } } }',
    units: 0,
  },
  {
    name: 'a field that the tier does not have, beside one it has',
    tier: 'free',
    query: '{ security(ticker: "AAPL") { name backtest(strategy: TREND) { strategy } } }',
    units: 0,
  },
  { name: 'a ticker that is none', tier: 'pro', query: '{ security(ticker: "1!") { name } }', units: 0 },
  {
    name: 'a number out of bounds',
    tier: 'pro',
    query: '{ security(ticker: "AAPL") { dca(monthlyAmount: 1) { invested } } }',
    units: 0,
  },
  { name: 'an unknown ticker', tier: 'pro', query: '{ security(ticker: "NOPE") { gapStats { gapCount } } }', units: 0 },
  {
    name: 'a month that is used up',
    tier: 'free',
    query: '{ security(ticker: "AAPL") { name gapStats { gapCount } } }',
    perMonth: 0,
    units: 0,
  },
  {
    name: 'usage, limits and endpoints',
    tier: 'starter',
    query:
      '{ usage { tier month requests { used limit remaining } perMinute { limit remaining } restEndpoints { method path tier } } viewer { tier capabilities { field tier isAllowed units } } rateLimit { cost remaining costLimit nodeCount } }',
    units: 0,
    isOurs: true,
  },
  {
    name: 'global ids over three subgraphs',
    tier: 'pro',
    query:
      '{ node(id: "sec_AAPL") { id ... on Security { name gapStats { gapCount } } } nodes(ids: ["pc_stripe", "sec_NOPE", "nonsense"]) { id ... on PrivateCompany { name } } }',
    units: 1,
  },
  {
    name: 'a page of securities',
    tier: 'free',
    query:
      '{ securities(first: 2, orderBy: { field: NAME, direction: DESC }) { totalCount pageInfo { hasNextPage endCursor } nodes { ticker gapStats { gapCount } signal { label } } } }',
    units: 4,
  },
  {
    name: 'a screen with what is read below it',
    tier: 'pro',
    query:
      '{ securities(first: 2, filter: { score: { atLeast: 40 } }, orderBy: { field: SCORE, direction: DESC }) { totalCount pageInfo { hasNextPage endCursor } nodes { ticker signal { compositeScore } gapStats { gapCount } } } }',
    units: 1,
    routedUnits: 3,
  },
  {
    name: 'a screen that the tier does not have',
    tier: 'starter',
    query:
      '{ securities(first: 2, filter: { factors: { momentum: { atMost: 60 } } }) { totalCount nodes { ticker gapStats { gapCount } } } }',
    units: 0,
  },
  {
    name: 'a mutation that a key may not send',
    tier: 'pro',
    query: 'mutation { createApiKey(input: { name: "x" }) { secret } }',
    units: 0,
  },
  {
    name: 'an operation that is not valid',
    tier: 'pro',
    query: '{ security(ticker: "AAPL") { batch } }',
    units: 0,
    isOurs: true,
  },
];

/** A request id for answers that are compared. */
export const SAME_ID = { 'X-Request-Id': 'the-same' };

export function askGraph(url: string, key: string, query: string): Promise<Answer> {
  return call(url, '/graphql', { method: 'POST', key, headers: SAME_ID, body: { query } });
}
