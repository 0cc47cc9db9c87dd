import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { TIERS } from '../../access/tiers.js';
import { BASE_PATH } from '../../rest-compat/route.js';
import { call, read, type Answer, type Call } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';
import { badJson, badTexts } from './bad-values.js';
import { ALL_ENDPOINTS, ENDPOINTS, requestOf, takesBody, type Endpoint } from './endpoints.js';
import { ANONYMOUS, expectHeaders, limitsOf } from './headers.js';

const server = await serverForFile();
const MANY = { perMinute: 100_000 };
const GETS = ENDPOINTS.filter(({ capability }) => capability.route.method === 'GET');
const WITH_BODY = ENDPOINTS.filter(takesBody);
const METERED = ENDPOINTS.filter(({ sample }) => sample.units === 1);
const PARAMETERS = ENDPOINTS.flatMap((endpoint) =>
  endpoint.capability.parameters.map((parameter) => ({
    name: `${parameter.name} of ${endpoint.name}`,
    endpoint,
    parameter,
  })),
);
const IN_QUERY = PARAMETERS.filter(({ parameter }) => parameter.place === 'query');
const IN_BODY = PARAMETERS.filter(({ parameter }) => parameter.place === 'body');

const outcome = (answer: Answer): string =>
  `${answer.status} ${String(read(answer, 'error'))} ${String(read(answer, 'param')).replace(/[.[].*$/, '')}`;

/** The outcome of a valid request: of a sample whose id is another account's, that nothing has it. */
const valid = ({ status, sample: { parameters, code } }: Endpoint): string =>
  `${status} ${code !== undefined ? `${code} undefined` : status === 404 ? `not_found ${'item_id' in parameters ? 'item_id' : 'id'}` : 'undefined undefined'}`;

/** The sample's path with one parameter spelled as `raw`, which is not encoded again. */
function withRaw(endpoint: Endpoint, name: string, ...raws: readonly string[]): string {
  const { path } = requestOf(endpoint, { [name]: undefined });
  return raws.reduce((url, raw) => `${url}${url.includes('?') ? '&' : '?'}${name}=${raw}`, path);
}

describe.each(IN_QUERY)('$name in a URL', ({ endpoint, parameter }) => {
  const { name, isRequired } = parameter;
  const ask = async (path: string, key: string): Promise<Answer> =>
    server.call(path, { method: endpoint.capability.route.method, key });

  it('is refused with its name for anything that it may not be, and nothing is counted', async () => {
    const key = await server.newKey(endpoint.sample.tier, MANY);
    const taken: string[] = [];
    for (const bad of badTexts(parameter)) {
      const answer = await ask(withRaw(endpoint, name, bad), key.key);
      const isMissing = isRequired && decodeURIComponent(bad).trim() === '';
      const found = outcome(answer);
      if (found !== `400 ${isMissing ? 'missing' : 'invalid'}_parameter ${name}`)
        taken.push(`${bad.slice(0, 30)}: ${found}`);
      expect(answer.text.length).toBeLessThan(2_000);
    }
    expect(taken).toEqual([]);
    expect(await server.used(key)).toBe(0);
  });

  it('is refused where it is given twice, even alike, unless it is a list', async () => {
    const { key } = await server.newKey(endpoint.sample.tier, MANY);
    const good =
      new URL(requestOf(endpoint, { [name]: endpoint.sample.parameters[name] ?? 1 }).path, server.url).searchParams.get(
        name,
      ) ?? '';
    const isList = parameter.shape.kind === 'list';
    expect(outcome(await ask(withRaw(endpoint, name, encodeURIComponent(good), encodeURIComponent(good)), key))).toBe(
      isList ? valid(endpoint) : `400 invalid_parameter ${name}`,
    );
  });

  it('is missing_parameter where it is required and left out or blank, and has a default where it is not', async () => {
    const { key } = await server.newKey(endpoint.sample.tier, MANY);
    const left = await ask(requestOf(endpoint, { [name]: undefined }).path, key);
    // Without the parameter that selects this row, another one answers.
    if (endpoint.capability.route.selector?.parameter !== name)
      expect(outcome(left)).toBe(isRequired ? `400 missing_parameter ${name}` : valid(endpoint));
    if (isRequired)
      expect(outcome(await ask(withRaw(endpoint, name, '%20'), key))).toBe(`400 missing_parameter ${name}`);
  });
});

