import { isDeepStrictEqual } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { TestCustomer } from '../../access/fixtures/access.js';
import { ANONYMOUS } from '../../access/identity.js';
import { SUBGRAPH_NAMES } from '../../subgraphs/sdl.js';
import { REMOTE_CASES, askGraph, SAME_ID } from '../support/remote-subgraph-cases.js';
import { subscribe } from '../support/event-stream.js';
import { changeLastClose } from '../support/live-market.js';
import { remoteSystem, canRunRemoteSubgraphs, SECRET, type RemoteSystem } from '../support/remote-subgraphs.js';
import { call, endConnections, read, type Answer } from '../support/http.js';
import { programsForFile } from '../support/programs.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';

const programs = programsForFile();
afterAll(endConnections);
removeScratchAtEnd();

if (!canRunRemoteSubgraphs)
  console.log('skipped: subgraphs in processes of their own, for want of a PostgreSQL and a Redis');

/**
 * The hour in which a wait of so many seconds ends: two answers a second apart wait a second less for the same month.
 */
const hourAfter = (seconds: number): number => Math.round((Date.now() / 1000 + seconds) / 3600);

/** What must not differ: everything but the instant at which a minute's unit comes back. */
function shown({ status, headers, text }: Answer): object {
  const names = [
    'x-ratelimit-limit',
    'x-ratelimit-remaining',
    'x-ratelimit-monthly',
    'x-ratelimit-monthly-remaining',
    'x-api-tier',
    'x-data-source',
    'content-type',
    'etag',
  ];
  const body = JSON.parse(text === '' ? 'null' : text, (key, value: unknown) => {
    if (key === 'resetsAt') return 'an instant';
    return key === 'retry_after_s' ? hourAfter(Number(value)) : value;
  }) as { errors?: object[] } | null;
  // Fields under way at once fail in any order.
  body?.errors?.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  const retryAfter = headers['retry-after'];
  return {
    status,
    body,
    headers: Object.fromEntries(names.map((name) => [name, headers[name]])),
    retryAfter: retryAfter === undefined ? undefined : hourAfter(Number(retryAfter)),
  };
}

const ask = (url: string, { secret }: TestCustomer, query: string): Promise<Answer> => askGraph(url, secret, query);

/** Two units, charged in two subgraphs. */
const NESTED = '{ security(ticker: "AAPL") { name signal { compositeScore } gapStats { gapCount } } }';

const ENTITIES =
  'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Security { gapStats { gapCount } backtest(strategy: TREND) { strategy } } } }';
const REPRESENTATIONS = { r: [{ __typename: 'Security', ticker: 'AAPL', batch: '' }] };

function askEntities(
  { subgraphs }: RemoteSystem,
  headers: Readonly<Record<string, string>>,
  body: object = { query: ENTITIES, variables: REPRESENTATIONS },
): Promise<Answer> {
  return call(subgraphs.research.url, '/graphql', { method: 'POST', headers, body });
}

/** Says in every way that a batch has paid: as a variable, in the text, in headers of its own. */
const COVERED = '{ __typename: "Security", ticker: "AAPL", batch: "charged" }';
const CLAIMS: readonly object[] = [
  {
    query: 'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Security { gapStats { gapCount } } } }',
    variables: { r: [{ __typename: 'Security', ticker: 'AAPL', batch: 'charged' }] },
  },
  { query: `{ _entities(representations: [${COVERED}]) { ... on Security { gapStats { gapCount } } } }` },
];

