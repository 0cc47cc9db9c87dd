import { beforeEach, describe, expect, it } from '@jest/globals';
import { createClient } from 'graphql-sse';
import { until } from '../../access/fixtures/access.js';
import { TIER_LIMITS, type Tier } from '../../access/tiers.js';
import { codeOf, subscribe, type EventStream, type Subscribe } from '../support/event-stream.js';
import { read } from '../support/http.js';
import { serverForFile, type AccountOptions } from '../support/in-process.js';
import { changeFirstClose, changeLastClose } from '../support/live-market.js';
import { currentSignal, INCREMENTAL, SIGNAL_STREAM as QUERY } from '../support/signal-stream.js';

const server = await serverForFile({ SVC_WEB_ORIGINS: 'https://app.example' });
const { store, access } = server.runtime;

const open = (
  key: string,
  tickers: readonly string[],
  options: Partial<Subscribe> & { readonly initial?: boolean } = {},
): Promise<EventStream> => {
  const { initial = true, ...rest } = options;
  return subscribe(server.url, { key, query: QUERY, variables: { tickers, initial }, ...rest });
};
const newKey = async (tier: Tier = 'institutional', options?: AccountOptions): Promise<string> =>
  (await server.newKey(tier, options)).key;
const signalOf = (key: string, ticker: string): Promise<unknown> => currentSignal(server.graphql, key, ticker);
const untilClosed = (): Promise<void> => until(() => server.streams() === 0);

beforeEach(() => server.nextMinute());

describe('a stream of signals', () => {
  it('begins with each security, its ticker in the canonical form, and tells of each change what the query answers', async () => {
    const key = await newKey();
    const stream = await open(key, ['AAPL', 'brk-b']);
    expect({ status: stream.status, type: stream.headers['content-type'], tier: stream.headers['x-api-tier'] }).toEqual(
      { status: 200, type: 'text/event-stream; charset=utf-8', tier: 'institutional' },
    );
    expect(await stream.event(0)).toEqual({ event: 'next', data: { data: await signalOf(key, 'AAPL') } });
    expect(await stream.event(1)).toEqual({ event: 'next', data: { data: await signalOf(key, 'BRK-B') } });
    for (const factor of [0.7, 1.6]) {
      const before = stream.events.length;
      await changeLastClose(store, 'BRK.B', factor);
      const told = await stream.event(before);
      expect(told.data).toEqual({ data: await signalOf(key, 'BRK-B') });
      expect(told.data).not.toEqual(stream.events[before - 1]?.data);
    }
    stream.leave();
    await untilClosed();
  });

  it('says nothing where bars change and the signal does not', async () => {
    const stream = await open(await newKey(), ['MSFT', 'NVDA'], { initial: false });
    await changeLastClose(store, 'MSFT', 1);
    await changeLastClose(store, 'NVDA', 0.6);
    expect(read((await stream.event(0)).data as object, 'data', 'signalChanged', 'ticker')).toBe('NVDA');
    expect(stream.events).toHaveLength(1);
    stream.leave();
    await untilClosed();
  });

  it('tells of a change of the benchmark, whose drift every signal takes out', async () => {
    const key = await newKey();
    const before = await signalOf(key, 'MSFT');
    const stream = await open(key, ['MSFT'], { initial: false });
    await changeFirstClose(store, 'SPY', 0.05);
    expect((await stream.event(0)).data).toEqual({ data: await signalOf(key, 'MSFT') });
    expect((await stream.event(0)).data).not.toEqual({ data: before });
    stream.leave();
    await untilClosed();
    await changeFirstClose(store, 'SPY', 20);
  });

  it('answers fields of other subgraphs, under aliases, fragments and variables', async () => {
    const query = `subscription ($t: [Ticker!]!, $deep: Boolean!) { ...Root }
      fragment Root on Subscription { change: signalChanged(tickers: $t) { ...Parts gapStats @include(if: $deep) { gapCount } } }
      fragment Parts on Security { name signal { score: compositeScore } }`;
    const key = await newKey();
    const stream = await subscribe(server.url, { key, query, variables: { t: ['AAPL'], deep: true } });
    const expected = await server.graphql(
      key,
      '{ change: security(ticker: "AAPL") { name signal { score: compositeScore } gapStats { gapCount } } }',
    );
    expect(read((await stream.event(0)).data as object, 'data')).toEqual(read(expected, 'data'));
    stream.leave();
    await untilClosed();
  });

  it('follows a ticker that is not stored until its bars are', async () => {
    const stream = await open(await newKey(), ['LATER']);
    expect(codeOf(await stream.event(0))).toBe('TICKER_NOT_FOUND');
    const series = (await store.bars.load(['AAPL'])).get('AAPL');
    if (series === undefined) throw new Error('AAPL is stored');
    await store.db.transaction().execute((tx) => store.bars.replace(tx, 'LATER', series.bars, 'files'));
    expect(read((await stream.event(1)).data as object, 'data', 'signalChanged', 'ticker')).toBe('LATER');
    stream.leave();
    await untilClosed();
  });

  it('reaches the graphql-sse client, whose leaving closes it', async () => {
    const client = createClient({ url: `${server.url}/graphql`, headers: { 'X-API-Key': await newKey() } });
    const told: unknown[] = [];
    for await (const result of client.iterate({ query: QUERY, variables: { tickers: ['AAPL', 'MSFT'] } })) {
      told.push(result.data?.['signalChanged']);
      if (told.length === 2) break;
    }
    client.dispose();
    expect(told).toMatchObject([{ ticker: 'AAPL' }, { ticker: 'MSFT' }]);
    await untilClosed();
  });
});

