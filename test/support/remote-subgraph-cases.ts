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
  { name: 'one security over two subgraphs', tier: 'free', query: '{ security(symbol: "BRK-B") { name quote { current } signal { compositeScore ticker } gapStats { gapCount ticker } } }', units: 2 },
  { name: 'roots of two subgraphs under aliases', tier: 'free', query: '{ a: gapStats(ticker: "msft") { gapCount } b: gapStats(ticker: "AAPL") { gapCount } signal(ticker: "AAPL") { compositeScore security { name dca(monthly: 100) { invested } } } }', units: 4 },
  { name: 'a batch that one unit covers, with an unknown symbol', tier: 'pro', query: '{ securities(symbols: ["AAPL", "NOPE", "MSFT"]) { symbol signal { compositeScore } gapStats { gapCount } seasonality { monthCount } } }', units: 1, routedUnits: 5 },
  { name: 'a batch that the tier does not have', tier: 'free', query: '{ securities(symbols: ["AAPL", "MSFT"]) { symbol gapStats { gapCount } } }', units: 0 },
  { name: 'a field that the tier does not have, beside one it has', tier: 'free', query: '{ security(symbol: "AAPL") { name backtest(strategy: trend) { strategy } } }', units: 0 },
  { name: 'a ticker that is none', tier: 'pro', query: '{ security(symbol: "1!") { name } }', units: 0 },
  { name: 'a number out of bounds', tier: 'pro', query: '{ dca(ticker: "AAPL", monthly: 1) { invested } }', units: 0 },
  { name: 'an unknown ticker', tier: 'pro', query: '{ gapStats(ticker: "NOPE") { gapCount } }', units: 1 },
  { name: 'a month that is used up', tier: 'free', query: '{ security(symbol: "AAPL") { name gapStats { gapCount } } }', perMonth: 0, units: 0 },
  { name: 'usage, limits and endpoints', tier: 'starter', query: '{ usage { tier month requests { used limit remaining } perMinute { limit remaining } endpoints { method path tier } } viewer { tier } rateLimit { cost remaining operationCost nodeCount } }', units: 0, isOurs: true },
  { name: 'a mutation that a key may not send', tier: 'pro', query: 'mutation { createKey(name: "x") { secret } }', units: 0 },
  { name: 'an operation that is not valid', tier: 'pro', query: '{ security(symbol: "AAPL") { isCoveredByBatch } }', units: 0, isOurs: true },
];

/** A request id for answers that are compared. */
export const SAME_ID = { 'X-Request-Id': 'the-same' };

export function askGraph(url: string, key: string, query: string): Promise<Answer> {
  return call(url, '/graphql', { method: 'POST', key, headers: SAME_ID, body: { query } });
}
