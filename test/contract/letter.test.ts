import { connect } from 'node:net';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();
const { key } = await server.newKey('institutional', { perMinute: 100_000 });

const get = (path: string): Promise<Answer> => server.call(`/api/v1${path}`, { key });
const post = (path: string, body: object): Promise<Answer> =>
  server.call(`/api/v1${path}`, { method: 'POST', key, body });
const graph = (query: string): Promise<Answer> => server.graphql(key, query);

beforeEach(() => server.nextMinute());

describe('/simulate', () => {
  it('takes numbers that are not whole, and tells the sessions used, alike in GraphQL', async () => {
    const answer = await post('/simulate', {
      positions: [{ ticker: 'AAPL', value_usd: 100 }],
      lookback_years: 2.5,
      horizon_days: 5.5,
    });
    expect([answer.status, read(answer, 'horizon_sessions'), (read(answer, 'cone') as unknown[]).length]).toEqual([
      200, 6, 7,
    ]);
    const history = read(answer, 'history') as { from: string; to: string; sessions: number };
    expect([history.from < history.to, history.sessions > 600 && history.sessions < 640]).toEqual([true, true]);
    const same = await graph(
      '{ simulate(positions: [{ ticker: "AAPL", value: 100 }], lookbackYears: 2.5, horizonSessions: 5.5) { horizonSessions history { from to sessions } valueAtRisk } }',
    );
    expect(read(same, 'data', 'simulate')).toEqual({
      horizonSessions: 6,
      history,
      valueAtRisk: read(answer, 'var_dollar'),
    });
  });
});

describe('/backtest/library', () => {
  it('is a list with count and total', async () => {
    const answer = await get('/backtest/library');
    expect([read(answer, 'count'), read(answer, 'total'), (read(answer, 'strategies') as unknown[]).length]).toEqual([
      5, 5, 5,
    ]);
  });
});

describe('a test of a disabled endpoint', () => {
  it('is 409 endpoint_disabled on both faces, and counts like every answer of the work', async () => {
    const { accountId, key: owner, ...rest } = await server.newKey('pro');
    const { store } = server.runtime;
    const id = 'we_disabled';
    await store.webhooks.insert(
      {
        id,
        accountId,
        url: 'https://example.com/',
        events: ['signal.flip'],
        secret: Buffer.from('sealed'),
        secretLast4: 'last',
        createdAt: new Date(server.clock.nowMs),
      },
      5,
    );
    await store.db
      .updateTable('webhook_endpoints')
      .set({ status: 'disabled', disabledReason: 'Disabled.' })
      .where('id', '=', id)
      .execute();
    const answer = await server.call('/api/v1/webhooks', { method: 'POST', key: owner, body: { action: 'test', id } });
    expect([answer.status, read(answer, 'error'), read(answer, 'param')]).toEqual([409, 'endpoint_disabled', 'id']);
    const same = await server.graphql(owner, `mutation { testWebhook(input: { id: "${id}" }) { delivery { id } } }`);
    expect(read(same, 'errors', 0)).toMatchObject({
      message: read(answer, 'message'),
      extensions: { code: 'ENDPOINT_DISABLED', param: 'id', path: ['input', 'id'] },
    });
    expect(await server.used({ accountId, key: owner, ...rest })).toBe(2);
  });
});

