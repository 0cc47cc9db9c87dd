import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createSignedIdentities } from '../../access/signed-identity.js';
import { startSubgraph } from '../../bin/subgraph/subgraph-server.js';
import { documentHash, printManifest } from '../../http/trusted-documents/manifest.js';
import { subscribe } from '../support/event-stream.js';
import { call, read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';
import { changeLastClose } from '../support/live-market.js';
import { SECRET } from '../support/remote-subgraphs.js';
import { scratchDir } from '../support/scratch.js';

const TRUSTED =
  'query Trusted($from: LocalDate) { security(ticker: "AAPL") { name bars(from: $from, last: 1) { close } } }';
const manifest = path.join(await scratchDir(), 'manifest.json');
writeFileSync(manifest, printManifest([TRUSTED]));
const server = await serverForFile({ SVC_IDENTITY_SECRET: SECRET, SVC_TRUSTED_DOCUMENTS: manifest });
const subgraph = await startSubgraph(server.runtime, 'equities', 0);
afterAll(() => subgraph.close());
const { key } = await server.newKey('institutional');

const logged = jest.spyOn(server.runtime.log, 'error');
beforeEach(() => {
  server.nextMinute();
  logged.mockClear();
});
afterEach(() => expect(logged).not.toHaveBeenCalled());

type Variables = Readonly<Record<string, unknown>>;

/** Through the gateway, and through a subgraph of its own as a router asks it. */
const ways: readonly (readonly [string, (query: string, variables?: Variables) => Promise<Answer>])[] = [
  ['the gateway', (query, variables) => server.graphql(key, query, variables)],
  [
    'a subgraph of its own',
    async (query, variables = {}) => {
      const identity = await server.runtime.access.authenticator.authenticate({ kind: 'key', secret: key });
      const { token } = createSignedIdentities(SECRET).mint(
        { identity, requestId: 'router', operationCost: null, isGateway: false, seen: new Map() },
        server.clock.nowMs,
      );
      return call(subgraph.url, '/graphql', {
        method: 'POST',
        headers: { 'X-SVC-Identity': token },
        body: { query, variables },
      });
    },
  ],
];

const FAILED = { code: 'INVALID_PARAMETER', param: 'from' };
const errorsOf = (answer: Answer): unknown =>
  (read(answer, 'errors') as { path?: unknown; extensions: { code: string; param: string } }[] | undefined)?.map(
    ({ path: at, extensions: { code, param } }) => ({ ...(at === undefined ? {} : { path: at }), code, param }),
  );

describe.each(ways)('an argument of a custom scalar that cannot be read, by %s,', (_way, ask) => {
  it.each(['"2026-13-01"', '"yesterday"', '"2026-02-30"', '7', 'true', '{ a: 1 }', '["2026-01-01", 1]', 'SOON', '""'])(
    'fails its field alone: %s',
    async (literal) => {
      const answer = await ask(
        `{ security(ticker: "AAPL") { quote { last } broken: bars(from: ${literal}) { close } bars(last: 1) { date } } }`,
      );
      expect(errorsOf(answer)).toEqual([{ ...FAILED, path: ['security', 'broken'] }]);
      // What stands beside it answers.
      expect(read(answer, 'data', 'security')).toEqual({
        quote: { last: expect.any(Number) },
        broken: null,
        bars: [{ date: expect.any(String) }],
      });
      expect(read(answer, 'errors', 0, 'message')).toMatch(/^from must be a valid date, as YYYY-MM-DD; got /);
    },
  );

  it.each(['2026-13-01', 'yesterday', 7, false, { a: 1 }, ['2026-01-01', 1], 'x'.repeat(10_000)])(
    'fails its field alone as a variable too: %j',
    async (from) => {
      const answer = await ask(
        'query ($from: LocalDate) { first: security(ticker: "AAPL") { b: bars(from: $from) { close } } security(ticker: "MSFT") { ticker } }',
        { from },
      );
      expect(errorsOf(answer)).toEqual([{ ...FAILED, path: ['first', 'b'] }]);
      expect(read(answer, 'data', 'security', 'ticker')).toBe('MSFT');
      expect(answer.text.length).toBeLessThan(1_000);
    },
  );

  it.each([7, null])('a ticker that is not text: %j', async (ticker) => {
    const answer = await ask(
      'query ($t: [Ticker]! = []) { security(ticker: "AAPL") { ticker } securitiesByTicker(tickers: $t) { ticker } }',
      { t: [ticker] },
    );
    expect(answer.text).not.toContain('INTERNAL_ERROR');
    expect(
      errorsOf(
        await ask(
          'query ($t: Ticker!) { security(ticker: $t) { ticker } other: security(ticker: "AAPL") { ticker } }',
          { t: 7 },
        ),
      ),
    ).toEqual([{ code: 'INVALID_PARAMETER', param: 'ticker', path: ['security'] }]);
  });

  it('an unknown ticker is named by the argument, with its value', async () => {
    const answer = await ask(
      '{ security(ticker: "nope-1") { ticker } several: securitiesByTicker(tickers: ["AAPL", "NIX"]) { ticker } }',
    );
    expect(
      (read(answer, 'errors') as { path: unknown; extensions: object }[])
        .map(({ path: at, extensions }) => [at, extensions])
        .sort(),
    ).toMatchObject([
      [['security'], { code: 'TICKER_NOT_FOUND', param: 'ticker', value: 'NOPE.1' }],
      [['several', 1], { code: 'TICKER_NOT_FOUND', param: 'tickers[1]', value: 'NIX' }],
    ]);
  });

  it('is read where it can be', async () => {
    const answer = await ask(
      'query ($to: LocalDate = "2026-01-02") { security(ticker: "AAPL") { bars(from: "2025-12-31", to: $to) { date } } }',
    );
    expect([errorsOf(answer), read(answer, 'data', 'security', 'bars')]).toEqual([
      undefined,
      [{ date: '2025-12-31' }, { date: '2026-01-02' }],
    ]);
  });

  it('null for an argument that needs a value fails its field', async () => {
    const answer = await ask(
      'query ($last: Int = 1) { security(ticker: "AAPL") { bars(last: $last) { date } } other: security(ticker: "MSFT") { ticker } }',
      { last: null },
    );
    expect(errorsOf(answer)).toEqual([{ code: 'INVALID_PARAMETER', param: 'last', path: ['security', 'bars'] }]);
  });

  it.each([
    ['$last: Int!', {}, 'MISSING_PARAMETER', 'last'],
    ['$last: Int!', { last: null }, 'INVALID_PARAMETER', 'last'],
    ['$last: Int!', { last: 'many' }, 'INVALID_PARAMETER', 'last'],
    ['$last: Int!', { last: 2.5 }, 'INVALID_PARAMETER', 'last'],
  ])('a variable %s given as %j is 400 before anything runs: %s', async (definition, variables, code, param) => {
    for (const condition of ['', '@include(if: true)']) {
      const answer = await ask(
        `query (${definition}) { security(ticker: "AAPL") { bars(last: $last) ${condition} { close } } }`,
        variables,
      );
      expect({ status: answer.status, errors: errorsOf(answer), data: read(answer, 'data') }).toEqual({
        status: 400,
        errors: [{ code, param }],
        data: undefined,
      });
    }
  });
});

describe('what is wrong within a variable', () => {
  const QUERY =
    'query ($positions: [PositionInput!]!, $days: Float) { simulate(positions: $positions, horizonSessions: $days) { __typename } }';
  it('is named by its path, each wrong value on its own', async () => {
    const answer = await server.graphql(key, QUERY, {
      positions: [{ ticker: 'AAPL', value: 'much' }, { ticker: 'MSFT' }, { ticker: 'KO', value: 5, other: 1 }],
    });
    expect({ status: answer.status, errors: errorsOf(answer) }).toEqual({
      status: 400,
      errors: [
        { code: 'INVALID_PARAMETER', param: 'positions[0].value' },
        { code: 'MISSING_PARAMETER', param: 'positions[1]' },
        { code: 'INVALID_PARAMETER', param: 'positions[2]' },
      ],
    });
  });
});

describe('a stream', () => {
  const LIVE =
    'subscription ($from: LocalDate, $tickers: [Ticker!]!) { signalChanged(tickers: $tickers) { ticker bars(from: $from, last: 1) { close } } }';
  const open = (variables: object) => subscribe(server.url, { key, query: LIVE, variables });

  it('tells of the field that failed, and goes on', async () => {
    const stream = await open({ tickers: ['AAPL'], from: 'yesterday' });
    expect((await stream.event(0)).data).toMatchObject({
      data: { signalChanged: { ticker: 'AAPL', bars: null } },
      errors: [{ path: ['signalChanged', 'bars'], extensions: FAILED }],
    });
    await changeLastClose(server.runtime.store, 'AAPL', 0.7);
    expect((await stream.event(1)).data).toMatchObject({ errors: [{ extensions: FAILED }] });
    stream.leave();
  });

  it.each([
    [{}, 'MISSING_PARAMETER', 'tickers'],
    [{ tickers: null }, 'INVALID_PARAMETER', 'tickers'],
    [{ tickers: [null] }, 'INVALID_PARAMETER', 'tickers[0]'],
  ])('is refused for %j: %s', async (variables, code, param) => {
    const [refused] = await (await open(variables)).ended;
    expect(refused?.data).toMatchObject({ errors: [{ extensions: { code, param } }] });
  });

  it('is refused for null where its argument needs a value', async () => {
    const query =
      'subscription ($initial: Boolean = true) { signalChanged(tickers: ["AAPL"], initial: $initial) { ticker } }';
    const [refused] = await (await subscribe(server.url, { key, query, variables: { initial: null } })).ended;
    expect(refused?.data).toMatchObject({ errors: [{ extensions: { code: 'INVALID_PARAMETER', param: 'initial' } }] });
  });
});

describe('a trusted document', () => {
  it('answers what it can beside a date that cannot be read', async () => {
    const answer = await server.call('/graphql', {
      method: 'POST',
      key,
      body: { documentId: `sha256:${documentHash(TRUSTED)}`, variables: { from: '2026-02-30' } },
    });
    expect(errorsOf(answer)).toEqual([{ ...FAILED, path: ['security', 'bars'] }]);
  });
});
