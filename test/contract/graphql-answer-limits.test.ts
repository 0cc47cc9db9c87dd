import { describe, expect, it } from '@jest/globals';
import { monthAt } from '../../calendar/utc-periods.js';
import { reaches, TIER_LIMITS, TIERS } from '../../access/tiers.js';
import { whileFailing } from '../support/failing-database.js';
import { read, type Answer, type Call } from '../support/http.js';
import { serverForFile, type TestKey } from '../support/in-process.js';
import {
  ABOVE_FREE,
  FIRST,
  METERED,
  MUTATION,
  PRICED,
  REFUSED,
  SUBSCRIPTION,
  TWICE,
  UNMETERED,
} from './priced-queries.js';

const server = await serverForFile();

interface Asked {
  readonly query: string;
  readonly variables?: object | undefined;
  readonly operationName?: string | undefined;
}
type Ask = (key: string, asked: Asked, options?: Call) => Promise<Answer>;

const post: Ask = (key, asked, options = {}) =>
  server.call('/graphql', { method: 'POST', key, body: asked, ...options });
const get: Ask = (key, { variables, ...texts }, options = {}) => {
  const all = { ...texts, variables: JSON.stringify(variables ?? {}) };
  const given = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return server.call(`/graphql?${new URLSearchParams(given).toString()}`, { key, ...options });
};
/** With a ticker of which the server has read nothing yet. */
const METHODS = [
  ['POST', post, 'TSLA'],
  ['GET', get, 'META'],
] as const;

const numberIn = (answer: Answer, header: string): number | null => {
  const value = answer.headers[header];
  return value === 'unlimited' ? null : Number(value);
};

/** What `extensions.limits` must say beside the answer's own headers. */
function limitsInHeaders(answer: Answer, units: number): object {
  const shown = (name: string, resetsAtMs: number): object => ({
    limit: numberIn(answer, name === 'month' ? 'x-ratelimit-monthly' : 'x-ratelimit-limit'),
    remaining: numberIn(answer, name === 'month' ? 'x-ratelimit-monthly-remaining' : 'x-ratelimit-remaining'),
    resetsAt: new Date(resetsAtMs).toISOString(),
  });
  const minuteEndsMs = Number(answer.headers['x-ratelimit-reset']) * 1000;
  return { minute: shown('minute', minuteEndsMs), month: shown('month', monthAt(server.clock.nowMs).endMs), units };
}

const limitsOf = (answer: Answer): unknown => read(answer, 'extensions', 'limits');
const codesOf = (answer: Answer): unknown => {
  const errors = read(answer, 'errors') as { extensions: { code: string } }[] | undefined;
  return errors?.map(({ extensions }) => extensions.code);
};

/** Sends it, and expects the limits of its headers and the price. */
async function expectPrice(key: TestKey, units: number, ask: () => Promise<Answer>): Promise<Answer> {
  const before = await server.used(key);
  const answer = await ask();
  expect(limitsOf(answer)).toEqual(limitsInHeaders(answer, units));
  expect(await server.used(key)).toBe(before + units);
  return answer;
}

