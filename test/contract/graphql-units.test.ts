import { describe, expect, it } from '@jest/globals';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';
import { fiftyTickers } from '../support/tickers.js';
import { endpointNamed, requestOf } from './endpoints.js';
import { expectHeaders, limitsOf } from './headers.js';

const server = await serverForFile();
const { runtime } = server;

const signal = (key: string): Promise<Answer> => {
  const { path, call } = requestOf(endpointNamed('GET /signal'));
  return server.call(path, { ...call, key });
};
const codeAt = (answer: Answer, index = 0): unknown => read(answer, 'errors', index, 'extensions', 'code');

const SIGNAL = 'security(ticker: "AAPL") { signal { label } }';
const ALL =
  'signal { label } seasonality { monthCount } gapStats { gapCount } dca { profit } backtest(strategy: MACD) { years }';

describe('an error beside other fields', () => {
  it.each([
    [
      'security(ticker: "AAPL") { backtest(strategy: MACD) { years } }',
      { security: { backtest: null } },
      ['security', 'backtest'],
      'TIER_REQUIRED',
    ],
    [
      'securitiesByTicker(tickers: ["AAPL", "MSFT"]) { ticker }',
      { securitiesByTicker: null },
      ['securitiesByTicker'],
      'TIER_REQUIRED',
    ],
    ['security(ticker: "1") { ticker }', { security: null }, ['security'], 'INVALID_PARAMETER'],
    ['security(ticker: "ZZZZ") { ticker }', { security: null }, ['security'], 'TICKER_NOT_FOUND'],
    ['node(id: "sec_ZZZZ") { id }', { node: null }, ['node'], 'NOT_FOUND'],
    ['portfolio(holdings: [{ ticker: "AAPL" }]) { posture }', { portfolio: null }, ['portfolio'], 'TIER_REQUIRED'],
  ])('%s is null, and the others answer', async (bad, value, path, code) => {
    const { key } = await server.newKey('free');
    const answer = await server.graphql(
      key,
      `{ good: security(ticker: "AAPL") { gapStats { sessions } } ${bad} usage { tier } }`,
    );
    expect(read(answer, 'data')).toEqual({
      good: { gapStats: { sessions: expect.any(Number) as unknown } },
      ...value,
      usage: { tier: 'FREE' },
    });
    expect(read(answer, 'errors')).toEqual([
      expect.objectContaining({
        path,
        extensions: expect.objectContaining({ code, request_id: answer.headers['x-request-id'] }),
      }),
    ]);
  });

  it('the fields that the month still covers answer, and no more', async () => {
    const key = await server.newKey('free', { perMonth: 2 });
    const answer = await server.graphql(
      key.key,
      `{ ${['a', 'b', 'c', 'd'].map((alias) => `${alias}: ${SIGNAL}`).join(' ')} }`,
    );
    const values = Object.values(read(answer, 'data') as Readonly<Record<string, { signal: unknown }>>);
    expect([values.filter((value) => value.signal !== null).length, values.length]).toEqual([2, 4]);
    expect([codeAt(answer), codeAt(answer, 1)]).toEqual(['MONTHLY_LIMIT_REACHED', 'MONTHLY_LIMIT_REACHED']);
    expect(await server.used(key)).toBe(2);
  });
});