/** One of these is needed, and what is told of the first is told where both are missing. */
const EITHER: Partial<Readonly<Record<string, readonly string[]>>> = { 'POST /agents/run': ['id', 'agent'] };

describe.each(IN_BODY)('$name in a body', ({ endpoint, parameter }) => {
  const { name, isRequired } = parameter;

  it('is refused with its name for wrong types and values, and nothing is counted', async () => {
    const key = await server.newKey(endpoint.sample.tier, MANY);
    const taken: string[] = [];
    for (const bad of badJson(parameter)) {
      const { path, call: options } = requestOf(endpoint, { [name]: bad });
      const found = outcome(await server.call(path, { ...options, key: key.key }));
      if (found !== `400 invalid_parameter ${name}`) taken.push(`${JSON.stringify(bad).slice(0, 30)}: ${found}`);
    }
    expect(taken).toEqual([]);
    expect(await server.used(key)).toBe(0);
  });

  it('is missing_parameter where it is required and left out, null or blank', async () => {
    const { key } = await server.newKey(endpoint.sample.tier, MANY);
    for (const value of [undefined, null, ' ']) {
      if (!isRequired && value === ' ') continue;
      const { path, call: options } = requestOf(endpoint, { [name]: value });
      const found = outcome(await server.call(path, { ...options, key }));
      const either = EITHER[endpoint.name];
      if (isRequired) expect(found).toBe(`400 missing_parameter ${name}`);
      else if (value === undefined && either?.includes(name) && name in endpoint.sample.parameters)
        expect(found).toBe(`400 missing_parameter ${either[0]}`);
      else if (value === undefined) expect(found).toBe(valid(endpoint));
    }
  });
});

describe('bounds', () => {
  it.each([
    ['dca', 'monthly', 10, 1_000_000],
    ['dca', 'years', 1, 15],
    ['backtest', 'years', 1, 10],
  ])('of /%s %s are %i and %i, both of them inside', async (path, name, least, most) => {
    const { key } = await server.newKey('starter', MANY);
    const statuses: number[] = [];
    for (const value of [least - 1, least, most, most + 1]) {
      statuses.push(
        (await server.call(`${BASE_PATH}/${path}?ticker=AAPL&strategy=macd&${name}=${value}`, { key })).status,
      );
    }
    expect(statuses).toEqual([400, 200, 200, 400]);
  });

  it('several faults are told at once, each under its name', async () => {
    const { key } = await server.newKey('free');
    const answer = await server.call(`${BASE_PATH}/dca?monthly=1&years=99`, { key });
    expect(answer.status).toBe(400);
    expect((read(answer, 'details') as { param: string }[]).map(({ param }) => param).sort()).toEqual([
      'monthly',
      'ticker',
      'years',
    ]);
  });

  it.each([
    ['true', 200],
    ['false', 200],
    ['1', 200],
    ['0', 200],
    ['TRUE', 200],
    ['yes', 400],
  ])('a boolean %s is %i', async (text, status) => {
    const { key } = await server.newKey('starter');
    expect(
      (await server.call(`${BASE_PATH}/backtest?ticker=AAPL&strategy=macd&bypass_cache=${text}`, { key })).status,
    ).toBe(status);
  });

  it.each([
    ['%20aapl%20', 'AAPL'],
    ['brk-b', 'BRK-B'],
    ['BRK.B', 'BRK.B'],
    ['brk.b', 'BRK.B'],
  ])('the ticker %s is echoed as %s', async (text, echo) => {
    const { key } = await server.newKey('free');
    expect(read(await server.call(`${BASE_PATH}/signal?ticker=${text}`, { key }), 'ticker')).toBe(echo);
  });

  it('a ticker that is not stored is 404 ticker_not_found and counts, since the work was done', async () => {
    const key = await server.newKey('free');
    expect(outcome(await server.call(`${BASE_PATH}/signal?ticker=ZZZZ`, { key: key.key }))).toBe(
      '404 ticker_not_found ticker',
    );
    expect(await server.used(key)).toBe(1);
  });
});

