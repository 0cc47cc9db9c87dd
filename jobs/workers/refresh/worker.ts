import type { Queue } from 'bullmq';
import { BARS_CHANGED } from '../../../store/bar-writes.js';
import type { Store } from '../../../store/open-store.js';
import { QUEUES, type RefreshRun } from '../../queue/names.js';
import type { Queues } from '../../queue/open-queues.js';

/** One thing that follows from newly stored data. It may run at any time, again, and in several processes at once: what it did is for the store to know. */
export interface Producer {
  readonly name: string;
  /** `at` is the instant of the run; a long one ends early where the process is stopping, and goes on in the next. */
  run(at: Date, isStopping: () => boolean): Promise<void>;
}

export interface RefreshWorkerOptions {
  readonly store: Pick<Store, 'listen'>;
  readonly queues: Queues;
  /** In the order in which they run. */
  readonly producers: readonly Producer[];
  readonly clock: () => number;
  readonly log: { debug(details: object, message: string): void; error(details: object, message: string): void };
  /** How long bars must stay as they are before they are looked at; 2 s by default. */
  readonly quietMs?: number;
  /** Pause before the first of the runs that follow a failed one; 30 s by default. */
  readonly retryMs?: number;
}

export interface RefreshWorker {
  /** Asks for a run: one that waits already is enough, one under way is followed by another. */
  refresh(): Promise<void>;
  /** Takes no new work and lets the producer under way end. Close the queues after it. */
  close(): Promise<void>;
}

const QUIET_MS = 2_000;
/** Bars that never come to rest are looked at after this long. */
const QUIET_AT_LATEST = 10;
const RETRY_MS = 30_000;
const RETRY_AT_MOST_MS = 600_000;
/** After the close in New York, early or not. */
const DAILY = { pattern: '30 16 * * 1-5', tz: 'America/New_York' } as const;
/** A finished run leaves nothing behind. */
const KEPT = { removeOnComplete: true, removeOnFail: true } as const;
/** A run may be lost with its process once before it waits for the next trigger. */
const RUN_AGAIN = 1;

const once = (id: string) => ({ ...KEPT, deduplication: { id, keepLastIfActive: true } });

/**
 * Runs the producers after each change of stored bars, at the start, daily after the close, and again after a failure. A
 * producer that fails keeps no other from running.
 */
export async function startRefreshWorker(options: RefreshWorkerOptions): Promise<RefreshWorker> {
  const { store, queues, producers, clock, log, quietMs = QUIET_MS, retryMs = RETRY_MS } = options;
  const queue = queues.queue<RefreshRun>(QUEUES.refresh);
  let isStopping = false;
  const unqueued = (err: unknown): void => log.debug({ err }, 'a refresh could not be queued; the next trigger or the daily run does its work');
  const refresh = async (): Promise<void> => {
    await queue.add('refresh', { failures: 0 }, once('refresh')).catch(unqueued);
  };
  const run = async (failures: number): Promise<void> => {
    const failed: string[] = [];
    for (const producer of producers) {
      if (isStopping) break;
      await producer.run(new Date(clock()), () => isStopping).catch((err: unknown) => {
        failed.push(producer.name);
        log.error({ err, producer: producer.name }, 'a producer failed; it runs again soon');
      });
    }
    if (failed.length > 0) await retry(queue, failures, retryMs).catch(unqueued);
  };
  const runs = new Set<Promise<void>>();
  const worker = queues.worker<RefreshRun>(QUEUES.refresh, async ({ data }) => {
    const running = run(data.failures);
    runs.add(running);
    await running.finally(() => runs.delete(running));
  }, { concurrency: 1, maxStalledCount: RUN_AGAIN });
  const changes = untilQuiet(quietMs, () => void refresh());
  const stopListening = await store.listen(BARS_CHANGED, changes.noted, { onGap: changes.noted });
  await schedule(queue).catch(unqueued);
  return {
    refresh,
    async close() {
      isStopping = true;
      changes.stop();
      const isCutShort = runs.size > 0;
      await worker.pause(true);
      await stopListening();
      await Promise.allSettled(runs);
      // Whoever works next goes on where this process stops.
      if (isCutShort) await refresh();
    },
  };
}

/** Not deduplicated at the start: a run that was lost with the process before would swallow it. */
async function schedule(queue: Queue<RefreshRun>): Promise<void> {
  await queue.add('start', { failures: 0 }, KEPT);
  await queue.upsertJobScheduler('daily', DAILY, { name: 'daily', data: { failures: 0 }, opts: KEPT });
}

async function retry(queue: Queue<RefreshRun>, failures: number, firstMs: number): Promise<void> {
  const delay = Math.min(firstMs * 2 ** failures, RETRY_AT_MOST_MS);
  await queue.add('retry', { failures: failures + 1 }, { ...once('retry'), delay });
}

/** Calls `act` once nothing was noted for `quietMs`, or after ten times that since the first. */
function untilQuiet(quietMs: number, act: () => void): { noted(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let firstMs = 0;
  return {
    noted() {
      const nowMs = performance.now();
      if (timer === undefined) firstMs = nowMs;
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        act();
      }, Math.max(0, Math.min(quietMs, firstMs + QUIET_AT_LATEST * quietMs - nowMs)));
      timer.unref();
    },
    stop: () => clearTimeout(timer),
  };
}
