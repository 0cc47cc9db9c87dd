import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../../access/fixtures/access.js';
import { hasRedis, startTestRedis, type TestRedis } from '../../../access/fixtures/redis.js';
import type { Store } from '../../../store/open-store.js';
import { madeUpBars } from '../../../store/fixtures/series.js';
import {
  embeddedDatabase,
  postgresBinaries,
  postgresDatabase,
  type OpenTestStore,
} from '../../../store/fixtures/databases.js';
import { currentTrace, inTrace, readTraceparent } from '../../../telemetry/trace.js';
import { QUEUES } from '../../queue/names.js';
import { openQueues, type Queues } from '../../queue/open-queues.js';
import { startRefreshWorker, type Producer, type RefreshWorker } from './worker.js';

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

/** A producer that the test holds and fails. */
class Held implements Producer {
  readonly name = 'held';
  runs = 0;
  isHeld = false;
  fails = 0;

  async run(_at: Date, isStopping: () => boolean): Promise<void> {
    this.runs += 1;
    await until(() => !this.isHeld || isStopping(), 6_000);
    if (this.fails === 0) return;
    this.fails -= 1;
    throw new Error('not this time');
  }
}

for (const { name, open, redis: withRedis, isPossible } of SHAPES) {
  if (!isPossible) console.log(`skipped: the refresh on ${name}, for want of its servers`);
  (isPossible ? describe : describe.skip)(`the refresh on ${name}`, () => {
    const held = new Held();
    const order: string[] = [];
    const traces: (string | undefined)[] = [];
    const after: Producer = {
      name: 'after',
      run: (at) => (
        order.push(`${held.runs} ${at.toISOString()}`),
        traces.push(currentTrace()?.traceId),
        Promise.resolve()
      ),
    };
    const errors: { readonly producer?: string }[] = [];
    const failed: Error[] = [];
    let store: Store;
    let redis: TestRedis | undefined;
    let queues: Queues;
    let worker: RefreshWorker;
    // Declared before what closes the database.
    afterAll(async () => {
      await worker.close();
      await queues.close();
      await redis?.stop();
    });
    const openStore = open();
    const start = (): Promise<RefreshWorker> =>
      startRefreshWorker({
        store,
        queues,
        producers: [held, after],
        clock: () => Date.UTC(2026, 10, 20),
        quietMs: 50,
        retryMs: 20,
        checkScheduleMs: 50,
        log: { debug: (details) => errors.push(details), error: (details) => errors.push(details) },
      });
    /** Nothing runs, and nothing waits to run but the daily schedule. */
    const idle = async (): Promise<boolean> => {
      const {
        waiting = 0,
        active = 0,
        delayed = 0,
      } = await queues.queue(QUEUES.refresh).getJobCounts('waiting', 'active', 'delayed');
      return waiting + active === 0 && delayed <= 1;
    };
    const settled = (): Promise<void> => until(idle, 6_000);

    beforeAll(async () => {
      redis = withRedis ? await startTestRedis() : undefined;
      store = await openStore();
      queues = openQueues({
        store,
        redis: redis?.servers,
        onAway: (error) => failed.push(error),
        onFailed: (error) => failed.push(error),
        onLost: (queue) => failed.push(new Error(`lost ${queue}`)),
      });
      if (redis !== undefined) await queues.queue(QUEUES.refresh).obliterate({ force: true });
      worker = await start();
    });

    it('runs the producers in order at the start, and schedules a daily run', async () => {
      await until(() => order.length > 0, 6_000);
      expect(order[0]).toBe('1 2026-11-20T00:00:00.000Z');
      const [daily] = await queues.queue(QUEUES.refresh).getJobSchedulers();
      expect(daily).toMatchObject({ key: 'daily', pattern: '30 16 * * 1-5', tz: 'America/New_York' });
      expect((daily?.next ?? 0) > Date.now()).toBe(true);
    });

    it('schedules the daily run again, and runs, once the queue has lost the schedule', async () => {
      await settled();
      const [queue, before] = [queues.queue(QUEUES.refresh), order.length];
      await queue.removeJobScheduler('daily');
      await until(() => order.length > before, 6_000);
      await until(async () => (await queue.getJobSchedulers()).length === 1, 6_000);
      expect(await queue.getJobScheduler('daily')).toMatchObject({ pattern: '30 16 * * 1-5', tz: 'America/New_York' });
      await settled();
    });

    it('runs in the trace of what asked for it, and in none otherwise', async () => {
      await settled();
      const [before, traceId] = [order.length, '4bf92f3577b34da6a3ce929d0e0e4736'];
      await inTrace(readTraceparent(`00-${traceId}-00f067aa0ba902b7-01`), () => worker.refresh());
      await until(() => order.length > before, 6_000);
      await settled();
      await worker.refresh();
      await until(() => order.length > before + 1, 6_000);
      expect(traces.slice(before)).toEqual([traceId, undefined]);
    });

    it('runs once for triggers while it waits, and once more for triggers during a run', async () => {
      await settled();
      held.isHeld = true;
      const before = held.runs;
      await Promise.all(Array.from({ length: 20 }, () => worker.refresh()));
      await until(() => held.runs > before, 6_000);
      for (let trigger = 0; trigger < 20; trigger += 1) await worker.refresh();
      held.isHeld = false;
      await until(() => held.runs > before + 1, 6_000);
      await settled();
      // The first of the many may have begun before the last of them came.
      expect([before + 2, before + 3]).toContain(held.runs);
    });

    it('runs once after a change of bars, however many notifications arrive', async () => {
      await settled();
      const before = order.length;
      for (let write = 0; write < 5; write += 1)
        await store.db
          .transaction()
          .execute((tx) => store.bars.replace(tx, 'AAA', madeUpBars(18_000, 10 + write), 'files'));
      await until(() => order.length > before, 6_000);
    });

    it('runs the other producers if one fails, logs it, and retries until it succeeds', async () => {
      await settled();
      const [before, runs] = [order.length, held.runs];
      held.fails = 3;
      await worker.refresh();
      await until(() => order.length >= before + 4 && held.fails === 0, 6_000);
      await settled();
      expect(held.runs - runs).toBe(order.length - before);
      expect(errors.filter(({ producer }) => producer === 'held')).toHaveLength(3);
    });

    it('closes during a run, which the next worker continues', async () => {
      await settled();
      held.isHeld = true;
      const [runs, ran] = [held.runs, order.length];
      await worker.refresh();
      await until(() => held.runs > runs, 6_000);
      await worker.close();
      // The producers behind it did not begin.
      expect(order).toHaveLength(ran);
      held.isHeld = false;
      worker = await start();
      await until(() => order.length > ran, 6_000);
      await settled();
    });

    it('caused no failed job or broken connection', () => {
      expect(failed).toEqual([]);
    });
  });
}
