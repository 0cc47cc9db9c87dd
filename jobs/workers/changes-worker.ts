import type { RepeatOptions } from 'bullmq';
import type { Store } from '../../store/open-store.js';
import { TABLE_VERSIONS } from '../../store/table-versions.js';
import { keepScheduled } from '../queue/kept-schedule.js';
import type { QUEUES } from '../queue/names.js';
import type { Queues } from '../queue/open-queues.js';
import { untilQuiet } from './until-quiet.js';

export interface ChangesWorkerOptions {
  readonly store: Pick<Store, 'listen'>;
  readonly queues: Queues;
  readonly log: { debug(details: object, message: string): void };
  readonly queue: (typeof QUEUES)[keyof typeof QUEUES];
  /** Tables after whose changes it runs; none that it writes. */
  readonly inputs: ReadonlySet<string>;
  /** When it runs anyway. */
  readonly repeat: Omit<RepeatOptions, 'key'>;
  /** Must be one transaction, or of no effect if it is repeated. */
  readonly run: () => Promise<void>;
  /** How long its inputs must be unchanged before a run; 2 s by default. */
  readonly quietMs?: number | undefined;
}

export interface ChangesWorker {
  /** Accepts no new run and waits for the one in progress. Close the queues afterwards. */
  close(): Promise<void>;
}

const QUIET_MS = 2_000;
/** Finished jobs are removed; a failed one is tried again before the schedule does. */
const KEPT = {
  removeOnComplete: true,
  removeOnFail: true,
  attempts: 6,
  backoff: { type: 'exponential', delay: 30_000 },
} as const;
/** A run lost with its process may be repeated. */
const RUN_AGAIN = 1;

/** The written table; undefined for a repeated notification, which has more words. */
function writtenTable(payload: string): string | undefined {
  const [table, , ...asked] = payload.split(' ');
  return asked.length === 0 ? table : undefined;
}

/** Runs at the start, by a schedule, and after changes of what it reads. One process at a time runs it. */
export async function startChangesWorker(options: ChangesWorkerOptions): Promise<ChangesWorker> {
  const { store, queues, log, queue: name, inputs, repeat, quietMs = QUIET_MS } = options;
  const queue = queues.queue<object>(name);
  let running: Promise<unknown> = Promise.resolve();
  const worker = queues.worker<object>(
    name,
    async () => {
      const run = options.run();
      running = run;
      await run;
    },
    { concurrency: 1, maxStalledCount: RUN_AGAIN },
  );
  const unqueued = (err: unknown): void =>
    log.debug({ err, queue: name }, 'could not queue a run; the next trigger or the schedule will do its work');
  const refresh = async (): Promise<void> => {
    const once = { ...KEPT, deduplication: { id: name, keepLastIfActive: true } };
    await queue.add(name, {}, once).catch(unqueued);
  };
  const changes = untilQuiet(quietMs, () => void refresh());
  const stopListening = await store.listen(
    TABLE_VERSIONS,
    (payload) => {
      if (inputs.has(writtenTable(payload) ?? '')) changes.noted();
    },
    { onGap: changes.noted },
  );
  await queue.add('start', {}, KEPT).catch(unqueued);
  const schedule = await keepScheduled(
    queue,
    { id: name, repeat, data: {}, opts: KEPT },
    { onRenewed: refresh, onError: unqueued },
  );
  return {
    async close() {
      changes.stop();
      await schedule.close();
      await worker.pause(true);
      await stopListening();
      await Promise.allSettled([running]);
    },
  };
}