describe('a stream is refused', () => {
  it.each([
    [undefined, 'MISSING_KEY'],
    ['svc_unknown', 'INVALID_KEY'],
  ])('by status without a valid key: %s', async (key, code) => {
    const answer = await server.call('/graphql', {
      method: 'POST',
      key,
      headers: { Accept: 'text/event-stream' },
      body: { query: QUERY, variables: { tickers: ['AAPL'] } },
    });
    expect({ status: answer.status, type: answer.headers['content-type'] }).toEqual({
      status: 401,
      type: 'application/json; charset=utf-8',
    });
    expect(read(answer, 'errors', 0, 'extensions', 'code')).toBe(code);
  });

  it('by status once the minute is used up, of which it takes one', async () => {
    const key = await newKey('starter', { perMinute: 2 });
    const [one, two] = [await open(key, ['AAPL']), await open(key, ['AAPL'])];
    expect([one, two].map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['1', '0']);
    expect((await open(key, ['AAPL'])).status).toBe(429);
    for (const stream of [one, two]) stream.leave();
    await untilClosed();
  });

  it.each<[string, Tier, string, object]>([
    ['TIER_REQUIRED', 'free', QUERY, { tickers: ['AAPL'] }],
    ['INVALID_PARAMETER', 'pro', QUERY, { tickers: [] }],
    ['INVALID_PARAMETER', 'pro', QUERY, { tickers: ['1!'] }],
    ['INVALID_PARAMETER', 'pro', QUERY, { tickers: Array.from({ length: 101 }, (_, i) => `T${i}`) }],
    ['MISSING_PARAMETER', 'pro', QUERY, {}],
    ['GRAPHQL_VALIDATION_FAILED', 'pro', 'subscription { nothing }', {}],
    [
      'GRAPHQL_VALIDATION_FAILED',
      'pro',
      'subscription { a: signalChanged(tickers: ["AAPL"]) { ticker } b: signalChanged(tickers: ["MSFT"]) { ticker } }',
      {},
    ],
    [
      'GRAPHQL_VALIDATION_FAILED',
      'pro',
      'subscription ($x: Boolean!) { signalChanged(tickers: ["AAPL"]) @skip(if: $x) { ticker } }',
      { x: true },
    ],
    [
      'OPERATION_TOO_LARGE',
      'free',
      `subscription { signalChanged(tickers: ["AAPL"]) { ${Array.from({ length: 40 }, (_, i) => `a${i}: signal { label }`).join(' ')} } }`,
      {},
    ],
  ])('by one event and the end, costing nothing of the month: %s', async (code, tier, query, variables) => {
    const account = await server.newKey(tier);
    const events = await (await subscribe(server.url, { key: account.key, query, variables })).ended;
    expect(events.map(({ event }) => event)).toEqual(['next', 'complete']);
    expect(codeOf(events[0] ?? { event: '', data: {} })).toBe(code);
    expect(await server.used(account)).toBe(0);
    expect(server.streams()).toBe(0);
  });

  it.each(INCREMENTAL)('where its events are to come in parts: %s', async (query, message) => {
    const events = await (await subscribe(server.url, { key: await newKey('pro'), query })).ended;
    expect(events).toMatchObject([
      {
        event: 'next',
        data: {
          errors: [{ message: expect.stringContaining(message), extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
        },
      },
      { event: 'complete' },
    ]);
  });

  it('beyond the one that Free may have open', async () => {
    const key = await newKey('free');
    const query = 'subscription { newsPublished(tickers: ["AAPL"], initial: false) { ticker } }';
    const kept = await subscribe(server.url, { key, query });
    const [refused] = await (await subscribe(server.url, { key, query })).ended;
    expect(refused?.data).toMatchObject({
      errors: [{ message: 'The free tier allows 1 open stream; close one first.' }],
    });
    kept.leave();
    await untilClosed();
  });

  it('beyond what the tier may have open, until one is closed', async () => {
    const key = await newKey('starter');
    const streams = await Promise.all(
      Array.from({ length: TIER_LIMITS.starter.liveStreams }, () => open(key, ['AAPL'], { initial: false })),
    );
    const [refused] = await (await open(key, ['AAPL'])).ended;
    expect(refused?.data).toMatchObject({
      errors: [{ extensions: { code: 'STREAMS_CAP', cap: TIER_LIMITS.starter.liveStreams } }],
    });
    for (const stream of streams) stream.leave();
    await untilClosed();
    const again = await open(key, ['AAPL']);
    expect(codeless(await again.event(0))).toBe(true);
    again.leave();
    await untilClosed();
  });

  it('with 400 where the client takes no stream', async () => {
    const answer = await server.call('/graphql', {
      method: 'POST',
      key: await newKey(),
      body: { query: QUERY, variables: { tickers: ['AAPL'] } },
    });
    expect({ status: answer.status, extensions: read(answer, 'errors', 0, 'extensions') }).toMatchObject({
      status: 400,
      extensions: { code: 'INVALID_PARAMETER', param: 'Accept' },
    });
  });
});

function codeless({ data }: { readonly data: unknown }): boolean {
  return read(data as object, 'errors') === undefined;
}

describe('what a stream costs', () => {
  it('is one request of the month for each event, and nothing while it is open', async () => {
    const account = await server.newKey('pro');
    const stream = await open(account.key, ['AAPL', 'MSFT']);
    await stream.event(1);
    expect(await server.used(account)).toBe(2);
    await changeLastClose(store, 'AAPL', 0.8);
    await stream.event(2);
    server.beat();
    expect(await server.used(account)).toBe(3);
    stream.leave();
    await untilClosed();
  });

  it('ends it with the month: the error, then the end', async () => {
    const account = await server.newKey('pro', { perMonth: 2 });
    const events = await (await open(account.key, ['AAPL', 'MSFT', 'NVDA', 'BRK.B'])).ended;
    expect(events.map(({ event }) => event)).toEqual(['next', 'next', 'next', 'complete']);
    expect(codeOf(events[2] ?? { event: '', data: {} })).toBe('MONTHLY_LIMIT_REACHED');
    expect(await server.used(account)).toBe(2);
    await untilClosed();
  });
});

describe('an open stream', () => {
  it('beats, so that proxies keep it and a client that is gone is found', async () => {
    const stream = await open(await newKey(), ['AAPL'], { initial: false });
    await stream.until(() => stream.comments() === 1);
    const before = stream.comments();
    server.beat();
    await stream.until(() => stream.comments() === before + 1);
    stream.leave();
    await untilClosed();
  });

  it('ends with its key, at once', async () => {
    const { key, accountId, keyId } = await server.newKey('pro');
    const [stream, other] = [await open(key, ['AAPL']), await open(await newKey(), ['AAPL'])];
    await stream.event(0);
    await access.keys.revoke(accountId, keyId);
    const events = await stream.ended;
    expect(events.map(({ event }) => event)).toEqual(['next', 'next', 'complete']);
    expect(codeOf(events[1] ?? { event: '', data: {} })).toBe('INVALID_KEY');
    expect(server.streams()).toBe(1);
    other.leave();
    await untilClosed();
  });

  it('ends with its session, once that is signed out or over', async () => {
    const { accountId } = await server.newKey('pro');
    const [left, over] = [await access.sessions.create(accountId), await access.sessions.create(accountId, 50_000)];
    const streams = await Promise.all(
      [left, over].map(({ secret }) =>
        open('', ['AAPL'], { headers: { Authorization: `Bearer ${secret}`, 'X-API-Key': '' } }),
      ),
    );
    await Promise.all(streams.map((stream) => stream.event(0)));
    await access.sessions.revoke(accountId, left.id);
    server.clock.nowMs += 60_000;
    server.beat();
    for (const stream of streams)
      expect(codeOf((await stream.ended)[1] ?? { event: '', data: {} })).toBe('INVALID_KEY');
    await untilClosed();
  });

  it('ends where the account falls below its tier', async () => {
    const { key, accountId } = await server.newKey('starter');
    const stream = await open(key, ['AAPL']);
    await stream.event(0);
    await access.accounts.setTier(accountId, 'free');
    expect(codeOf((await stream.ended)[1] ?? { event: '', data: {} })).toBe('TIER_REQUIRED');
    await untilClosed();
  });

  it('leaves nothing behind when its client is gone', async () => {
    const key = await newKey();
    const streams = await Promise.all(Array.from({ length: 40 }, () => open(key, ['AAPL', 'MSFT'])));
    await Promise.all(streams.map((stream) => stream.event(1)));
    expect(server.streams()).toBe(40);
    for (const stream of streams) stream.leave();
    await untilClosed();
  });
});

describe('a browser', () => {
  const ask = {
    query: 'subscription { signalChanged(tickers: ["AAPL"]) { signal { label } } }',
    method: 'GET',
  } as const;
  const cookie = async (): Promise<Readonly<Record<string, string>>> => {
    const { accountId } = await server.newKey('pro');
    return { Cookie: `svc_session=${(await access.sessions.create(accountId)).secret}` };
  };

  it.each<Readonly<Record<string, string>>>([
    { 'Sec-Fetch-Site': 'same-origin' },
    { Origin: 'https://app.example' },
    { 'Apollo-Require-Preflight': '1' },
  ])('streams with a plain EventSource and its session’s cookie: %j', async (headers) => {
    const stream = await subscribe(server.url, { ...ask, headers: { ...(await cookie()), ...headers } });
    expect(read((await stream.event(0)).data as object, 'data', 'signalChanged')).toHaveProperty('signal');
    stream.leave();
    await untilClosed();
  });

  it('cannot be made to by a page of another site, whose requests have no session', async () => {
    const search = new URLSearchParams({ query: ask.query });
    const answer = await server.call(`/graphql?${search.toString()}`, {
      headers: { ...(await cookie()), Accept: 'text/event-stream', 'Sec-Fetch-Site': 'cross-site' },
    });
    expect([answer.status, read(answer, 'errors', 0, 'extensions', 'code')]).toEqual([401, 'MISSING_KEY']);
  });

  it('cannot be made to by a page that hides its site', async () => {
    const [refused] = await (await subscribe(server.url, { ...ask, headers: await cookie() })).ended;
    expect(refused?.data).toMatchObject({
      errors: [{ extensions: { code: 'INVALID_PARAMETER', param: 'Apollo-Require-Preflight' } }],
    });
  });
});

describe('a query of a client that takes streams alone', () => {
  it.each([
    ['{ viewer { tier } }', { data: { viewer: { tier: 'PRO' } } }],
    ['{ nothing }', { errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] }],
  ])('is one event and the end: %s', async (query, expected) => {
    const events = await (await subscribe(server.url, { key: await newKey('pro'), query })).ended;
    expect(events).toMatchObject([{ event: 'next', data: expected }, { event: 'complete' }]);
  });

  it('is JSON as ever where it takes both', async () => {
    const answer = await server.call('/graphql', {
      method: 'POST',
      key: await newKey('pro'),
      headers: { Accept: 'application/graphql-response+json, application/json, text/event-stream' },
      body: { query: '{ viewer { tier } }' },
    });
    expect(answer.headers['content-type']).toMatch(/^application\/(graphql-response\+)?json/);
    expect(read(answer, 'data', 'viewer', 'tier')).toBe('PRO');
  });
});
