import { afterAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { createSignedIdentities, IDENTITY_LIFETIME_S } from '../../access/signed-identity.js';
import { createCustomer, type TestCustomer } from '../../access/fixtures/access.js';
import type { Tier } from '../../access/tiers.js';
import { readConfig } from '../../bin/config.js';
import { openRuntime } from '../../bin/runtime.js';
import { startSubgraph } from '../../bin/subgraph/subgraph-server.js';
import { SECRET } from '../support/remote-subgraphs.js';
import { codeOf, subscribe, type EventStream, type Subscribe } from '../support/event-stream.js';
import { call, endConnections, read } from '../support/http.js';
import { changeLastClose } from '../support/live-market.js';
import { AS_OF_MS, marketTemplate } from '../support/market.js';
import { subscribeMultipart } from '../support/multipart-stream.js';
import { removeScratchAtEnd, scratchCopy } from '../support/scratch.js';

const beats = new Set<() => void>();
const clock = { nowMs: AS_OF_MS };
const dataDir = await scratchCopy(await marketTemplate());
const runtime = await openRuntime(
  readConfig({ SVC_DATA_DIR: dataDir, LOG_LEVEL: 'silent', SVC_IDENTITY_SECRET: SECRET }),
  () => clock.nowMs,
);
const start = () =>
  startSubgraph(runtime, 'equities', 0, (_ms, task) => {
    beats.add(task);
    return () => void beats.delete(task);
  });
const subgraph = await start();
afterAll(async () => {
  endConnections();
  await subgraph.close();
  await runtime.close();
});
removeScratchAtEnd();

const identities = createSignedIdentities(SECRET);
const QUERY =
  'subscription ($tickers: [Ticker!]! = ["AAPL"]) { signalChanged(tickers: $tickers) { ticker batch signal { compositeScore } } }';

const customer = (tier: Tier): Promise<TestCustomer> => createCustomer(runtime.access, { tier });
const identityOf = (
  { identity }: TestCustomer,
  seen: ReadonlyMap<string, number | null> = new Map(),
): { 'X-SVC-Identity': string } => ({
  'X-SVC-Identity': identities.mint(
    { identity, requestId: 'stream', operationCost: null, isGateway: false, seen },
    clock.nowMs,
  ).token,
});
const open = (who: TestCustomer, options: Partial<Subscribe> = {}, { url } = subgraph): Promise<EventStream> =>
  subscribe(url, { query: QUERY, headers: identityOf(who), ...options });
const used = async ({ identity }: TestCustomer): Promise<number> => (await runtime.access.meter.peek(identity)).used;

describe('a stream of a remote subgraph', () => {
  it.each([
    ['POST', 0.8],
    ['GET', 1.3],
  ] as const)(
    'starts with the current result per key and sends changes, at the cost of the queries: %s',
    async (method, factor) => {
      const who = await customer('starter');
      const stream = await open(who, { method });
      expect({
        status: stream.status,
        type: stream.headers['content-type'],
        buffering: stream.headers['x-accel-buffering'],
      }).toEqual({ status: 200, type: 'text/event-stream; charset=utf-8', buffering: 'no' });
      await stream.event(0);
      await changeLastClose(runtime.store, 'AAPL', factor);
      await stream.event(1);
      expect(stream.events.map(({ data }) => read(data as object, 'data', 'signalChanged'))).toMatchObject([
        { ticker: 'AAPL', batch: '' },
        { ticker: 'AAPL', batch: '' },
      ]);
      expect(stream.events[0]).not.toEqual(stream.events[1]);
      expect(await used(who)).toBe(2);
      stream.leave();
    },
  );

  it('may be a response in parts, refused by status', async () => {
    const stream = await subscribeMultipart(
      subgraph.url,
      undefined,
      { query: QUERY },
      identityOf(await customer('starter')),
    );
    expect(read((await stream.part(0)) as object, 'payload', 'data', 'signalChanged', 'ticker')).toBe('AAPL');
    stream.leave();
    for (const [tier, variables, status, code] of [
      ['free', {}, 403, 'TIER_REQUIRED'],
      ['pro', { tickers: 3 }, 400, 'INVALID_PARAMETER'],
    ] as const) {
      const refused = await subscribeMultipart(
        subgraph.url,
        undefined,
        { query: QUERY, variables },
        identityOf(await customer(tier)),
      );
      await refused.ended;
      expect([refused.status, read(JSON.parse(refused.text()) as object, 'errors', 0, 'extensions', 'code')]).toEqual([
        status,
        code,
      ]);
    }
  });

  it('sends heartbeats', async () => {
    const stream = await open(await customer('starter'));
    await stream.event(0);
    const before = stream.comments();
    beats.forEach((beat) => beat());
    await stream.until(() => stream.comments() > before);
    stream.leave();
  });

  it('is refused with its code: no identity, tier, arguments, cap, not a subscription', async () => {
    const free = await customer('free');
    const starter = await customer('starter');
    const nobody = await subscribe(subgraph.url, { query: QUERY });
    expect(nobody.status).toBe(401);
    const held = [await open(starter), await open(starter), await open(starter)];
    for (const stream of held) await stream.event(0);
    const refused = [
      await open(free),
      await open(await customer('pro'), { variables: { tickers: [] } }),
      await open(await customer('pro'), { variables: { tickers: 3 } }),
      await open(starter),
    ];
    const events = await Promise.all(refused.map(({ ended }) => ended));
    expect(events.map(([first, second]) => [first && codeOf(first), second?.event])).toEqual([
      ['TIER_REQUIRED', 'complete'],
      ['INVALID_PARAMETER', 'complete'],
      ['INVALID_PARAMETER', 'complete'],
      ['STREAMS_CAP', 'complete'],
    ]);
    expect(await used(free)).toBe(0);
    for (const stream of held) stream.leave();
  });

  it('requires Accept: text/event-stream, and GET serves nothing else', async () => {
    const headers = { ...identityOf(await customer('pro')), 'Content-Type': 'application/json' };
    const plain = await call(subgraph.url, '/graphql', { method: 'POST', headers, body: { query: QUERY } });
    expect([plain.status, read(plain, 'errors', 0, 'extensions', 'param')]).toEqual([400, 'Accept']);
    const query = await call(subgraph.url, `/graphql?query=${encodeURIComponent('{ __typename }')}`, {
      headers: { ...headers, Accept: 'text/event-stream' },
    });
    expect([query.status, read(query, 'errors', 0, 'extensions', 'code')]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    const malformed = await call(subgraph.url, '/graphql?query=x&variables=%7B', {
      headers: { ...headers, Accept: 'text/event-stream' },
    });
    expect([malformed.status, read(malformed, 'errors', 0, 'extensions', 'code')]).toEqual([400, 'INVALID_JSON']);
  });

  it('outlives its identity, and ends at once when the key behind it is revoked', async () => {
    const who = await customer('pro');
    const stream = await open(who);
    await stream.event(0);
    clock.nowMs += 10 * IDENTITY_LIFETIME_S * 1000;
    await changeLastClose(runtime.store, 'AAPL', 0.85);
    expect(read((await stream.event(1)).data as object, 'data', 'signalChanged', 'ticker')).toBe('AAPL');
    await runtime.access.keys.revoke(who.accountId, who.identity.keyId ?? '');
    const events = await stream.ended;
    expect(events.map(({ event }) => event)).toEqual(['next', 'next', 'next', 'complete']);
    expect(events[2] && codeOf(events[2])).toBe('INVALID_KEY');
  });

  it('is cut when its process stops, so that the client reconnects', async () => {
    const other = await start();
    const stream = await open(await customer('pro'), {}, other);
    await stream.event(0);
    await other.close();
    expect((await stream.ended).map(({ event }) => event)).toEqual(['next']);
  });
});

describe('a subgraph that has not heard of new bars', () => {
  it('reads them once the caller has seen them or that there may be newer ones', async () => {
    const who = await customer('institutional');
    const version = async (seen: ReadonlyMap<string, number | null>): Promise<unknown> => {
      const answer = await call(subgraph.url, '/graphql', {
        method: 'POST',
        headers: identityOf(who, seen),
        body: { query: '{ security(ticker: "NVDA") { signal { compositeScore } } }' },
      });
      return read(answer, 'extensions', 'marketgraph', 'versions', 'bars:NVDA');
    };
    const first = Number(await version(new Map()));
    const storeUnheard = (): Promise<unknown> =>
      sql`update securities set version = version + 1 where symbol = 'NVDA'`.execute(runtime.store.db);
    await storeUnheard();
    expect([
      await version(new Map()),
      await version(new Map([['bars:NVDA', first]])),
      await version(new Map([['bars:NVDA', first + 1]])),
    ]).toEqual([first, first, first + 1]);
    await storeUnheard();
    expect([await version(new Map()), await version(new Map([['bars:NVDA', null]]))]).toEqual([first + 1, first + 2]);
  });
});
