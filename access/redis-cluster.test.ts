import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { embeddedDatabase } from '../store/fixtures/databases.js';
import type { Store } from '../store/open-store.js';
import { queueStates, failedJobs, retryFailedJob, retryFailedJobs } from '../jobs/queue/queue-states.js';
import { QUEUES } from '../jobs/queue/names.js';
import { openQueues, type Queues } from '../jobs/queue/open-queues.js';
import { keepScheduled } from '../jobs/queue/kept-schedule.js';
import { createCustomer, createManualClock, openAccess, until, type ManualClock } from './fixtures/access.js';
import { hasOwnRedis } from './fixtures/redis.js';
import { startTestCluster, type TestCluster } from './fixtures/redis-cluster.js';
import { createRedisRateLimiter } from './limits-redis.js';
import { accountScope } from './limits.js';
import { createReconciler } from './meter-reconciler.js';
import { CHARGE } from './meter-redis-scripts.js';
import { bindScript, connectRedis } from './redis.js';
import { minuteKey, monthKey } from './redis-keys.js';
import type { RedisClient } from './redis-servers.js';
import type { Access } from './service.js';

if (!hasOwnRedis) console.log('skipped: a Redis Cluster of three nodes, for want of an installed Redis');

/** Names that are on different nodes, so that what uses two of them in one command fails. */
const MANY = Array.from({ length: 12 }, (_, i) => `account-${i}`);