(canRunRemoteSubgraphs ? describe : describe.skip)('subgraphs in processes of their own', () => {
  const system = remoteSystem(programs);

  describe('behind our gateway', () => {
    it.each(REMOTE_CASES)(
      'answer as in one process, refuse as there and cost the same: $name',
      async ({ tier, query, perMonth, units }) => {
        const { whole, gateway, customer, used } = system();
        const options = { tier, ...(perMonth === undefined ? {} : { perMonth }) };
        const [one, other] = [await customer(options), await customer(options)];
        const expected = await ask(whole, one, query);
        const answer = await ask(gateway, other, query);
        expect(shown(answer)).toEqual(shown(expected));
        expect([await used(one), await used(other)]).toEqual([units, units]);
      },
    );

    it.each([
      '/signal?ticker=AAPL',
      '/gap-stats?ticker=brk-b',
      '/dca?ticker=AAPL&monthly=5',
      '/gap-stats?ticker=NOPE',
      '/backtest?ticker=AAPL&strategy=trend',
      '/backtest/library',
    ])('answer REST as in one process: GET %s', async (path) => {
      const { whole, gateway, customer, used } = system();
      const [one, other] = [await customer({ tier: 'free' }), await customer({ tier: 'free' })];
      const expected = await call(whole, `/api/v1${path}`, { key: one.secret, headers: SAME_ID });
      expect(shown(await call(gateway, `/api/v1${path}`, { key: other.secret, headers: SAME_ID }))).toEqual(
        shown(expected),
      );
      expect(await used(other)).toBe(await used(one));
    });

    it('give back the unit of a batch all of whose fields fail in another process, and of no other', async () => {
      const { gateway, customer, used, store } = system();
      const batch = (fields: string): string =>
        `{ securitiesByTicker(tickers: ["AAPL", "MSFT"]) { ticker ${fields} } }`;
      const pro = await customer({ tier: 'pro' });
      await store.pool.query('alter table rating_actions rename to lost_actions');
      try {
        const failed = await ask(gateway, pro, batch('streetGrades { actionCount }'));
        expect([
          read(failed, 'data', 'securitiesByTicker', 0),
          read(failed, 'errors', 0, 'extensions', 'code'),
        ]).toEqual([{ ticker: 'AAPL', streetGrades: null }, 'INTERNAL_ERROR']);
        expect([read(failed, 'extensions', 'limits', 'units'), await used(pro)]).toEqual([0, 0]);
        await ask(gateway, pro, batch('streetGrades { actionCount } gapStats { gapCount }'));
        expect(await used(pro)).toBe(1);
        await ask(gateway, pro, batch('streetGrades { actionCount } signal { label }'));
        expect(await used(pro)).toBe(2);
      } finally {
        await store.pool.query('alter table lost_actions rename to rating_actions');
      }
    });

    it('give the units of an unchanged GraphQL answer back, but cannot give one once the month is used up', async () => {
      const { gateway, customer, used } = system();
      const { secret: key, ...rest } = await customer({ tier: 'free', perMonth: 4 });
      const path = `/graphql?${new URLSearchParams({ query: NESTED }).toString()}`;
      const conditional = (tag: unknown): Promise<Answer> =>
        call(gateway, path, { key, headers: { 'If-None-Match': String(tag) } });
      const first = await call(gateway, path, { key });
      expect([
        first.status,
        read(first, 'extensions', 'limits', 'units'),
        await used({ secret: key, ...rest }),
      ]).toEqual([200, 2, 2]);
      const again = await conditional(first.headers.etag);
      const { 'x-ratelimit-monthly-remaining': left } = again.headers;
      expect([again.status, again.text, left, await used({ secret: key, ...rest })]).toEqual([304, '', '2', 2]);
      expect((await call(gateway, path, { key })).headers.etag).toBe(first.headers.etag);
      const late = await conditional(first.headers.etag);
      expect([late.status, late.headers.etag, read(late, 'extensions', 'limits', 'units')]).toEqual([
        200,
        undefined,
        0,
      ]);
      expect(read(late, 'errors', 0, 'extensions', 'code')).toBe('MONTHLY_LIMIT_REACHED');
    });

    it('sign owners in without a key, count wrong passwords over all processes, and end sessions in all of them', async () => {
      const { whole, gateway } = system();
      const post = (url: string, query: string, secret?: string): Promise<Answer> =>
        call(url, '/graphql', {
          method: 'POST',
          body: { query },
          headers: secret === undefined ? {} : { Authorization: `Bearer ${secret}` },
        });
      const signIn = (url: string, password: string): Promise<Answer> =>
        post(url, `mutation { signIn(input: { email: "remote@example.com", password: "${password}" }) { secret } }`);
      const signUp = await post(
        gateway,
        'mutation { signUp(input: { email: "remote@example.com", password: "four unrelated words here" }) { secret } }',
      );
      const secret = String(read(signUp, 'data', 'signUp', 'secret'));
      expect((await post(whole, '{ viewer { sessions { totalCount } } }', secret)).text).toContain('"totalCount":1');
      for (const url of [whole, gateway, whole, gateway, whole, gateway, whole, gateway, whole, gateway])
        expect(read(await signIn(url, 'a wrong password'), 'errors', '0', 'extensions', 'code')).toBe(
          'INVALID_CREDENTIALS',
        );
      for (const url of [whole, gateway])
        expect(read(await signIn(url, 'four unrelated words here'), 'errors', '0', 'extensions', 'code')).toBe(
          'RATE_LIMITED',
        );
      expect((await post(gateway, 'mutation { signOut { sessionId } }', secret)).status).toBe(200);
      let status = 200;
      while (status === 200) ({ status } = await post(whole, '{ viewer { id } }', secret));
      expect(status).toBe(401);
    });

    it('give the unit of an unchanged answer back', async () => {
      const { gateway, customer, used } = system();
      const { secret: key, ...rest } = await customer({ tier: 'free' });
      const { headers } = await call(gateway, '/api/v1/gap-stats?ticker=AAPL', { key });
      const again = await call(gateway, '/api/v1/gap-stats?ticker=AAPL', {
        key,
        headers: { 'If-None-Match': String(headers.etag) },
      });
      expect({ status: again.status, used: await used({ secret: key, ...rest }) }).toEqual({ status: 304, used: 1 });
    });
  });

  describe('behind our gateway, as streams', () => {
    const QUERY =
      'subscription { signalChanged(tickers: ["AAPL"]) { ticker name signal { compositeScore } gapStats { gapCount } } }';

    it('answer each event as a query would be, at its cost, and tell of changes', async () => {
      const { whole, gateway, customer, used, store } = system();
      const [one, other] = [
        await customer({ tier: 'starter', perMinute: 100_000 }),
        await customer({ tier: 'starter' }),
      ];
      const asQuery = async (): Promise<unknown> =>
        read(
          await ask(
            whole,
            one,
            '{ signalChanged: security(ticker: "AAPL") { ticker name signal { compositeScore } gapStats { gapCount } } }',
          ),
          'data',
        );
      const stream = await subscribe(gateway, { key: other.secret, query: QUERY });
      const before = await asQuery();
      expect((await stream.event(0)).data).toEqual({ data: before });
      await changeLastClose(store, 'AAPL', 0.7);
      // The process that is asked for comparison hears of the change in its own time.
      let after = before;
      while (isDeepStrictEqual(after, before)) after = await asQuery();
      expect((await stream.event(1)).data).toEqual({ data: after });
      expect(await used(other)).toBe(4);
      stream.leave();
    });
  });

  describe('asked directly', () => {
    it('are alive and ready without an identity', async () => {
      for (const name of SUBGRAPH_NAMES) {
        const { url } = system().subgraphs[name];
        expect([(await call(url, '/healthz')).status, (await call(url, '/readyz')).status]).toEqual([200, 200]);
      }
    });

    it('resolve nothing for an anonymous identity but what is for anonymous callers', async () => {
      const { identities, subgraphs } = system();
      const { token } = identities.mint(
        { identity: ANONYMOUS, requestId: 'r', operationCost: null, isGateway: true, seen: new Map() },
        Date.now(),
      );
      const ask = (query: string): Promise<Answer> =>
        call(subgraphs.account.url, '/graphql', {
          method: 'POST',
          headers: { 'X-SVC-Identity': token },
          body: { query },
        });
      for (const query of [
        '{ viewer { id } }',
        '{ usage { tier } }',
        '{ _entities(representations: [{ __typename: "Viewer", id: "anonymous" }]) { __typename } }',
        'mutation { createWatchlist(input: { name: "x", tickers: [] }) { viewer { id } } }',
      ])
        expect([query, read(await ask(query), 'errors', '0', 'extensions', 'code')]).toEqual([query, 'MISSING_KEY']);
      const answer = await ask(
        'mutation { a: signIn(input: { email: "a@example.com", password: "x" }) { secret } b: signIn(input: { email: "a@example.com", password: "x" }) { secret } }',
      );
      expect([0, 1].map((index) => read(answer, 'errors', String(index), 'extensions', 'code'))).toEqual([
        'INVALID_CREDENTIALS',
        'INVALID_PARAMETER',
      ]);
    });

    it('refuse requests with no identity, a key instead, or a forged or expired identity', async () => {
      const { customer, identities } = system();
      const { secret, identity } = await customer({ tier: 'institutional' });
      const mint = (nowMs: number): string =>
        identities.mint({ identity, requestId: 'r', operationCost: null, isGateway: false, seen: new Map() }, nowMs)
          .token;
      const forged = mint(Date.now()).replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
      const tries = [
        {},
        { 'X-API-Key': secret },
        { Authorization: `Bearer ${secret}` },
        { 'X-SVC-Identity': forged },
        { 'X-SVC-Identity': mint(Date.now() - 70_000) },
        { 'X-SVC-Identity': mint(Date.now() + 70_000) },
      ];
      const answers = await Promise.all(tries.map((headers) => askEntities(system(), headers)));
      expect(
        answers.map((answer) => [answer.status, read(answer, 'errors', 0, 'extensions', 'code'), read(answer, 'data')]),
      ).toEqual([
        ...tries.slice(0, 3).map(() => [401, 'MISSING_KEY', undefined]),
        ...tries.slice(3).map(() => [401, 'INVALID_KEY', undefined]),
      ]);
    });

    it('hold their gates over _entities: the tier refuses, the unit is charged, and the answer says so', async () => {
      const { customer, identities, used } = system();
      const free = await customer({ tier: 'free' });
      const { token } = identities.mint(
        { identity: free.identity, requestId: 'direct', operationCost: null, isGateway: false, seen: new Map() },
        Date.now(),
      );
      const answer = await askEntities(system(), { 'X-SVC-Identity': token });
      expect(answer.status).toBe(200);
      expect(read(answer, 'data', '_entities', 0)).toEqual({
        gapStats: { gapCount: expect.any(Number) },
        backtest: null,
      });
      expect(read(answer, 'errors')).toMatchObject([
        {
          path: ['_entities', 0, 'backtest'],
          extensions: { code: 'TIER_REQUIRED', tier: 'free', required_tier: 'starter', request_id: 'direct' },
        },
      ]);
      expect(read(answer, 'extensions', 'marketgraph')).toMatchObject({
        dataSources: ['simulated'],
        unitsCharged: 1,
        month: { used: 1 },
      });
      expect(await used(free)).toBe(1);
    });

    it('trust the batch that our gateway sends, and charge all other callers', async () => {
      const { customer, identities, gateway, used } = system();
      const pro = await customer({ tier: 'pro' });
      const mint = (isGateway: boolean): string =>
        identities.mint(
          { identity: pro.identity, requestId: 'claim', operationCost: null, isGateway, seen: new Map() },
          Date.now(),
        ).token;
      const traded = String(
        read(await call(gateway, '/internal/identity', { method: 'POST', key: pro.secret }), 'identity'),
      );
      const charged = async (token: string, body: object, headers = {}): Promise<unknown> => {
        const answer = await askEntities(system(), { ...headers, 'X-SVC-Identity': token }, body);
        expect(read(answer, 'data', '_entities', 0)).toEqual({ gapStats: { gapCount: expect.any(Number) } });
        return read(answer, 'extensions', 'marketgraph', 'unitsCharged');
      };
      for (const body of CLAIMS) {
        expect([
          await charged(mint(true), body),
          await charged(mint(false), body),
          await charged(traded, body, { 'X-SVC-Gateway': 'true' }),
        ]).toEqual([0, 1, 1]);
      }
      expect(await used(pro)).toBe(2 * CLAIMS.length);
    });

    it('hold the claim of a router’s identity to be forged where it was changed', async () => {
      const { secret } = await system().customer({ tier: 'pro' });
      const traded = String(
        read(await call(system().gateway, '/internal/identity', { method: 'POST', key: secret }), 'identity'),
      );
      const [header, payload = '', seal] = traded.split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
      expect(claims).toMatchObject({ gateway: false });
      const changed = Buffer.from(JSON.stringify({ ...claims, gateway: true })).toString('base64url');
      const [body] = CLAIMS;
      const answer = await askEntities(system(), { 'X-SVC-Identity': `${header}.${changed}.${seal}` }, body);
      expect([answer.status, read(answer, 'errors', 0, 'extensions', 'code')]).toEqual([401, 'INVALID_KEY']);
    });

    it('accept only POST with JSON', async () => {
      const { customer, identities, subgraphs } = system();
      const { identity } = await customer({ tier: 'free' });
      const headers = {
        'X-SVC-Identity': identities.mint(
          { identity, requestId: 'r', operationCost: null, isGateway: false, seen: new Map() },
          Date.now(),
        ).token,
      };
      const send = (body: unknown, type = 'application/json', method = 'POST'): Promise<Answer> =>
        call(subgraphs.account.url, '/graphql', { method, body, headers: { ...headers, 'Content-Type': type } });
      const answers = [
        await send('{'),
        await send({}),
        await send({ query: '{' }),
        await send({ query: '{ nothing }' }),
        await send('query=x', 'text/plain'),
        await send(undefined, 'application/json', 'GET'),
      ];
      expect(answers.map((answer) => [answer.status, read(answer, 'errors', 0, 'extensions', 'code')])).toEqual([
        [400, 'INVALID_JSON'],
        [400, 'INVALID_PARAMETER'],
        [400, 'GRAPHQL_PARSE_FAILED'],
        [400, 'GRAPHQL_VALIDATION_FAILED'],
        [415, 'UNSUPPORTED_MEDIA_TYPE'],
        [405, 'METHOD_NOT_ALLOWED'],
      ]);
    });
  });

  describe('POST /internal/identity', () => {
    const mint = (key?: string, method = 'POST'): Promise<Answer> =>
      call(system().gateway, '/internal/identity', { method, key });

    it('exchanges a key for an identity with its tier, without the key in it', async () => {
      const { secret } = await system().customer({ tier: 'free' });
      const answer = await mint(secret);
      const token = String(read(answer, 'identity'));
      expect({
        status: answer.status,
        header: answer.headers['x-svc-identity'],
        cache: answer.headers['cache-control'],
      }).toEqual({ status: 200, header: token, cache: 'no-store' });
      expect(Date.parse(String(read(answer, 'expires_at'))) - Date.now()).toBeLessThanOrEqual(60_000);
      expect(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).not.toContain(secret);
      expect(read(await askEntities(system(), { 'X-SVC-Identity': token }), 'errors', 0, 'extensions', 'code')).toBe(
        'TIER_REQUIRED',
      );
    });

    it('costs a unit of the minute, and none of the month', async () => {
      const customer = await system().customer({ tier: 'free', perMinute: 2 });
      const answers = [await mint(customer.secret), await mint(customer.secret), await mint(customer.secret)];
      expect(answers.map(({ status, headers }) => [status, headers['x-ratelimit-remaining']])).toEqual([
        [200, '1'],
        [200, '0'],
        [429, '0'],
      ]);
      expect(answers[2]?.headers['retry-after']).toBeDefined();
      expect(await system().used(customer)).toBe(0);
    });

    it('refuses as every endpoint does', async () => {
      const refusals = [await mint(), await mint('svc_unknown0000000000000000'), await mint(undefined, 'GET')];
      expect(refusals.map((answer) => [answer.status, read(answer, 'error')])).toEqual([
        [401, 'missing_key'],
        [401, 'invalid_key'],
        [405, 'method_not_allowed'],
      ]);
    });

    it('is not there where no secret is set', async () => {
      expect(read(await call(system().whole, '/internal/identity', { method: 'POST' }), 'error')).toBe(
        'unknown_endpoint',
      );
    });
  });

  describe('when one dies', () => {
    it('the other subgraphs respond, with an error for the missing part, and everything recovers when it restarts', async () => {
      const { gateway, subgraphs, customer, used, startSubgraph } = system();
      const pro = await customer({ tier: 'pro' });
      const query = '{ security(ticker: "AAPL") { name gapStats { gapCount } } }';
      await subgraphs.research.program.signal('SIGKILL');
      const partial = await ask(gateway, pro, query);
      expect({ status: partial.status, data: read(partial, 'data', 'security') }).toEqual({
        status: 200,
        data: { name: expect.any(String), gapStats: null },
      });
      expect(read(partial, 'errors')).toMatchObject([
        { extensions: { code: 'UNAVAILABLE', subgraph: 'research', request_id: 'the-same' } },
      ]);
      const rest = await call(gateway, '/api/v1/gap-stats?ticker=AAPL', { key: pro.secret });
      expect([rest.status, read(rest, 'error'), rest.headers['retry-after']]).toEqual([503, 'unavailable', '2']);
      // Of a batch the entries are answered, and nothing else that its unit pays for.
      const batch = (alias: string, fields: string): string =>
        `${alias}: securitiesByTicker(tickers: ["AAPL", "MSFT"]) { ticker ${fields} }`;
      const gaps = 'gapStats { gapCount }';
      expect(read(await ask(gateway, pro, `{ ${batch('a', gaps)} ${batch('b', gaps)} }`), 'data', 'a', 0)).toEqual({
        ticker: 'AAPL',
        gapStats: null,
      });
      expect(await used(pro)).toBe(0);
      await ask(gateway, pro, `{ ${batch('a', gaps)} ${batch('b', `signal { label } ${gaps}`)} }`);
      expect(await used(pro)).toBe(1);
      subgraphs.research = await startSubgraph('research', Number(new URL(subgraphs.research.url).port));
      expect(read(await ask(gateway, pro, query), 'data', 'security', 'gapStats')).toEqual({
        gapCount: expect.any(Number),
      });
      expect(await used(pro)).toBe(2);
    });

    it('a gateway with another secret is refused, and its client is not told that its key is invalid', async () => {
      const { environment, subgraphs, customer } = system();
      const stranger = await programs.server({
        ...environment,
        SVC_IDENTITY_SECRET: `${environment['SVC_IDENTITY_SECRET'] ?? ''}, another`,
        SVC_SUBGRAPHS: `equities=${subgraphs.equities.url}/graphql`,
      });
      const answer = await ask(stranger.url, await customer({ tier: 'pro' }), '{ security(ticker: "AAPL") { name } }');
      expect([read(answer, 'data', 'security'), read(answer, 'errors', 0, 'extensions', 'code')]).toEqual([
        null,
        'UNAVAILABLE',
      ]);
      await stranger.signal('SIGTERM');
    });

    it('one that is stopped exits cleanly', async () => {
      const { startSubgraph } = system();
      const { program } = await startSubgraph('ai');
      expect((await program.signal('SIGTERM')).code).toBe(0);
    });
  });
});

