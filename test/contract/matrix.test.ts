import { describe, expect, it } from '@jest/globals';
import { reaches, TIERS } from '../../access/tiers.js';
import { OPENAPI_PATH, publicPath } from '../../rest-compat/endpoints.js';
import { BASE_PATH } from '../../rest-compat/route.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';
import { ALL_ENDPOINTS, ENDPOINTS, requestOf, type Endpoint } from './endpoints.js';
import { ANONYMOUS, expectHeaders, limitsOf, type Shown } from './headers.js';

const server = await serverForFile();

/** Sends an endpoint's sample with an id of the caller's own, and checks what holds for every answer. */
async function ask(endpoint: Endpoint, key: string | undefined, shown: Shown): Promise<Answer> {
  const { path, call } = requestOf(endpoint);
  const requestId = `matrix.${endpoint.capability.route.operation}-${shown.tier}`;
  const answer = await server.call(path, { ...call, key, headers: { 'X-Request-Id': requestId } });
  expectHeaders(answer, shown, server.clock.nowMs);
  expect(answer.headers['x-request-id']).toBe(requestId);
  return answer;
}

function refusal(answer: Answer): object {
  return {
    status: answer.status,
    error: read(answer, 'error'),
    hasMessage: typeof read(answer, 'message') === 'string',
    request_id: read(answer, 'request_id') === answer.headers['x-request-id'],
  };
}

const refused = (status: number, error: string): object => ({ status, error, hasMessage: true, request_id: true });

describe('the table of routes', () => {
  it.each(ENDPOINTS)('asks the tier of the contract for $name', ({ capability, sample }) => {
    expect(capability.tier).toBe(sample.tier);
  });

  it('counts a row towards the month exactly where the contract does', () => {
    expect(
      ENDPOINTS.filter(({ capability, sample }) => capability.isMetered !== (sample.units === 1)).map(
        ({ name }) => name,
      ),
    ).toEqual([]);
  });
});

describe.each(ENDPOINTS)('$name', (endpoint) => {
  const { sample, capability, status } = endpoint;

  it('401 missing_key without a key', async () => {
    server.nextMinute();
    const answer = await ask(endpoint, undefined, ANONYMOUS);
    expect(refusal(answer)).toEqual(refused(401, 'missing_key'));
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
  });

  it.each(['svc_unknown0000000000000000', 'nonsense', 'svcs_notasession'])(
    '401 invalid_key with the key %s',
    async (key) => {
      server.nextMinute();
      expect(refusal(await ask(endpoint, key, ANONYMOUS))).toEqual(refused(401, 'invalid_key'));
    },
  );

  for (const tier of TIERS.filter((each) => !reaches(each, sample.tier)))
    it(`403 tier_required for the tier ${tier}, and no unit`, async () => {
      const key = await server.newKey(tier);
      const answer = await ask(endpoint, key.key, limitsOf(tier));
      expect(refusal(answer)).toEqual(refused(403, 'tier_required'));
      expect({ tier: read(answer, 'tier'), required: read(answer, 'required_tier') }).toEqual({
        tier,
        required: sample.tier,
      });
      expect(await server.used(key)).toBe(0);
    });

  it.each(TIERS.filter((each) => reaches(each, sample.tier)))(
    `${status} for the tier %s, at the contract's units`,
    async (tier) => {
      const key = await server.newKey(tier);
      const answer = await ask(endpoint, key.key, limitsOf(tier));
      expect({
        status: answer.status,
        source: answer.headers['x-data-source'],
        type: answer.headers['content-type'],
      }).toEqual({ status, source: sample.source, type: 'application/json; charset=utf-8' });
      expect(answer.headers.etag).toEqual(
        capability.route.method === 'GET' && status === 200
          ? expect.stringMatching(capability.route.path === '/usage' ? /^W\/"[\w-]+"$/ : /^"[\w-]+"$/)
          : undefined,
      );
      expect(await server.used(key)).toBe(sample.units);
      expect(answer.headers['x-ratelimit-remaining']).toBe(String(limitsOf(tier).perMinute - 1));
      const { perMonth } = limitsOf(tier);
      expect(answer.headers['x-ratelimit-monthly-remaining']).toBe(
        perMonth === null ? 'unlimited' : String(perMonth - sample.units),
      );
    },
  );

  it.each(TIERS)(
    '429 rate_limited with Retry-After for the tier %s once its minute is used, whatever the tier may call',
    async (tier) => {
      const { key } = await server.newKey(tier, { perMinute: 1 });
      await server.call(`${BASE_PATH}/usage`, { key });
      const answer = await ask(endpoint, key, limitsOf(tier, { perMinute: 1 }));
      expect(refusal(answer)).toEqual(refused(429, 'rate_limited'));
      expect(read(answer, 'retry_after_s')).toBe(Number(answer.headers['retry-after']));
      expect(answer.headers['x-ratelimit-remaining']).toBe('0');
    },
  );

  it(
    sample.units === 0
      ? `${status} once the month is used, since it does not count`
      : '429 monthly_limit_reached with Retry-After once the month is used',
    async () => {
      const { key } = await server.newKey(sample.tier, { perMonth: 0 });
      const answer = await ask(endpoint, key, limitsOf(sample.tier, { perMonth: 0 }));
      if (sample.units === 0) expect(answer.status).toBe(status);
      else {
        expect(refusal(answer)).toEqual(refused(429, 'monthly_limit_reached'));
        expect(read(answer, 'retry_after_s')).toBe(Number(answer.headers['retry-after']));
      }
    },
  );
});

