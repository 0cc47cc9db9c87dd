import { QUEUES } from '../../queue/names.js';
import type { Queues } from '../../queue/open-queues.js';
import { keepScheduled, type KeptSchedule } from '../../queue/kept-schedule.js';

/** What is read from a live source regularly, by one process for all. */
export interface SourcePoll {
  /** `edgar latest filings` */
  readonly id: string;
  readonly everyMs: number;
  /** Stops between requests once `isStopping`; a failure of the source is told by itself and does not throw. */
  run(isStopping: () => boolean): Promise<void>;
}

export interface SourcesWorkerOptions {
  readonly queues: Queues;
  readonly polls: readonly SourcePoll[];
  readonly log: { warn(details: object, message: string): void };
}

export interface SourcesWorker {
  /** Accepts no new run and waits for the one under way. Close the queues afterwards. */
  close(): Promise<void>;
}

const KEPT = { removeOnComplete: true, removeOnFail: true } as const;
/** A run lost with its process may be repeated: what is stored already is stored as it was. */
const RUN_AGAIN = 1;

/** Runs each poll at the start and then regularly, in one of the processes; polls of sources that are gone end. */
export async function startSourcesWorker({ queues, polls, log }: SourcesWorkerOptions): Promise<SourcesWorker> {
  const queue = queues.queue<object>(QUEUES.sources);
  const known = new Map(polls.map((poll) => [poll.id, poll]));
  const unqueued = (err: unknown): void => log.warn({ err }, 'could not queue the reading of live sources');
  const removeGone = async (): Promise<void> => {
    for (const { key } of await queue.getJobSchedulers()) if (!known.has(key)) await queue.removeJobScheduler(key);
  };
  await removeGone().catch(unqueued);
  if (polls.length === 0) return { close: () => Promise.resolve() };
  let isStopping = false;
  let running: Promise<void> = Promise.resolve();
  const worker = queues.worker<object>(
    QUEUES.sources,
    async ({ name }) => {
      running = known.get(name)?.run(() => isStopping) ?? Promise.resolve();
      await running;
    },
    { concurrency: 1, maxStalledCount: RUN_AGAIN },
  );
  const schedules: KeptSchedule[] = [];
  for (const { id, everyMs } of polls) {
    const read = async (): Promise<void> => {
      await queue.add(id, {}, { ...KEPT, deduplication: { id, keepLastIfActive: true } }).catch(unqueued);
    };
    await read();
    const repeat = { id, repeat: { every: everyMs }, data: {}, opts: KEPT };
    schedules.push(await keepScheduled(queue, repeat, { onRenewed: read, onError: unqueued }));
  }
  return {
    async close() {
      isStopping = true;
      for (const schedule of schedules) await schedule.close();
      await worker.pause(true);
      await Promise.allSettled([running]);
    },
  };
}