describe('a subgraph does not start', () => {
  it('on the embedded database of a running server, or on a port in use', async () => {
    const data = { SVC_DATA_DIR: await scratchDir(), SVC_IDENTITY_SECRET: SECRET };
    const { pid, url } = await programs.server(data);
    const locked = await programs.run('subgraph', ['equities', '--port', '0'], data);
    expect([locked.code, locked.stderr]).toEqual([
      1,
      expect.stringMatching(new RegExp(`^The data directory .* is in use by process ${pid}: .* DATABASE_URL\\.\n$`)),
    ]);
    const taken = await programs.run('subgraph', ['equities', '--port', new URL(url).port], {
      ...data,
      SVC_DATA_DIR: await scratchDir(),
    });
    expect([taken.code, taken.stderr]).toEqual([
      1,
      expect.stringMatching(
        /^127\.0\.0\.1:\d+ is already in use; stop the other program, or set --port to another port\.\n$/,
      ),
    ]);
  });

  const start = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
    programs.run('subgraph', args, environment);

  it('without a secret, with a short one, or under an unknown name', async () => {
    const ends = [
      await start(['equities']),
      await start(['equities'], { SVC_IDENTITY_SECRET: 'short' }),
      await start(['bonds'], { SVC_IDENTITY_SECRET: 'x'.repeat(32) }),
    ];
    expect(
      ends.map(({ code, stderr }) => [
        code,
        /SVC_IDENTITY_SECRET is not set|at least 32 characters|Usage: npm run subgraph/.exec(stderr)?.[0],
        /^\s+at /m.test(stderr),
      ]),
    ).toEqual([
      [1, 'SVC_IDENTITY_SECRET is not set', false],
      [1, 'at least 32 characters', false],
      [1, 'Usage: npm run subgraph', false],
    ]);
  });
});
