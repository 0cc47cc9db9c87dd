import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openQueues, type Queues } from '../jobs/queue/open-queues.js';
import { embeddedDatabase } from '../store/fixtures/databases.js';
import type { Store } from '../store/open-store.js';
import { createCustomer, createManualClock, openAccess, until, type ManualClock } from './fixtures/access.js';
import { hasOwnRedis } from './fixtures/redis.js';
import { startTestSentinels, type TestSentinels } from './fixtures/redis-sentinel.js';
import { accountScope } from './limits.js';
import { connectRedis } from './redis.js';
import { monthKey } from './redis-keys.js';
import type { RedisClient } from './redis-servers.js';
import type { Access } from './service.js';

if (!hasOwnRedis) console.log('skipped: Redis behind sentinels, for want of an installed Redis');

const SCOPE = accountScope('a');
const TIMEOUT_MS = 300_000;

(hasOwnRedis ? describe : describe.skip)('on a primary and a replica behind sentinels', () => {
  let sentinels: TestSentinels;
  /** Whether a test has stopped the primary: one failover for each set of servers. */
  let isSpent = true;
  let store: Store;
  const connections: RedisClient[] = [];
  const opened: (Access | Queues)[] = [];
  const open = embeddedDatabase();

  const startAccess = async (clock: ManualClock): Promise<Access> => {
    const redis = await connectRedis(sentinels.servers, () => undefined);
    connections.push(redis);
    const access = await openAccess(store, clock, redis);
    opened.push(access);
    return access;
  };
  /** Waits until the replica has all that was acknowledged: it has a write of this connection, which comes after. */
  const replicated = async (): Promise<void> => {
    const replicas = sentinels.askPrimary(async (redis) => {
      await redis.incr('written last');
      return redis.wait(1, 60_000);
    });
    expect(await replicas).toBe(1);
  };
  const stopPrimary = (signal: 'SIGKILL' | 'SIGSTOP'): Promise<void> => {
    isSpent = true;
    return sentinels.stopPrimary(signal);
  };
  beforeAll(async () => {
    store = await open();
  });
  beforeEach(async () => {
    if (isSpent) sentinels = await startTestSentinels();
    isSpent = false;
  }, TIMEOUT_MS);
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
    for (const redis of connections.splice(0)) redis.disconnect();
    if (isSpent) await sentinels.stop();
  });
  afterAll(() => sentinels.stop());

  it(
    'does not start, and says why, without a sentinel that knows the primary',
    async () => {
      const { servers } = sentinels;
      const known = await connectRedis(servers, () => undefined);
      known.disconnect();
      await expect(connectRedis({ ...servers, master: 'another' }, () => undefined)).rejects.toMatchObject({
        code: 'unavailable',
        cause: { message: expect.stringMatching(/sentinels are unreachable/) },
      });
      await expect(connectRedis({ ...servers, login: { password: 'wrong' } }, () => undefined)).rejects.toMatchObject({
        code: 'unavailable',
        cause: { message: expect.stringMatching(/WRONGPASS/) },
      });
    },
    TIMEOUT_MS,
  );

  it(
    'limits of two processes go on where they were though the primary hangs',
    async () => {
      const clock = createManualClock();
      const [a, b] = [await startAccess(clock), await startAccess(clock)];
      const { identity } = await createCustomer(a, { tier: 'pro', perMonth: 20 });
      for (const access of [a, b]) {
        for (let i = 0; i < 3; i += 1) await access.limiter.take(SCOPE, 10, clock());
        await access.meter.charge(identity, 4, clock());
        await access.flush();
      }
      await replicated();
      // What a replica has whose copy lacks the last three units.
      await sentinels.askPrimary((redis) => redis.hset(monthKey(identity.accountId, '2026-05', 'requests'), 'used', 5));
      await replicated();

      await stopPrimary('SIGSTOP');
      await expect(a.limiter.take(SCOPE, 10, clock())).rejects.toMatchObject({ code: 'unavailable' });
      for (const access of [a, b])
        await until(async () =>
          Promise.resolve(access.limiter.peek(SCOPE, 10, clock())).then(
            () => true,
            () => false,
          ),
        );
      const takes = await Promise.all(
        Array.from({ length: 20 }, (_, i) => [a, b][i % 2]?.limiter.take(SCOPE, 10, clock())),
      );
      expect(takes.filter((state) => state?.allowed)).toHaveLength(4);

      await Promise.all([a.flush(), b.flush()]);
      expect(await b.meter.peek(identity)).toMatchObject({ used: 8 });
      const charges = await Promise.allSettled(
        Array.from({ length: 30 }, (_, i) => [a, b][i % 2]?.meter.charge(identity, 1, clock())),
      );
      expect(charges.filter(({ status }) => status === 'fulfilled')).toHaveLength(12);
      await Promise.all([a.flush(), b.flush()]);
      expect((await store.usage.readMonth(identity.accountId, '2026-05', 'requests')).used).toBe(20);
    },
    TIMEOUT_MS,
  );

  it(
    'jobs that were acknowledged run once each, those in progress and those to come, though the primary is killed',
    async () => {
      const failures: Error[] = [];
      const queues = openQueues({
        store,
        redis: sentinels.servers,
        onAway: () => undefined,
        onFailed: (error) => failures.push(error),
        onLost: () => undefined,
      });
      opened.push(queues);
      const ran: number[] = [];
      let goOn = (): void => undefined;
      const gate = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      const queue = queues.queue<{ number: number }>('things');
      queues.worker<{ number: number }>(
        'things',
        async ({ data }) => {
          ran.push(data.number);
          if (data.number < 2) await gate;
        },
        { concurrency: 2 },
      );
      await queue.addBulk(Array.from({ length: 20 }, (_, number) => ({ name: 'thing', data: { number } })));
      await until(() => ran.length === 2);
      await replicated();
      await stopPrimary('SIGKILL');
      await expect(queue.add('thing', { number: 99 })).rejects.toThrow();
      goOn();
      await until(() => ran.length === 20);
      await until(async () =>
        queue.add('thing', { number: 20 }, { jobId: 'last' }).then(
          () => true,
          () => false,
        ),
      );
      await until(async () => (await queue.getCompletedCount()) === 21);
      expect([ran.sort((one, other) => one - other), failures]).toEqual([
        Array.from({ length: 21 }, (_, number) => number),
        [],
      ]);
    },
    TIMEOUT_MS,
  );
});
