import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { ApiError } from '../access/errors.js';
import { startTestServer, type TestServer, type TestServerOptions } from './fixtures/server.js';
import { recordedData, SECURITY_ANSWERS, shownCount } from './fixtures/answers.js';
import { CAPABILITIES, capabilityOf } from './fixtures/capabilities.js';
import { BASE_PATH, formOf, selectingFields } from './route.js';
import { storedExample } from './stored-files.js';
import { GraphQLError } from 'graphql';

let running: TestServer[] = [];
afterEach(async () => {
  await Promise.all(running.map((server) => server.close()));
  running = [];
});

/** Servers that tests share which need nothing else of them, by whether their limits are asynchronous. */
const SHARED = new Map([
  [false, await startTestServer()],
  [true, await startTestServer({ isLate: true })],
] as const);
afterAll(async () => {
  await Promise.all([...SHARED.values()].map((server) => server.close()));
});

/** A shared server, with nothing used of the month. */
function sharedServer(isLate = false): TestServer {
  const server = SHARED.get(isLate);
  if (server === undefined) throw new Error('closed');
  server.ledger.used = 0;
  return server;
}

async function start(options?: TestServerOptions): Promise<TestServer> {
  const server = await startTestServer(options);
  running.push(server);
  return server;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

async function ask(
  { url }: TestServer,
  path: string,
  init: RequestInit & { key?: string | null } = {},
): Promise<Answer> {
  const headers = new Headers(init.headers);
  if (init.key !== null) headers.set('x-api-key', init.key ?? 'svc_pro');
  const response = await fetch(url + path, { ...init, headers });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true && text !== '';
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
  };
}

const post = (
  body: unknown,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): RequestInit => ({ method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) });
const SIGNAL = '/api/v1/signal?ticker=AAPL';
/** The tag of the answer, which every server of these tests makes with the same secret. */
const KNOWN = String((await ask(sharedServer(), SIGNAL)).headers.get('etag'));
const dataOfSecurity = (name: string): object => SECURITY_ANSWERS[name] as object;
const GOOD_BODY = { ticker: 'AAPL', strategy: 'trend' };

/** Every kind of answer, by the request that makes it. */
const KINDS: readonly (readonly [string, number, string, RequestInit & { key?: string | null }])[] = [
  ['an answer', 200, SIGNAL, {}],
  ['an answer to POST', 200, '/api/v1/backtest', post(GOOD_BODY)],
  ['HEAD', 200, SIGNAL, { method: 'HEAD' }],
  ['a preflight', 204, SIGNAL, { method: 'OPTIONS', key: null }],
  ['unchanged', 304, SIGNAL, { headers: { 'if-none-match': KNOWN } }],
  ['a wrong parameter', 400, '/api/v1/signal?ticker=!', {}],
  ['a missing parameter', 400, '/api/v1/signal', {}],
  ['a malformed query', 400, '/api/v1/signal?ticker=%ZZ', {}],
  ['a malformed path', 400, '/api/v1/%ZZ', {}],
  ['bad JSON', 400, '/api/v1/backtest', post('{')],
  ['no key', 401, SIGNAL, { key: null }],
  ['an unknown key', 401, SIGNAL, { key: 'svc_nobody' }],
  ['a key in the URL', 401, `${SIGNAL}&apikey=svc_pro`, { key: null }],
  ['too low a tier', 403, '/api/v1/backtest?ticker=AAPL&strategy=trend', { key: 'svc_free' }],
  ['an unknown ticker', 404, '/api/v1/signal?ticker=ZZZZ', {}],
  ['an unknown endpoint', 404, '/api/v1/nowhere', {}],
  ['an unknown path', 404, '/nowhere', { key: null }],
  ['a wrong method', 405, SIGNAL, { method: 'DELETE' }],
  ['a large body', 413, '/api/v1/backtest', post({ ...GOOD_BODY, pad: 'x'.repeat(300_000) })],
  [
    'a body that is not JSON',
    415,
    '/api/v1/backtest',
    post('ticker=AAPL', { 'content-type': 'application/x-www-form-urlencoded' }),
  ],
  ['the description', 200, '/api/v1/openapi', { key: null }],
];

