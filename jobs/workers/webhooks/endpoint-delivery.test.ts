import { describe, expect, it } from '@jest/globals';
import { newId, systemRandom } from '../../../access/secrets.js';
import { embeddedDatabase } from '../../../store/fixtures/databases.js';
import type { Store } from '../../../store/open-store.js';
import type { WebhookDeliveriesRepository } from '../../../store/webhook-deliveries.js';
import { deliveryRules } from '../../queue/webhook-rules.js';
import { deliverToEndpoint, deliveryStore, type DeliveryOptions } from './endpoint-delivery.js';
import type { Send } from './sender.js';

const EVENTS = 20;
const LEASE_MS = 3_600_000;

/** An endpoint with due events. */
async function endpointWithEvents(store: Store, events = EVENTS): Promise<string> {
  const [accountId, id, at] = [newId('acc', systemRandom), newId('we', systemRandom), new Date()];
  await store.accounts.insert({
    id: accountId,
    name: null,
    tier: 'pro',
    perMinute: null,
    perMonth: null,
    createdAt: at,
  });
  await store.webhooks.insert(
    {
      id,
      accountId,
      url: 'https://receiver.example',
      events: ['signal.flip'],
      secret: Buffer.from('sealed'),
      secretLast4: 'aled',
      createdAt: at,
    },
    5,
  );
  await store.db.transaction().execute(async (tx) => {
    for (let index = 0; index < events; index += 1)
      await store.outbox.emit(tx, { id: newId('evt', systemRandom), type: 'signal.flip', accountId, data: {}, at });
  });
  await store.outbox.fanOut({ tiers: ['pro'], most: 500, at });
  return id;
}

async function statesOf(store: Store, endpointId: string): Promise<Readonly<Record<string, number>>> {
  const rows = await store.db
    .selectFrom('webhook_sends')
    .select(['state', (select) => select.fn.countAll<string>().as('count')])
    .where('endpointId', '=', endpointId)
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
}

describe('a turn of an endpoint', () => {
  const openStore = embeddedDatabase();
  let opened: Promise<Store> | undefined;
  const theStore = (): Promise<Store> => (opened ??= openStore());

  interface Turn {
    readonly sent: string[];
    readonly woken: (Date | null)[];
    readonly options: DeliveryOptions;
  }

  async function turnWith(
    change: Partial<WebhookDeliveriesRepository>,
    more: Partial<DeliveryOptions> = {},
  ): Promise<Turn> {
    const store = await theStore();
    const [sent, woken]: [string[], (Date | null)[]] = [[], []];
    const send: Send = async (_endpoint, { id }) => {
      sent.push(id);
      await new Promise((resolve) => setImmediate(resolve));
      return { deliveryId: id, isSuccess: true, httpStatus: 200, error: null, durationMs: 1, at: new Date() };
    };
    const webhookDeliveries = { ...store.webhookDeliveries, ...change };
    const options: DeliveryOptions = {
      store: deliveryStore({
        store: { webhookDeliveries },
        rules: deliveryRules(Math.random),
        clock: Date.now,
        random: systemRandom,
        leaseMs: LEASE_MS,
      }),
      send,
      clock: Date.now,
      isStopping: () => false,
      onDisabled: () => undefined,
      wake: (_endpointId, at) => Promise.resolve(void woken.push(at)),
      ...more,
    };
    return { sent, woken, options };
  }

  it('sends all that is due, each once, and at most eight at once', async () => {
    const store = await theStore();
    const endpointId = await endpointWithEvents(store);
    const { sent, woken, options } = await turnWith({});
    const underway: number[] = [];
    let open = 0;
    const send: Send = async (endpoint, claim) => {
      underway.push((open += 1));
      const outcome = await options.send(endpoint, claim);
      open -= 1;
      return outcome;
    };
    await deliverToEndpoint(endpointId, { ...options, send });
    expect([new Set(sent).size, sent.length, woken, await statesOf(store, endpointId)]).toEqual([
      EVENTS,
      EVENTS,
      [],
      { delivered: EVENTS },
    ]);
    expect(Math.max(...underway)).toBe(8);
  });

  it('stores what has come back if new attempts cannot be claimed, and asks for another turn', async () => {
    const store = await theStore();
    const endpointId = await endpointWithEvents(store);
    const { advance } = store.webhookDeliveries;
    const { sent, woken, options } = await turnWith({
      advance: (steps, rules, request) =>
        steps.some(({ goesOn }) => goesOn) ? Promise.reject(new Error('no claims')) : advance(steps, rules, request),
    });
    await deliverToEndpoint(endpointId, options);
    expect([sent.length, await statesOf(store, endpointId)]).toEqual([8, { delivered: 8, waiting: EVENTS - 8 }]);
    expect(woken[0]).toBeNull();
  });

  it('stores with the next outcome what could not be stored with its own', async () => {
    const store = await theStore();
    const endpointId = await endpointWithEvents(store, 8);
    const { advance } = store.webhookDeliveries;
    let calls = 0;
    let second = (): void => undefined;
    const failedTwice = new Promise<void>((resolve) => {
      second = resolve;
    });
    const { sent, options } = await turnWith({
      advance(steps, rules, request) {
        calls += 1;
        if (calls > 2) return advance(steps, rules, request);
        if (calls === 2) second();
        return Promise.reject(new Error('away'));
      },
    });
    let first = true;
    const send: Send = async (endpoint, claim) => {
      const isFirst = first;
      first = false;
      const outcome = await options.send(endpoint, claim);
      if (!isFirst) await failedTwice;
      return outcome;
    };
    await expect(deliverToEndpoint(endpointId, { ...options, send })).rejects.toThrow('away');
    expect([sent.length, await statesOf(store, endpointId)]).toEqual([8, { delivered: 8 }]);
  });

  it('makes way for another turn when its time is over, without waiting for its slowest attempt', async () => {
    const store = await theStore();
    const endpointId = await endpointWithEvents(store);
    let nowMs = Date.now();
    const { woken, options } = await turnWith({}, { clock: () => nowMs });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isFirst = true;
    const send: Send = async (endpoint, claim) => {
      const waits = isFirst;
      isFirst = false;
      const outcome = await options.send(endpoint, claim);
      nowMs += 2_000;
      if (waits) await held;
      return outcome;
    };
    const wake = (id: string, at: Date | null): Promise<void> => {
      release();
      return options.wake(id, at);
    };
    await deliverToEndpoint(endpointId, { ...options, send, wake });
    expect(woken).toContain(null);
    expect(await statesOf(store, endpointId)).toEqual({ delivered: 8, waiting: EVENTS - 8 });
  });
});
