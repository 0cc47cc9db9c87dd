import type { JobSchedulerTemplateOptions, Queue, RepeatOptions } from 'bullmq';

/** Finished runs of schedules that a queue keeps, which tell when each ran last. */
export const KEPT_RUNS = 20;

/** A job that the queue repeats. */
export interface Schedule<Data> {
  readonly id: string;
  readonly repeat: Omit<RepeatOptions, 'key'>;
  readonly data: Data;
  readonly opts: JobSchedulerTemplateOptions;
}

export interface KeptScheduleOptions {
  /** Queues that lose data are told only when they are asked. A minute by default. */
  readonly checkEveryMs?: number | undefined;
  /** Called once a lost schedule is there again, since a run may have been missed. */
  readonly onRenewed: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

export interface KeptSchedule {
  /** Stops checking, and waits for the check in progress; the schedule stays. */
  close(): Promise<void>;
}

const CHECK_EVERY_MS = 60_000;
/** A next run that is overdue by this has lost its job. */
const OVERDUE_MS = 600_000;

/**
 * Keeps a schedule in the queue, which may lose everything: Redis has no copy of it. Every process that works on the
 * queue looks for the schedule and renews it, so that it is there as long as one of them lives.
 */
export async function keepScheduled<Data extends object>(
  queue: Queue<Data>,
  { id, repeat, data, opts }: Schedule<Data>,
  { checkEveryMs = CHECK_EVERY_MS, onRenewed, onError }: KeptScheduleOptions,
): Promise<KeptSchedule> {
  const untyped = queue as Queue;
  const put = async (): Promise<void> => {
    await untyped.upsertJobScheduler(id, repeat, {
      name: id,
      data,
      opts: { ...opts, removeOnComplete: { count: KEPT_RUNS } },
    });
  };
  const check = async (): Promise<void> => {
    // By the clock of the queue, which sets the next run.
    const known = await untyped.getJobScheduler(id);
    if (known !== undefined && (known.next ?? 0) > Date.now() - OVERDUE_MS) return;
    await put();
    await onRenewed();
  };
  await put().catch(onError);
  let checking: Promise<void> | undefined;
  const timer = setInterval(() => {
    checking ??= check()
      .catch(onError)
      .finally(() => {
        checking = undefined;
      });
  }, checkEveryMs);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await checking;
    },
  };
}
