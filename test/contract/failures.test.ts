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

const failing = (error: Error, key: TestKey, ask: () => Promise<Answer>): Promise<Answer> =>
  whileFailing(server, error, key, ask);

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
      server.graphql(
        key.key,
        '{ security(ticker: "AAPL") { signal { label } } viewer { tier } backtestLibrary { strategies { strategy } } }',
      ),
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

  describe('gives back the unit of a batch', () => {
    const batch = (fields: string, tickers = '"AAPL", "MSFT"'): string =>
      `securitiesByTicker(tickers: [${tickers}]) { ticker ${fields} }`;
    const GRADES = 'streetGrades { actionCount }';

    /** Asks with failing reads of what is not in memory: the entries are, once they were read. */
    async function unitsOf(
      query: string,
      error = new Error(SECRET),
    ): Promise<{ readonly units: number; readonly answer: Answer }> {
      const key = await server.newKey('pro');
      const reader = await server.newKey('pro');
      await server.graphql(reader.key, `{ ${batch('quote { last }')} }`);
      const answer = await failing(error, key, () => server.graphql(key.key, query));
      return { units: await server.used(key), answer };
    }

    it.each([
      ['all of whose fields fail', `{ ${batch(GRADES)} }`, 0],
      ['all of whose entries fail', `{ ${batch('id', '"JNJ", "PFE"')} }`, 0],
      ['some of whose entries fail, and all fields of the others', `{ ${batch(GRADES, '"AAPL", "KO"')} }`, 0],
      ['each of them, under two aliases', `{ a: ${batch(GRADES)} b: ${batch(GRADES)} }`, 0],
      ['of two aliases the one that has answered nothing', `{ a: ${batch(GRADES)} b: ${batch('quote { last }')} }`, 1],
      ['but not of one that has answered something', `{ ${batch(`quote { last } ${GRADES}`)} }`, 1],
      ['but not of one whose fields were not asked for', `{ ${batch('id')} }`, 1],
    ])('%s', async (_name, query, units) => {
      const { units: used, answer } = await unitsOf(query);
      expect([used, read(answer, 'extensions', 'limits', 'units')]).toEqual([units, units]);
    });

    it('if the database cannot be reached, too', async () => {
      const { units, answer } = await unitsOf(
        `{ ${batch(GRADES)} }`,
        Object.assign(new Error(SECRET), { code: 'ECONNREFUSED' }),
      );
      expect([units, read(answer, 'errors', 0, 'extensions', 'code')]).toEqual([0, 'UNAVAILABLE']);
    });

    it('of a page of a watchlist all of whose metered fields fail, and of no page that has answered one', async () => {
      const key = await server.newKey('pro');
      await server.graphql(
        key.key,
        'mutation { createWatchlist(input: { name: "w", tickers: ["JPM", "XOM"] }) { watchlist { id } } }',
      );
      const entries = (alias: string, fields: string): string =>
        `{ viewer { watchlists { nodes { ${alias}: entries { nodes { security { name quote { last } ${fields} } } } } } } }`;
      const { pool } = server.runtime.store;
      await pool.query('alter table rating_actions rename to lost_actions');
      try {
        const failed = await server.graphql(key.key, entries('a', GRADES));
        expect([read(failed, 'errors', 0, 'extensions', 'code'), await server.used(key)]).toEqual([
          'INTERNAL_ERROR',
          0,
        ]);
        const answered = await server.graphql(key.key, entries('a', `seasonality { monthCount } ${GRADES}`));
        expect([read(answered, 'errors', 0, 'extensions', 'code'), await server.used(key)]).toEqual([
          'INTERNAL_ERROR',
          1,
        ]);
      } finally {
        await pool.query('alter table lost_actions rename to rating_actions');
      }
    });
  });

  it('is over once there are connections again', async () => {
    const key = await server.newKey('free');
    const ask = (): Promise<Answer> => server.call(`${BASE_PATH}/signal?ticker=AAPL`, { key: key.key });
    expect((await failing(new Error(SECRET), key, ask)).status).toBe(500);
    expect((await ask()).status).toBe(200);
  });
});
