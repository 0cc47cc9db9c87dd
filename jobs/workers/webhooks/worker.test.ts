import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSealer } from '../../../access/sealing.js';
import { newId, systemRandom } from '../../../access/secrets.js';
import { until } from '../../../access/fixtures/access.js';
import { hasRedis, startTestRedis, type TestRedis } from '../../../access/fixtures/redis.js';
import { createOutbound } from '../../../outbound/outbound.js';
import type { Store } from '../../../store/open-store.js';
import {
  embeddedDatabase,
  postgresBinaries,
  postgresDatabase,
  type OpenTestStore,
} from '../../../store/fixtures/databases.js';
import { openQueues, type Queues } from '../../queue/open-queues.js';
import { createSender, type Send } from './sender.js';
import { createTestEventSender } from './send-test-event.js';
import { startWebhookWorker, type WebhookWorker } from './worker.js';
import { HEADERS, signatureOf } from './signature.js';

/** Real delays, shortened: 5 s are 50 ms. */
const SCALE = 0.01;
/** Longer than any test lasts: an answer that is kept back neither times out nor is taken for lost. */
const FOR_EVER_MS = 3_600_000;
const SECRET = 'whsec_test';
const sealer = createSealer(Buffer.alloc(32, 1), systemRandom);

interface Received {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** What a worker's log says of an endpoint that was disabled. */
function reasonOf(details: object): object {
  return { id: 'endpoint' in details && details.endpoint, reason: 'reason' in details && details.reason };
}

/** A receiver whose answers the test decides, by path. */
class Receiver {
  readonly received: Received[] = [];
  answer: (path: string, count: number) => number | 'hang' = () => 200;
  private readonly server: Server;
  private readonly held: ServerResponse[] = [];