describe('every response', () => {
  it.each(KINDS)(
    '%s is %i with all headers of the contract, with synchronous and asynchronous limits',
    async (_kind, status, path, init) => {
      for (const isLate of [false, true]) {
        const answer = await ask(sharedServer(isLate), path, {
          ...init,
          headers: { ...(init.headers as Record<string, string>), 'x-request-id': 'my.id-1' },
        });
        expect(answer.status).toBe(status);
        for (const name of [
          'x-ratelimit-limit',
          'x-ratelimit-remaining',
          'x-ratelimit-reset',
          'x-ratelimit-monthly',
          'x-ratelimit-monthly-remaining',
          'x-api-tier',
          'x-data-source',
          'vary',
          'cache-control',
          'x-content-type-options',
          'content-security-policy',
        ]) {
          expect([name, answer.headers.get(name)]).toEqual([name, expect.stringMatching(/./)]);
        }
        expect(answer.headers.get('x-request-id')).toBe('my.id-1');
        expect(answer.headers.get('access-control-allow-origin')).toBe('*');
        expect(answer.headers.get('x-powered-by')).toBeNull();
        if (status >= 400)
          expect(answer.body).toMatchObject({
            error: expect.any(String),
            message: expect.any(String),
            request_id: 'my.id-1',
          });
      }
    },
  );

  it('exposes its headers to pages of any origin', async () => {
    const { headers } = await ask(await start(), SIGNAL);
    expect(headers.get('access-control-expose-headers')).toContain('X-RateLimit-Remaining');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  it.each(['', 'a b', 'x'.repeat(129), 'é'])('gets a new request id if the one sent is invalid: %j', async (id) => {
    const answer = await ask(await start(), SIGNAL, { headers: { 'x-request-id': id } });
    expect(answer.headers.get('x-request-id')).toBe('req-1');
  });
});

describe('endpoints', () => {
  it.each(
    CAPABILITIES.map(
      (capability) =>
        [`${capability.route.method} ${capability.route.path} ${formOf(capability.route)}`, capability] as const,
    ),
  )('%s responds to its sample with the recorded response', async (_name, capability) => {
    const { route, tier, isSessionOnly } = capability;
    const {
      method,
      operation,
      path,
      sample: { parameters },
    } = route;
    const query = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
    const inUrl = method === 'GET' || method === 'DELETE';
    const [url, init] = inUrl
      ? [`${path}?${query}`, { method }]
      : [path, { ...post({ ...parameters, ...selectingFields(route) }), method }];
    // Views of one list have answers of their own.
    const resolvers = Object.fromEntries(
      Object.entries(recordedData(capability)).map(([field, data]) => [field, () => data]),
    );
    const server = ['/line', '/community'].includes(path) ? await start({ resolvers }) : sharedServer();
    const answer = await ask(server, BASE_PATH + url, { ...init, key: isSessionOnly ? `svcs_${tier}` : `svc_${tier}` });
    expect([answer.status, answer.body]).toEqual([route.status ?? 200, shownCount(storedExample(operation))]);
  });

  it('spells labels as in the contract, and the ticker as the caller did', async () => {
    const strong = { ...dataOfSecurity('signal'), label: 'STRONG_BUY', compositeScore: 71.4 };
    const server = await start({ resolvers: { signal: () => strong } });
    expect((await ask(server, '/api/v1/signal?ticker=%20brk-b%20')).body).toMatchObject({
      ticker: 'BRK-B',
      signal: 'Strong Buy',
      composite_score: 71.4,
    });
  });

  it('omits ai_tokens below Pro', async () => {
    const usage = recordedData(capabilityOf('GET', '/usage'))['usage'] as { readonly aiTokens: unknown };
    const server = await start({
      resolvers: {
        usage: (_, { identity: { tier } }) => ({
          ...usage,
          tier: tier.toUpperCase(),
          aiTokens: tier === 'pro' ? usage.aiTokens : null,
        }),
      },
    });
    expect((await ask(server, '/api/v1/usage', { key: 'svc_free' })).body).not.toHaveProperty('ai_tokens');
    expect((await ask(server, '/api/v1/usage', { key: 'svc_pro' })).body).toMatchObject({
      tier: 'pro',
      ai_tokens: { daily_cap: expect.any(Number), resets_in_s: 5_400 },
      endpoints: [{ tier: 'free' }, {}, {}],
    });
  });

  it('has the label and the score of a ticker without any factor as null, beside its prices', async () => {
    const quote = { last: 101.5, volume: 7, asOf: '2026-11-19T21:00:00.000Z' };
    const server = await start({ resolvers: { signal: () => null, quote: () => quote } });
    const { status, body } = await ask(server, '/api/v1/signal?ticker=brk-b');
    const recorded = storedExample('signal') as Record<string, unknown>;
    expect([status, server.ledger.used, Object.keys(body)]).toEqual([200, 1, Object.keys(recorded)]);
    expect(body).toMatchObject({
      ticker: 'BRK-B',
      signal: null,
      composite_score: null,
      confidence: 0,
      price: { current: 101.5, volume: 7 },
      timestamp: '2026-11-19T21:00:00.000Z',
    });
    expect(Object.keys(body['price'] as object)).toEqual(Object.keys(recorded['price'] as object));
  });

  it('has no signal without a price', async () => {
    const server = await start({ resolvers: { signal: () => null } });
    expect((await ask(server, SIGNAL)).body['error']).toBe('ticker_not_found');
  });

  it.each([
    ['GET', '/api/v1/backtest?ticker=new-co&strategy=rsi_meanrev', {}],
    ['POST', '/api/v1/backtest', post({ ticker: 'new-co', strategy: 'rsi_meanrev' })],
  ])('responds to a short history with 200 and ok false (%s), and counts it', async (_method, path, init) => {
    const server = await start({
      resolvers: {
        backtest: () => Promise.reject(new GraphQLError('Too short.', { extensions: { code: 'INSUFFICIENT_DATA' } })),
      },
    });
    const answer = await ask(server, path, init);
    expect([answer.status, answer.text, server.ledger.used]).toEqual([
      200,
      JSON.stringify({
        ok: false,
        status: 'insufficient_data',
        message: 'Too short.',
        ticker: 'NEW-CO',
        strategy: 'rsi_meanrev',
        years: 10,
        api_version: 'v1',
      }),
      1,
    ]);
  });

  it('responds to a portfolio without signals with 200 and the tickers as given, and counts it', async () => {
    const refused = new GraphQLError('No holding has a signal.', {
      extensions: { code: 'NO_SIGNALS', unresolved: ['BRK.B', 'NEW.CO'] },
    });
    const server = await start({ resolvers: { portfolio: () => Promise.reject(refused) } });
    const answer = await ask(server, '/api/v1/portfolio?holdings=brk-b:1,new.co:2');
    expect([answer.status, answer.text, server.ledger.used]).toEqual([
      200,
      JSON.stringify({
        ok: false,
        status: 'no_signals',
        message: 'No holding has a signal.',
        unresolved: ['BRK-B', 'NEW.CO'],
        api_version: 'v1',
      }),
      1,
    ]);
  });

  it('accepts a key as a bearer token', async () => {
    expect(
      (await ask(await start(), SIGNAL, { key: null, headers: { authorization: 'Bearer svc_starter' } })).headers.get(
        'x-api-tier',
      ),
    ).toBe('starter');
  });

  it('ignores a trailing slash in a path, but not its case', async () => {
    const server = await start();
    expect((await ask(server, '/api/v1/signal/?ticker=AAPL')).status).toBe(200);
    expect((await ask(server, '/api/v1/Signal?ticker=AAPL')).status).toBe(404);
  });

  it('ignores the body of a GET', async () => {
    const server = await start();
    const { request } = await import('node:http');
    const status = await new Promise((resolve, reject) => {
      const sent = request(
        `${server.url}${SIGNAL}`,
        { method: 'GET', headers: { 'x-api-key': 'svc_pro', 'content-type': 'text/plain', 'content-length': 4 } },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      );
      sent.on('error', reject).end('junk');
    });
    expect(status).toBe(200);
  });
});

describe('order of checks', () => {
  it.each([
    ['the key comes before the parameters', 'invalid_key', '/api/v1/signal', { key: 'svc_nobody' }],
    ['the tier comes before the parameters', 'tier_required', '/api/v1/backtest', { key: 'svc_free' }],
    ['the tier comes before the body', 'tier_required', '/api/v1/backtest', { ...post('{'), key: 'svc_free' }],
    ['the parameters come before the work', 'invalid_parameter', '/api/v1/dca?ticker=ZZZZ&years=0', {}],
  ] as const)('%s', async (_rule, code, path, init) => {
    const server = await start();
    expect((await ask(server, path, init)).body).toMatchObject({ error: code });
    expect(server.ledger.used).toBe(0);
  });

  it('the rate limit comes before the tier and gives the wait time', async () => {
    const server = await start();
    for (let count = 0; count < 5; count += 1)
      expect((await ask(server, '/api/v1/backtest', { key: 'svc_tight' })).body['error']).toBe('tier_required');
    const answer = await ask(server, '/api/v1/backtest', { key: 'svc_tight' });
    expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('x-ratelimit-remaining')]).toEqual([
      429,
      '60',
      '0',
    ]);
    expect(answer.body).toMatchObject({ error: 'rate_limited', retry_after_s: 60 });
  });

  it('a tier error gives the required tier', async () => {
    expect((await ask(await start(), '/api/v1/backtest', { key: 'svc_free' })).body).toMatchObject({
      error: 'tier_required',
      tier: 'free',
      required_tier: 'starter',
    });
  });

  it('the monthly quota comes last and gives its reset time', async () => {
    const server = await start();
    server.ledger.used = 100;
    const answer = await ask(server, SIGNAL);
    expect([
      answer.status,
      answer.body['error'],
      answer.headers.get('retry-after'),
      answer.headers.get('x-ratelimit-monthly-remaining'),
    ]).toEqual([429, 'monthly_limit_reached', '900', '0']);
    expect((await ask(server, '/api/v1/usage')).status).toBe(200);
  });

  it('an address without a key has its own rate limit, which does not affect valid keys there', async () => {
    const server = await start();
    for (let count = 0; count < 59; count += 1) await ask(server, '/api/v1/openapi', { key: null, method: 'HEAD' });
    const last = await ask(server, SIGNAL, { key: null });
    expect([
      last.status,
      last.headers.get('x-ratelimit-limit'),
      last.headers.get('x-ratelimit-remaining'),
      last.headers.get('x-ratelimit-monthly'),
      last.headers.get('x-api-tier'),
    ]).toEqual([401, '60', '0', '0', 'anonymous']);
    expect((await ask(server, '/api/v1/openapi', { key: null })).status).toBe(429);
    expect((await ask(server, SIGNAL, { key: 'svc_nobody' })).status).toBe(429);
    expect((await ask(server, SIGNAL)).status).toBe(200);
    expect((await ask(server, SIGNAL, { key: null, method: 'OPTIONS' })).status).toBe(204);
  });

  it('forwarded addresses are only used if the proxy is trusted', async () => {
    const remaining = async (server: TestServer): Promise<(string | null)[]> => {
      const first = await ask(server, SIGNAL, { key: null, headers: { 'x-forwarded-for': '203.0.113.1' } });
      const second = await ask(server, SIGNAL, { key: null, headers: { 'x-forwarded-for': '203.0.113.2' } });
      return [first, second].map(({ headers }) => headers.get('x-ratelimit-remaining'));
    };
    expect(await remaining(await start())).toEqual(['59', '58']);
    expect(await remaining(await start({ rest: { trustProxy: 'loopback' } }))).toEqual(['59', '59']);
  });
});

