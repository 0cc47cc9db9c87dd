import type { Job, JobType, Queue } from 'bullmq';
import { KEPT_RUNS } from './kept-schedule.js';
import { QUEUES } from './names.js';
import type { Queues } from './open-queues.js';

/** State of one queue, for operators. */
export interface QueueState {
  readonly queue: string;
  /** Runnable jobs, including those of a paused queue. */
  readonly waiting: number;
  readonly active: number;
  /** Jobs not yet due. */
  readonly delayed: number;
  /** Failed jobs that are kept. */
  readonly failed: number;
  /** All failed jobs since the queue was created, including those not kept. */
  readonly failedEver: number;
  /** How long the first runnable job has been waiting, in seconds; 0 if none is. */
  readonly oldestWaitingS: number;
  readonly isPaused: boolean;
}

/** A failed job that is kept. */
export interface FailedJob {
  readonly id: string;
  /** How often it was started. */
  readonly attempts: number;
  readonly failedAt: Date;
  readonly reason: string;
}

/** A job that a queue repeats. */
export interface ScheduleState {
  /** `daily` */
  readonly id: string;
  /** Milliseconds between runs; null for a schedule by a calendar. */
  readonly everyMs: number | null;
  /** Cron expression and its time zone; null for a fixed interval. */
  readonly pattern: string | null;
  readonly timeZone: string | null;
  readonly nextAt: Date | null;
  /** The last run that ended without an error; null if none has. */
  readonly lastRun: { readonly startedAt: Date; readonly finishedAt: Date } | null;
}

export type QueueName = (typeof QUEUES)[keyof typeof QUEUES];

export const QUEUE_NAMES: readonly QueueName[] = Object.values(QUEUES);

/** All queues of `QUEUES`, in order. Rejects while Redis is unreachable. */
export function queueStates(queues: Pick<Queues, 'queue'>, nowMs: number): Promise<readonly QueueState[]> {
  return Promise.all(QUEUE_NAMES.map((name) => stateOf(queues.queue(name), nowMs)));
}

/** Runnable jobs; on a database those of a paused queue count as `paused`, which BullMQ's type omits. */
const READY = ['waiting', 'prioritized', 'paused'] as readonly string[] as readonly JobType[];
/** Jobs read from the head of the queue: some may start between counting and reading. */
const HEAD = 10;

async function stateOf(queue: Queue, nowMs: number): Promise<QueueState> {
  const [counts, isPaused, failures] = await Promise.all([
    queue.getJobCounts(...READY, 'active', 'delayed', 'failed'),
    queue.isPaused(),
    queue.getMetrics('failed', 0, 0),
  ]);
  const count = (state: string): number => counts[state] ?? 0;
  const waiting = READY.reduce((sum, state) => sum + count(state), 0);
  // Descending is the only order that both BullMQ backends support: newest first.
  const head = waiting === 0 ? [] : await queue.getJobs(['waiting'], Math.max(0, waiting - HEAD), waiting - 1, false);
  return {
    queue: queue.name,
    waiting,
    active: count('active'),
    delayed: count('delayed'),
    failed: count('failed'),
    failedEver: failures.meta.count,
    oldestWaitingS: (nowMs - Math.min(nowMs, ...head.map(dueMs))) / 1000,
    isPaused,
  };
}

function dueMs({ timestamp, opts }: Job): number {
  return timestamp + (opts.delay ?? 0);
}

/** The schedules of a queue, sorted by id. */
export async function scheduleStates(queue: Queue): Promise<readonly ScheduleState[]> {
  const [schedulers, completed] = await Promise.all([queue.getJobSchedulers(), queue.getCompleted(0, KEPT_RUNS - 1)]);
  const states = schedulers.map(({ key, every, pattern, tz, next }): ScheduleState => {
    const run = completed.find(({ repeatJobKey, finishedOn }) => repeatJobKey === key && finishedOn !== undefined);
    const { processedOn = 0, finishedOn = 0 } = run ?? {};
    return {
      id: key,
      everyMs: every ?? null,
      pattern: pattern ?? null,
      timeZone: tz ?? null,
      nextAt: next === undefined ? null : new Date(next),
      lastRun: run === undefined ? null : { startedAt: new Date(processedOn), finishedAt: new Date(finishedOn) },
    };
  });
  return states.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** The newest `most` failed jobs of a queue. */
export async function failedJobs(queue: Queue, most: number): Promise<readonly FailedJob[]> {
  const jobs = await queue.getFailed(0, most - 1);
  return jobs.map(({ id = '', attemptsStarted, finishedOn = 0, failedReason }) => ({
    id,
    attempts: attemptsStarted,
    failedAt: new Date(finishedOn),
    reason: failedReason,
  }));
}

/** Retries the failed jobs of a queue; returns how many. */
export async function retryFailedJobs(queue: Queue): Promise<number> {
  const count = await queue.getFailedCount();
  await queue.retryJobs({ state: 'failed' });
  return count;
}

/** The state of a job; `unknown` if there is none with the id. */
export async function jobState(queue: Queue, id: string): Promise<string> {
  const job = await queue.getJob(id);
  return job === undefined ? 'unknown' : job.getState();
}

/** Retries one job if it has failed; returns the state it was found in. */
export async function retryFailedJob(queue: Queue, id: string): Promise<string> {
  const job = await queue.getJob(id);
  if (job === undefined) return 'unknown';
  const state = await job.getState();
  if (state === 'failed') await job.retry('failed');
  return state;
}
