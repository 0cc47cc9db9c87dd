import { describe, expect, it } from '@jest/globals';
import { graphql, Kind, parse, type ExecutionResult, type GraphQLSchema } from 'graphql';
import { RequestContext } from '../../access/request-context.js';
import type { Tier } from '../../access/tiers.js';
import { createSubgraph } from '../../subgraphs/create-subgraph.js';
import { BASE_PATH } from '../../rest-compat/route.js';
import { ROUTES } from '../../rest-compat/routes/index.js';
import { createResultCache } from '../../subgraphs/result-cache.js';
import { SUBGRAPH_NAMES, subgraphSdl } from '../../subgraphs/sdl.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile, type TestKey } from '../support/in-process.js';
import { endpointNamed, ENDPOINTS, requestOf, type Endpoint } from './endpoints.js';
import { expectHeaders, limitsOf } from './headers.js';
import { asRest, documentAt, OF_SECURITIES, placesOf, readingOf, valueAt, type Values } from './places.js';

const server = await serverForFile();
const { runtime } = server;
const MANY = { perMinute: 100_000 };
const services = { store: runtime.store, access: runtime.access, log: runtime.log, atEnd: runtime.atEnd, webhooks: runtime.webhooks, results: createResultCache(runtime.clock), endpoints: () => [] };

/** The subgraph that gives securities a field. */
function subgraphOf(field: string): GraphQLSchema {
  const name = SUBGRAPH_NAMES.find((each) => parse(subgraphSdl(each)).definitions.some((node) => node.kind === Kind.OBJECT_TYPE_DEFINITION && node.name.value === 'Security' && node.fields?.some((own) => own.name.value === field)));
  if (name === undefined) throw new Error(`no subgraph gives securities ${field}`);
  return createSubgraph(name, services);
}

const SUBGRAPHS = new Map(OF_SECURITIES.map((endpoint) => [endpoint.name, subgraphOf(readingOf(endpoint).field)]));

const rest = (endpoint: Endpoint, key: string, changes: Values = {}): Promise<Answer> => {
  const { path, call } = requestOf(endpoint, changes);
  return server.call(path, { ...call, key });
};
const codeAt = (answer: Answer | object, index = 0): unknown => read(answer, 'errors', index, 'extensions', 'code');

/** Every place of the graph crossed with every endpoint. */
const CASES = ENDPOINTS.flatMap((endpoint) => placesOf(endpoint).map((place) => ({ name: `${endpoint.name} as ${place.name}`, endpoint, place })));

/** Asks a subgraph for the field directly, as any federation router does. */
async function entities(endpoint: Endpoint, { key }: TestKey, changes: Values = {}): Promise<ExecutionResult> {
  const identity = await runtime.access.authenticator.authenticate({ kind: 'key', secret: key });
  const { nested, ticker, fragments } = readingOf(endpoint, changes);
  const schema = SUBGRAPHS.get(endpoint.name);
  if (schema === undefined) throw new Error(`${endpoint.name} is no field of a security`);
  return graphql({
    schema,
    source: `query($of: [_Any!]!) { _entities(representations: $of) { ... on Security { ${nested} } } } ${fragments}`,
    variableValues: { of: [{ __typename: 'Security', symbol: JSON.parse(ticker) as unknown, isCoveredByBatch: false }] },
    contextValue: new RequestContext({ identity, requestId: 'entities', nowMs: server.clock.nowMs, meter: runtime.access.meter }),
  });
}

/** An answer without what differs whenever it is made: random ids and secrets. */
function settled(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer).replace(/\b(we|whsec)_[\w…-]+/g, '$1'));
}