describe('what is no parameter is ignored', () => {
  const NAMES = [
    'unknown=1',
    '__proto__=x',
    '__proto__[ticker]=x',
    'constructor=x',
    'constructor[prototype][ticker]=x',
    'toString=x',
    'hasOwnProperty=x',
    'a[b][c]=x',
    '=x',
    '&&',
    'x',
  ];

  it.each(GETS)('in the URL of $name', async (endpoint) => {
    // The highest tier has no quota of transcripts.
    const { key } = await server.newKey('institutional', MANY);
    const { path } = requestOf(endpoint);
    const statuses = new Set<number>();
    for (const name of NAMES)
      statuses.add((await server.call(`${path}${path.includes('?') ? '&' : '?'}${name}`, { key })).status);
    expect([...statuses]).toEqual([endpoint.status]);
    expect(Reflect.get({}, 'ticker')).toBeUndefined();
  });

  it.each(WITH_BODY)('in the body of $name', async (endpoint) => {
    const { key } = await server.newKey(endpoint.sample.tier, MANY);
    const { path, call: options } = requestOf(endpoint);
    const extra =
      '"unknown":{"a":[1]},"__proto__":{"ticker":"ZZZZ","isAdmin":true},"constructor":{"prototype":{"ticker":1}},"toString":1,';
    const body = JSON.stringify(options.body).replace('{', `{${extra}`);
    expect((await server.call(path, { ...options, key, body })).status).toBe(endpoint.status);
    expect([Reflect.get({}, 'ticker'), Reflect.get({}, 'isAdmin')]).toEqual([undefined, undefined]);
  });

  it('does not stand in for a required parameter through a prototype', async () => {
    const { key } = await server.newKey('starter');
    const answer = await server.call(`${BASE_PATH}/backtest`, {
      method: 'POST',
      key,
      body: '{"__proto__":{"ticker":"AAPL","strategy":"macd"}}',
    });
    expect(outcome(answer)).toBe('400 missing_parameter ticker');
  });
});