describe(`GET ${OPENAPI_PATH}`, () => {
  it.each([undefined, 'svc_unknown0000000000000000'])('needs no key (%s)', async (key) => {
    server.nextMinute();
    const answer = await server.call(publicPath({ path: OPENAPI_PATH }), { key });
    expectHeaders(answer, ANONYMOUS, server.clock.nowMs);
    expect({ status: answer.status, openapi: read(answer, 'openapi') }).toEqual({
      status: 200,
      openapi: expect.stringMatching(/^3\.1\./),
    });
  });

  it('describes every row of the table and nothing else', async () => {
    const paths = read(await server.call(publicPath({ path: OPENAPI_PATH })), 'paths');
    const described = Object.entries(paths as object).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path.replace(BASE_PATH, '')}`),
    );
    const served = [
      ...new Set(
        ALL_ENDPOINTS.map(({ capability: { route } }) => `${route.method} ${publicPath(route).replace(BASE_PATH, '')}`),
      ),
      `GET ${OPENAPI_PATH}`,
    ];
    expect(described.filter((row) => /^(GET|POST|PATCH|DELETE) /.test(row)).sort()).toEqual(served.sort());
  });
});

describe('GET /usage', () => {
  it.each(TIERS)('lists for %s exactly what the tier may call', async (tier) => {
    const { key } = await server.newKey(tier);
    const listed = read(await server.call(`${BASE_PATH}/usage`, { key }), 'endpoints');
    const callable = ALL_ENDPOINTS.filter(({ sample }) => reaches(tier, sample.tier)).map(
      ({ capability: { route }, sample }) => ({ method: route.method, path: publicPath(route), tier: sample.tier }),
    );
    const lowest = callable.filter((row) =>
      callable.every(
        (other) =>
          other.method !== row.method ||
          other.path !== row.path ||
          TIERS.indexOf(row.tier) <= TIERS.indexOf(other.tier),
      ),
    );
    const distinct = new Map(
      [...lowest, { method: 'GET', path: BASE_PATH + OPENAPI_PATH, tier: 'free' }].map((row) => [
        `${row.method} ${row.path}`,
        row,
      ]),
    );
    expect(new Set(listed as object[])).toEqual(new Set(distinct.values()));
  });
});

describe('what is no endpoint', () => {
  it.each([
    '/api/v1/nothing',
    '/api/v1',
    '/api/v2/signal',
    '/api/v1/SIGNAL?ticker=AAPL',
    '/api/v1/signal/extra',
    '/nothing',
  ])('%s is 404 unknown_endpoint with every header', async (path) => {
    const { key } = await server.newKey('free');
    const answer = await server.call(path, { key });
    expectHeaders(answer, limitsOf('free'), server.clock.nowMs);
    expect(refusal(answer)).toEqual(refused(404, 'unknown_endpoint'));
  });
});