describe('the same answer', () => {
  it('is asked for every row of the table', () => {
    const asked = new Set(CASES.map(({ endpoint }) => endpoint.capability.route));
    expect(ROUTES.filter((route) => !asked.has(route)).map(({ method, path }) => `${method} ${path}`)).toEqual([]);
    expect(OF_SECURITIES.length).toBeGreaterThanOrEqual(5);
  });

  it.each(CASES)('$name is what REST answers', async ({ endpoint, place }) => {
    const { tier, source } = endpoint.sample;
    // Each from an account of its own, so that neither sees what the other used or made.
    const whole = await rest(endpoint, (await server.newKey(tier)).key);
    const answer = await server.graphql((await server.newKey(tier)).key, documentAt(place, endpoint));
    expect(whole.status).toBe(endpoint.status);
    if (whole.status >= 400) {
      expect([codeAt(answer), valueAt(answer, place, endpoint)]).toEqual([String(read(whole, 'error')).toUpperCase(), null]);
      return;
    }
    expect(read(answer, 'errors')).toBeUndefined();
    expect(settled(asRest(endpoint, valueAt(answer, place, endpoint)))).toEqual(settled(read(whole)));
    expect(answer.headers['x-data-source']).toBe(source);
  });

  it.each(OF_SECURITIES)('$name over _entities is what REST answers', async (endpoint) => {
    const key = await server.newKey('pro', MANY);
    const result = JSON.parse(JSON.stringify(await entities(endpoint, key))) as object;
    const value = read(result, 'data', '_entities', 0, readingOf(endpoint).field);
    expect(asRest(endpoint, value)).toEqual(read(await rest(endpoint, key.key)));
  });

  it.each(OF_SECURITIES)('$name is the same for a list of fifty as one by one', async (endpoint) => {
    const { key } = await server.newKey('pro', MANY);
    const symbols = await fiftySymbols();
    const { field, nested, fragments } = readingOf(endpoint);
    const answer = await server.graphql(key, `query($symbols: [Ticker!]!) { securities(symbols: $symbols) { ${nested} } } ${fragments}`, { symbols });
    for (const index of [0, 7, 49]) {
      const value = read(answer, 'data', 'securities', index, field);
      expect(asRest(endpoint, value)).toEqual(read(await rest(endpoint, key, { ticker: symbols[index] })));
    }
  });

  it.each(['brk-b', ' BRK.B ', 'Brk.b'])('the ticker %j is echoed alike everywhere', async (ticker) => {
    const { key } = await server.newKey('pro', MANY);
    const echo = ticker.trim().toUpperCase();
    for (const endpoint of OF_SECURITIES) {
      expect(read(await rest(endpoint, key, { ticker }), 'ticker')).toBe(echo);
      for (const place of placesOf(endpoint)) {
        const value = valueAt(await server.graphql(key, documentAt(place, endpoint, { ticker })), place, endpoint);
        expect(asRest(endpoint, value)).toMatchObject({ ticker: echo });
      }
    }
    const answer = await server.graphql(key, '{ security(symbol: "brk-b") { symbol } }');
    expect([read(answer, 'data'), read(answer, 'errors')]).toEqual([{ security: { symbol: 'BRK.B' } }, undefined]);
  });
});

async function fiftySymbols(): Promise<readonly string[]> {
  const rows = await runtime.store.db.selectFrom('securities').select('symbol').orderBy('symbol').limit(50).execute();
  expect(rows).toHaveLength(50);
  return rows.map(({ symbol }) => symbol);
}

/** Ways to be refused, and what both REST and the graph say then. */
interface Refusal {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly changes?: Values;
  readonly status: number;
  readonly code: string;
  readonly extras: readonly string[];
  newKey(): Promise<TestKey>;
}

