import type { Job, JobType, Queue } from 'bullmq';
import { QUEUES } from './names.js';
import type { Queues } from './open-queues.js';

/** What an operator sees of one queue. */
export interface QueueState {
  readonly queue: string;
  /** Jobs that could begin, those of a paused queue too. */
  readonly waiting: number;
  readonly active: number;
  /** Jobs whose time has not come. */
  readonly delayed: number;
  /** Jobs that failed and are kept. */
  readonly failed: number;
  /** Jobs that failed since the queue was first made, those that are not kept too. */
  readonly failedEver: number;
  /** Seconds that the first job in line could have begun before; 0 where none waits. */
  readonly oldestWaitingS: number;
  readonly isPaused: boolean;
}

/** A job that failed and is kept. */
export interface FailedJob {
  readonly id: string;
  /** How often it was begun. */
  readonly attempts: number;
  readonly failedAt: Date;
  readonly reason: string;
}

export type QueueName = (typeof QUEUES)[keyof typeof QUEUES];

export const QUEUE_NAMES: readonly QueueName[] = Object.values(QUEUES);

/** Every queue of `QUEUES`, in that table's order. Rejects while Redis is away. */
export function queueStates(queues: Pick<Queues, 'queue'>, nowMs: number): Promise<readonly QueueState[]> {
  return Promise.all(QUEUE_NAMES.map((name) => stateOf(queues.queue(name), nowMs)));
}

/** Jobs that could begin; on a database those of a paused queue count as `paused`, which BullMQ's type leaves out. */
const READY = ['waiting', 'prioritized', 'paused'] as readonly string[] as readonly JobType[];
/** Jobs at the head of the line that are looked at: some may begin between counting and looking. */
const HEAD = 10;

async function stateOf(queue: Queue, nowMs: number): Promise<QueueState> {
  const [counts, isPaused, failures] = await Promise.all([queue.getJobCounts(...READY, 'active', 'delayed', 'failed'), queue.isPaused(), queue.getMetrics('failed', 0, 0)]);
  const count = (state: string): number => counts[state] ?? 0;
  const waiting = READY.reduce((sum, state) => sum + count(state), 0);
  // Descending is the one order that both of BullMQ's backends have: the newest first.
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

/** The newest `most` failed jobs of a queue that are kept. */
export async function failedJobs(queue: Queue, most: number): Promise<readonly FailedJob[]> {
  const jobs = await queue.getFailed(0, most - 1);
  return jobs.map(({ id = '', attemptsStarted, finishedOn = 0, failedReason }) => ({ id, attempts: attemptsStarted, failedAt: new Date(finishedOn), reason: failedReason }));
}

/** Lets the failed jobs of a queue that are kept begin again; answers how many they were. */
export async function retryFailedJobs(queue: Queue): Promise<number> {
  const count = await queue.getFailedCount();
  await queue.retryJobs({ state: 'failed' });
  return count;
}

/** Lets one failed job begin again; answers the state that it was found in: `failed` is the one that is retried. */
export async function retryFailedJob(queue: Queue, id: string): Promise<string> {
  const job = await queue.getJob(id);
  if (job === undefined) return 'unknown';
  const state = await job.getState();
  if (state === 'failed') await job.retry('failed');
  return state;
}