describe('the monthly quota', () => {
  it.each([
    ['an answer', SIGNAL, {}, 1],
    ['an unknown ticker', '/api/v1/signal?ticker=ZZZZ', {}, 1],
    ['HEAD', SIGNAL, { method: 'HEAD' }, 1],
    ['304', SIGNAL, { headers: { 'if-none-match': KNOWN } }, 0],
    ['/usage', '/api/v1/usage', {}, 0],
    ['the library', '/api/v1/backtest/library', {}, 0],
    ['what is not found without a unit', '/api/v1/nowhere', {}, 0],
  ])('%s costs as it should, and the headers show it', async (_what, path, init, cost) => {
    const server = await start();
    const { headers } = await ask(server, path, init);
    expect([
      server.ledger.used,
      headers.get('x-ratelimit-monthly'),
      headers.get('x-ratelimit-monthly-remaining'),
    ]).toEqual([cost, '100', String(100 - cost)]);
  });

  it('an unknown ticker is refused as such only while the quota lasts', async () => {
    const server = await start();
    server.ledger.used = 99;
    const answers = [await ask(server, '/api/v1/dca?ticker=ZZZZ'), await ask(server, '/api/v1/dca?ticker=ZZZZ')];
    expect(answers.map(({ status, body }) => [status, body['error']])).toEqual([
      [404, 'ticker_not_found'],
      [429, 'monthly_limit_reached'],
    ]);
    expect(server.ledger.used).toBe(100);
  });

  it('an internal error is refunded', async () => {
    const server = await start({
      resolvers: {
        signal: () => {
          throw new Error('secret: /etc/passwd');
        },
      },
    });
    const answer = await ask(server, SIGNAL);
    expect([
      answer.status,
      answer.body['error'],
      server.ledger.used,
      answer.headers.get('x-ratelimit-monthly-remaining'),
    ]).toEqual([500, 'internal_error', 0, '100']);
    expect(answer.text).not.toContain('secret');
    expect(
      JSON.stringify(server.logged, (_key, value: unknown) => (value instanceof Error ? value.message : value)),
    ).toContain('"request_id":"req-1"');
  });

  it('an unlimited quota is reported as unlimited', async () => {
    const server = await start();
    server.ledger.limit = null;
    const { headers } = await ask(server, SIGNAL, { key: 'svc_institutional' });
    expect([headers.get('x-ratelimit-monthly'), headers.get('x-ratelimit-monthly-remaining')]).toEqual([
      'unlimited',
      'unlimited',
    ]);
  });
});