const SIGNAL = endpointNamed('GET /signal');
const DCA = endpointNamed('GET /dca');
const BACKTEST = endpointNamed('GET /backtest');
const ofTier = (tier: Tier, options = {}) => (): Promise<TestKey> => server.newKey(tier, { ...MANY, ...options });
const REFUSALS: readonly Refusal[] = [
  { name: 'the tier', endpoint: BACKTEST, status: 403, code: 'tier_required', extras: ['tier', 'required_tier'], newKey: ofTier('free') },
  { name: 'the month', endpoint: SIGNAL, status: 429, code: 'monthly_limit_reached', extras: ['retry_after_s'], newKey: ofTier('free', { perMonth: 0 }) },
  { name: 'the month', endpoint: BACKTEST, status: 429, code: 'monthly_limit_reached', extras: ['retry_after_s'], newKey: ofTier('pro', { perMonth: 0 }) },
  { name: 'a bound', endpoint: DCA, changes: { years: 16 }, status: 400, code: 'invalid_parameter', extras: ['param'], newKey: ofTier('free') },
  { name: 'a bound below', endpoint: DCA, changes: { monthly: 9 }, status: 400, code: 'invalid_parameter', extras: ['param'], newKey: ofTier('free') },
];

describe.each(REFUSALS)('$name refuses $endpoint.name', ({ endpoint, changes, status, code, extras, newKey }) => {
  it('alike over REST, in every place of the graph and over _entities', async () => {
    const key = await newKey();
    const answer = await rest(endpoint, key.key, changes);
    expect([answer.status, read(answer, 'error')]).toEqual([status, code]);
    const wanted = Object.fromEntries(extras.map((extra) => [extra, read(answer, extra)]));
    expect(Object.values(wanted)).not.toContain(undefined);
    const { field } = readingOf(endpoint);
    for (const place of placesOf(endpoint)) {
      const graph = await server.graphql(key.key, documentAt(place, endpoint, changes));
      expect({ place: place.name, status: graph.status, code: codeAt(graph) }).toEqual({ place: place.name, status: 200, code: code.toUpperCase() });
      expect(read(graph, 'errors', 0, 'extensions')).toMatchObject(wanted);
      expect(read(graph, 'errors', 0, 'path')).toEqual(place.path(field));
      expect(valueAt(graph, place, endpoint)).toBeNull();
    }
    const direct = await entities(endpoint, key, changes);
    expect([codeAt(direct), read(direct, 'data', '_entities', 0, field)]).toEqual([code.toUpperCase(), null]);
    expect(read(direct, 'errors', 0, 'extensions')).toMatchObject(wanted);
    expect(await server.used(key)).toBe(0);
  });
});

describe('a ticker that is not stored', () => {
  it.each(OF_SECURITIES)('is 404 over REST and TICKER_NOT_FOUND in every place of the graph ($name)', async (endpoint) => {
    const key = await server.newKey('pro', MANY);
    const ticker = 'ZZZZ';
    const answer = await rest(endpoint, key.key, { ticker });
    expect([answer.status, read(answer, 'error')]).toEqual([404, 'ticker_not_found']);
    for (const place of placesOf(endpoint)) expect([place.name, codeAt(await server.graphql(key.key, documentAt(place, endpoint, { ticker })))]).toEqual([place.name, 'TICKER_NOT_FOUND']);
    expect(codeAt(await entities(endpoint, key, { ticker }))).toBe('TICKER_NOT_FOUND');
  });

  it('is null beside an error at its index in a batch, and the others answer', async () => {
    const { key } = await server.newKey('pro');
    const answer = await server.graphql(key, '{ securities(symbols: ["AAPL", "ZZZZ", "MSFT"]) { symbol } signals(tickers: ["ZZZZ", "msft"]) { ticker } }');
    expect(read(answer, 'data')).toEqual({ securities: [{ symbol: 'AAPL' }, null, { symbol: 'MSFT' }], signals: [null, { ticker: 'MSFT' }] });
    expect((read(answer, 'errors') as { path: unknown; extensions: { code: string } }[]).map(({ path, extensions: { code } }) => [path, code]).sort())
      .toEqual([[['securities', 1], 'TICKER_NOT_FOUND'], [['signals', 0], 'TICKER_NOT_FOUND']]);
  });

  it.each(['1A', 'A'.repeat(5_000), 'AA PL', 'AAPL\u0000', ''])('and text that is no ticker is INVALID_PARAMETER (%#)', async (ticker) => {
    const key = await server.newKey('pro', MANY);
    for (const place of placesOf(SIGNAL)) {
      const graph = await server.graphql(key.key, documentAt(place, SIGNAL, { ticker }));
      expect([codeAt(graph), read(graph, 'errors', 0, 'extensions', 'param')]).toEqual(['INVALID_PARAMETER', expect.stringMatching(/^(ticker|symbol|symbols\[0\])$/)]);
      expect(graph.text.length).toBeLessThan(2_000);
    }
    expect(await server.used(key)).toBe(0);
  });
});