describe('every response', () => {
  it.each([
    ['/', 'text/html', 302],
    ['/', 'application/json', 200],
    ['/docs', 'text/html', 200],
    ['/graphql', 'text/html', 200],
  ])('has the rate headers, as has the page %s as %s, which counts for its address', async (path, accept, status) => {
    const ask = (): Promise<Answer> => server.call(path, { headers: { Accept: accept } });
    const [one, other] = [await ask(), await ask()];
    expect([
      one.status,
      one.headers['x-ratelimit-limit'],
      one.headers['x-ratelimit-monthly'],
      one.headers['x-api-tier'],
    ]).toEqual([status, '60', '0', 'anonymous']);
    expect(Number(one.headers['x-ratelimit-remaining'])).toBe(Number(other.headers['x-ratelimit-remaining']) + 1);
    expect(one.headers['x-request-id']).not.toBe(other.headers['x-request-id']);
  });

  it.each([
    [
      'a URL of 20 KB',
      `GET /api/v1/signal?ticker=${'A'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    ['a request without Host', 'GET /api/v1/usage HTTP/1.1\r\n\r\n', 400, 'malformed_request'],
    ['a request with two', 'GET /api/v1/usage HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400, 'malformed_request'],
    ['a request that is no HTTP', 'nonsense\r\n\r\n', 400, 'malformed_request'],
  ])('has a JSON body with a request id, as has %s', async (_what, bytes, status, code) => {
    const { hostname, port } = new URL(server.url);
    const text = await new Promise<string>((resolve, reject) => {
      let received = '';
      const socket = connect(Number(port), hostname, () => socket.write(bytes));
      socket
        .setEncoding('utf8')
        .on('data', (part: string) => (received += part))
        .once('close', () => resolve(received))
        .once('error', reject);
    });
    const [head = '', body = ''] = text.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const { error, request_id: id } = JSON.parse(body) as Record<string, string>;
    expect([error, head.includes(`X-Request-Id: ${id ?? ''}`), head.includes('X-API-Tier: anonymous')]).toEqual([
      code,
      true,
      true,
    ]);
  });

  const received = (bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(server.url);
      let text = '';
      const socket = connect(Number(port), hostname, () => socket.write(bytes));
      socket
        .setEncoding('utf8')
        .on('data', (part: string) => (text += part))
        .once('close', () => resolve(text))
        .once('error', reject);
    });

  it('comes before the refusal of what follows on the connection', async () => {
    const text = await received(
      `GET /api/v1/dca?ticker=MSFT&years=13&monthly=77 HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\n\r\n\u0000garbage\r\n\r\n`,
    );
    expect([text.slice(0, 12), text.includes('malformed_request')]).toEqual(['HTTP/1.1 200', false]);
  });

  it('closes the connection if the body that it refuses is longer than any that is read', async () => {
    const text = await received(
      'POST /api/v1/webhooks HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n{',
    );
    expect([text.slice(0, 12), /\r\nConnection: close\r\n/i.test(text)]).toEqual(['HTTP/1.1 401', true]);
  });

  it('can be read by a page of another site, also the 404 of a path that is not there', async () => {
    const preflight = await server.call('/api/v1/no-such-path', {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://a.example',
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'idempotency-key',
      },
    });
    expect([
      preflight.status,
      preflight.headers['access-control-allow-origin'],
      preflight.headers['access-control-allow-methods'],
    ]).toEqual([204, '*', expect.stringContaining('GET')]);
    expect(preflight.headers['access-control-allow-headers']).toBe('idempotency-key');
    const answer = await get('/no-such-path');
    expect([answer.status, answer.headers['access-control-allow-origin'], read(answer, 'error')]).toEqual([
      404,
      '*',
      'unknown_endpoint',
    ]);
    expect((await server.call('/api/v1/no-such-path', { method: 'OPTIONS', key })).status).toBe(404);
  });
});

describe('/usage and /openapi', () => {
  it('name the same tier for every endpoint', async () => {
    const paths = read(await get('/openapi'), 'paths') as Record<string, Record<string, { 'x-tier': string }>>;
    const endpoints = read(await get('/usage'), 'endpoints') as { method: string; path: string; tier: string }[];
    expect(endpoints.length).toBeGreaterThan(10);
    for (const { method, path, tier } of endpoints)
      expect([method, path, paths[path]?.[method.toLowerCase()]?.['x-tier']]).toEqual([method, path, tier]);
  });
});

describe('a history of one session', () => {
  const day = 20_000;
  const column = (value: number): Float64Array => Float64Array.of(value);

  it('has twelve months without returns, no signal, and is unresolved in a portfolio', async () => {
    const { store } = server.runtime;
    const bars = {
      days: Int32Array.of(day),
      open: column(9),
      high: column(11),
      low: column(8),
      close: column(10),
      adjClose: column(10),
      volume: column(5),
    };
    await store.db.transaction().execute((tx) => store.bars.replace(tx, 'ONEB', bars, 'simulated'));
    const months = read(await get('/seasonality?ticker=ONEB'), 'months') as { month: number; n: number }[];
    expect(months.map(({ month, n }) => [month, n])).toEqual(Array.from({ length: 12 }, (_, index) => [index + 1, 0]));
    expect(months[0]).toEqual({
      month: 1,
      label: 'Jan',
      n: 0,
      avg: null,
      median: null,
      win_rate: null,
      best: null,
      worst: null,
    });
    expect(
      read(
        await graph('{ security(ticker: "ONEB") { seasonality { months { count mean best { return } } } } }'),
        'data',
        'security',
        'seasonality',
        'months',
      ),
    ).toEqual(months.map(() => ({ count: 0, mean: null, best: null })));
    await store.db.transaction().execute((tx) => store.bars.replace(tx, 'OWN', bars, 'files'));
    expect((await get('/dca?ticker=OWN')).headers['x-data-source']).toBe('files, simulated');
    const signal = await get('/signal?ticker=ONEB');
    expect([
      signal.status,
      read(signal, 'signal'),
      read(signal, 'composite_score'),
      read(signal, 'confidence'),
      read(signal, 'price', 'current'),
    ]).toEqual([200, null, null, 0, 10]);
    expect(
      read(await graph('{ security(ticker: "ONEB") { signal { label } quote { last } } }'), 'data', 'security'),
    ).toEqual({ signal: null, quote: { last: 10 } });
    const mixed = await get('/portfolio?tickers=ONEB,AAPL');
    expect([read(mixed, 'ok'), read(mixed, 'unresolved'), read(mixed, 'weighted_composite_score')]).toEqual([
      true,
      ['ONEB'],
      read(await get('/signal?ticker=AAPL'), 'composite_score'),
    ]);
    expect(read(await get('/portfolio?tickers=ONEB'), 'status')).toBe('no_signals');
    const none = await graph('{ portfolio(holdings: [{ ticker: "ONEB" }]) { posture } }');
    expect([read(none, 'data'), read(none, 'errors', 0, 'extensions')]).toMatchObject([
      { portfolio: null },
      { code: 'NO_SIGNALS', unresolved: ['ONEB'] },
    ]);
    expect(read(await get('/portfolio/overlay?tickers=ONEB,AAPL'), 'unresolved')).toEqual(['ONEB']);
  });
});
