import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Store } from './open-store.js';
import { forEachDatabase } from './fixtures/databases.js';
import type { Claimed } from './webhook-deliveries.js';
import type { DeliveryRules, Outcome, Recorded } from './webhook-outcomes.js';

const START = Date.UTC(2026, 4, 15, 12);
const at = (ms: number): Date => new Date(START + ms);
const DELAYS = [5_000, 60_000, 300_000];
const RULES: DeliveryRules = { delayMs: (failures) => DELAYS[failures - 1] ?? null, probeFrom: 3, disableAt: 20 };
const LEASE_MS = 30_000;

forEachDatabase((_, open) => {
  let store: Store;
  let serial = 0;
  const newId = (prefix: string): string => `${prefix}_${String((serial += 1))}`;
  beforeAll(async () => {
    store = await open();
  });

  async function newAccount(tier = 'pro'): Promise<string> {
    const id = newId('acc');
    await store.accounts.insert({ id, name: null, tier, perMinute: null, perMonth: null, createdAt: at(0) });
    return id;
  }

  const row = (accountId: string, events: readonly string[] = ['signal.flip']) => ({
    id: newId('we'),
    accountId,
    url: 'https://example.com/',
    events: [...events],
    secret: Buffer.from('one'),
    secretLast4: 'aaaa',
    createdAt: at(0),
  });

  async function newEndpoint(accountId?: string, events?: readonly string[]): Promise<string> {
    const endpoint = row(accountId ?? (await newAccount()), events);
    await store.webhooks.insert(endpoint, 5);
    return endpoint.id;
  }

  async function emit(accountId: string | null, type = 'signal.flip', data: object = {}): Promise<string> {
    const id = newId('evt');
    await store.db.transaction().execute((tx) => store.outbox.emit(tx, { id, type, accountId, data, at: at(0) }));
    return id;
  }

  const fanOut = () => store.outbox.fanOut({ tiers: ['pro', 'institutional'], most: 1_000, at: at(0) });
  const claimAll = (endpointIds: readonly string[], ms: number, most = 8): Promise<readonly Claimed[]> =>
    store.webhookDeliveries.claim(endpointIds, {
      most,
      newId: () => newId('dlv'),
      at: at(ms),
      leaseUntil: at(ms + LEASE_MS),
      probeFrom: RULES.probeFrom,
    });
  const claim = async (endpointId: string, ms: number, most = 8): Promise<Claimed> => {
    const [claimed] = await claimAll([endpointId], ms, most);
    if (claimed === undefined) throw new Error('a claim is answered');
    return claimed;
  };
  const outcome = (deliveryId: string, isSuccess: boolean, ms: number): Outcome => ({
    deliveryId,
    isSuccess,
    httpStatus: isSuccess ? 200 : 500,
    error: null,
    durationMs: 12.4,
    at: at(ms),
  });
  const record = async (
    endpointId: string,
    ids: readonly string[],
    isSuccess: boolean,
    ms: number,
  ): Promise<Recorded> => {
    const [recorded] = await store.webhookDeliveries.record(
      [{ endpointId, outcomes: ids.map((id) => outcome(id, isSuccess, ms)) }],
      RULES,
    );
    if (recorded === undefined) throw new Error('a report is answered');
    return recorded;
  };
  const endpointOf = async (id: string) =>
    store.db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const sendsOf = async (id: string) =>
    await store.db
      .selectFrom('webhook_sends')
      .select(['eventId', 'state', 'attempts', 'failures', 'nextAt'])
      .where('endpointId', '=', id)
      .orderBy('eventSeq')
      .execute();

  /** An endpoint of its own account with so many events waiting. */
  async function waiting(count: number): Promise<{ endpointId: string; accountId: string; events: string[] }> {
    const accountId = await newAccount();
    const endpointId = await newEndpoint(accountId);
    const events: string[] = [];
    for (let index = 0; index < count; index += 1) events.push(await emit(accountId));
    await fanOut();
    return { endpointId, accountId, events };
  }

  describe('endpoints', () => {
    it('are limited to five per account, also if twelve are registered at once', async () => {
      const accountId = await newAccount();
      const outcomes = await Promise.all(Array.from({ length: 12 }, () => store.webhooks.insert(row(accountId), 5)));
      expect(outcomes.filter(({ outcome: of }) => of === 'inserted')).toHaveLength(5);
      expect(outcomes.filter(({ outcome: of }) => of === 'too_many')).toHaveLength(7);
      expect(await store.webhooks.ofAccount(accountId)).toHaveLength(5);
    });

    it('are inserted once per idempotency key within 24 hours, and refused for another request', async () => {
      const accountId = await newAccount();
      const hash = Buffer.from('request');
      const insert = (requestHash: Buffer, createdAt: Date, key = 'k') =>
        store.webhooks.insert({ ...row(accountId), idempotencyKey: key, requestHash, createdAt }, 5);
      const outcomes = await Promise.all(Array.from({ length: 6 }, () => insert(hash, at(0))));
      const [inserted, ...repeated] = outcomes.sort((one, other) => (one.outcome < other.outcome ? -1 : 1));
      expect(outcomes.map(({ outcome: of }) => of)).toEqual([
        'inserted',
        ...Array.from({ length: 5 }, () => 'repeated'),
      ]);
      for (const each of repeated) expect(each).toEqual({ ...inserted, outcome: 'repeated' });
      expect((await insert(Buffer.from('other'), at(1_000))).outcome).toBe('other_request');
      expect((await insert(hash, at(1_000), 'another key')).outcome).toBe('inserted');
      expect((await insert(Buffer.from('other'), at(86_400_000))).outcome).toBe('inserted');
      expect((await insert(hash, at(86_400_001))).outcome).toBe('other_request');
    });

    it('belong to one account: another cannot read, change or delete them', async () => {
      const endpointId = await newEndpoint();
      const other = await newAccount();
      const next = { secret: Buffer.from('two'), last4: 'bbbb', activeAt: at(0) };
      expect([
        await store.webhooks.get(other, endpointId),
        await store.webhooks.rotate(other, endpointId, next, at(0)),
        await store.webhooks.activate(other, endpointId),
        await store.webhooks.delete(other, endpointId),
      ]).toEqual([undefined, undefined, undefined, false]);
      expect((await endpointOf(endpointId)).secret.toString()).toBe('one');
    });

    it('keep the old secret until the new one is activated, or its time has come and a third is created', async () => {
      const accountId = await newAccount();
      const endpointId = await newEndpoint(accountId);
      const secrets = async (): Promise<(string | undefined)[]> => {
        const { secret, nextSecret } = await endpointOf(endpointId);
        return [secret.toString(), nextSecret?.toString()];
      };
      const rotate = (text: string, activeMs: number, ms: number) =>
        store.webhooks.rotate(
          accountId,
          endpointId,
          { secret: Buffer.from(text), last4: 'zzzz', activeAt: at(activeMs) },
          at(ms),
        );
      await rotate('two', 1_000, 0);
      expect(await secrets()).toEqual(['one', 'two']);
      await rotate('three', 2_000, 500);
      expect(await secrets()).toEqual(['one', 'three']);
      await rotate('four', 5_000, 2_000);
      expect(await secrets()).toEqual(['three', 'four']);
      await store.webhooks.activate(accountId, endpointId);
      expect(await secrets()).toEqual(['four', undefined]);
      await store.webhooks.activate(accountId, endpointId);
      expect(await secrets()).toEqual(['four', undefined]);
    });
  });

  describe('endpoints claimed together', () => {
    it('get their own events in order, with in-progress and blocked attempts counted separately', async () => {
      const [fresh, full, idle, probing, blocked, gone] = [
        await waiting(3),
        await waiting(9),
        await waiting(1),
        await waiting(3),
        await waiting(3),
        await waiting(1),
      ];
      await record(
        idle.endpointId,
        (await claim(idle.endpointId, 0)).claims.map(({ id }) => id),
        true,
        1,
      );
      await claim(full.endpointId, 0, 7);
      for (const { endpointId } of [probing, blocked])
        await record(
          endpointId,
          (await claim(endpointId, 0)).claims.map(({ id }) => id),
          false,
          1,
        );
      await store.db
        .updateTable('webhook_endpoints')
        .set({ blockedUntil: at(50_000) })
        .where('id', '=', blocked.endpointId)
        .execute();
      await store.db
        .updateTable('webhook_endpoints')
        .set({ blockedUntil: at(10) })
        .where('id', '=', probing.endpointId)
        .execute();
      await store.webhooks.delete(gone.accountId, gone.endpointId);
      const asked = [gone, blocked, fresh, probing, idle, full].map(({ endpointId }) => endpointId);
      const claimed = await claimAll(asked, 40_000);
      expect(claimed.map(({ endpoint }) => endpoint?.id)).toEqual([undefined, ...asked.slice(1)]);
      expect(claimed.map(({ claims }) => claims.length)).toEqual([0, 0, 3, 1, 0, 1]);
      expect(claimed[2]?.claims.map(({ eventId, endpointId }) => [eventId, endpointId])).toEqual(
        fresh.events.map((id) => [id, fresh.endpointId]),
      );
      expect(claimed.map(({ isFull, wakeAt }) => [isFull, wakeAt?.getTime() ?? null])).toEqual([
        [false, null],
        [false, at(50_000).getTime()],
        [false, null],
        [true, null],
        [false, null],
        [true, null],
      ]);
      const ids = claimed.flatMap(({ claims }) => claims.map(({ id }) => id));
      expect(new Set(ids).size).toBe(5);
      const stored = await store.db
        .selectFrom('webhook_deliveries')
        .select(['id', 'endpointId', 'eventId'])
        .where('id', 'in', ids)
        .execute();
      expect(new Set(stored.map((row) => `${row.id} ${row.endpointId} ${row.eventId}`))).toEqual(
        new Set(claimed.flatMap(({ claims }) => claims.map((each) => `${each.id} ${each.endpointId} ${each.eventId}`))),
      );
    });

    it('are never claimed twice by transactions that name them in different orders', async () => {
      const all: string[] = [];
      for (let index = 0; index < 6; index += 1) all.push((await waiting(2)).endpointId);
      const runs = await Promise.all([
        claimAll(all, 0),
        claimAll([...all].reverse(), 0),
        claimAll([...all.slice(3), ...all.slice(0, 3)], 0),
      ]);
      const claims = runs.flat().flatMap((claimed) => claimed.claims);
      expect(claims).toHaveLength(12);
      expect(new Set(claims.map(({ endpointId, eventId }) => `${endpointId} ${eventId}`)).size).toBe(12);
    });

    it('are recorded each by its own outcomes', async () => {
      const [well, ill, gone] = [await waiting(2), await waiting(2), await waiting(1)];
      const claimed = await claimAll(
        [well, ill, gone].map(({ endpointId }) => endpointId),
        0,
      );
      await store.webhooks.delete(gone.accountId, gone.endpointId);
      const reports = claimed.map(({ claims }, index) => ({
        endpointId: [well, ill, gone][index]?.endpointId ?? '',
        outcomes: claims.map(({ id }) => outcome(id, index !== 1, 5)),
      }));
      const recorded = await store.webhookDeliveries.record(reports, RULES);
      expect(recorded.map(({ wakeAt }) => wakeAt === null)).toEqual([true, false, true]);
      expect(
        [await endpointOf(well.endpointId), await endpointOf(ill.endpointId)].map(
          ({ consecutiveFailures }) => consecutiveFailures,
        ),
      ).toEqual([0, 2]);
      expect(
        [await sendsOf(well.endpointId), await sendsOf(ill.endpointId)].map((sends) => sends.map(({ state }) => state)),
      ).toEqual([
        ['delivered', 'delivered'],
        ['waiting', 'waiting'],
      ]);
      expect((await store.webhookDeliveries.record(reports, RULES)).map(({ wakeAt }) => wakeAt)).toEqual([
        null,
        null,
        null,
      ]);
      expect((await endpointOf(ill.endpointId)).consecutiveFailures).toBe(2);
    });
  });

  describe('events', () => {
    it('exist only together with their state change', async () => {
      await fanOut();
      const undone = store.db.transaction().execute(async (tx) => {
        await store.outbox.emit(tx, { id: newId('evt'), type: 'signal.flip', accountId: null, data: {}, at: at(0) });
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
      expect((await fanOut()).events).toBe(0);
    });

    it('reach the subscribed endpoints of their account, or of all accounts, in permitted tiers, once', async () => {
      const [mine, others, poor] = [await newAccount(), await newAccount(), await newAccount('free')];
      const [flip, ipo, foreign, below] = [
        await newEndpoint(mine),
        await newEndpoint(mine, ['ipo.listing']),
        await newEndpoint(others, ['signal.flip', 'ipo.listing']),
        await newEndpoint(poor, ['ipo.listing']),
      ];
      await emit(mine);
      const broadcast = await emit(null, 'ipo.listing');
      const [one, other] = await Promise.all([fanOut(), fanOut()]);
      expect(one.events + other.events).toBe(2);
      const received = async (id: string): Promise<number> => (await sendsOf(id)).length;
      expect([await received(flip), await received(ipo), await received(foreign), await received(below)]).toEqual([
        1, 1, 1, 0,
      ]);
      expect((await sendsOf(ipo))[0]?.eventId).toBe(broadcast);
    });

    it('are stored as an envelope of exact bytes', async () => {
      const { endpointId } = await waiting(0);
      const { accountId } = await endpointOf(endpointId);
      const id = await emit(accountId, 'signal.flip', { text: 'grün', n: 1.5 });
      await fanOut();
      const { claims } = await claim(endpointId, 0);
      expect(claims[0]?.body.toString()).toBe(
        `{"id":"${id}","type":"signal.flip","created_at":"2026-05-15T12:00:00.000Z","api_version":"v1","data":{"text":"grün","n":1.5}}`,
      );
    });

    it('are pruned once no delivery is pending', async () => {
      const {
        endpointId,
        events: [first = '', second = ''],
      } = await waiting(2);
      const { claims } = await claim(endpointId, 0, 1);
      await record(
        endpointId,
        claims.map(({ id }) => id),
        true,
        10,
      );
      await store.outbox.prune(at(1), 10_000);
      const left = await store.db.selectFrom('events').select('id').where('id', 'in', [first, second]).execute();
      expect(left).toEqual([{ id: second }]);
    });
  });

  describe('attempts', () => {
    it('are stored before sending, with unique ids, within the concurrency limit, under concurrent claims', async () => {
      const { endpointId } = await waiting(20);
      const all = await Promise.all([claim(endpointId, 0), claim(endpointId, 0), claim(endpointId, 0)]);
      const claims = all.flatMap((each) => each.claims);
      expect([
        claims.length,
        new Set(claims.map(({ id }) => id)).size,
        new Set(claims.map(({ eventId }) => eventId)).size,
      ]).toEqual([8, 8, 8]);
      expect((await claim(endpointId, 0)).claims).toEqual([]);
      expect((await store.webhookDeliveries.get(claims[0]?.id ?? ''))?.status).toBe('sending');
    });

    it('follow the retry schedule with new ids, and end with it', async () => {
      const { endpointId } = await waiting(1);
      const ids: string[] = [];
      let ms = 0;
      for (const delay of [...DELAYS, null]) {
        const {
          claims: [first],
        } = await claim(endpointId, ms);
        ids.push(first?.id ?? '');
        const { wakeAt } = await record(endpointId, [first?.id ?? ''], false, ms);
        expect(wakeAt).toEqual(delay === null ? null : at(ms + delay));
        if (delay === null) break;
        expect(await claim(endpointId, ms + delay - 1)).toMatchObject({ claims: [], wakeAt: at(ms + delay) });
        ms += delay;
      }
      expect(new Set(ids).size).toBe(4);
      expect(await sendsOf(endpointId)).toMatchObject([{ state: 'given_up', attempts: 4, failures: 4 }]);
      const [last] = (await store.webhooks.recentDeliveries([endpointId], 10)).get(endpointId) ?? [];
      expect(last).toMatchObject({ id: ids[3], attempt: 4, status: 'failed', httpStatus: 500, durationMs: 12 });
    });

    it('wait for one probe after three consecutive failures, and resume once it succeeds', async () => {
      const { endpointId } = await waiting(50);
      const { claims: burst } = await claim(endpointId, 0);
      await record(
        endpointId,
        burst.map(({ id }) => id),
        false,
        0,
      );
      expect(await claim(endpointId, 100)).toMatchObject({ claims: [], wakeAt: at(5_000) });
      const {
        claims: [probe, ...none],
      } = await claim(endpointId, 5_000);
      expect([none, (await claim(endpointId, 5_000)).claims]).toEqual([[], []]);
      await record(endpointId, [probe?.id ?? ''], false, 5_000);
      expect((await claim(endpointId, 64_999)).claims).toEqual([]);
      const {
        claims: [again],
      } = await claim(endpointId, 65_000);
      expect(again?.eventId).toBe(probe?.eventId);
      await record(endpointId, [again?.id ?? ''], true, 65_000);
      expect((await endpointOf(endpointId)).consecutiveFailures).toBe(0);
      expect((await claim(endpointId, 65_000)).claims).toHaveLength(8);
    });

    it('disable the endpoint permanently at the 20th consecutive failure, not after 19 and a success', async () => {
      const { endpointId } = await waiting(41);
      const fail = async (): Promise<void> => {
        await store.db
          .updateTable('webhook_endpoints')
          .set({ blockedUntil: null })
          .where('id', '=', endpointId)
          .execute();
        const { claims } = await claim(endpointId, 0, 1);
        await record(
          endpointId,
          claims.map(({ id }) => id),
          false,
          0,
        );
      };
      for (let count = 0; count < 19; count += 1) await fail();
      await store.db
        .updateTable('webhook_endpoints')
        .set({ blockedUntil: null })
        .where('id', '=', endpointId)
        .execute();
      const { claims } = await claim(endpointId, 400_000, 1);
      await record(
        endpointId,
        claims.map(({ id }) => id),
        true,
        400_000,
      );
      expect(await endpointOf(endpointId)).toMatchObject({ status: 'active', consecutiveFailures: 0 });
      const {
        claims: [late = expect.anything()],
      } = await claim(endpointId, 400_000, 1);
      for (let count = 0; count < 20; count += 1) await failOpen(endpointId);
      expect(await endpointOf(endpointId)).toMatchObject({
        status: 'disabled',
        consecutiveFailures: 20,
        disabledReason: expect.stringMatching(/^Disabled at 2026-05-15T.* after 20 failed/),
      });
      await record(endpointId, [(late as { id: string }).id], true, 400_001);
      expect(await endpointOf(endpointId)).toMatchObject({ status: 'disabled', consecutiveFailures: 20 });
      expect((await sendsOf(endpointId)).filter(({ state }) => state === 'waiting' || state === 'sending')).toEqual([]);
    });

    /** One more failure, by a test that goes out at once. */
    async function failOpen(endpointId: string): Promise<void> {
      const endpoint = await endpointOf(endpointId);
      const test = await store.webhookDeliveries.claimTest({
        endpoint,
        id: newId('dlv'),
        eventId: newId('evt'),
        eventType: 'webhook.test',
        body: Buffer.from('{}'),
        at: at(400_000),
        leaseUntil: at(430_000),
      });
      await record(endpointId, [test.id], false, 400_000);
    }

    it('that fail at the same moment all count', async () => {
      const { endpointId } = await waiting(0);
      await Promise.all(Array.from({ length: 20 }, () => failOpen(endpointId)));
      expect(await endpointOf(endpointId)).toMatchObject({ status: 'disabled', consecutiveFailures: 20 });
    });

    it('without an outcome fail when their lease expires, do not count, and are retried with a new id', async () => {
      const { endpointId } = await waiting(1);
      const {
        claims: [lost],
      } = await claim(endpointId, 0);
      expect(await store.webhookDeliveries.overdueEndpoints(at(LEASE_MS), 10)).not.toContain(endpointId);
      expect(await store.webhookDeliveries.overdueEndpoints(at(LEASE_MS + 1), 10)).toContain(endpointId);
      expect(await store.webhookDeliveries.settleUnknown(endpointId, 'unknown', at(LEASE_MS + 1), RULES)).toBe(1);
      await record(endpointId, [lost?.id ?? ''], true, LEASE_MS + 2);
      expect(await store.webhookDeliveries.get(lost?.id ?? '')).toMatchObject({ status: 'failed', error: 'unknown' });
      expect((await endpointOf(endpointId)).consecutiveFailures).toBe(0);
      const {
        claims: [next],
      } = await claim(endpointId, LEASE_MS + 1 + 5_000);
      expect(next?.eventId).toBe(lost?.eventId);
      expect(next?.id).not.toBe(lost?.id);
    });

    it('can be retried only by their owner: one more attempt with a new id', async () => {
      const {
        endpointId,
        accountId,
        events: [eventId = ''],
      } = await waiting(1);
      const {
        claims: [first],
      } = await claim(endpointId, 0);
      await record(endpointId, [first?.id ?? ''], true, 0);
      const ask = (of: string) =>
        store.webhooks.redeliver({ accountId: of, eventId, endpointId: null, lastFailures: 3, at: at(1_000) });
      expect(await ask(await newAccount())).toEqual([]);
      expect(await ask(accountId)).toEqual([endpointId]);
      const {
        claims: [second],
      } = await claim(endpointId, 1_000);
      expect([second?.eventId, second?.id === first?.id]).toEqual([eventId, false]);
      await record(endpointId, [second?.id ?? ''], false, 1_000);
      expect(await sendsOf(endpointId)).toMatchObject([{ state: 'given_up', attempts: 2 }]);
    });

    it('are listed newest first, at most ten per endpoint', async () => {
      const { endpointId } = await waiting(12);
      for (let count = 0; count < 12; count += 1) {
        const { claims } = await claim(endpointId, count, 1);
        await record(
          endpointId,
          claims.map(({ id }) => id),
          true,
          count,
        );
      }
      const listed = (await store.webhooks.recentDeliveries([endpointId], 10)).get(endpointId) ?? [];
      expect(listed.map(({ claimedAt }) => claimedAt.getTime() - START)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
    });

    it('waiting, in progress or given up are counted, with the age of the oldest due', async () => {
      const before = await store.webhookDeliveries.backlog(at(0));
      const { endpointId } = await waiting(3);
      await claim(endpointId, 0, 1);
      const after = await store.webhookDeliveries.backlog(at(7_000));
      expect([after.waiting - before.waiting, after.sending - before.sending, after.unsorted]).toEqual([2, 1, 0]);
      expect(after.oldestDueS).toBeGreaterThanOrEqual(7);
    });

    it('of an endpoint without a worker are found', async () => {
      const { endpointId } = await waiting(1);
      const idle = () => store.webhookDeliveries.idleEndpoints(at(0), at(0), RULES.probeFrom, 1_000);
      expect(await idle()).toContain(endpointId);
      await claim(endpointId, 0);
      expect(await idle()).not.toContain(endpointId);
    });
  });
});
