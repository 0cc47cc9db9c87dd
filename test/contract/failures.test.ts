import { describe, expect, it } from '@jest/globals';
import { BASE_PATH } from '../../rest-compat/route.js';
import { whileFailing } from '../support/failing-database.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile, type TestKey } from '../support/in-process.js';
import { ENDPOINTS, requestOf } from './endpoints.js';
import { expectHeaders, limitsOf } from './headers.js';

const server = await serverForFile();
/** Their answers are the same for everybody, and no table has them. */
const READS_NOTHING = new Set(['GET /community (view=arena_catalog)']);
const METERED = ENDPOINTS.filter(({ sample, name }) => sample.units === 1 && !READS_NOTHING.has(name));
const SECRET = 'select secret from /srv/private.ts';

const failing = (error: Error, key: TestKey, ask: () => Promise<Answer>): Promise<Answer> => whileFailing(server, error, key, ask);

describe('a failure of the database', () => {
  it.each(METERED)('is 500 internal_error in brief, and gives the unit back ($name)', async (endpoint) => {
    const key = await server.newKey(endpoint.sample.tier);
    const { path, call } = requestOf(endpoint);
    const answer = await failing(new Error(SECRET), key, () => server.call(path, { ...call, key: key.key }));
    expect([answer.status, read(answer, 'error'), answer.text.includes('secret'), answer.text.includes('.ts')]).toEqual(
      [500, 'internal_error', false, false],
    );
    expectHeaders(answer, limitsOf(endpoint.sample.tier), server.clock.nowMs);
    expect(await server.used(key)).toBe(0);
  });

  it.each(METERED)(
    'is 503 unavailable with Retry-After where it cannot be reached, and gives the unit back ($name)',
    async (endpoint) => {
      const key = await server.newKey(endpoint.sample.tier);
      const { path, call } = requestOf(endpoint);
      const unreachable = Object.assign(new Error(SECRET), { code: 'ECONNREFUSED' });
      const answer = await failing(unreachable, key, () => server.call(path, { ...call, key: key.key }));
      expect([answer.status, read(answer, 'error'), answer.text.includes('secret')]).toEqual([
        503,
        'unavailable',
        false,
      ]);
      expectHeaders(answer, limitsOf(endpoint.sample.tier), server.clock.nowMs);
      expect(await server.used(key)).toBe(0);
    },
  );

  it('leaves other fields their answers and their units (GraphQL)', async () => {
    const key = await server.newKey('free');
    const answer = await failing(new Error(SECRET), key, () =>
      server.graphql(key.key, '{ security(ticker: "AAPL") { signal { label } } viewer { tier } backtestLibrary { strategies { strategy } } }'),
    );
    expect(read(answer, 'data')).toEqual({
      security: null,
      viewer: { tier: 'FREE' },
      backtestLibrary: { strategies: expect.arrayContaining([{ strategy: 'MACD' }]) as unknown },
    });
    expect([read(answer, 'errors', 0, 'extensions', 'code'), answer.text.includes('secret')]).toEqual([
      'INTERNAL_ERROR',
      false,
    ]);
    expect(await server.used(key)).toBe(0);
  });

  it('is over once there are connections again', async () => {
    const key = await server.newKey('free');
    const ask = (): Promise<Answer> => server.call(`${BASE_PATH}/signal?ticker=AAPL`, { key: key.key });
    expect((await failing(new Error(SECRET), key, ask)).status).toBe(500);
    expect((await ask()).status).toBe(200);
  });
});