(hasOwnRedis ? describe : describe.skip)('on a Redis Cluster of three nodes', () => {
  let cluster: TestCluster;
  let store: Store;
  const connections: RedisClient[] = [];
  const opened: (Access | Queues)[] = [];
  const open = embeddedDatabase();

  const connect = async (): Promise<RedisClient> => {
    const redis = await connectRedis(cluster.servers, () => undefined);
    connections.push(redis);
    return redis;
  };
  const startAccess = async (clock: ManualClock): Promise<Access> => {
    const access = await openAccess(store, clock, await connect());
    opened.push(access);
    return access;
  };
  beforeAll(async () => {
    cluster = await startTestCluster();
    store = await open();
  });
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
    for (const redis of connections.splice(0)) redis.disconnect();
  });
  afterAll(() => cluster.stop());

  it('limits per minute and per month are exact over two processes, for accounts on every node', async () => {
    const clock = createManualClock();
    const processes = [await startAccess(clock), await startAccess(clock)];
    const nodes = await Promise.all(MANY.map((name) => cluster.nodeOf(minuteKey(accountScope(name)))));
    expect(new Set(nodes)).toEqual(new Set([0, 1, 2]));
    for (const name of MANY) {
      const takes = await Promise.all(
        Array.from({ length: 20 }, (_, i) => processes[i % 2]?.limiter.take(accountScope(name), 7, clock())),
      );
      expect(takes.filter((state) => state?.allowed)).toHaveLength(7);
    }
    const customers = await Promise.all(
      MANY.map(() => createCustomer(processes[0] as Access, { tier: 'pro', perMonth: 9 })),
    );
    for (const { identity } of customers) {
      const charges = await Promise.allSettled(
        Array.from({ length: 24 }, (_, i) => processes[i % 2]?.meter.charge(identity, 1, clock())),
      );
      expect(charges.filter(({ status }) => status === 'fulfilled')).toHaveLength(9);
    }
    await Promise.all(processes.map((access) => access.flush()));
    for (const { identity } of customers)
      expect((await store.usage.readMonth(identity.accountId, '2026-05', 'requests')).used).toBe(9);
  });

  it('counts of all accounts that a node lost are counted again, each unit once', async () => {
    const clock = createManualClock();
    const [a, b] = [await startAccess(clock), await startAccess(clock)];
    const { identity } = await createCustomer(a, { tier: 'pro', perMonth: 100 });
    await a.meter.charge(identity, 3, clock());
    await b.meter.charge(identity, 4, clock());
    for (const node of connections.flatMap((redis) => ('nodes' in redis ? redis.nodes('master') : [])))
      await node.flushall();
    expect(await a.meter.charge(identity, 1, clock())).toMatchObject({ used: 4 });
    await b.flush();
    expect(await a.meter.peek(identity)).toMatchObject({ used: 8 });
  });

  it('doubtful counts are dropped though they are on different nodes', async () => {
    const redis = await connect();
    const keys = MANY.map((name) => monthKey(name, '2026-05', 'requests'));
    await Promise.all(keys.map((key) => redis.hset(key, 'used', 1, 'generation', 'g')));
    const reconciler = createReconciler(redis);
    for (const key of keys) reconciler.doubt(key);
    await reconciler.reconcile();
    const charge = bindScript(redis, CHARGE);
    for (const key of keys) expect(await charge(key, 1, '')).toEqual([-1, 0, '']);
  });

  it('queues take, run, repeat, count and retry jobs, each queue in its own slot', async () => {
    const errors: Error[] = [];
    const queues = openQueues({
      store,
      redis: cluster.servers,
      onAway: (error) => errors.push(error),
      onFailed: () => undefined,
      onLost: () => undefined,
    });
    opened.push(queues);
    const ran: string[] = [];
    for (const name of Object.values(QUEUES)) {
      queues.worker<{ fails?: boolean }>(
        name,
        ({ name: job, data }) => {
          ran.push(`${name} ${job}`);
          return data.fails === true && ran.filter((each) => each === `${name} ${job}`).length === 1
            ? Promise.reject(new Error('once'))
            : Promise.resolve();
        },
        { concurrency: 2 },
      );
      const queue = queues.queue<{ fails?: boolean }>(name);
      await queue.add('plain', {}, { deduplication: { id: 'plain', keepLastIfActive: true }, removeOnComplete: true });
      await queue.add('later', {}, { delay: 50, attempts: 2, backoff: { type: 'fixed', delay: 10 } });
      await queue.add('first', {}, { priority: 2 });
      await queue.addBulk(
        ['all', 'one'].map((id) => ({ name: id, data: { fails: true }, opts: { jobId: `${name}-${id}` } })),
      );
      const schedule = await keepScheduled(
        queue,
        { id: 'daily', repeat: { every: 3_600_000 }, data: {}, opts: {} },
        {
          onRenewed: () => Promise.resolve(),
          onError: (error) => errors.push(error as Error),
        },
      );
      await until(async () => (await queue.getFailedCount()) === 2);
      expect((await failedJobs(queue, 5)).map(({ reason }) => reason)).toEqual(['once', 'once']);
      expect(await retryFailedJob(queue, `${name}-one`)).toBe('failed');
      await until(async () => (await queue.getFailedCount()) === 1);
      expect(await retryFailedJobs(queue)).toBe(1);
      await until(() => ran.filter((each) => each.startsWith(`${name} `)).length === 8);
      await schedule.close();
      await queue.removeJobScheduler('daily');
      await queue.pause();
      await queue.add('kept', {});
      expect((await queueStates(queues, Date.now())).find((state) => state.queue === name)).toMatchObject({
        waiting: 1,
        isPaused: true,
        failedEver: 2,
      });
      await queue.resume();
      await until(async () =>
        (await queueStates(queues, Date.now())).every(({ waiting, active }) => waiting + active === 0),
      );
    }
    const expected = ['plain', 'later', 'first', 'all', 'all', 'one', 'one', 'daily', 'kept'];
    expect(ran.sort()).toEqual(
      Object.values(QUEUES)
        .flatMap((name) => expected.map((job) => `${name} ${job}`))
        .sort(),
    );
    expect(errors).toEqual([]);
    for (const name of Object.values(QUEUES)) await queues.queue(name).obliterate({ force: true });
  });

  it('a node that is killed refuses its accounts alone or all as unavailable, and serves them again by itself once restarted', async () => {
    const limiter = createRedisRateLimiter({ redis: await connect() });
    const scope = accountScope('account-1');
    expect((await limiter.take(scope, 100, 0)).allowed).toBe(true);
    const node = await cluster.nodeOf(minuteKey(scope));
    await cluster.kill(node);
    await expect(limiter.take(scope, 100, 0)).rejects.toMatchObject({ code: 'unavailable' });
    await cluster.restart(node);
    await until(async () =>
      Promise.resolve(limiter.take(scope, 100, 0)).then(
        () => true,
        () => false,
      ),
    );
    // Each third of the accounts is served.
    for (const name of MANY) expect((await limiter.take(accountScope(name), 100, 0)).allowed).toBe(true);
  });
});
