import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createClient, type Client } from 'graphql-ws';
import { WebSocket } from 'ws';
import { until } from '../../access/fixtures/access.js';
import { TIER_LIMITS } from '../../access/tiers.js';
import { codeOf as codeOfEvent, subscribe } from '../support/event-stream.js';
import { read } from '../support/http.js';
import { serverForFile, type TestKey } from '../support/in-process.js';
import { changeLastClose } from '../support/live-market.js';
import {
  connectSocket,
  openSocket,
  type LiveSocket,
  type OpenSocket,
  type SocketMessage,
} from '../support/live-socket.js';
import { subscribeMultipart } from '../support/multipart-stream.js';
import { ROOT } from '../support/scratch.js';
import { currentSignal, INCREMENTAL, REFUSED, SIGNAL_STREAM, tickerOf } from '../support/signal-stream.js';

const server = await serverForFile({ SVC_WEB_ORIGINS: 'https://app.example' });
const { store, access } = server.runtime;
const SOCKETS = `${server.url.replace('http', 'ws')}/graphql`;

const clientOf = (key: string): Client =>
  createClient({ url: SOCKETS, connectionParams: { 'X-API-Key': key }, webSocketImpl: WebSocket, retryAttempts: 0 });
const connect = (key: string, options?: OpenSocket): Promise<LiveSocket> =>
  connectSocket(server.url, { 'X-API-Key': key }, options);
const follow = (socket: LiveSocket, id: string, tickers: readonly string[], variables: object = {}): void =>
  socket.send({ type: 'subscribe', id, payload: { query: SIGNAL_STREAM, variables: { tickers, ...variables } } });
const codeOf = ({ type, payload }: SocketMessage): unknown =>
  type === 'error' ? read(payload as object, 0, 'extensions', 'code') : type;
const untilStreams = (count: number): Promise<void> => until(() => server.streams() === count);

beforeEach(() => server.nextMinute());

