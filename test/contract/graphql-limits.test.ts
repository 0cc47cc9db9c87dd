import { beforeEach, describe, expect, it } from '@jest/globals';
import { getIntrospectionQuery } from 'graphql';
import { OPERATION_LIMITS, TIER_LIMITS, TIERS } from '../../access/tiers.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile, type TestKey } from '../support/in-process.js';

const server = await serverForFile();
const keys = new Map<string, TestKey>();
for (const tier of TIERS) keys.set(tier, await server.newKey(tier));
const keyOf = (tier: string): string => keys.get(tier)?.key ?? '';

beforeEach(() => server.nextMinute());

const BARS = 'query ($last: Int!) { security(ticker: "AAPL") { bars(last: $last) { date close } } }';
const BATCH =
  'query ($tickers: [Ticker!]!) { securitiesByTicker(tickers: $tickers) { ticker bars(last: 252) { close } } }';
const errorOf = (answer: Answer): unknown => read(answer, 'errors', 0, 'extensions');

describe('the cost of an operation', () => {
  it('is told with every answer of an executed operation, with the limit and what is left of it', async () => {
    const answer = await server.graphql(keyOf('free'), BARS, { last: 40 });
    expect({ status: answer.status, cost: read(answer, 'extensions', 'cost') }).toEqual({
      status: 200,
      cost: { requested: 41, limit: 6_000, remaining: 5_959 },
    });
    expect(read(await server.graphql(keyOf('pro'), BARS, { last: 40 }), 'extensions', 'cost', 'limit')).toBe(30_000);
  });

  it('counts a batch by its tickers', async () => {
    const requested = async (tickers: readonly string[]) =>
      read(await server.graphql(keyOf('pro'), BATCH, { tickers }), 'extensions', 'cost', 'requested');
    expect(await requested(['AAPL'])).toBe(253);
    expect(await requested(['AAPL', 'MSFT', 'NVDA'])).toBe(3 * 253);
  });

  it('beyond the tier’s limit is refused before anything is done or charged, and told with a way out', async () => {
    const key = await server.newKey('pro');
    const tickers = Array.from({ length: 100 }, (_, index) => `T${index}`);
    const source =
      'query ($tickers: [Ticker!]!) { securitiesByTicker(tickers: $tickers) { bars(last: 1000) { close } } }';
    const answer = await server.graphql(key.key, source, { tickers });
    expect(answer.status).toBe(400);
    expect(errorOf(answer)).toMatchObject({
      code: 'OPERATION_TOO_COMPLEX',
      param: 'cost',
      limit: 30_000,
      actual: 100_100,
      request_id: answer.headers['x-request-id'],
    });
    expect(read(answer, 'errors', 0, 'message')).toBe(
      'The operation has 100100 points; the pro tier allows 30000. ' +
        'Request shorter lists or fewer fields, or choose a higher tier.',
    );
    expect(await server.used(key)).toBe(0);
    expect((await server.graphql(keyOf('institutional'), source, { tickers })).status).toBe(200);
  });

  it('fits the lowest tier with a whole history of bars', async () => {
    const answer = await server.graphql(keyOf('free'), BARS, { last: 5_000 });
    expect({ status: answer.status, errors: read(answer, 'errors') }).toEqual({ status: 200, errors: undefined });
  });

  it('leaves a bound to the field that declares it', async () => {
    expect(errorOf(await server.graphql(keyOf('free'), BARS, { last: 1_000_000 }))).toMatchObject({
      code: 'INVALID_PARAMETER',
      param: 'last',
    });
  });
});

