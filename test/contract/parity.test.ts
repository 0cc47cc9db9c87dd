import { describe, expect, it } from '@jest/globals';
import { graphql, Kind, parse, type ExecutionResult, type GraphQLSchema } from 'graphql';
import { RequestContext } from '../../access/request-context.js';
import type { Tier } from '../../access/tiers.js';
import { createSubgraph } from '../../subgraphs/create-subgraph.js';
import { ROUTES } from '../../rest-compat/routes/index.js';
import { createServices } from '../../bin/services.js';
import { SUBGRAPH_NAMES, subgraphSdl } from '../../subgraphs/sdl.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile, type TestKey } from '../support/in-process.js';
import { fiftyTickers } from '../support/tickers.js';
import { ALL_ENDPOINTS, endpointNamed, ENDPOINTS, requestOf, type Endpoint } from './endpoints.js';
import {
  asRest,
  capabilityPath,
  documentAt,
  OF_SECURITIES,
  placesOf,
  readingOf,
  securityField,
  topPath,
  valueAt,
  type Values,
} from './places.js';

const server = await serverForFile();
const { runtime } = server;
const MANY = { perMinute: 100_000 };
const services = createServices(runtime);

/** The subgraph that gives securities what the endpoint answers. */
function subgraphOf(endpoint: Endpoint): GraphQLSchema {
  const field = securityField(endpoint);
  const name = SUBGRAPH_NAMES.find((each) =>
    parse(subgraphSdl(each)).definitions.some(
      (node) =>
        node.kind === Kind.OBJECT_TYPE_DEFINITION &&
        node.name.value === 'Security' &&
        node.fields?.some((own) => own.name.value === field),
    ),
  );
  if (name === undefined) throw new Error(`no subgraph gives securities ${endpoint.name}`);
  return createSubgraph(name, services);
}

const SUBGRAPHS = new Map(OF_SECURITIES.map((endpoint) => [endpoint.name, subgraphOf(endpoint)]));

const rest = (endpoint: Endpoint, key: string, changes: Values = {}): Promise<Answer> => {
  const { path, call } = requestOf(endpoint, changes);
  return server.call(path, { ...call, key });
};
const codeAt = (answer: Answer | object, index = 0): unknown => read(answer, 'errors', index, 'extensions', 'code');

/** What REST makes of a value of the graph at the server's time. */
const inRest = (endpoint: Endpoint, value: unknown, changes: Values = {}): unknown =>
  asRest(endpoint, value, server.clock.nowMs, changes);

/** Every place of the graph crossed with every endpoint. */
const CASES = ENDPOINTS.flatMap((endpoint) =>
  placesOf(endpoint).map((place) => ({ name: `${endpoint.name} as ${place.name}`, endpoint, place })),
);

/** Asks a subgraph for the field directly, as any federation router does. */
async function entities(endpoint: Endpoint, { key }: TestKey, changes: Values = {}): Promise<ExecutionResult> {
  const identity = await runtime.access.authenticator.authenticate({ kind: 'key', secret: key });
  const { inner, ticker, fragments } = readingOf(endpoint, changes);
  const schema = SUBGRAPHS.get(endpoint.name);
  if (schema === undefined) throw new Error(`${endpoint.name} is no field of a security`);
  return graphql({
    schema,
    source: `query($of: [_Any!]!) { _entities(representations: $of) { ... on Security { ${inner} } } } ${fragments}`,
    variableValues: { of: [{ __typename: 'Security', ticker, batch: '' }] },
    contextValue: new RequestContext({
      identity,
      requestId: 'entities',
      nowMs: server.clock.nowMs,
      meter: runtime.access.meter,
    }),
  });
}

/** An answer without what differs whenever it is made: random ids and secrets. */
function settled(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer).replace(/\b(we|whsec|agt|run)_[\w…-]+/g, '$1'));
}