describe('the graphql-ws client', () => {
  it('is told the current signals and each change, and leaves nothing behind', async () => {
    const { key } = await server.newKey('pro');
    const client = clientOf(key);
    const told: unknown[] = [];
    for await (const { data } of client.iterate({ query: SIGNAL_STREAM, variables: { tickers: ['AAPL', 'brk-b'] } })) {
      told.push(data);
      if (told.length === 2 || told.length === 3) await changeLastClose(store, 'BRK.B', told.length === 2 ? 0.7 : 1.6);
      if (told.length === 4) break;
    }
    expect(told.map(tickerOf)).toEqual(['AAPL', 'BRK.B', 'BRK.B', 'BRK.B']);
    expect(told.at(-1)).toEqual(await currentSignal(server.graphql, key, 'BRK.B'));
    expect(told[2]).not.toEqual(told[3]);
    await untilStreams(0);
    await client.dispose();
  });

  it('goes on after the error of one event', async () => {
    const told: unknown[] = [];
    for await (const { data, errors } of clientOf((await server.newKey('pro')).key).iterate({
      query: SIGNAL_STREAM,
      variables: { tickers: ['NOPE', 'AAPL'] },
    })) {
      told.push(errors?.[0]?.extensions?.['code'] ?? tickerOf(data));
      if (told.length === 2) break;
    }
    expect(told).toEqual(['TICKER_NOT_FOUND', 'AAPL']);
    await untilStreams(0);
  });

  it('frees its slots when it is killed', async () => {
    const { key } = await server.newKey('pro');
    const child = spawn(
      process.execPath,
      [
        path.join(ROOT, 'test', 'support', 'socket-client.mjs'),
        SOCKETS,
        key,
        SIGNAL_STREAM,
        JSON.stringify({ tickers: ['AAPL'] }),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await once(child.stdout, 'data');
    expect(server.streams()).toBe(1);
    child.kill('SIGKILL');
    await untilStreams(0);
  });
});

describe('a subscription of a socket', () => {
  it.each(REFUSED)(
    'is refused with the code, costing nothing of the month, and others go on: %s',
    async (code, tier, query, variables) => {
      const account = await server.newKey(tier);
      const socket = await connect(account.key);
      socket.send({ type: 'subscribe', id: 'a', payload: { query, variables } });
      const refused = await socket.message(1);
      expect([refused.id, codeOf(refused)]).toEqual(['a', code]);
      expect(read(refused.payload as object, 0, 'extensions', 'request_id')).toMatch(/^[\w-]{36}$/);
      expect([await server.used(account), server.streams(), socket.socket.readyState]).toEqual([0, 0, WebSocket.OPEN]);
      socket.socket.close();
    },
  );

  it.each([
    ...INCREMENTAL,
    ['{ viewer { tier } }', 'send queries and mutations by POST'],
    ['mutation { createWatchlist(name: "a") { id } }', 'send queries and mutations by POST'],
    ['', 'has no query'],
  ])('says what to do instead of %s', async (query, message) => {
    const socket = await connect((await server.newKey('pro')).key);
    socket.send({ type: 'subscribe', id: 'a', payload: { query } });
    const refused = await socket.message(1);
    expect([refused.type, read(refused.payload as object, 0, 'message')]).toEqual([
      'error',
      expect.stringContaining(message),
    ]);
    socket.socket.close();
  });

  it('costs a request of the minute, and one of the month for each event', async () => {
    const account = await server.newKey('starter', { perMinute: 2 });
    const socket = await connect(account.key);
    follow(socket, 'a', ['AAPL', 'MSFT']);
    await socket.message(2);
    follow(socket, 'b', ['AAPL'], { initial: false });
    follow(socket, 'c', ['AAPL']);
    const refused = await socket.message(3);
    expect([refused.id, codeOf(refused)]).toEqual(['c', 'RATE_LIMITED']);
    expect(await server.used(account)).toBe(2);
    expect((await server.graphql(account.key, '{ __typename }')).status).toBe(429);
    expect(server.streams()).toBe(2);
    socket.socket.close();
    await untilStreams(0);
  });

  it('may have variables of 32 levels, as a body', async () => {
    const socket = await connect((await server.newKey('pro')).key);
    const nest = (levels: number): object => (levels === 0 ? {} : { a: nest(levels - 1) });
    follow(socket, 'a', ['AAPL'], { unused: nest(40) });
    expect(codeOf(await socket.message(1))).toBe('INVALID_JSON');
    socket.socket.close();
  });

  it('ends with its key, at once; then its socket does', async () => {
    const { key, accountId, keyId } = await server.newKey('pro');
    const socket = await connect(key);
    follow(socket, 'a', ['AAPL']);
    expect((await socket.message(1)).type).toBe('next');
    await access.keys.revoke(accountId, keyId);
    expect(codeOf(await socket.message(2))).toBe('INVALID_KEY');
    follow(socket, 'b', ['AAPL']);
    expect(codeOf(await socket.message(3))).toBe('INVALID_KEY');
    server.beat();
    expect(await socket.closed).toEqual({ code: 4401, reason: expect.stringMatching(/^INVALID_KEY: /) });
    expect(server.streams()).toBe(0);
  });

  it('ends where the account falls below its tier, and with the month', async () => {
    const [falling, spent] = [await server.newKey('starter'), await server.newKey('pro', { perMonth: 2 })];
    const sockets = await Promise.all([connect(falling.key), connect(spent.key)]);
    follow(sockets[0], 'a', ['AAPL']);
    await sockets[0].message(1);
    await access.accounts.setTier(falling.accountId, 'free');
    follow(sockets[1], 'a', ['AAPL', 'MSFT', 'NVDA', 'BRK.B']);
    expect(codeOf(await sockets[0].message(2))).toBe('TIER_REQUIRED');
    // An event that still has data, and then the end.
    const last = await sockets[1].message(3);
    expect([
      read(last.payload as object, 'errors', 0, 'extensions', 'code'),
      (await sockets[1].message(4)).type,
    ]).toEqual(['MONTHLY_LIMIT_REACHED', 'complete']);
    await untilStreams(0);
    for (const { socket } of sockets) socket.close();
  });

  it('ends when its client completes it, and leaves its id for another', async () => {
    const socket = await connect((await server.newKey('pro')).key);
    for (const round of [1, 2]) {
      follow(socket, 'a', ['AAPL']);
      expect((await socket.message(round)).type).toBe('next');
      socket.send({ type: 'complete', id: 'a' });
      await untilStreams(0);
    }
    // Completed before they are open, all under one id.
    for (let round = 0; round < 20; round += 1) {
      follow(socket, 'b', ['AAPL'], { initial: false });
      socket.send({ type: 'complete', id: 'b' });
    }
    socket.socket.close();
    await socket.closed;
    await untilStreams(0);
  });
});

describe('the streams of an account', () => {
  it('have as many slots as its tier, over whichever transport', async () => {
    const { key } = await server.newKey('starter');
    expect(TIER_LIMITS.starter.liveStreams).toBe(3);
    const events = await subscribe(server.url, { key, query: SIGNAL_STREAM, variables: { tickers: ['AAPL'] } });
    const parts = await subscribeMultipart(server.url, key, { query: SIGNAL_STREAM, variables: { tickers: ['AAPL'] } });
    const [one, other] = [await connect(key), await connect(key)];
    follow(one, 'a', ['AAPL']);
    await one.message(1);
    follow(one, 'b', ['AAPL']);
    follow(other, 'a', ['AAPL']);
    expect([codeOf(await one.message(2)), codeOf(await other.message(1))]).toEqual(['STREAMS_CAP', 'STREAMS_CAP']);
    const [refused] = await (
      await subscribe(server.url, { key, query: SIGNAL_STREAM, variables: { tickers: ['AAPL'] } })
    ).ended;
    expect(codeOfEvent(refused ?? { event: '', data: {} })).toBe('STREAMS_CAP');
    one.send({ type: 'complete', id: 'a' });
    await untilStreams(2);
    follow(other, 'b', ['AAPL']);
    expect((await other.message(2)).type).toBe('next');
    events.leave();
    parts.leave();
    for (const { socket } of [one, other]) socket.close();
    await untilStreams(0);
  });

  it('have twice as many sockets', async () => {
    const { key } = await server.newKey('free');
    const [one] = await Promise.all([connect(key), connect(key)]);
    const third = await openSocket(server.url);
    third.send({ type: 'connection_init', payload: { apiKey: key } });
    expect(await third.closed).toEqual({ code: 4403, reason: expect.stringMatching(/^STREAMS_CAP: .* 2 /) });
    one.socket.close();
    await one.closed;
    await connect(key);
  });
});

describe('a socket is opened', () => {
  const secret = async (): Promise<string> =>
    (await access.sessions.create((await server.newKey('pro')).accountId)).secret;

  it.each([
    ['X-API-Key', ''],
    ['apiKey', ''],
    ['Authorization', 'Bearer '],
  ])('by connectionParams: %s', async (name, prefix) => {
    const { key } = await server.newKey('pro');
    (await connectSocket(server.url, { [name]: `${prefix}${key}` })).socket.close();
  });

  it('by the headers of its handshake', async () => {
    const { key } = await server.newKey('pro');
    for (const headers of [
      { 'X-API-Key': key },
      { Authorization: `Bearer ${key}` },
      { Authorization: `Bearer ${await secret()}` },
    ])
      (await connectSocket(server.url, undefined, { headers })).socket.close();
  });

  it.each(['https://app.example', server.url])('by the session’s cookie for a page of %s', async (origin) => {
    (
      await connectSocket(server.url, {}, { origin, headers: { Cookie: `svc_session=${await secret()}` } })
    ).socket.close();
  });

  it.each([['https://evil.example'], [undefined], ['null']])(
    'not by the cookie for a page of another origin: %s',
    async (origin) => {
      const socket = await openSocket(server.url, {
        ...(origin === undefined ? {} : { origin }),
        headers: { Cookie: `svc_session=${await secret()}` },
      });
      socket.send({ type: 'connection_init' });
      expect(await socket.closed).toEqual({
        code: 4401,
        reason: expect.stringMatching(/^MISSING_KEY: Send connectionParams/),
      });
      expect(socket.messages).toEqual([]);
    },
  );

  it.each<[string, object | undefined, OpenSocket]>([
    ['INVALID_KEY', { apiKey: 'svc_unknown' }, {}],
    ['INVALID_KEY', { apiKey: 'svc_demo_pro' }, { headers: { 'X-API-Key': 'svc_demo_free' } }],
    ['KEY_IN_QUERY_UNSUPPORTED', undefined, { path: '/graphql?apikey=svc_demo_pro' }],
    ['MISSING_KEY', undefined, {}],
  ])('not without one valid key, and its client does not try again: %s', async (code, params, options) => {
    const socket = await openSocket(server.url, options);
    socket.send({ type: 'connection_init', ...(params === undefined ? {} : { payload: params }) });
    expect(await socket.closed).toEqual({ code: 4401, reason: expect.stringContaining(code) });
  });

  it('not with an old session, which ends an open one', async () => {
    const { accountId } = await server.newKey('pro');
    const session = await access.sessions.create(accountId, 50_000);
    const socket = await connectSocket(server.url, { Authorization: `Bearer ${session.secret}` });
    server.clock.nowMs += 60_000;
    server.beat();
    expect(await socket.closed).toEqual({ code: 4401, reason: expect.stringContaining('INVALID_KEY') });
  });

  it('by few callers of an address without a key, who count like requests without one', async () => {
    for (let count = 0; count < 60; count += 1) {
      const socket = await openSocket(server.url);
      socket.send({ type: 'connection_init', payload: { apiKey: 'svc_unknown' } });
      expect((await socket.closed).code).toBe(4401);
    }
    const next = await openSocket(server.url);
    next.send({ type: 'connection_init', payload: { apiKey: 'svc_unknown' } });
    expect(await next.closed).toEqual({ code: 1013, reason: expect.stringMatching(/^RATE_LIMITED: /) });
    expect((await server.call('/graphql', { method: 'POST', body: {} })).status).toBe(429);
    (await connect((await server.newKey('pro')).key)).socket.close();
  });

  it('at most 60 times at once before the key of one is sent', async () => {
    const { key } = await server.newKey('pro');
    const sockets = await Promise.all(Array.from({ length: 60 }, () => openSocket(server.url)));
    const next = await openSocket(server.url);
    expect(await next.closed).toEqual({ code: 1013, reason: expect.stringMatching(/^RATE_LIMITED: /) });
    // The one that has the longest left of its three seconds.
    const one = sockets.at(-1);
    one?.send({ type: 'connection_init', payload: { apiKey: key } });
    expect(one && (await one.message(0)).type).toBe('connection_ack');
    (await connect(key)).socket.close();
    for (const { socket } of sockets) socket.close();
    await Promise.all(sockets.map(({ closed }) => closed));
    server.nextMinute();
  });

  it('in three seconds, or it is closed', async () => {
    const socket = await openSocket(server.url);
    expect((await socket.closed).code).toBe(4408);
  });
});

describe('a socket is closed', () => {
  const open = async (key: TestKey): Promise<LiveSocket> => connect(key.key);

  it.each<[string, number, unknown]>([
    ['that is no JSON', 4400, 'garbage'],
    ['of no known type', 4400, { type: 'start', id: '1' }],
    ['that is a list of operations', 4400, [{ type: 'subscribe', id: '1', payload: { query: SIGNAL_STREAM } }]],
    ['that only servers send', 4400, { type: 'next', id: '1', payload: { data: {} } }],
    ['without an id', 4400, { type: 'subscribe', payload: { query: SIGNAL_STREAM } }],
    ['in bytes', 4400, Buffer.from('{"type":"ping"}')],
    ['that initialises it again', 4429, { type: 'connection_init' }],
    ['that nests too deeply', 4400, `{"type":"ping","payload":${'{"a":'.repeat(40)}1${'}'.repeat(41)}`],
    ['of more than 256 KiB', 1009, { type: 'ping', payload: { text: 'x'.repeat(256 * 1024) } }],
  ])('by a message %s', async (_name, code, message) => {
    const socket = await open(await server.newKey('pro'));
    socket.send(message);
    expect((await socket.closed).code).toBe(code);
  });

  it('with a reason that says what is wrong with a list', async () => {
    const socket = await openSocket(server.url);
    socket.send([{ type: 'connection_init' }]);
    expect((await socket.closed).reason).toMatch(/^INVALID_JSON: Send one message at a time/);
  });

  it('by a subscription before connection_init', async () => {
    const socket = await openSocket(server.url);
    follow(socket, 'a', ['AAPL']);
    expect((await socket.closed).code).toBe(4401);
  });

  it('by two subscriptions of one id', async () => {
    const socket = await open(await server.newKey('pro'));
    for (const id of ['a', 'a']) follow(socket, id, ['AAPL']);
    expect((await socket.closed).code).toBe(4409);
    await untilStreams(0);
  });

  it('by too many messages', async () => {
    const socket = await open(await server.newKey('pro'));
    for (let count = 0; count < 4_200; count += 1) socket.send({ type: 'pong' });
    expect((await socket.closed).code).toBe(1008);
  });

  it('once its client leaves two pings unanswered', async () => {
    const account = await server.newKey('pro');
    const [silent, alive] = [await connect(account.key, { autoPong: false }), await connect(account.key)];
    follow(silent, 'a', ['AAPL'], { initial: false });
    await untilStreams(1);
    for (let beats = 0; beats < 3; beats += 1) {
      const pinged = once(alive.socket, 'ping');
      server.beat();
      await pinged;
      alive.send({ type: 'ping', payload: { beats } });
      expect(await alive.message(beats + 1)).toEqual({ type: 'pong', payload: { beats } });
    }
    expect((await silent.closed).code).toBe(1006);
    expect(alive.socket.readyState).toBe(WebSocket.OPEN);
    await untilStreams(0);
    alive.socket.close();
  });
});

describe('a request with an Upgrade header', () => {
  const handshake = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Protocol': 'graphql-transport-ws',
  };

  it.each<[string, Readonly<Record<string, string>>, number, string]>([
    ['/socket', handshake, 404, 'unknown_endpoint'],
    ['/api/v1/nothing', handshake, 404, 'unknown_endpoint'],
    ['/api/v1/signal?ticker=AAPL', handshake, 401, 'missing_key'],
  ])('is answered like any other where no WebSocket is: %s', async (at, headers, status, code) => {
    const answer = await server.call(at, { headers });
    expect([answer.status, answer.headers['content-type'], read(answer, 'error')]).toEqual([
      status,
      'application/json; charset=utf-8',
      code,
    ]);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['the older protocol', { ...handshake, 'Sec-WebSocket-Protocol': 'graphql-ws' }],
    ['no protocol', { ...handshake, 'Sec-WebSocket-Protocol': '' }],
    ['another version', { ...handshake, 'Sec-WebSocket-Version': '7' }],
    ['no nonce', { ...handshake, 'Sec-WebSocket-Key': 'x' }],
  ])('is told how to open a WebSocket: %s', async (_name, headers) => {
    const answer = await server.call('/graphql', { headers });
    expect([answer.status, read(answer, 'errors', 0, 'message')]).toEqual([
      400,
      expect.stringContaining('graphql-transport-ws'),
    ]);
  });

  it('of a client that offers HTTP/2 is answered as ever, with its body', async () => {
    const { key } = await server.newKey('pro');
    const h2c = { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABkAARAAAAAAAIAAAAA' };
    for (let round = 0; round < 2; round += 1) {
      const answer = await server.call('/graphql', {
        method: 'POST',
        key,
        headers: h2c,
        body: { query: '{ viewer { tier } }' },
      });
      expect([answer.status, read(answer, 'data', 'viewer', 'tier')]).toEqual([200, 'PRO']);
    }
  });
});