describe('units of the month', () => {
  const aliases = (count: number): string => Array.from({ length: count }, (_, i) => `a${i}: ${SIGNAL}`).join(' ');
  const two = 'securitiesByTicker(tickers: ["AAPL", "MSFT"])';
  const holdings = '[{ ticker: "AAPL", weight: 60 }, { ticker: "MSFT", weight: 40 }]';

  it.each([
    ['one field', `{ ${SIGNAL} }`, 1],
    ['seven aliases of one field', `{ ${aliases(7)} }`, 7],
    [
      'two aliases under one security',
      '{ security(ticker: "AAPL") { a: dca(years: 1) { profit } b: dca(years: 2) { profit } } }',
      2,
    ],
    [
      'two aliases of one security, of a field of one subgraph',
      '{ a: security(ticker: "AAPL") { seasonality { monthCount } } b: security(ticker: "AAPL") { seasonality { monthCount } } }',
      2,
    ],
    [
      'two aliases of one security, of fields of two subgraphs',
      '{ a: security(ticker: "AAPL") { name seasonality { monthCount } } b: security(ticker: "AAPL") { name seasonality { monthCount } } }',
      2,
    ],
    [
      'one security in two places of different depth',
      '{ a: security(ticker: "AAPL") { name seasonality { monthCount } } securities(first: 1) { nodes { seasonality { monthCount } } edges { node { seasonality { monthCount } } } } }',
      3,
    ],
    ['five capabilities of one security', `{ security(ticker: "AAPL") { ${ALL} } }`, 5],
    ['five capabilities of a list of one', `{ securitiesByTicker(tickers: ["AAPL"]) { ${ALL} } }`, 5],
    ['five capabilities of a list of two', `{ ${two} { ${ALL} } }`, 1],
    ['two lists of two', `{ a: ${two} { signal { label } } b: ${two} { dca { profit } } }`, 2],
    ['a capability of an object by its id', '{ node(id: "sec_AAPL") { ... on Security { signal { label } } } }', 1],
    ['a capability of each security of a page', '{ securities(first: 3) { nodes { signal { label } } } }', 3],
    ['a page of securities without a capability', '{ securities(first: 3) { nodes { name quote { last } } } }', 0],
    ['a portfolio', `{ portfolio(holdings: ${holdings}) { posture } }`, 1],
    [
      'what is read under a portfolio',
      `{ portfolio(holdings: ${holdings}) { concentration { topPosition { security { seasonality { monthCount } name } } } } }`,
      2,
    ],
    ['the recorded signals', '{ security(ticker: "AAPL") { signalHistory { label } } }', 1],
    [
      'a field that a directive leaves out',
      `{ ${SIGNAL.replace('signal', 'name signal @skip(if: true)')} usage { tier } }`,
      0,
    ],
    [
      'a security without a capability',
      '{ security(ticker: "AAPL") { name sector quote { last } bars(last: 5) { close } } }',
      0,
    ],
    ['usage', '{ usage { tier requests { used } aiTokens { remaining } } viewer { tier } }', 0],
    ['the library', '{ backtestLibrary { strategies { strategy } } }', 0],
    ['introspection', '{ __schema { queryType { name } } __typename __type(name: "Signal") { fields { name } } }', 0],
    ['a document that is not valid', '{ security(ticker: "AAPL") { signal { nothing } } }', 0],
    ['a document that does not parse', '{ signal(', 0],
  ])('%s', async (_, document, units) => {
    const key = await server.newKey('pro');
    const answer = await server.graphql(key.key, document);
    expect(await server.used(key)).toBe(units);
    expect(answer.headers['x-ratelimit-monthly-remaining']).toBe(String(10_000 - units));
    expect(answer.headers['x-ratelimit-remaining']).toBe('59');
  });

  it('fifty securities with every capability are one unit and one request', async () => {
    const key = await server.newKey('pro');
    const tickers = await fiftyTickers(server);
    const answer = await server.graphql(
      key.key,
      `query($tickers: [Ticker!]!) { securitiesByTicker(tickers: $tickers) { ${ALL} } }`,
      { tickers },
    );
    expect([
      read(answer, 'errors'),
      (read(answer, 'data', 'securitiesByTicker') as unknown[]).length,
      await server.used(key),
    ]).toEqual([undefined, 50, 1]);
  });

  it('a batch holds one hundred and not one more, and not none', async () => {
    const key = await server.newKey('pro');
    const ask = (count: number): Promise<Answer> =>
      server.graphql(key.key, 'query($of: [Ticker!]!) { securitiesByTicker(tickers: $of) { ticker } }', {
        of: Array.from({ length: count }, () => 'AAPL'),
      });
    expect([codeAt(await ask(101)), codeAt(await ask(0)), codeAt(await ask(100))]).toEqual([
      'INVALID_PARAMETER',
      'INVALID_PARAMETER',
      undefined,
    ]);
    expect(await server.used(key)).toBe(1);
  });

  it('a batch that the month does not cover is refused whole', async () => {
    const key = await server.newKey('pro', { perMonth: 0 });
    expect(codeAt(await server.graphql(key.key, `{ ${two} { signal { label } } }`))).toBe('MONTHLY_LIMIT_REACHED');
  });

  it('REST and GraphQL share one month and one minute, over all keys of the account', async () => {
    const key = await server.newKey('free', { perMonth: 2, perMinute: 4 });
    const { secret: second } = await runtime.access.keys.create(key.accountId);
    expect((await signal(key.key)).status).toBe(200);
    expect(codeAt(await server.graphql(second, `{ ${SIGNAL} }`))).toBeUndefined();
    expect(read(await signal(second), 'error')).toBe('monthly_limit_reached');
    expect(codeAt(await server.graphql(key.key, `{ ${SIGNAL} }`))).toBe('MONTHLY_LIMIT_REACHED');
    expect(read(await signal(second), 'error')).toBe('rate_limited');
    const graph = await server.graphql(key.key, '{ __typename }');
    expect([graph.status, codeAt(graph), Number(graph.headers['retry-after']) >= 1]).toEqual([
      429,
      'RATE_LIMITED',
      true,
    ]);
    expectHeaders(graph, limitsOf('free', { perMonth: 2, perMinute: 4 }), server.clock.nowMs);
  });
});