describe.each(METHODS)('the limits in an answer by %s', (_method, ask, unread) => {
  for (const tier of TIERS) {
    const priced = PRICED.filter((one) => reaches(tier, one.tier));
    it.each(priced)(
      `are those of the headers, with what it cost, for ${tier}: $title`,
      async ({ query, variables, units, codes }) => {
        const key = await server.newKey(tier);
        const { perMonth, perMinute } = TIER_LIMITS[tier];
        for (const asked of [1, 2, 3]) {
          const answer = await expectPrice(key, units, () => ask(key.key, { query, variables }));
          expect([answer.status, codesOf(answer)]).toEqual([200, codes]);
          expect(limitsOf(answer)).toMatchObject({
            minute: { limit: perMinute, remaining: perMinute - asked },
            month: { limit: perMonth, remaining: perMonth === null ? null : perMonth - asked * units },
          });
          expect(read(answer, 'extensions', 'cost', 'requested')).toBeGreaterThan(0);
        }
      },
    );
  }

  it('are there where the tier does not have a field', async () => {
    const key = await server.newKey(ABOVE_FREE.tier);
    const answer = await expectPrice(key, ABOVE_FREE.units, () => ask(key.key, ABOVE_FREE));
    expect(codesOf(answer)).toEqual(ABOVE_FREE.codes);
  });

  it.each(REFUSED)(
    'are there where the request is refused, which is free: $title',
    async ({ title: _title, code, ...asked }) => {
      const key = await server.newKey('institutional');
      for (let count = 0; count < 2; count += 1) {
        const answer = await expectPrice(key, 0, () => ask(key.key, asked));
        expect([answer.status, codesOf(answer), read(answer, 'extensions', 'cost')]).toEqual([400, [code], undefined]);
      }
    },
  );

  it('are there once the month is used up, with what was still charged', async () => {
    const key = await server.newKey('free', { perMonth: 1 });
    const half = await expectPrice(key, 1, () => ask(key.key, { query: TWICE }));
    expect([half.status, codesOf(half), read(half, ...FIRST) !== null]).toEqual([200, ['MONTHLY_LIMIT_REACHED'], true]);
    const none = await expectPrice(key, 0, () => ask(key.key, { query: TWICE }));
    const refused = ['MONTHLY_LIMIT_REACHED', 'MONTHLY_LIMIT_REACHED'];
    expect([codesOf(none), read(none, 'extensions', 'limits', 'month', 'remaining')]).toEqual([refused, 0]);
  });

  it('are there once the minute is used up', async () => {
    const key = await server.newKey('free', { perMinute: 1 });
    await ask(key.key, { query: UNMETERED });
    const answer = await expectPrice(key, 0, () => ask(key.key, { query: UNMETERED }));
    const left = read(answer, 'extensions', 'limits', 'minute', 'remaining');
    expect([answer.status, codesOf(answer), left]).toEqual([429, ['RATE_LIMITED'], 0]);
  });

  it('do not count a unit that a failure of the server gave back', async () => {
    const key = await server.newKey('free');
    const asked = { query: METERED, variables: { ticker: unread } };
    const answer = await expectPrice(key, 0, () =>
      whileFailing(server, new Error('secret'), key, () => ask(key.key, asked)),
    );
    expect([answer.status, codesOf(answer)]).toEqual([200, ['INTERNAL_ERROR']]);
    await expectPrice(key, 1, () => ask(key.key, asked));
  });

  it.each([undefined, 'svc_unknown0000000000000000'])('are not there without a valid key (%s)', async (key) => {
    server.nextMinute();
    const answer = await ask('', { query: UNMETERED }, { key, headers: { 'Apollo-Require-Preflight': '1' } });
    expect([answer.status, read(answer, 'extensions')]).toEqual([401, undefined]);
  });
});

const PLAIN_TEXT = { 'Content-Type': 'text/plain' };
const UNKNOWN_HASH = `/graphql?documentId=sha256:${'0'.repeat(64)}`;

describe('the limits in an answer', () => {
  it.each<[string, number, string, (key: string) => Promise<Answer>]>([
    ['no JSON', 400, 'INVALID_JSON', (key) => server.call('/graphql', { method: 'POST', key, body: '{' })],
    [
      'another content type',
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      (key) => post(key, { query: METERED }, { headers: PLAIN_TEXT }),
    ],
    ['no document', 400, 'BAD_REQUEST', (key) => server.call('/graphql', { method: 'POST', key, body: {} })],
    ['another method', 405, 'METHOD_NOT_ALLOWED', (key) => server.call('/graphql', { method: 'DELETE', key })],
    ['a mutation by GET', 405, 'BAD_REQUEST', (key) => get(key, { query: MUTATION })],
    ['an unknown hash', 400, 'PERSISTED_QUERY_NOT_SUPPORTED', (key) => server.call(UNKNOWN_HASH, { key })],
    ['a subscription without a stream', 400, 'INVALID_PARAMETER', (key) => post(key, { query: SUBSCRIPTION })],
  ])('are there where the request is refused: %s', async (_what, status, code, ask) => {
    const key = await server.newKey('pro');
    const answer = await expectPrice(key, 0, () => ask(key.key));
    expect([answer.status, codesOf(answer)]).toEqual([status, [code]]);
  });

  it('are there for a mutation', async () => {
    const key = await server.newKey('pro');
    expect((await expectPrice(key, 0, () => post(key.key, { query: MUTATION }))).status).toBe(200);
  });

  it('are there in a stream of one answer, and of one refusal', async () => {
    const key = await server.newKey('pro');
    for (const [query, units] of [
      [METERED, 1],
      ['{ nothing }', 0],
      [UNMETERED, 0],
    ] as const) {
      const answer = await post(key.key, { query }, { headers: { Accept: 'text/event-stream' } });
      const [, json = ''] = /^data: (.*)$/m.exec(answer.text) ?? [];
      expect(read(JSON.parse(json) as object, 'extensions', 'limits')).toEqual(limitsInHeaders(answer, units));
    }
  });

  it('are those of its own month: at the turn of the year the next one', async () => {
    const key = await server.newKey('pro');
    const nowMs = server.clock.nowMs;
    server.clock.nowMs = Date.UTC(2027, 0, 1) - 1;
    const last = await expectPrice(key, 1, () => post(key.key, { query: METERED }));
    server.clock.nowMs += 61_000;
    const first = await post(key.key, { query: METERED });
    server.clock.nowMs = nowMs;
    expect([last, first].map((answer) => read(answer, 'extensions', 'limits', 'month'))).toMatchObject([
      { resetsAt: '2027-01-01T00:00:00.000Z', remaining: 9_999 },
      { resetsAt: '2027-02-01T00:00:00.000Z', remaining: 9_999 },
    ]);
  });
});
