import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Queue } from 'bullmq';
import { until } from '../../access/fixtures/access.js';
import { hasRedis, startTestRedis, type TestRedis } from '../../access/fixtures/redis.js';
import {
  embeddedDatabase,
  postgresBinaries,
  postgresDatabase,
  type OpenTestStore,
} from '../../store/fixtures/databases.js';
import { keepScheduled } from './kept-schedule.js';
import { QUEUES } from './names.js';
import { openQueues, type Queues } from './open-queues.js';
import {
  failedJobs,
  QUEUE_NAMES,
  queueStates,
  retryFailedJob,
  retryFailedJobs,
  scheduleStates,
  type QueueState,
} from './queue-states.js';

const SHAPES: readonly {
  readonly name: string;
  readonly open: () => OpenTestStore;
  readonly redis: boolean;
  readonly isPossible: boolean;
}[] = [
  { name: 'the embedded database', open: embeddedDatabase, redis: false, isPossible: true },
  {
    name: 'PostgreSQL',
    open: postgresDatabase,
    redis: false,
    isPossible: postgresBinaries() !== null || process.env['TEST_DATABASE_URL'] !== undefined,
  },
  { name: 'Redis', open: embeddedDatabase, redis: true, isPossible: hasRedis },
];
const NAME = QUEUES.webhookTurns;
const HOUR_MS = 3_600_000;

for (const { name, open, redis: withRedis, isPossible } of SHAPES) {
  if (!isPossible) console.log(`skipped: the state of queues on ${name}, for want of its server`);
  (isPossible ? describe : describe.skip)(`queues on ${name}`, () => {
    let redis: TestRedis | undefined;
    let queues: Queues;
    let queue: Queue;

    // Declared before what closes the database.
    afterAll(async () => {
      await queue.obliterate({ force: true });
      await queues.close();
      await redis?.stop();
    });
    const openStore = open();
    beforeAll(async () => {
      redis = withRedis ? await startTestRedis() : undefined;
      const store = await openStore();
      queues = openQueues({
        store,
        redis: redis?.servers,
        onAway: () => undefined,
        onFailed: () => undefined,
        onLost: () => undefined,
      });
      queue = queues.queue(NAME);
      await queue.obliterate({ force: true });
    });

    const stateOf = async (nowMs = Date.now()): Promise<QueueState | undefined> =>
      (await queueStates(queues, nowMs)).find((state) => state.queue === NAME);

    it('are reported for every queue in the table', async () => {
      expect((await queueStates(queues, Date.now())).map((state) => state.queue)).toEqual(QUEUE_NAMES);
      expect(await stateOf()).toEqual({
        queue: NAME,
        waiting: 0,
        active: 0,
        delayed: 0,
        failed: 0,
        failedEver: 0,
        oldestWaitingS: 0,
        isPaused: false,
      });
    });

    it('count waiting and delayed jobs and report how long the first has waited', async () => {
      const oldest = await queue.add('turn', {});
      await queue.add('turn', {});
      await queue.add('turn', {}, { delay: HOUR_MS });
      expect(await stateOf(oldest.timestamp + 90_000)).toMatchObject({
        waiting: 2,
        delayed: 1,
        active: 0,
        oldestWaitingS: 90,
      });
    });

    it('report the same for a paused queue', async () => {
      await queue.pause();
      const paused = await stateOf();
      await queue.resume();
      expect(paused).toMatchObject({ waiting: 2, delayed: 1, isPaused: true });
      expect(await stateOf()).toMatchObject({ waiting: 2, isPaused: false });
    });

    it('keep failed jobs with their reason until one or all are retried, and never decrease the total', async () => {
      let isBroken = true;
      const done: string[] = [];
      queues.worker(
        NAME,
        ({ id = '' }) => (isBroken ? Promise.reject(new Error(`broken ${id}`)) : Promise.resolve(void done.push(id))),
        {},
      );
      await until(async () => (await stateOf())?.failed === 2, 3_000);
      expect(await stateOf()).toMatchObject({ waiting: 0, active: 0, failed: 2, failedEver: 2 });
      const failed = await failedJobs(queue, 10);
      expect(failed.map(({ reason, attempts }) => [reason, attempts])).toEqual(
        failed.map(({ id }) => [`broken ${id}`, 1]),
      );
      expect((await failedJobs(queue, 1)).map(({ id }) => id)).toEqual([failed[0]?.id]);

      isBroken = false;
      const [first = '', second = ''] = failed.map(({ id }) => id);
      expect([await retryFailedJob(queue, first), await retryFailedJob(queue, 'no-such-job')]).toEqual([
        'failed',
        'unknown',
      ]);
      await until(async () => done.includes(first) && (await stateOf())?.active === 0, 3_000);
      expect(await stateOf()).toMatchObject({ failed: 1, failedEver: 2 });
      expect([await retryFailedJobs(queue), await retryFailedJobs(queue)]).toEqual([1, 0]);
      await until(() => done.includes(second), 3_000);
      expect(await stateOf()).toMatchObject({ failed: 0, failedEver: 2, delayed: 1 });
    });

    it('tell of each schedule when it runs next and when it ran last', async () => {
      const marks = queues.queue(QUEUES.marks);
      await marks.obliterate({ force: true });
      const fail = (error: unknown): void => {
        throw error;
      };
      const keep = (id: string, repeat: { every: number } | { pattern: string; tz: string }) =>
        keepScheduled<object>(
          queues.queue(QUEUES.marks),
          { id, repeat, data: {}, opts: { removeOnComplete: true, removeOnFail: true } },
          { onRenewed: async () => undefined, onError: fail },
        );
      const kept = [
        await keep('often', { every: 200 }),
        await keep('yearly', { pattern: '0 5 1 1 *', tz: 'America/New_York' }),
      ];
      const before = Date.now();
      expect(await scheduleStates(marks)).toEqual([
        { id: 'often', everyMs: 200, pattern: null, timeZone: null, nextAt: expect.any(Date), lastRun: null },
        {
          id: 'yearly',
          everyMs: null,
          pattern: '0 5 1 1 *',
          timeZone: 'America/New_York',
          nextAt: expect.any(Date),
          lastRun: null,
        },
      ]);
      const worker = queues.worker(QUEUES.marks, async () => undefined, {});
      const lastRun = async () => (await scheduleStates(marks))[0]?.lastRun ?? null;
      await until(async () => (await lastRun()) !== null, 3_000);
      const run = await lastRun();
      expect([
        (run?.startedAt.getTime() ?? 0) >= before,
        (run?.finishedAt.getTime() ?? 0) >= (run?.startedAt.getTime() ?? Infinity),
      ]).toEqual([true, true]);
      expect((await scheduleStates(marks))[1]?.lastRun).toBeNull();
      for (const schedule of kept) await schedule.close();
      await worker.close();
      await marks.obliterate({ force: true });
    });
  });
}