describe.each(WITH_BODY)('the body of $name', (endpoint) => {
  const send = async (body: string | Buffer, options: Call = {}): Promise<string> => {
    const { key } = await server.newKey(endpoint.sample.tier);
    const answer = await server.call(requestOf(endpoint).path, { ...requestOf(endpoint).call, key, body, ...options });
    expectHeaders(answer, limitsOf(endpoint.sample.tier), server.clock.nowMs);
    return `${answer.status} ${String(read(answer, 'error'))}`;
  };
  const good = JSON.stringify(requestOf(endpoint).call.body);
  const taken = new RegExp(`^${endpoint.status} `);

  it.each([
    '{',
    'hello',
    '{"a":1}}',
    "{'a':1}",
    '{"a":NaN}',
    '{"a":01}',
    '\u0000',
    '[]',
    '[{"ticker":"AAPL"}]',
    'null',
    '5',
    '"text"',
    'true',
  ])('is 400 invalid_json as %j', async (body) => {
    expect(await send(body)).toBe('400 invalid_json');
  });

  it.each([
    ['a hundred thousand lists', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['an unknown field of forty thousand objects', `{"x":${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}}`],
    ['33 levels', `{"x":${'['.repeat(33)}${']'.repeat(33)}}`],
  ])('is 400 invalid_json nested as %s', async (_, body) => {
    expect(await send(body)).toBe('400 invalid_json');
  });

  it('is taken up to 256 KiB and 413 body_too_large beyond, compressed or not', async () => {
    const padded = (length: number): string => `${' '.repeat(length - good.length)}${good}`;
    expect(await send(padded(256 * 1024))).toMatch(taken);
    expect(await send(padded(256 * 1024 + 1))).toBe('413 body_too_large');
    expect(await send(gzipSync(padded(256 * 1024)), { headers: { 'Content-Encoding': 'gzip' } })).toMatch(taken);
    expect(await send(gzipSync(padded(20_000_000)), { headers: { 'Content-Encoding': 'gzip' } })).toBe(
      '413 body_too_large',
    );
  });

  it.each(['/api/v1/backtest', '/graphql'])(
    'of an announced or actual length that is too large is refused before it is read: %s',
    async (path) => {
      const { key } = await server.newKey('pro', MANY);
      for (const length of [
        ['Content-Length: 1000000000', '{'],
        ['Transfer-Encoding: chunked', `50000\r\n${' '.repeat(0x50000)}\r\n`],
      ]) {
        const [header = '', start = ''] = length;
        const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\n${header}\r\n\r\n${start}`,
        );
        // The server answers and closes, although the body never ends.
        let answer = '';
        for await (const part of socket) answer += String(part);
        expect(answer).toMatch(/^HTTP\/1\.1 413 /);
        expect(answer).toMatch(/\r\nConnection: close\r\n/i);
        expect(answer).toMatch(/body_too_large/i);
      }
    },
  );

  it('that is empty is an object without fields', async () => {
    expect(await send('')).toBe('400 missing_parameter');
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'])(
    'is 415 unsupported_media_type as %s',
    async (type) => {
      expect(await send(good, { headers: { 'Content-Type': type } })).toBe('415 unsupported_media_type');
    },
  );

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON', 'application/vnd.api+json'])(
    'is read as %s',
    async (type) => {
      expect(await send(good, { headers: { 'Content-Type': type } })).toMatch(taken);
    },
  );

  it('is refused in a compression or a character set that is not known, and where it is not what it says', async () => {
    expect(await send(good, { headers: { 'Content-Encoding': 'nothing' } })).toBe('415 unsupported_media_type');
    expect(await send(good, { headers: { 'Content-Type': 'application/json; charset=nothing' } })).toBe(
      '415 unsupported_media_type',
    );
    expect(await send(good, { headers: { 'Content-Encoding': 'gzip' } })).toBe('400 invalid_json');
  });
});

describe('a URL that does not decode', () => {
  it.each([
    '/signal?ticker=%',
    '/signal?ticker=%E0%A4%A',
    '/signal?ticker=AAPL&x=%zz',
    '/signal?ticker=%FF',
    '/%ff',
    '/signal%',
    '/backtest%E0/library',
  ])('%s is 400 invalid_parameter with every header', async (path) => {
    const { key } = await server.newKey('starter');
    const answer = await server.call(`${BASE_PATH}${path}`, { key });
    expect([answer.status, read(answer, 'error')]).toEqual([400, 'invalid_parameter']);
    expectHeaders(answer, limitsOf('starter'), server.clock.nowMs);
  });

  it.each([
    ['/signal?ticker=%', 'ticker'],
    ['/signal?ticker=AAPL&x=%zz', 'x'],
    ['/signal?%74icker=%FF', 'ticker'],
    ['/signal?%FF=1', '%FF'],
  ])('%s names the parameter %s', async (path, param) => {
    expect(read(await server.call(`${BASE_PATH}${path}`, { key: (await server.newKey('starter')).key }), 'param')).toBe(
      param,
    );
  });
});

describe.each(ENDPOINTS)('methods on the path of $name', (endpoint) => {
  const { path } = requestOf(endpoint);
  const bare = path.split('?', 1)[0] ?? '';
  const known = ALL_ENDPOINTS.filter(({ capability }) => capability.route.path === endpoint.capability.route.path).map(
    ({ capability }) => capability.route.method as string,
  );
  const allowed = new Set([...known, ...(known.includes('GET') ? ['HEAD'] : []), 'OPTIONS']);

  it('are 405 method_not_allowed with Allow where the contract has none', async () => {
    const { key } = await server.newKey('institutional');
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'GET'].filter((each) => !allowed.has(each))) {
      const answer = await server.call(bare, { method, key });
      expect([method, answer.status, read(answer, 'error')]).toEqual([method, 405, 'method_not_allowed']);
      expect(new Set(String(answer.headers.allow).split(', '))).toEqual(allowed);
      expectHeaders(answer, limitsOf('institutional'), server.clock.nowMs);
    }
  });

  it('are told to a preflight, which needs no key and counts nothing', async () => {
    server.nextMinute();
    const headers = {
      Origin: 'https://example.org',
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'x-api-key',
    };
    for (let times = 0; times < 3; times += 1) {
      const answer = await server.call(bare, { method: 'OPTIONS', headers });
      expectHeaders(answer, ANONYMOUS, server.clock.nowMs);
      expect({ status: answer.status, text: answer.text, remaining: answer.headers['x-ratelimit-remaining'] }).toEqual({
        status: 204,
        text: '',
        remaining: '60',
      });
      expect(new Set(String(answer.headers.allow).split(', '))).toEqual(allowed);
      expect(String(answer.headers['access-control-allow-headers'])).toMatch(/X-API-Key/i);
      expect(String(answer.headers['access-control-allow-methods']).split(',')).toEqual(
        expect.arrayContaining(['GET', 'POST']),
      );
    }
  });

  it('are told to a key with its own tier and limits, and count towards its minute', async () => {
    const { key } = await server.newKey('starter');
    const { perMinute } = limitsOf('starter');
    for (const remaining of [perMinute - 1, perMinute - 2]) {
      const answer = await server.call(bare, { method: 'OPTIONS', key });
      expectHeaders(answer, limitsOf('starter'), server.clock.nowMs);
      expect([answer.status, answer.headers['x-ratelimit-remaining']]).toEqual([204, String(remaining)]);
    }
    server.nextMinute();
    expectHeaders(await server.call(bare, { method: 'OPTIONS', key: 'svc_wrong' }), ANONYMOUS, server.clock.nowMs);
  });
});

describe.each(GETS)('$name', (endpoint) => {
  const { path } = requestOf(endpoint);
  const { tier, units } = endpoint.sample;

  it('HEAD has the status and headers of GET and no body', async () => {
    const [one, other] = [await server.newKey(tier), await server.newKey(tier)];
    const headers = { 'X-Request-Id': 'same' };
    const [get, head] = [
      await server.call(path, { key: one.key, headers }),
      await server.call(path, { method: 'HEAD', key: other.key, headers }),
    ];
    // The date passes on its own.
    const { date: _date, ...shown } = get.headers;
    const { date: _headDate, ...shownByHead } = head.headers;
    expect([head.status, head.text, shownByHead]).toEqual([get.status, '', shown]);
    expect(await server.used(other)).toBe(units);
  });
});

/** An error has no ETag. */
const FOUND = GETS.filter(({ status }) => status === 200);

describe('If-None-Match', () => {
  it.each(FOUND)('with the ETag of $name is 304 without body, and costs no unit', async (endpoint) => {
    const { path } = requestOf(endpoint);
    const { tier, units } = endpoint.sample;
    const key = await server.newKey(tier, MANY);
    const {
      headers: { etag = '' },
    } = await server.call(path, { key: key.key });
    for (const match of [etag, `W/${etag.replace('W/', '')}`, `"other", ${etag}`]) {
      const answer = await server.call(path, { key: key.key, headers: { 'If-None-Match': match } });
      expect([answer.status, answer.text, answer.headers.etag]).toEqual([304, '', etag]);
      expectHeaders(answer, limitsOf(tier, MANY), server.clock.nowMs);
    }
    expect(await server.used(key)).toBe(units);
    expect((await server.call(path, { key: key.key, headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
    expect(await server.used(key)).toBe(2 * units);
  });

  it.each(FOUND.filter(({ sample }) => sample.units === 1))(
    'with the ETag of $name is 304 although the month is used up, and anything else is 429',
    async (endpoint) => {
      const { path } = requestOf(endpoint);
      const key = await server.newKey(endpoint.sample.tier, { ...MANY, perMonth: 1 });
      const {
        headers: { etag = '' },
      } = await server.call(path, { key: key.key });
      const [same, other] = [
        await server.call(path, { key: key.key, headers: { 'If-None-Match': etag } }),
        await server.call(path, { key: key.key, headers: { 'If-None-Match': '"other"' } }),
      ];
      expect([same.status, same.headers['x-ratelimit-monthly-remaining'], outcome(other)]).toEqual([
        304,
        '0',
        '429 monthly_limit_reached undefined',
      ]);
      expect(await server.used(key)).toBe(1);
    },
  );

  it('does not make an error that costs a unit free', async () => {
    const key = await server.newKey('free', { ...MANY, perMonth: 1 });
    const ask = async (): Promise<string> =>
      outcome(
        await server.call(`${BASE_PATH}/signal?ticker=ZZZZ`, { key: key.key, headers: { 'If-None-Match': '"x"' } }),
      );
    expect(await ask()).toBe('404 ticker_not_found ticker');
    expect(await server.used(key)).toBe(1);
    expect(await ask()).toBe('429 monthly_limit_reached undefined');
  });
});

describe('a key in the query string', () => {
  it.each(['apikey', 'api_key', 'key'])(
    '%s is 401 key_in_query_unsupported without a header, and nothing beside one',
    async (name) => {
      server.nextMinute();
      const { key } = await server.newKey('free');
      const path = `${BASE_PATH}/signal?ticker=AAPL&${name}=${key}`;
      const answer = await server.call(path);
      expect([answer.status, read(answer, 'error'), answer.text.includes(key)]).toEqual([
        401,
        'key_in_query_unsupported',
        false,
      ]);
      expectHeaders(answer, ANONYMOUS, server.clock.nowMs);
      expect((await server.call(path, { key })).status).toBe(200);
      const graph = await server.call(`/graphql?query=%7B__typename%7D&${name}=${key}`, {
        headers: { 'Apollo-Require-Preflight': 'true' },
      });
      expect([graph.status, read(graph, 'errors', 0, 'extensions', 'code')]).toEqual([401, 'KEY_IN_QUERY_UNSUPPORTED']);
    },
  );
});

describe('headers of a caller', () => {
  it('a bearer token is a key, and two different keys are none', async () => {
    const [one, other] = [await server.newKey('free'), await server.newKey('pro')];
    const path = `${BASE_PATH}/usage`;
    expect((await server.call(path, { headers: { Authorization: `Bearer ${one.key}` } })).status).toBe(200);
    expect((await server.call(path, { headers: { Authorization: `bearer  ${one.key}` } })).status).toBe(200);
    expect((await server.call(path, { key: one.key, headers: { Authorization: `Bearer ${one.key}` } })).status).toBe(
      200,
    );
    expect(
      read(await server.call(path, { key: one.key, headers: { Authorization: `Bearer ${other.key}` } }), 'error'),
    ).toBe('invalid_key');
    expect(read(await server.call(path, { headers: { Authorization: `Basic ${one.key}` } }), 'error')).toBe(
      'missing_key',
    );
  });

  it.each(['a b', 'x'.repeat(129), '"quoted"', '<b>', 'é'])('an X-Request-Id %j is replaced', async (id) => {
    const { headers } = await server.call(`${BASE_PATH}/openapi`, { headers: { 'X-Request-Id': id } });
    expect(headers['x-request-id']).toMatch(/^[\w-]{8,128}$/);
    expect(headers['x-request-id']).not.toBe(id);
  });
});

/** Wrong for every metered endpoint with parameters; what it does not know it ignores. */
const WRONG = {
  ticker: '1',
  topic: '1',
  window: '1',
  holdings: '1',
  positions: '1',
  url: 'x'.repeat(3_000),
  id: 'x'.repeat(100),
  item_id: 'x'.repeat(100),
  slug: 'x'.repeat(100),
  limit: 'x',
  cadence: 'x',
  agent: 5,
  mode: 'x',
  subject: 'x'.repeat(300),
};

describe('the order of checks', () => {
  const BAD = `${BASE_PATH}/backtest?ticker=1&strategy=nothing`;

  it('the key comes before the tier and the parameters', async () => {
    server.nextMinute();
    expect(outcome(await server.call(BAD))).toMatch(/^401 missing_key/);
  });

  it('the minute comes before the tier', async () => {
    const { key } = await server.newKey('free', { perMinute: 1 });
    await server.call(`${BASE_PATH}/usage`, { key });
    expect(outcome(await server.call(BAD, { key }))).toMatch(/^429 rate_limited/);
  });

  it('the tier comes before the parameters and the body', async () => {
    const { key } = await server.newKey('free', MANY);
    expect(outcome(await server.call(BAD, { key }))).toMatch(/^403 tier_required/);
    expect(outcome(await server.call(`${BASE_PATH}/backtest`, { key }))).toMatch(/^403 tier_required/);
    expect(outcome(await server.call(`${BASE_PATH}/backtest`, { key, method: 'POST', body: '{' }))).toMatch(
      /^403 tier_required/,
    );
    expect(
      outcome(
        await server.call(`${BASE_PATH}/backtest`, {
          key,
          method: 'POST',
          body: '{}',
          headers: { 'Content-Type': 'text/plain' },
        }),
      ),
    ).toMatch(/^403 tier_required/);
  });

  it('the tier comes before the month', async () => {
    const { key } = await server.newKey('free', { perMonth: 0 });
    expect(outcome(await server.call(`${BASE_PATH}/backtest?ticker=AAPL&strategy=macd`, { key }))).toMatch(
      /^403 tier_required/,
    );
  });

  it.each(METERED.filter(({ capability }) => capability.parameters.length > 0))(
    'parameters come before the month ($name)',
    async (endpoint) => {
      const { key } = await server.newKey(endpoint.sample.tier, { perMonth: 0 });
      const { path, call: options } = requestOf(endpoint, WRONG);
      expect(outcome(await server.call(path, { ...options, key }))).toMatch(/^400 /);
    },
  );

  it.each(METERED.filter(({ sample }) => 'ticker' in sample.parameters))(
    'the month comes before the work ($name)',
    async (endpoint) => {
      const { key } = await server.newKey(endpoint.sample.tier, { perMonth: 0 });
      const { path, call: options } = requestOf(endpoint, { ticker: 'ZZZZ' });
      expect(outcome(await server.call(path, { ...options, key }))).toMatch(/^429 monthly_limit_reached/);
    },
  );

  it('every authenticated request counts towards the minute, whatever it meets', async () => {
    const { key } = await server.newKey('free', MANY);
    const remaining: number[] = [];
    for (const path of [
      '/signal?ticker=AAPL',
      '/signal',
      '/backtest',
      '/usage',
      '/nothing',
      '/signal?ticker=ZZZZ',
      '/openapi',
    ]) {
      remaining.push(Number((await server.call(`${BASE_PATH}${path}`, { key })).headers['x-ratelimit-remaining']));
    }
    expect(remaining).toEqual([1, 2, 3, 4, 5, 6, 7].map((count) => MANY.perMinute - count));
  });

  it.each(TIERS)('only what reaches the work counts towards the month (%s)', async (tier) => {
    const key = await server.newKey(tier, MANY);
    for (const path of [
      '/signal',
      '/signal?ticker=1',
      '/nothing',
      '/usage',
      '/backtest/library',
      '/openapi',
      '/dca?ticker=AAPL&years=99',
    ])
      await server.call(`${BASE_PATH}${path}`, { key: key.key });
    await server.call(`${BASE_PATH}/signal?ticker=AAPL`, { key: key.key, method: 'POST' });
    await server.call(`${BASE_PATH}/signal?ticker=AAPL`, { key: key.key, method: 'OPTIONS' });
    expect(await server.used(key)).toBe(0);
    await server.call(`${BASE_PATH}/signal?ticker=AAPL`, { key: key.key });
    expect(await server.used(key)).toBe(1);
  });

  it('a limited minute is over after a minute, and lets through exactly its limit', async () => {
    const { key } = await server.newKey('free');
    const statuses = async (): Promise<number[]> =>
      (await Promise.all(Array.from({ length: 8 }, () => server.call(`${BASE_PATH}/usage`, { key }))))
        .map(({ status }) => status)
        .sort();
    expect(await statuses()).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    server.clock.nowMs += 59_999;
    expect((await server.call(`${BASE_PATH}/usage`, { key })).status).toBe(429);
    server.clock.nowMs += 2;
    expect(await statuses()).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  });
});

describe('the raw socket', () => {
  it('a request that is no HTTP does not end the server', async () => {
    const { connect } = await import('node:net');
    const { hostname, port } = new URL(server.url);
    await new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.end('nonsense\r\n\r\n'));
      socket
        .once('close', () => resolve())
        .once('error', reject)
        .resume();
    });
    expect((await call(server.url, '/healthz')).status).toBe(200);
  });
});

it('a refused method is told the path as the contract writes it, however long the one that was sent', async () => {
  const { key } = await server.newKey('pro');
  const answer = await server.call(`/api/v1/runs/${'1'.repeat(5_000)}`, { method: 'PUT', key });
  expect([answer.status, read(answer, 'message')]).toEqual([
    405,
    expect.stringMatching(/^\/api\/v1\/runs\/\{\w+\} supports GET, HEAD, OPTIONS, not PUT\.$/),
  ]);
});
