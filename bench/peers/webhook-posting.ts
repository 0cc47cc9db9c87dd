import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { newId, systemRandom } from '../../access/secrets.js';
import { HEADERS, signatureOf } from '../../jobs/workers/webhooks/signature.js';
import { envelopeOf } from '../../store/outbox.js';
import { DATA, endpointsOf, nowMs, pathOf, serve, type Spread } from './webhook-messages.js';

/** Concurrent deliveries. */
const AT_ONCE = 200;
const SECRET = 'whsec_bench';
const QUEUE = 'naive';

interface Delivery {
  readonly url: string;
  readonly body: string;
  readonly type: string;
}

const receiver = process.env['RECEIVER'] ?? '';
const redisUrl = process.env['REDIS_URL'];

async function post({ url, body, type }: Delivery): Promise<void> {
  const timestampS = Math.floor(Date.now() / 1000);
  const headers = {
    'Content-Type': 'application/json',
    [HEADERS.timestamp]: String(timestampS),
    [HEADERS.signature]: signatureOf(SECRET, timestampS, Buffer.from(body)),
    [HEADERS.event]: type,
    [HEADERS.delivery]: newId('dlv', systemRandom),
  };
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`the receiver returned ${response.status}`);
}

/** The events of a spread with their deliveries. */
function* eventsOf(spread: Spread): Generator<{ readonly id: string; readonly deliveries: readonly Delivery[] }> {
  for (let count = 0; count < spread.events; count += 1) {
    const id = newId('evt', systemRandom);
    const body = envelopeOf({ id, type: spread.type, accountId: null, data: DATA, at: new Date() }).toString();
    yield {
      id,
      deliveries: Array.from({ length: endpointsOf(spread) }, (_, index) => ({
        url: receiver + pathOf(spread, index),
        body,
        type: spread.type,
      })),
    };
  }
}

/** A plain loop that signs and posts without storing anything: a crash loses deliveries. */
async function bare(spread: Spread): Promise<Readonly<Record<string, number>>> {
  const emitted: Record<string, number> = {};
  const waiting: Delivery[] = [];
  for (const { id, deliveries } of eventsOf(spread)) {
    emitted[id] = nowMs();
    waiting.push(...deliveries);
  }
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let delivery = waiting[next++]; delivery !== undefined; delivery = waiting[next++]) await post(delivery);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return emitted;
}

/** The simple approach: a BullMQ job per delivery, stored only in Redis; a stalled job is sent twice. */
function naive(url: string): readonly [send: typeof bare, end: () => Promise<void>] {
  const connect = (): Redis => new Redis(url, { maxRetriesPerRequest: null });
  const connections = [connect(), connect()] as const;
  const queue = new Queue<Delivery>(QUEUE, { connection: connections[0] });
  const worker = new Worker<Delivery>(QUEUE, ({ data }) => post(data), {
    connection: connections[1],
    concurrency: AT_ONCE,
  });
  return [
    async (spread) => {
      const emitted: Record<string, number> = {};
      for (const { id, deliveries } of eventsOf(spread)) {
        emitted[id] = nowMs();
        await queue.addBulk(deliveries.map((data) => ({ name: 'deliver', data, opts: { removeOnComplete: true } })));
      }
      return emitted;
    },
    async () => {
      await worker.close();
      await queue.close();
      for (const connection of connections) connection.disconnect();
    },
  ];
}

const [send, end] = redisUrl === undefined ? ([bare, () => Promise.resolve()] as const) : naive(redisUrl);
serve(send, end);
