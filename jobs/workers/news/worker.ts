import type { Queues } from '../../queue/open-queues.js';
import { QUEUES } from '../../queue/names.js';
import { keepScheduled } from '../../queue/kept-schedule.js';
import { createFeedPool } from './feed-pool.js';
import { configureFeeds, refreshFeeds, type FeedsOptions } from './refresh-feeds.js';

export interface NewsWorkerOptions extends Omit<FeedsOptions, 'pool'> {
  readonly queues: Queues;
}

export interface NewsWorker {
  /** Accepts no new run and waits for the feed being read. Close the queues afterwards. */
  close(): Promise<void>;
}

const EVERY_MS = 15 * 60_000;
/** Finished jobs are removed. */
const KEPT = { removeOnComplete: true, removeOnFail: true } as const;
/** A run lost with its process may be repeated: what is stored already is not stored again. */
const RUN_AGAIN = 1;

/** Reads the feeds at the start and every quarter of an hour, in one of the processes. */
export async function startNewsWorker({ queues, ...options }: NewsWorkerOptions): Promise<NewsWorker> {
  const queue = queues.queue<object>(QUEUES.news);
  await configureFeeds(options);
  if (options.feeds.length === 0) {
    await queue.removeJobScheduler('news').catch(() => undefined);
    return { close: () => Promise.resolve() };
  }
  const pool = createFeedPool();
  let isStopping = false;
  let running: Promise<void> = Promise.resolve();
  const worker = queues.worker<object>(
    QUEUES.news,
    async () => {
      running = refreshFeeds({ ...options, pool }, () => isStopping);
      await running;
    },
    { concurrency: 1, maxStalledCount: RUN_AGAIN },
  );
  const unqueued = (err: unknown): void => options.log.warn({ err }, 'could not queue the reading of news feeds');
  const read = async (): Promise<void> => {
    await queue.add('start', {}, { ...KEPT, deduplication: { id: 'news', keepLastIfActive: true } }).catch(unqueued);
  };
  await read();
  const schedule = await keepScheduled(
    queue,
    { id: 'news', repeat: { every: EVERY_MS }, data: {}, opts: KEPT },
    { onRenewed: read, onError: unqueued },
  );
  return {
    async close() {
      isStopping = true;
      await schedule.close();
      await worker.pause(true);
      await Promise.allSettled([running]);
      await pool.close();
    },
  };
}