describe('an error beside other fields', () => {
  it.each([
    ['backtest(ticker: "AAPL", strategy: macd) { ok }', 'backtest', 'TIER_REQUIRED'],
    ['signals(tickers: ["AAPL", "MSFT"]) { ticker }', 'signals', 'TIER_REQUIRED'],
    ['securities(symbols: ["AAPL", "MSFT"]) { symbol }', 'securities', 'TIER_REQUIRED'],
    ['signal(ticker: "1") { ticker }', 'signal', 'INVALID_PARAMETER'],
    ['signal(ticker: "ZZZZ") { ticker }', 'signal', 'TICKER_NOT_FOUND'],
    ['aiTokens { remaining }', 'aiTokens', 'TIER_REQUIRED'],
  ])('%s is null, and the others answer', async (bad, field, code) => {
    const { key } = await server.newKey('free');
    const answer = await server.graphql(key, `{ good: gapStats(ticker: "AAPL") { ticker } ${bad} usage { tier } }`);
    expect(read(answer, 'data')).toEqual({ good: { ticker: 'AAPL' }, [field]: null, usage: { tier: 'FREE' } });
    expect(read(answer, 'errors')).toEqual([expect.objectContaining({ path: [field], extensions: expect.objectContaining({ code, request_id: answer.headers['x-request-id'] }) })]);
  });

  it('the fields that the month still covers answer, and no more', async () => {
    const key = await server.newKey('free', { perMonth: 2 });
    const answer = await server.graphql(key.key, `{ ${['a', 'b', 'c', 'd'].map((alias) => `${alias}: signal(ticker: "AAPL") { ticker }`).join(' ')} }`);
    const values = Object.values(read(answer, 'data') as object);
    expect([values.filter((value) => value !== null).length, values.length]).toEqual([2, 4]);
    expect([codeAt(answer), codeAt(answer, 1)]).toEqual(['MONTHLY_LIMIT_REACHED', 'MONTHLY_LIMIT_REACHED']);
    expect(await server.used(key)).toBe(2);
  });
});

