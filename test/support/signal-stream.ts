import { expect } from '@jest/globals';
import { read, type Answer } from './http.js';

/** The stream that the tests of all transports follow, and a query whose answer equals that of its events. */
export const SIGNAL_STREAM =
  'subscription Watch($tickers: [Ticker!]!, $initial: Boolean! = true) { signalChanged(tickers: $tickers, initial: $initial) { ticker signal { label compositeScore } } }';
const SIGNAL_QUERY =
  'query ($ticker: Ticker!) { signalChanged: security(ticker: $ticker) { ticker signal { label compositeScore } } }';

/** Subscriptions and queries that are refused: code, tier, text, variables. */
export const REFUSED: readonly (readonly [code: string, tier: 'free' | 'pro', query: string, variables: object])[] = [
  ['TIER_REQUIRED', 'free', SIGNAL_STREAM, { tickers: ['AAPL'] }],
  ['INVALID_PARAMETER', 'pro', SIGNAL_STREAM, { tickers: [] }],
  ['MISSING_PARAMETER', 'pro', SIGNAL_STREAM, {}],
  ['GRAPHQL_PARSE_FAILED', 'pro', 'subscription {', {}],
  ['GRAPHQL_VALIDATION_FAILED', 'pro', 'subscription { nothing }', {}],
  [
    'OPERATION_TOO_LARGE',
    'free',
    `subscription { signalChanged(tickers: ["AAPL"]) { ${Array.from({ length: 40 }, (_, index) => `a${index}: signal { label }`).join(' ')} } }`,
    {},
  ],
];

/** Incremental delivery, which no transport has, and how its refusal begins. */
export const INCREMENTAL: readonly (readonly [query: string, message: string])[] = [
  ['subscription { signalChanged(tickers: ["AAPL"]) { ticker ... @defer { name } } }', '@defer is not supported'],
  ['subscription { ... @defer { signalChanged(tickers: ["AAPL"]) { ticker } } }', '@defer is not supported'],
];

/** What an event about `ticker` has, asked for by a query. */
export async function currentSignal(
  graphql: (key: string, query: string, variables: object) => Promise<Answer>,
  key: string,
  ticker: string,
): Promise<unknown> {
  const data = read(await graphql(key, SIGNAL_QUERY, { ticker }), 'data');
  expect(read(data as object, 'signalChanged')).toHaveProperty('signal');
  return data;
}

/** The ticker of an event's data. */
export function tickerOf(data: unknown): unknown {
  return read(data ?? {}, 'signalChanged', 'ticker');
}

/** The score of an event's data. */
export function scoreOf(data: unknown): unknown {
  return read(data ?? {}, 'signalChanged', 'signal', 'compositeScore');
}
