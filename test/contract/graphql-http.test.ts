import { beforeEach, describe, expect, it } from '@jest/globals';
import { serverAudits } from 'graphql-http';
import { read, type Call } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile({ SVC_WEB_ORIGINS: 'https://app.example' });
const { key, accountId } = await server.newKey('institutional');
const BODY = { query: '{ __typename }' };
const RESPONSE_JSON = 'application/graphql-response+json';

beforeEach(() => server.nextMinute());

/** The audit knows no keys: its requests get one on the way, and nothing else. */
const withKey: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set('x-api-key', key);
  return fetch(input, { ...init, headers });
};

/** Recommendations that the endpoint knowingly does not follow; docs/graphql-http.md says why. */
const EXPLAINED: Readonly<Record<string, string>> = {
  '572B': 'SHOULD use 200 status code on document parsing failure when accepting application/json',
  FDE2: 'SHOULD use 200 status code on document validation failure when accepting application/json',
  '7B9B': 'SHOULD use a status code of 200 on variable coercion failure when accepting application/json',
};

describe('the GraphQL over HTTP audit', () => {
  const audits = serverAudits({ url: `${server.url}/graphql`, fetchFn: withKey });

  it.each(audits.filter(({ id }) => !(id in EXPLAINED)).map(({ id, name, fn }) => [id, name, fn] as const))(
    'is met: %s %s',
    async (_id, _name, audit) => {
      const result = await audit();
      expect(result.status === 'ok' ? 'ok' : `${result.status}: ${result.reason}`).toBe('ok');
    },
  );

  it.each(audits.filter(({ id }) => id in EXPLAINED).map(({ id, name, fn }) => [id, name, fn] as const))(
    'is knowingly not followed, by a 400: %s %s',
    async (id, name, audit) => {
      expect(name).toBe(EXPLAINED[id]);
      expect(await audit()).toMatchObject({ status: 'warn', response: { status: 400 } });
    },
  );
});

function post(body: unknown, options: Call = {}) {
  return server.call('/graphql', { method: 'POST', key, body, ...options });
}

function get(parameters: Readonly<Record<string, string>>, options: Call = {}) {
  return server.call(`/graphql?${new URLSearchParams(parameters).toString()}`, { key, ...options });
}

describe('the type of an answer', () => {
  it.each([
    ['application/json', undefined],
    ['application/json', '*/*'],
    ['application/json', 'application/json'],
    ['application/json', 'text/html;q=0.1, application/json'],
    ['application/json', 'image/png'],
    [RESPONSE_JSON, RESPONSE_JSON],
    [RESPONSE_JSON, `${RESPONSE_JSON}, application/json;q=0.9`],
  ])('is %s where the client accepts %s, for answers and refusals alike', async (type, accept) => {
    const headers: Record<string, string> = accept === undefined ? {} : { Accept: accept };
    const answers = [
      await post(BODY, { headers }),
      await post(BODY, { headers, key: 'svc_unknown' }),
      await post({ query: '{' }, { headers }),
      await post('{', { headers }),
    ];
    expect(answers.map(({ status, headers: shown }) => [status, shown['content-type']])).toEqual(
      [200, 401, 400, 400].map((status) => [status, `${type}; charset=utf-8`]),
    );
  });
});