describe('units of the month', () => {
  const aliases = (count: number): string => Array.from({ length: count }, (_, i) => `a${i}: signal(ticker: "AAPL") { ticker }`).join(' ');
  const all = 'signal { ticker } seasonality { ticker } gapStats { ticker } dca { ticker } backtest(strategy: macd) { ok }';

  it.each([
    ['one field', '{ signal(ticker: "AAPL") { ticker } }', 1],
    ['seven aliases of one field', `{ ${aliases(7)} }`, 7],
    ['five capabilities of one security', `{ security(symbol: "AAPL") { ${all} } }`, 5],
    ['five capabilities of a list of one', `{ securities(symbols: ["AAPL"]) { ${all} } }`, 5],
    ['five capabilities of a list of two', `{ securities(symbols: ["AAPL", "MSFT"]) { ${all} } }`, 1],
    ['two lists of two', '{ a: securities(symbols: ["AAPL", "MSFT"]) { signal { ticker } } b: securities(symbols: ["AAPL", "MSFT"]) { dca { ticker } } }', 2],
    ['many signals', '{ signals(tickers: ["AAPL", "MSFT", "SPY"]) { ticker } }', 1],
    ['one of many signals', '{ signals(tickers: ["AAPL"]) { ticker } }', 1],
    ['what is read under a signal', '{ signal(ticker: "AAPL") { security { seasonality { ticker } name } } }', 2],
    ['what is read under many signals', '{ signals(tickers: ["AAPL", "MSFT"]) { security { seasonality { ticker } gapStats { ticker } } } }', 1],
    ['a field that a directive leaves out', '{ signal(ticker: "AAPL") @skip(if: true) { ticker } usage { tier } }', 0],
    ['a security without a capability', '{ security(symbol: "AAPL") { name sector quote { current } bars(last: 5) { close } } }', 0],
    ['usage', '{ usage { tier requests { used } aiTokens { remaining } } viewer { tier } }', 0],
    ['the library', '{ backtestLibrary { strategies { id } } }', 0],
    ['introspection', '{ __schema { queryType { name } } __typename __type(name: "Signal") { fields { name } } }', 0],
    ['a document that is not valid', '{ signal(ticker: "AAPL") { nothing } }', 0],
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
    const answer = await server.graphql(key.key, `query($symbols: [Ticker!]!) { securities(symbols: $symbols) { ${all} } }`, { symbols: await fiftySymbols() });
    expect([read(answer, 'errors'), (read(answer, 'data', 'securities') as unknown[]).length, await server.used(key)]).toEqual([undefined, 50, 1]);
  });

  it('a batch holds one hundred and not one more, and not none', async () => {
    const key = await server.newKey('pro');
    for (const [field, argument] of [['signals', 'tickers'], ['securities', 'symbols']] as const) {
      const ask = (count: number): Promise<Answer> => server.graphql(key.key, `query($of: [Ticker!]!) { ${field}(${argument}: $of) { __typename } }`, { of: Array.from({ length: count }, () => 'AAPL') });
      expect([codeAt(await ask(101)), codeAt(await ask(0)), codeAt(await ask(100))]).toEqual(['INVALID_PARAMETER', 'INVALID_PARAMETER', undefined]);
    }
    expect(await server.used(key)).toBe(2);
  });

  it('a batch that the month does not cover is refused whole', async () => {
    const key = await server.newKey('pro', { perMonth: 0 });
    expect(codeAt(await server.graphql(key.key, '{ securities(symbols: ["AAPL", "MSFT"]) { signal { ticker } } }'))).toBe('MONTHLY_LIMIT_REACHED');
  });

  it('REST and GraphQL share one month and one minute, over all keys of the account', async () => {
    const key = await server.newKey('free', { perMonth: 2, perMinute: 4 });
    const { secret: second } = await runtime.access.keys.create(key.accountId);
    expect((await rest(SIGNAL, key.key)).status).toBe(200);
    expect(codeAt(await server.graphql(second, '{ signal(ticker: "AAPL") { ticker } }'))).toBeUndefined();
    expect(read(await rest(SIGNAL, second), 'error')).toBe('monthly_limit_reached');
    expect(codeAt(await server.graphql(key.key, '{ signal(ticker: "AAPL") { ticker } }'))).toBe('MONTHLY_LIMIT_REACHED');
    expect(read(await rest(SIGNAL, second), 'error')).toBe('rate_limited');
    const graph = await server.graphql(key.key, '{ __typename }');
    expect([graph.status, codeAt(graph), Number(graph.headers['retry-after']) >= 1]).toEqual([429, 'RATE_LIMITED', true]);
    expectHeaders(graph, limitsOf('free', { perMonth: 2, perMinute: 4 }), server.clock.nowMs);
  });
});

