import type { Queue } from 'bullmq';
import { BARS_CHANGED } from '../../../store/bar-writes.js';
import type { Store } from '../../../store/open-store.js';
import { SECURITIES_CHANGED } from '../../../store/securities.js';
import { QUEUES, type RefreshRun } from '../../queue/names.js';
import { keepScheduled } from '../../queue/kept-schedule.js';
import type { Queues } from '../../queue/open-queues.js';
import { untilQuiet } from '../until-quiet.js';

/** Processes newly stored data. Must be idempotent and safe to run concurrently in several processes. */
export interface Producer {
  readonly name: string;
  /** `at` is the instant of the run. A long run ends early when the process stops, and the next run continues. */
  run(at: Date, isStopping: () => boolean): Promise<void>;
}

export interface RefreshWorkerOptions {
  readonly store: Pick<Store, 'listen'>;
  readonly queues: Queues;
  /** In the order in which they run. */
  readonly producers: readonly Producer[];
  readonly clock: () => number;
  readonly log: { debug(details: object, message: string): void; error(details: object, message: string): void };
  /** How long bars must be unchanged before a run; 2 s by default. */
  readonly quietMs?: number;
  /** How often the daily run is looked for in the queue; a minute by default. */
  readonly checkScheduleMs?: number;
  /** Delay before the first retry of a failed run; 30 s by default. */
  readonly retryMs?: number;
}

export interface RefreshWorker {
  /** Requests a run: a waiting run suffices; a run in progress is followed by another. */
  refresh(): Promise<void>;
  /** Accepts no new work and waits for the running producer. Close the queues afterwards. */
  close(): Promise<void>;
}

const QUIET_MS = 2_000;
const RETRY_MS = 30_000;
const RETRY_AT_MOST_MS = 600_000;
/** After the close in New York, also on early-close days. */
const DAILY = { pattern: '30 16 * * 1-5', tz: 'America/New_York' } as const;
/** Finished jobs are removed. */
const KEPT = { removeOnComplete: true, removeOnFail: true } as const;
/** A run lost with its process is repeated once; after that it waits for the next trigger. */
const RUN_AGAIN = 1;

const once = (id: string) => ({ ...KEPT, deduplication: { id, keepLastIfActive: true } });

/**
 * Runs the producers after each change of stored bars or securities, at the start, daily after the close, and again
 * after a failure. A failing producer does not stop the others.
 */
export async function startRefreshWorker(options: RefreshWorkerOptions): Promise<RefreshWorker> {
  const { store, queues, producers, clock, log, quietMs = QUIET_MS, retryMs = RETRY_MS } = options;
  const queue = queues.queue<RefreshRun>(QUEUES.refresh);
  let isStopping = false;
  const unqueued = (err: unknown): void =>
    log.debug({ err }, 'could not queue a refresh; the next trigger or the daily run will do its work');
  const refresh = async (): Promise<void> => {
    await queue.add('refresh', { failures: 0 }, once('refresh')).catch(unqueued);
  };
  const run = async (failures: number): Promise<void> => {
    const failed: string[] = [];
    for (const producer of producers) {
      if (isStopping) break;
      await producer
        .run(new Date(clock()), () => isStopping)
        .catch((err: unknown) => {
          failed.push(producer.name);
          log.error({ err, producer: producer.name }, 'a producer failed; it will be retried');
        });
    }
    if (failed.length > 0) await retry(queue, failures, retryMs).catch(unqueued);
  };
  const runs = new Set<Promise<void>>();
  const worker = queues.worker<RefreshRun>(
    QUEUES.refresh,
    async ({ data }) => {
      const running = run(data.failures);
      runs.add(running);
      await running.finally(() => runs.delete(running));
    },
    { concurrency: 1, maxStalledCount: RUN_AGAIN },
  );
  const changes = untilQuiet(quietMs, () => void refresh());
  const stopListening = [
    await store.listen(BARS_CHANGED, changes.noted, { onGap: changes.noted }),
    // A security that is now known to be an equity is recorded.
    await store.listen(SECURITIES_CHANGED, changes.noted),
  ];
  // Not deduplicated: a run lost with an earlier process would suppress it.
  await queue.add('start', { failures: 0 }, KEPT).catch(unqueued);
  const daily = await keepScheduled(
    queue,
    { id: 'daily', repeat: DAILY, data: { failures: 0 }, opts: KEPT },
    { checkEveryMs: options.checkScheduleMs, onRenewed: refresh, onError: unqueued },
  );
  return {
    refresh,
    async close() {
      isStopping = true;
      changes.stop();
      await daily.close();
      const isCutShort = runs.size > 0;
      await worker.pause(true);
      for (const stop of stopListening) await stop();
      await Promise.allSettled(runs);
      // The next worker continues where this process stops.
      if (isCutShort) await refresh();
    },
  };
}

async function retry(queue: Queue<RefreshRun>, failures: number, firstMs: number): Promise<void> {
  const delay = Math.min(firstMs * 2 ** failures, RETRY_AT_MOST_MS);
  await queue.add('retry', { failures: failures + 1 }, { ...once('retry'), delay });
}