  constructor() {
    this.server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request
        .on('data', (part: Buffer) => parts.push(part))
        .on('end', () => {
          const path = request.url ?? '';
          this.received.push({ path, headers: request.headers, body: Buffer.concat(parts) });
          const status = this.answer(path, this.at(path).length);
          if (status === 'hang') this.held.push(response);
          else response.writeHead(status, status === 302 ? { Location: '/elsewhere' } : {}).end();
        });
    }).listen(0, '127.0.0.1');
  }

  at(path: string): readonly Received[] {
    return this.received.filter((each) => each.path === path);
  }

  async url(path: string): Promise<string> {
    if (!this.server.listening) await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`;
  }

  /** Sends the first answers that were kept back, or all. */
  release(count = this.held.length): void {
    for (const response of this.held.splice(0, count)) response.end();
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

interface Shape {
  readonly name: string;
  readonly open: () => OpenTestStore;
  readonly redis: boolean;
  readonly isPossible: boolean;
}

const SHAPES: readonly Shape[] = [
  { name: 'embedded', open: embeddedDatabase, redis: false, isPossible: true },
  {
    name: 'PostgreSQL and Redis',
    open: postgresDatabase,
    redis: true,
    isPossible: hasRedis && (postgresBinaries() !== null || process.env['TEST_DATABASE_URL'] !== undefined),
  },
];

for (const { name, open, redis: withRedis, isPossible } of SHAPES) {
  if (!isPossible) console.log(`skipped: webhooks on ${name}, for want of its servers`);
  (isPossible ? describe : describe.skip)(`webhooks on ${name}`, () => {
    const receiver = new Receiver();
    const outbound = createOutbound({ target: 'operator', maxSockets: 64 });
    const errors: unknown[] = [];
    const disabled: object[] = [];
    let store: Store;
    let redis: TestRedis | undefined;
    let queues: Queues;
    let worker: WebhookWorker;
    let send: Send;

    // Hooks run in this order: the store, opened below, closes after those who work on it.
    afterAll(async () => {
      await worker.close();
      await queues.close();
      outbound.close();
      receiver.close();
      await redis?.stop();
    });
    const openStore = open();

    beforeAll(async () => {
      redis = withRedis ? await startTestRedis() : undefined;
      store = await openStore();
      const patient: typeof outbound.send = (request) => outbound.send({ ...request, totalTimeoutMs: FOR_EVER_MS });
      send = createSender({ outbound: { send: patient }, sealer: () => Promise.resolve(sealer), clock: Date.now });
      queues = openQueues({
        store,
        redis: redis?.servers,
        onAway: (error) => errors.push(error),
        onFailed: (error) => errors.push(error),
        onLost: (queue) => errors.push(new Error(`lost ${queue}`)),
      });
      worker = await startWebhookWorker({
        store,
        queues,
        send,
        clock: Date.now,
        random: systemRandom,
        rng: Math.random,
        timeScale: SCALE,
        leaseMs: FOR_EVER_MS,
        sweepEveryMs: 200,
        log: {
          debug: (details) => errors.push(details),
          warn: (details) => disabled.push(reasonOf(details)),
          error: (details) => errors.push(details),
        },
      });
    });

    async function newAccount(): Promise<string> {
      const id = newId('acc', systemRandom);
      await store.accounts.insert({
        id,
        name: null,
        tier: 'pro',
        perMinute: null,
        perMonth: null,
        createdAt: new Date(),
      });
      return id;
    }

    async function newEndpoint(accountId: string, path: string): Promise<string> {
      const id = newId('we', systemRandom);
      await store.webhooks.insert(
        {
          id,
          accountId,
          url: await receiver.url(path),
          events: ['signal.flip'],
          secret: sealer.seal(SECRET, id),
          secretLast4: 'test',
          createdAt: new Date(),
        },
        5,
      );
      return id;
    }

    async function emit(accountId: string, data: object = {}): Promise<string> {
      const id = newId('evt', systemRandom);
      await store.db
        .transaction()
        .execute((tx) => store.outbox.emit(tx, { id, type: 'signal.flip', accountId, data, at: new Date() }));
      return id;
    }

    const endpointOf = async (id: string) =>
      store.db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const statesOf = async (id: string) =>
      (await store.db.selectFrom('webhook_sends').select('state').where('endpointId', '=', id).execute()).map(
        ({ state }) => state,
      );
    const deliveryIds = (path: string) => receiver.at(path).map(({ headers }) => String(headers['x-svc-delivery']));

    it('arrive once, immediately, signed over the exact bytes', async () => {
      const accountId = await newAccount();
      const endpointId = await newEndpoint(accountId, '/once');
      const eventId = await emit(accountId, { text: 'grün' });
      await until(() => receiver.at('/once').length > 0);
      await until(async () => (await statesOf(endpointId))[0] === 'delivered');
      const [first, ...more] = receiver.at('/once');
      expect(more).toEqual([]);
      const { headers = {}, body = Buffer.of() } = first ?? {};
      const header = (of: keyof typeof HEADERS): unknown => headers[HEADERS[of].toLowerCase()];
      const timestampS = Number(header('timestamp'));
      expect(Math.abs(timestampS - Date.now() / 1000)).toBeLessThan(60);
      expect(header('signature')).toBe(signatureOf(SECRET, timestampS, body));
      expect(header('event')).toBe('signal.flip');
      expect(JSON.parse(body.toString())).toMatchObject({
        id: eventId,
        type: 'signal.flip',
        api_version: 'v1',
        data: { text: 'grün' },
      });
      const [delivery] = (await store.webhooks.recentDeliveries([endpointId], 10)).get(endpointId) ?? [];
      expect(delivery).toMatchObject({
        id: deliveryIds('/once')[0],
        status: 'succeeded',
        httpStatus: 200,
        error: null,
        attempt: 1,
      });
    });

    it('are retried with a new delivery id and the same event id until accepted', async () => {
      const accountId = await newAccount();
      const endpointId = await newEndpoint(accountId, '/third');
      receiver.answer = (path, count) => (path === '/third' && count < 3 ? (count === 1 ? 500 : 302) : 200);
      await emit(accountId);
      await until(async () => (await statesOf(endpointId))[0] === 'delivered');
      expect(new Set(deliveryIds('/third')).size).toBe(3);
      expect(new Set(receiver.at('/third').map(({ body }) => body.toString())).size).toBe(1);
      expect(receiver.at('/elsewhere')).toEqual([]);
      expect((await endpointOf(endpointId)).consecutiveFailures).toBe(0);
    });

    it('sent in a burst while the receiver restarts all arrive, without disabling the endpoint', async () => {
      const accountId = await newAccount();
      const endpointId = await newEndpoint(accountId, '/restart');
      receiver.answer = (path, count) => (path === '/restart' && count <= 10 ? 503 : 200);
      const events = await Promise.all(Array.from({ length: 50 }, () => emit(accountId)));
      await until(async () => (await statesOf(endpointId)).filter((state) => state === 'delivered').length === 50);
      expect((await endpointOf(endpointId)).status).toBe('active');
      const taken = receiver
        .at('/restart')
        .slice(10)
        .map(({ body }) => (JSON.parse(body.toString()) as { id: string }).id);
      expect(new Set(taken)).toEqual(new Set(events));
      expect(new Set(deliveryIds('/restart')).size).toBe(receiver.at('/restart').length);
      expect(receiver.at('/restart').length).toBeLessThan(75);
    });

    it('that keep failing disable the endpoint at the 20th consecutive failure, and pending ones are given up', async () => {
      const accountId = await newAccount();
      const endpointId = await newEndpoint(accountId, '/never');
      receiver.answer = (path) => (path === '/never' ? 410 : 200);
      const sendTest = createTestEventSender({
        store,
        send,
        clock: Date.now,
        random: systemRandom,
        rng: Math.random,
        onDisabled: ({ id }, reason) => disabled.push({ id, reason }),
      });
      for (let index = 0; index < 5; index += 1) await emit(accountId);
      await until(async () => (await endpointOf(endpointId)).consecutiveFailures >= 3);
      while ((await endpointOf(endpointId)).status === 'active') await sendTest(await endpointOf(endpointId));
      expect(await endpointOf(endpointId)).toMatchObject({
        consecutiveFailures: 20,
        disabledReason: expect.stringContaining('status 410'),
      });
      // The worker or the test delivery made the twentieth attempt, and tells of it once it is on record.
      await until(() => disabled.length > 0);
      expect(disabled).toContainEqual({ id: endpointId, reason: expect.stringContaining('status 410') });
      await until(async () => new Set(await statesOf(endpointId)).size === 1);
      expect(await statesOf(endpointId)).toEqual(Array.from({ length: 5 }, () => 'given_up'));
      const sent = receiver.at('/never').length;
      await emit(accountId);
      await worker.sweep();
      expect(receiver.at('/never')).toHaveLength(sent);
    });

    it('reach a fast endpoint while others are slow, with at most 8 concurrent attempts per endpoint', async () => {
      const accountId = await newAccount();
      receiver.answer = (path) => (path.startsWith('/slow') ? 'hang' : 200);
      const slow = await Promise.all([1, 2, 3, 4].map((number) => newEndpoint(accountId, `/slow${number}`)));
      const fast = await newEndpoint(accountId, '/fast');
      for (let index = 0; index < 30; index += 1) await emit(accountId);
      await until(async () => (await statesOf(fast)).filter((state) => state === 'delivered').length === 30, 6_000);
      await until(() => slow.every((_id, index) => receiver.at(`/slow${index + 1}`).length === 8), 6_000);
      await worker.sweep();
      expect(slow.map((_id, index) => receiver.at(`/slow${index + 1}`).length)).toEqual([8, 8, 8, 8]);
      for (const id of slow) await store.webhooks.delete(accountId, id);
      receiver.release();
    });

    it('that found no room are sent once there is room, though another turn waits for its slow one', async () => {
      const accountId = await newAccount();
      receiver.answer = () => 'hang';
      const endpointId = await newEndpoint(accountId, '/room');
      const sending = async (): Promise<number> =>
        (await statesOf(endpointId)).filter((state) => state === 'sending').length;
      for (let index = 0; index < 8; index += 1) await emit(accountId);
      await until(() => receiver.at('/room').length === 8, 6_000);
      // One has come back, and nothing was due: the first turn takes no more. The next turn has room for one of three.
      receiver.release(1);
      await until(async () => (await sending()) === 7, 6_000);
      await store.db.transaction().execute(async (tx) => {
        for (let index = 0; index < 3; index += 1)
          await store.outbox.emit(tx, {
            id: newId('evt', systemRandom),
            type: 'signal.flip',
            accountId,
            data: {},
            at: new Date(),
          });
      });
      await until(() => receiver.at('/room').length === 9, 6_000);
      receiver.release(7);
      await until(() => receiver.at('/room').length === 11, 6_000);
      await until(async () => (await sending()) === 3, 6_000);
      receiver.answer = () => 200;
      receiver.release();
      await until(async () => (await statesOf(endpointId)).every((state) => state === 'delivered'), 6_000);
      expect(receiver.at('/room')).toHaveLength(11);
    });

    it('are sent even if the queue loses them', async () => {
      const accountId = await newAccount();
      receiver.answer = () => 200;
      const endpointId = await newEndpoint(accountId, '/lost');
      const eventId = newId('evt', systemRandom);
      await store.db.transaction().execute(async (tx) => {
        await tx
          .insertInto('events')
          .values({
            id: eventId,
            type: 'signal.flip',
            accountId,
            body: Buffer.from('{}'),
            createdAt: new Date(),
            fannedOutAt: new Date(),
          })
          .execute();
        const { seq } = await tx.selectFrom('events').select('seq').where('id', '=', eventId).executeTakeFirstOrThrow();
        await tx
          .insertInto('webhook_sends')
          .values({ endpointId, eventId, eventSeq: seq, nextAt: new Date() })
          .execute();
      });
      await until(() => receiver.at('/lost').length === 1, 6_000);
    });

    it('cause no logged errors', () => {
      expect(errors).toEqual([]);
    });
  });
}