describe('the same answer', () => {
  it('is asked for every row of the table', () => {
    // What only a session may call is compared by tests of its own.
    const own = ALL_ENDPOINTS.filter(({ capability }) => capability.isSessionOnly);
    expect(own.map(({ name }) => name)).toEqual(['POST /community']);
    const asked = new Set([...CASES.map(({ endpoint }) => endpoint), ...own].map(({ capability }) => capability.route));
    expect(ROUTES.filter((route) => !asked.has(route)).map(({ method, path }) => `${method} ${path}`)).toEqual([]);
    const ofTickers = ROUTES.filter(({ method, sample }) => method === 'GET' && 'ticker' in sample.parameters);
    expect(ofTickers.length).toBeGreaterThanOrEqual(5);
    expect(OF_SECURITIES.map(({ name }) => name)).toEqual(ofTickers.map(({ path }) => `GET ${path}`));
  });

  it.each(CASES)('$name is what REST answers', async ({ endpoint, place }) => {
    const { tier, source } = endpoint.sample;
    // Each from an account of its own, so that neither sees what the other used or made.
    const whole = await rest(endpoint, (await server.newKey(tier)).key);
    const answer = await server.graphql((await server.newKey(tier)).key, documentAt(place, endpoint));
    expect(whole.status).toBe(endpoint.status);
    if (whole.status >= 400) {
      expect([codeAt(answer), valueAt(answer, place, endpoint)]).toEqual([
        String(read(whole, 'error')).toUpperCase(),
        null,
      ]);
      return;
    }
    expect(read(answer, 'errors')).toBeUndefined();
    expect(settled(inRest(endpoint, valueAt(answer, place, endpoint)))).toEqual(settled(read(whole)));
    expect(answer.headers['x-data-source']).toBe(source);
  });

  it.each(OF_SECURITIES)('$name over _entities is what REST answers', async (endpoint) => {
    const key = await server.newKey('institutional', MANY);
    const result = JSON.parse(JSON.stringify(await entities(endpoint, key))) as object;
    expect(read(result, 'errors')).toBeUndefined();
    expect(inRest(endpoint, read(result, 'data', '_entities', 0))).toEqual(read(await rest(endpoint, key.key)));
  });

  it.each(OF_SECURITIES)('$name is the same for a list of fifty as one by one', async (endpoint) => {
    const { key } = await server.newKey('institutional', MANY);
    const tickers = await fiftyTickers(server);
    const { inner, fragments } = readingOf(endpoint);
    const answer = await server.graphql(
      key,
      `query($tickers: [Ticker!]!) { securitiesByTicker(tickers: $tickers) { ${inner} } } ${fragments}`,
      { tickers },
    );
    for (const index of [0, 7, 49]) {
      const changes = { ticker: tickers[index] };
      const value = read(answer, 'data', 'securitiesByTicker', index);
      expect(inRest(endpoint, value, changes)).toEqual(read(await rest(endpoint, key, changes)));
    }
  });

  it.each(['brk-b', ' BRK.B ', 'Brk.b'])(
    'the ticker %j is BRK.B everywhere in the graph, and echoed over REST',
    async (ticker) => {
      const { key } = await server.newKey('institutional', MANY);
      for (const endpoint of OF_SECURITIES) {
        const whole = await rest(endpoint, key, { ticker });
        expect(read(whole, 'ticker')).toBe(ticker.trim().toUpperCase());
        for (const place of placesOf(endpoint)) {
          const value = valueAt(await server.graphql(key, documentAt(place, endpoint, { ticker })), place, endpoint);
          expect(inRest(endpoint, value, { ticker })).toEqual(read(whole));
        }
      }
      const answer = await server.graphql(
        key,
        'query($of: Ticker!) { security(ticker: $of) { ticker } securitiesByTicker(tickers: [$of]) { ticker } }',
        { of: ticker },
      );
      expect([read(answer, 'data'), read(answer, 'errors')]).toEqual([
        { security: { ticker: 'BRK.B' }, securitiesByTicker: [{ ticker: 'BRK.B' }] },
        undefined,
      ]);
    },
  );
});

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
const ofTier =
  (tier: Tier, options = {}) =>
  (): Promise<TestKey> =>
    server.newKey(tier, { ...MANY, ...options });
const REFUSALS: readonly Refusal[] = [
  {
    name: 'the tier',
    endpoint: BACKTEST,
    status: 403,
    code: 'tier_required',
    extras: ['tier', 'required_tier'],
    newKey: ofTier('free'),
  },
  {
    name: 'the month',
    endpoint: SIGNAL,
    status: 429,
    code: 'monthly_limit_reached',
    extras: ['retry_after_s'],
    newKey: ofTier('free', { perMonth: 0 }),
  },
  {
    name: 'the month',
    endpoint: BACKTEST,
    status: 429,
    code: 'monthly_limit_reached',
    extras: ['retry_after_s'],
    newKey: ofTier('pro', { perMonth: 0 }),
  },
  {
    name: 'a bound',
    endpoint: DCA,
    changes: { years: 16 },
    status: 400,
    code: 'invalid_parameter',
    extras: ['param'],
    newKey: ofTier('free'),
  },
  {
    name: 'a bound below',
    endpoint: DCA,
    changes: { monthly: 9 },
    status: 400,
    code: 'invalid_parameter',
    extras: ['param'],
    newKey: ofTier('free'),
  },
];

/** What the graph says beside the code: the same, with its own name of the argument. */
function inGraph(endpoint: Endpoint, said: Values): Values {
  const argument = endpoint.capability.parameters.find(({ name }) => name === said['param'])?.argument;
  return argument === undefined ? said : { ...said, param: argument };
}

describe.each(REFUSALS)('$name refuses $endpoint.name', ({ endpoint, changes, status, code, extras, newKey }) => {
  it('alike over REST, in every place of the graph and over _entities', async () => {
    const key = await newKey();
    const answer = await rest(endpoint, key.key, changes);
    expect([answer.status, read(answer, 'error')]).toEqual([status, code]);
    const said = Object.fromEntries(extras.map((extra) => [extra, read(answer, extra)]));
    expect(Object.values(said)).not.toContain(undefined);
    const wanted = inGraph(endpoint, said);
    for (const place of placesOf(endpoint)) {
      const graph = await server.graphql(key.key, documentAt(place, endpoint, changes));
      expect({ place: place.name, status: graph.status, code: codeAt(graph) }).toEqual({
        place: place.name,
        status: 200,
        code: code.toUpperCase(),
      });
      expect(read(graph, 'errors', 0, 'extensions')).toMatchObject(wanted);
      expect(read(graph, 'errors', 0, 'path')).toEqual(capabilityPath(place, endpoint));
      expect(read(graph, 'data', ...capabilityPath(place, endpoint))).toBeNull();
    }
    const direct = await entities(endpoint, key, changes);
    expect([codeAt(direct), read(direct, 'data', '_entities', 0, 'body')]).toEqual([code.toUpperCase(), null]);
    expect(read(direct, 'errors', 0, 'extensions')).toMatchObject(wanted);
    expect(await server.used(key)).toBe(0);
  });
});