describe('GET', () => {
  it.each(['/graphql', '/graphql?query=%7B__typename%7D'])(
    'is answered with GraphiQL where a browser goes there, with a query in the address too: %s',
    async (path) => {
      const browser = await server.call(path, {
        headers: { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' },
      });
      expect([browser.status, browser.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      const client = await server.call(path, { key, headers: { Accept: 'application/json, text/html;q=0.1' } });
      expect(client.headers['content-type']).toBe('application/json; charset=utf-8');
    },
  );

  it('runs queries for a key without further headers, since no foreign page can send one unasked', async () => {
    expect(await get(BODY)).toMatchObject({ status: 200 });
    expect(await get(BODY, { key: undefined, headers: { Authorization: `Bearer ${key}` } })).toMatchObject({
      status: 200,
    });
  });

  it('runs no mutation: 405 with what is allowed', async () => {
    const answer = await get({ query: 'mutation { signOut { sessionId } }' });
    expect({ status: answer.status, allow: answer.headers['allow'] }).toEqual({ status: 405, allow: 'POST' });
  });

  it('answers HEAD without a body', async () => {
    const answer = await get(BODY, { method: 'HEAD' });
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: '' });
  });
});

describe('a session’s cookie', () => {
  it('alone runs nothing that a page of another site could have sent: CSRF', async () => {
    const { secret } = await server.runtime.access.sessions.create(accountId);
    const cookie = { Cookie: `svc_session=${secret}`, Origin: 'https://app.example' };
    const query = '{ viewer { id } }';
    const blocked = await get({ query }, { key: undefined, headers: cookie });
    expect({ status: blocked.status, data: read(blocked, 'data') }).toEqual({ status: 400, data: undefined });
    expect(read(blocked, 'errors', 0, 'message')).toContain('Cross-Site Request Forgery');
    const meant = await get({ query }, { key: undefined, headers: { ...cookie, 'Apollo-Require-Preflight': 'true' } });
    expect(read(meant, 'data', 'viewer', 'id')).toBe(accountId);
  });
});

describe('a request that is not one operation', () => {
  it('is refused where it is a batch', async () => {
    const answer = await post([BODY, BODY]);
    expect({ status: answer.status, code: read(answer, 'errors', 0, 'extensions', 'code') }).toEqual({
      status: 400,
      code: 'BATCHING_NOT_SUPPORTED',
    });
    expect(read(answer, 'errors', 0, 'message')).toContain('send a request for each');
  });

  it.each([
    ['{ __typename ... @defer { viewer { tier } } }', '@defer is not supported, because'],
    ['{ securitiesByTicker(tickers: ["AAPL"]) @stream { ticker } }', '@stream is not supported, because'],
  ])('is refused where it asks for a response in parts: %s', async (query, message) => {
    const answer = await post(
      { query },
      { headers: { Accept: 'multipart/mixed;deferSpec=20220824, application/json' } },
    );
    expect({
      status: answer.status,
      type: answer.headers['content-type'],
      code: read(answer, 'errors', 0, 'extensions', 'code'),
    }).toEqual({ status: 400, type: 'application/json; charset=utf-8', code: 'GRAPHQL_VALIDATION_FAILED' });
    expect(read(answer, 'errors', 0, 'message')).toContain(message);
  });

  it('is refused beyond 256 KiB', async () => {
    const answer = await post({ query: `{ __typename } # ${'x'.repeat(256 * 1024)}` });
    expect({ status: answer.status, code: read(answer, 'errors', 0, 'extensions', 'code') }).toEqual({
      status: 413,
      code: 'BODY_TOO_LARGE',
    });
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/graphql',
  ])('is refused as %s', async (type) => {
    const answer = await post(JSON.stringify(BODY), { headers: { 'Content-Type': type } });
    expect({ status: answer.status, code: read(answer, 'errors', 0, 'extensions', 'code') }).toEqual({
      status: 415,
      code: 'UNSUPPORTED_MEDIA_TYPE',
    });
  });

  it.each([
    {},
    { query: '' },
    { query: 7 },
    { query: '{ __typename }', variables: 'x' },
    { query: '{ __typename }', operationName: 1 },
  ])('is refused with 400: %j', async (body) => {
    const answer = await post(body);
    expect({ status: answer.status, data: read(answer, 'data') }).toEqual({ status: 400, data: undefined });
    expect(read(answer, 'errors', 0, 'extensions', 'request_id')).toBe(answer.headers['x-request-id']);
  });

  it.each(['PUT', 'PATCH', 'DELETE'])('is refused by %s', async (method) => {
    const answer = await post(BODY, { method });
    expect({ status: answer.status, allow: answer.headers['allow'] }).toEqual({
      status: 405,
      allow: 'GET, HEAD, POST, OPTIONS',
    });
  });
});

describe('a wrong name', () => {
  it.each([
    ['a field', '{ securit { name } }', {}],
    [
      'an enum value in a variable',
      'query ($s: Strategy!) { security(ticker: "AAPL") { backtest(strategy: $s) { years } } }',
      { s: 'TREN' },
    ],
  ])('earns a suggestion where introspection is on: %s', async (_what, query, variables) => {
    expect((await post({ query, variables })).text).toContain('Did you mean');
  });
});