describe('the caller at /graphql', () => {
  it.each([[undefined, 'MISSING_KEY'], ['svc_unknown0000000000000000', 'INVALID_KEY']])('is 401 with the key %s, introspection too', async (key, code) => {
    server.nextMinute();
    const answer = await server.call('/graphql', { method: 'POST', key, body: { query: '{ __typename }' } });
    expect([answer.status, codeAt(answer), answer.headers['x-api-tier']]).toEqual([401, code, 'anonymous']);
  });

  it('needs a session, not a key, for what the owner does', async () => {
    const { key, accountId } = await server.newKey('pro');
    const refused = await server.graphql(key, 'mutation { createKey { secret } }');
    expect([codeAt(refused), read(refused, 'data')]).toEqual(['SESSION_REQUIRED', { createKey: null }]);
    const { secret } = await runtime.access.sessions.create(accountId);
    const made = await server.call('/graphql', { method: 'POST', headers: { Authorization: `Bearer ${secret}` }, body: { query: 'mutation { createKey(name: "laptop") { secret key { id } } }' } });
    const own = read(made, 'data', 'createKey', 'secret');
    expect(own).toMatch(/^svc_/);
    expect((await server.call(`${BASE_PATH}/usage`, { key: String(own) })).status).toBe(200);
    const id = String(read(made, 'data', 'createKey', 'key', 'id'));
    await server.call('/graphql', { method: 'POST', headers: { Authorization: `Bearer ${secret}` }, body: { query: 'mutation($id: ID!) { revokeKey(id: $id) { revokedAt } }', variables: { id } } });
    expect((await server.call(`${BASE_PATH}/usage`, { key: String(own) })).status).toBe(401);
  });

  it('may not revoke a key of another account', async () => {
    const [one, other] = [await server.newKey('pro'), await server.newKey('pro')];
    const { secret } = await runtime.access.sessions.create(one.accountId);
    const answer = await server.call('/graphql', { method: 'POST', headers: { Authorization: `Bearer ${secret}` }, body: { query: 'mutation($id: ID!) { revokeKey(id: $id) { id } }', variables: { id: other.keyId } } });
    expect(codeAt(answer)).toBe('NOT_FOUND');
    expect((await server.call(`${BASE_PATH}/usage`, { key: other.key })).status).toBe(200);
  });
});

describe('names that GraphQL cannot spell', () => {
  it('are upper case in the graph and the contract’s words over REST, for every stored ticker', async () => {
    const { key } = await server.newKey('institutional', MANY);
    const symbols = await fiftySymbols();
    const answer = await server.graphql(key, 'query($of: [Ticker!]!) { signals(tickers: $of) { ticker signal compositeScore } }', { of: symbols });
    const rows = read(answer, 'data', 'signals') as { ticker: string; signal: string; compositeScore: number }[];
    const labelOf = (score: number): string => (score >= 70 ? 'Strong Buy' : score >= 56 ? 'Buy' : score >= 44 ? 'Neutral' : score >= 31 ? 'Sell' : 'Strong Sell');
    for (const { ticker, signal, compositeScore } of rows) {
      expect(signal).toBe(labelOf(compositeScore).toUpperCase().replace(' ', '_'));
      expect(read(await rest(SIGNAL, key, { ticker }), 'signal')).toBe(labelOf(compositeScore));
    }
    expect(new Set(rows.map(({ signal }) => signal)).size).toBeGreaterThan(1);
  });

  it('as the tier in /usage', async () => {
    const { key } = await server.newKey('institutional');
    expect(read(await server.call(`${BASE_PATH}/usage`, { key }), 'tier')).toBe('institutional');
    expect(read(await server.graphql(key, '{ usage { tier } }'), 'data', 'usage', 'tier')).toBe('INSTITUTIONAL');
  });
});

describe('numbers', () => {
  it.each(OF_SECURITIES)('of $name are finite and rounded at the edge, for every stored ticker', async (endpoint) => {
    const { key } = await server.newKey('institutional', MANY);
    for (const symbol of await fiftySymbols()) {
      const { status, text } = await rest(endpoint, key, { ticker: symbol });
      expect([symbol, status]).toEqual([symbol, 200]);
      expect(text).not.toMatch(/NaN|Infinity|-0[,}\]]/);
      expect([symbol, /\d\.\d{7,}/.exec(text)?.[0]]).toEqual([symbol, undefined]);
    }
  });
});