describe('conditional requests', () => {
  it('the same response has the same ETag, which gives 304 without a body', async () => {
    const server = await start();
    const first = await ask(server, SIGNAL);
    const tag = first.headers.get('etag') ?? '';
    const second = await ask(server, SIGNAL, { headers: { 'if-none-match': `"other", W/${tag}` } });
    expect([second.status, second.text, second.headers.get('etag'), second.headers.get('x-data-source')]).toEqual([
      304,
      '',
      tag,
      'simulated',
    ]);
    expect((await ask(server, SIGNAL, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  it('the OpenAPI document has an ETag, too', async () => {
    const server = await start();
    const tag = (await ask(server, '/api/v1/openapi', { key: null })).headers.get('etag') ?? '';
    expect((await ask(server, '/api/v1/openapi', { key: null, headers: { 'if-none-match': tag } })).status).toBe(304);
  });

  it('errors and POST responses have no ETag', async () => {
    const server = await start();
    for (const answer of [await ask(server, '/api/v1/signal'), await ask(server, '/api/v1/backtest', post(GOOD_BODY))])
      expect([answer.headers.get('etag'), answer.headers.get('cache-control')]).toEqual([null, 'no-store']);
  });
});

describe('methods', () => {
  it('HEAD responds like GET, without the body', async () => {
    const server = await start();
    const get = await ask(server, SIGNAL);
    const head = await ask(server, SIGNAL, { method: 'HEAD' });
    expect([head.text, head.headers.get('content-length'), head.headers.get('etag')]).toEqual([
      '',
      String(get.text.length),
      get.headers.get('etag'),
    ]);
  });

  it.each([
    ['/api/v1/signal', 'PUT', 'GET, HEAD, OPTIONS'],
    ['/api/v1/backtest', 'DELETE', 'GET, HEAD, POST, OPTIONS'],
    ['/api/v1/openapi', 'POST', 'GET, HEAD, OPTIONS'],
  ])('%s rejects %s and allows %s', async (path, method, allow) => {
    const answer = await ask(await start(), path, { method });
    expect([answer.status, answer.body['error'], answer.headers.get('allow')]).toEqual([
      405,
      'method_not_allowed',
      allow,
    ]);
  });

  it('a preflight allows key headers and may be cached', async () => {
    const { headers } = await ask(await start(), '/api/v1/backtest', {
      method: 'OPTIONS',
      key: null,
      headers: {
        origin: 'https://example.com',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-api-key',
      },
    });
    expect(headers.get('access-control-allow-headers')?.toLowerCase()).toContain('x-api-key');
    expect(headers.get('access-control-allow-methods')).toContain('POST');
    expect(headers.get('access-control-max-age')).toBe('86400');
  });
});

describe('bodies', () => {
  const nested = (levels: number): string =>
    `{"ticker":"AAPL","strategy":"trend","x":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  it.each([
    ['an array', '[]', 'invalid_json'],
    ['a number', '5', 'invalid_json'],
    ['null', 'null', 'invalid_json'],
    ['half an object', '{"a":', 'invalid_json'],
    ['nothing', '', 'missing_parameter'],
    ['an empty object', '{}', 'missing_parameter'],
    ['deep nesting', nested(32), 'invalid_json'],
    ['nesting deep enough to break a stack', nested(100_000), 'invalid_json'],
  ])('%s is rejected', async (_what, text, code) => {
    const answer = await ask(await start(), '/api/v1/backtest', post(text));
    expect([answer.status, answer.body['error']]).toEqual([400, code]);
  });

  it('nesting up to the limit is accepted', async () => {
    expect((await ask(await start(), '/api/v1/backtest', post(nested(31)))).status).toBe(200);
  });

  it.each(['application/json; charset=utf-8', 'application/vnd.api+json', 'Application/JSON'])(
    '%s is JSON',
    async (type) => {
      expect((await ask(await start(), '/api/v1/backtest', post(GOOD_BODY, { 'content-type': type }))).status).toBe(
        200,
      );
    },
  );

  it.each(['text/plain', 'application/xml', 'application/json; charset=latin1'])('%s is not', async (type) => {
    expect(
      (await ask(await start(), '/api/v1/backtest', post(GOOD_BODY, { 'content-type': type }))).body['error'],
    ).toBe('unsupported_media_type');
  });

  it('parameters in the URL of a POST are ignored', async () => {
    expect((await ask(await start(), '/api/v1/backtest?ticker=AAPL&strategy=trend', post({}))).body['error']).toBe(
      'missing_parameter',
    );
  });
});

describe('when something is down', () => {
  it('a limiter that cannot count is 503 with Retry-After, not unlimited', async () => {
    const down = (): never => {
      throw new ApiError('unavailable', undefined, { retry_after_s: 2 });
    };
    const base = {
      authenticator: { authenticate: () => down() },
      limiter: { take: down, peek: down },
      meter: { peek: down },
    };
    const answer = await ask(await start({ rest: { access: base } }), SIGNAL);
    expect([
      answer.status,
      answer.headers.get('retry-after'),
      answer.headers.get('x-api-tier'),
      answer.headers.get('x-ratelimit-remaining'),
    ]).toEqual([503, '2', 'anonymous', '0']);
  });

  it('the log has the cause and the request, the answer neither', async () => {
    const down = (): never => {
      throw new ApiError('unavailable', undefined, { retry_after_s: 1 }, { cause: new Error('Command timed out') });
    };
    const server = await start({
      rest: {
        access: {
          authenticator: { authenticate: () => down() },
          limiter: { take: down, peek: down },
          meter: { peek: down },
        },
      },
    });
    const answer = await ask(server, SIGNAL, { headers: { 'x-request-id': 'req-2' } });
    expect([answer.status, answer.text.includes('Command')]).toEqual([503, false]);
    const logged = JSON.stringify(server.logged, (_key, value: unknown) =>
      value instanceof Error ? value.message : value,
    );
    for (const part of ['Command timed out', '"request_id":"req-2"', '"path":"/api/v1/signal"'])
      expect(logged).toContain(part);
  });

  it('a GraphQL error has its declared status', async () => {
    const server = await start({
      resolvers: { signal: () => Promise.reject(new GraphQLError('Down.', { extensions: { code: 'UNAVAILABLE' } })) },
    });
    const answer = await ask(server, SIGNAL);
    expect([answer.status, answer.headers.get('retry-after'), server.ledger.used]).toEqual([503, '5', 0]);
  });

  it('a response that cannot be written closes the connection, and the server continues', async () => {
    const server = await start({
      resolvers: {
        signal: (_args, context) => {
          context.dataSources.add('bad\nname');
          return null;
        },
      },
    });
    await expect(ask(server, SIGNAL)).rejects.toThrow();
    expect((await ask(server, '/api/v1/usage')).status).toBe(200);
  });
});
