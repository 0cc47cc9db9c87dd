import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, expect, it } from '@jest/globals';
import { until } from '../../access/fixtures/access.js';
import { seededDice, type Dice } from '../../gateway/fixtures/dice.js';
import { serverForFile } from '../support/in-process.js';
import { openSocket } from '../support/live-socket.js';
import { SIGNAL_STREAM } from '../support/signal-stream.js';

/** Connections of each seed. */
const CONNECTIONS = Number(process.env['FUZZ_SOCKETS'] ?? 300);
const FIXED_SEED = 20_26;
const OWN_SEED = Number(process.env['FUZZ_SEED'] ?? randomInt(1, 2 ** 31));

const server = await serverForFile();
const { key } = await server.newKey('institutional', { perMinute: 100_000 });
const caught: unknown[] = [];
const catchError = (error: unknown): void => void caught.push(error);
for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.on(event, catchError);
afterAll(() => {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.off(event, catchError);
});

/** Whatever a client does is no error of the server. */
for (const level of ['warn', 'error'] as const) Object.assign(server.runtime.log, { [level]: catchError });

const HANDSHAKE = [
  'GET /graphql HTTP/1.1',
  'Host: a',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Protocol: graphql-transport-ws',
  '',
  '',
];
const FOLLOW = { query: SIGNAL_STREAM, variables: { tickers: ['AAPL', 'MSFT'] } };
const INIT = { type: 'connection_init', payload: { apiKey: key } };
const between = (dice: Dice, least: number, most: number): number => least + dice.below(most - least + 1);
const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

/** Messages that a client may send, of which some break the protocol. */
const MESSAGES: readonly ((dice: Dice) => string)[] = [
  () => JSON.stringify(INIT),
  (dice) =>
    JSON.stringify({ type: 'subscribe', id: dice.pick(['a', 'b', '__proto__', 'x'.repeat(1_000)]), payload: FOLLOW }),
  (dice) => JSON.stringify({ type: 'complete', id: dice.pick(['a', 'b', '__proto__', 'nothing']) }),
  (dice) => JSON.stringify({ type: dice.pick(['ping', 'pong']), payload: dice.pick([undefined, null, {}, { a: 1 }]) }),
  (dice) =>
    JSON.stringify({
      type: 'subscribe',
      id: 'c',
      payload: {
        query: dice.pick(['{ viewer { tier } }', 'subscription {', 'mutation { a }', '\u0000', '{'.repeat(50_000)]),
        variables: dice.pick([null, {}, { tickers: 7 }]),
        extensions: dice.pick([undefined, { persistedQuery: { version: 1, sha256Hash: 'x' } }]),
      },
    }),
  (dice) => `{"type":"ping","payload":${deep(between(dice, 1, 40_000))}}`,
  (dice) => `{"type":"connection_init","payload":${deep(between(dice, 1, 20_000))}}`,
  (dice) =>
    `{"type":"subscribe","id":"d","payload":{"query":"subscription","variables":${deep(between(dice, 1, 20_000))}}}`,
  (dice) =>
    JSON.stringify(
      dice.pick<unknown>([
        null,
        7,
        [],
        '',
        { type: 7 },
        { type: 'next', id: 'a', payload: {} },
        { type: 'error', id: 'a', payload: [] },
        { type: 'subscribe' },
      ]),
    ),
  (dice) => dice.pick(['', '{', 'null', '\ud800', '\uffff', '{"type":"ping"']),
];

/** A frame as a client sends it, masked with zeros. */
function frame(opcode: number, payload: Buffer, isFinal = true): Buffer {
  const extended = payload.length < 126 ? Buffer.alloc(0) : Buffer.alloc(8);
  if (extended.length > 0) extended.writeBigUInt64BE(BigInt(payload.length));
  return Buffer.concat([
    Buffer.from([(isFinal ? 0x80 : 0) | opcode, 0x80 | (extended.length > 0 ? 127 : payload.length)]),
    extended,
    Buffer.alloc(4),
    payload,
  ]);
}

/** Bytes of a client after its handshake, of which some are no frames. */
function bytesOf(dice: Dice): Buffer {
  const random = (length: number): Buffer => Buffer.from(Array.from({ length }, () => between(dice, 0, 255)));
  const text = Buffer.from(dice.pick(MESSAGES)(dice));
  switch (between(dice, 0, 9)) {
    case 0:
      return random(between(dice, 1, 200));
    case 1:
      return frame(between(dice, 0, 15), random(between(dice, 0, 300)), dice.chance(0.5));
    case 2:
      return frame(8, random(between(dice, 0, 130)));
    case 3:
      return Buffer.concat([
        frame(1, text.subarray(0, text.length / 2), false),
        frame(0, text.subarray(text.length / 2)),
      ]);
    case 4:
      return frame(1, text).subarray(0, between(dice, 1, 20));
    default:
      return frame(1, text);
  }
}

async function handshake(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(HANDSHAKE.join('\r\n'));
  const [head] = (await once(socket, 'data')) as [Buffer];
  expect(head.toString()).toMatch(/^HTTP\/1\.1 101 /);
  return socket;
}

async function misbehave(dice: Dice): Promise<void> {
  const socket = await handshake(server.url);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  if (dice.chance(0.2)) socket.pause();
  else socket.resume();
  if (dice.chance(0.8)) socket.write(frame(1, Buffer.from(JSON.stringify(INIT))));
  const pieces = between(dice, 1, 12);
  for (let count = 0; count < pieces && !socket.destroyed; count += 1) {
    socket.write(bytesOf(dice));
    if (dice.chance(0.5)) await new Promise((resolve) => setImmediate(resolve));
  }
  if (dice.chance(0.5)) socket.resetAndDestroy();
  else socket.resume().end();
  await closed;
}

it.each([
  ['the fixed seed', FIXED_SEED],
  ['its own seed', OWN_SEED],
])(
  'no client ends the process, or keeps a stream after it has left: %s',
  async (_name, seed) => {
    for (let index = 0; index < CONNECTIONS; index += 10) {
      await Promise.all(
        Array.from({ length: 10 }, (_, offset) => misbehave(seededDice(seed * 7_919 + index + offset))),
      );
      server.nextMinute();
      server.beat();
    }
    await until(() => server.streams() === 0).catch(() => undefined);
    expect({ seed, caught, streams: server.streams() }).toEqual({ seed, caught: [], streams: 0 });
    const socket = await openSocket(server.url);
    socket.send(INIT);
    expect((await socket.message(0)).type).toBe('connection_ack');
    socket.send({ type: 'subscribe', id: 'a', payload: FOLLOW });
    expect((await socket.message(1)).type).toBe('next');
    socket.socket.terminate();
  },
  300_000,
);