describe('the size of an operation', () => {
  const nested = (levels: number): string =>
    `{ security(ticker: "AAPL") { ${'below { '.repeat(levels)} name ${'}'.repeat(levels)} } }`;

  it.each(TIERS)('is bounded for %s: depth', async (tier) => {
    const limit = OPERATION_LIMITS[tier].depth;
    const answer = await server.graphql(keyOf(tier), nested(limit));
    expect(errorOf(answer)).toMatchObject({ code: 'OPERATION_TOO_DEEP', param: 'depth', limit, actual: limit + 2 });
  });

  it.each(TIERS)('leaves %s the deepest page: a backtest of each security of a watchlist', async (tier) => {
    const entries = 'entries(first: 1) { nodes { security { backtest(strategy: MACD) { curve { date } } } } }';
    const answer = await server.graphql(keyOf(tier), `{ viewer { watchlists(first: 1) { nodes { ${entries} } } } }`);
    expect([answer.status, read(answer, 'errors')]).toEqual([200, undefined]);
  });

  it.each([
    ['tokens', `{ ${'__typename '.repeat(2_100)} }`],
    ['rootFields', `{ ${Array.from({ length: 11 }, (_, index) => `a${index}: __typename`).join(' ')} }`],
    [
      'aliases',
      `{ security(ticker: "AAPL") { ${Array.from({ length: 31 }, (_, index) => `a${index}: name`).join(' ')} } }`,
    ],
    ['directives', `{ __typename ${'@skip(if: false) '.repeat(31)} }`],
    [
      'fields',
      `{ security(ticker: "AAPL") { ${'...F '.repeat(40)} } } fragment F on Security { ${'name '.repeat(40)} }`,
    ],
  ])('is bounded: %s', async (param, source) => {
    const answer = await server.graphql(keyOf('free'), source);
    expect({ status: answer.status, ...(errorOf(answer) as object) }).toMatchObject({
      status: 400,
      code: 'OPERATION_TOO_LARGE',
      param,
    });
  });

  it('lets the usual introspection query pass in every tier', async () => {
    for (const tier of TIERS) expect((await server.graphql(keyOf(tier), getIntrospectionQuery())).status).toBe(200);
  });

  it('refuses introspection with a larger answer than the usual ones have, in every tier and before it is read', async () => {
    const lists = Array.from({ length: 29 }, (_, i) => `a${i}: types { fields { description args { description } } }`);
    for (const tier of TIERS) {
      const answer = await server.graphql(keyOf(tier), `{ __schema { ${lists.join(' ')} } }`);
      expect([tier, answer.status]).toEqual([tier, 400]);
      expect(errorOf(answer)).toMatchObject({
        code: 'OPERATION_TOO_COMPLEX',
        param: 'introspection',
        limit: 2_000_000,
      });
    }
    const named = Array.from(
      { length: 10 },
      (_, i) => `a${i}: __type(name: "Security") { fields { name description } }`,
    );
    expect((await server.graphql(keyOf('free'), `{ ${named.join(' ')} }`)).status).toBe(200);
  });

  it('refuses aliases of more than 128 characters, which each entry of a list would repeat', async () => {
    const ask = (length: number) =>
      server.graphql(keyOf('institutional'), `{ ${'a'.repeat(length)}: security(ticker: "AAPL") { name } }`);
    expect((await ask(128)).status).toBe(200);
    const answer = await ask(129);
    expect([answer.status, errorOf(answer)]).toMatchObject([
      400,
      { code: 'OPERATION_TOO_LARGE', param: 'aliasLength', limit: 128, actual: 129 },
    ]);
  });

  it('is refused before validation would pay for it', async () => {
    const levels = Array.from(
      { length: 40 },
      (_, index) => `fragment F${index} on Security { ...F${index + 1} ...F${index + 1} }`,
    );
    const answer = await server.graphql(
      keyOf('institutional'),
      `{ security(ticker: "AAPL") { ...F0 } } ${levels.join(' ')} fragment F40 on Security { name }`,
    );
    expect(errorOf(answer)).toMatchObject({ code: 'OPERATION_TOO_LARGE', param: 'fields' });
  });

  it('does not bound the stored operations behind REST', async () => {
    const answer = await server.call('/api/v1/signal?ticker=AAPL', { key: keyOf('free') });
    expect({ status: answer.status, extensions: read(answer, 'extensions') }).toEqual({
      status: 200,
      extensions: undefined,
    });
  });
});

describe('rateLimit', () => {
  const FIELDS = 'rateLimit { limit remaining resetsAt cost costLimit nodeCount }';

  it.each(TIERS)('tells %s its minute and the operation’s own size, and costs no unit of the month', async (tier) => {
    const key = await server.newKey(tier);
    const { perMinute } = TIER_LIMITS[tier];
    const first = await server.graphql(key.key, `{ ${FIELDS} security(ticker: "AAPL") { bars(last: 7) { close } } }`);
    const { nowMs } = server.clock;
    expect(read(first, 'data', 'rateLimit')).toEqual({
      limit: perMinute,
      remaining: perMinute - 1,
      resetsAt: new Date(Math.ceil((nowMs + 60_000) / 1000) * 1000).toISOString(),
      cost: 9,
      costLimit: OPERATION_LIMITS[tier].cost,
      nodeCount: 9,
    });
    expect(first.headers['x-ratelimit-remaining']).toBe(String(perMinute - 1));
    const second = await server.graphql(key.key, `{ ${FIELDS} }`);
    expect(read(second, 'data', 'rateLimit', 'remaining')).toBe(perMinute - 2);
    expect(await server.used(key)).toBe(0);
  });
});