describe('a ticker that is not stored', () => {
  it.each(OF_SECURITIES)('is 404 over REST and an error of the security in the graph ($name)', async (endpoint) => {
    const key = await server.newKey('institutional', MANY);
    const ticker = 'ZZZZ';
    const answer = await rest(endpoint, key.key, { ticker });
    expect([answer.status, read(answer, 'error'), await server.used(key)]).toEqual([404, 'ticker_not_found', 1]);
    for (const place of placesOf(endpoint)) {
      const graph = await server.graphql(key.key, documentAt(place, endpoint, { ticker }));
      expect([place.name, codeAt(graph)]).toEqual([
        place.name,
        place.isById === true ? 'NOT_FOUND' : 'TICKER_NOT_FOUND',
      ]);
      expect([read(graph, 'errors', 0, 'path'), valueAt(graph, place, endpoint)]).toEqual([
        topPath(place, endpoint),
        null,
      ]);
    }
    expect(codeAt(await entities(endpoint, key, { ticker }))).toBe('TICKER_NOT_FOUND');
  });

  it.each(OF_SECURITIES)('costs a unit over REST, so a used up month refuses it first ($name)', async (endpoint) => {
    const key = await server.newKey('institutional', { perMonth: 1 });
    const answers = [
      await rest(endpoint, key.key, { ticker: 'ZZZZ' }),
      await rest(endpoint, key.key, { ticker: 'ZZZZ' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 429]);
    expect([read(answers[1] ?? {}, 'error'), await server.used(key)]).toEqual(['monthly_limit_reached', 1]);
  });

  it('costs nothing in the graph, where no metered field is reached', async () => {
    const key = await server.newKey('free', { perMonth: 0 });
    const answer = await server.graphql(key.key, '{ security(ticker: "ZZZZ") { signal { label } } }');
    expect([codeAt(answer), await server.used(key)]).toEqual(['TICKER_NOT_FOUND', 0]);
  });

  it('is null beside an error at its index in a batch, and the others answer', async () => {
    const { key } = await server.newKey('pro');
    const answer = await server.graphql(
      key,
      '{ securitiesByTicker(tickers: ["AAPL", "ZZZZ", "msft"]) { ticker signal { label } } }',
    );
    const signal = { label: expect.any(String) as unknown };
    expect(read(answer, 'data')).toEqual({
      securitiesByTicker: [{ ticker: 'AAPL', signal }, null, { ticker: 'MSFT', signal }],
    });
    expect(
      (read(answer, 'errors') as { path: unknown; extensions: { code: string } }[]).map(
        ({ path, extensions: { code } }) => [path, code],
      ),
    ).toEqual([[['securitiesByTicker', 1], 'TICKER_NOT_FOUND']]);
  });

  it.each(['1A', 'A'.repeat(5_000), 'AA PL', 'AAPL\u0000', ''])(
    'and text that is no ticker is INVALID_PARAMETER (%#)',
    async (ticker) => {
      const key = await server.newKey('pro', MANY);
      for (const place of placesOf(SIGNAL).filter(({ isById }) => isById !== true)) {
        const graph = await server.graphql(key.key, documentAt(place, SIGNAL, { ticker }));
        expect([codeAt(graph), read(graph, 'errors', 0, 'extensions', 'param')]).toEqual([
          'INVALID_PARAMETER',
          expect.stringMatching(/^(ticker|tickers\[0\])$/),
        ]);
        expect(graph.text.length).toBeLessThan(2_000);
      }
      expect(await server.used(key)).toBe(0);
    },
  );
});

/** Digits of a written number from the first that is not 0. */
function significantDigits(number: string): number {
  return number.replace('.', '').replace(/^0+/, '').length;
}

describe('numbers', () => {
  it.each(OF_SECURITIES)('of $name are finite and rounded at the edge, for every stored ticker', async (endpoint) => {
    const { key } = await server.newKey('institutional', MANY);
    for (const ticker of await fiftyTickers(server)) {
      const { status, text } = await rest(endpoint, key, { ticker });
      expect([ticker, status]).toEqual([ticker, 200]);
      expect(text).not.toMatch(/NaN|Infinity|-0[,}\]]/);
      expect([
        ticker,
        (text.match(/\d+\.\d{7,}/g) ?? []).filter((number) => Number(number) >= 1 || significantDigits(number) > 7),
      ]).toEqual([ticker, []]);
    }
  });
});
