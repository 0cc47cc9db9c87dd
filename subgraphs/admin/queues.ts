import { ApiError, unavailable } from '../../access/errors.js';
import type { OperatorContext } from '../../access/operator-context.js';
import type { Queue } from 'bullmq';
import {
  failedJobs,
  jobState,
  QUEUE_NAMES,
  queueStates,
  retryFailedJob,
  retryFailedJobs,
  scheduleStates,
  type QueueState,
} from '../../jobs/queue/queue-states.js';
import type { Fields } from './generated/resolver-types.js';
import type { AdminServices } from './services.js';

const MS_PER_SECOND = 1_000;

/** An unreachable queue is told as such, whatever its client throws. */
async function reaching<T>(reading: Promise<T>): Promise<T> {
  return reading.catch((error: unknown) => {
    throw unavailable(error);
  });
}

/** Throws `not_found` or `invalid_parameter` for the state of a job that has not failed. */
function requireFailed(state: string): void {
  if (state === 'unknown') throw new ApiError('not_found', 'The queue has no job with this id.', { param: 'jobId' });
  if (state === 'failed') return;
  throw new ApiError('invalid_parameter', `jobId must be of a failed job; this one is ${state}.`, { param: 'jobId' });
}

export function createFields({ queues, access, clock }: AdminServices) {
  const states = (): Promise<readonly QueueState[]> => reaching(queueStates(queues, clock()));
  const retry = async (
    given: string,
    jobId: string | null,
    { operator }: OperatorContext,
  ): Promise<{ readonly retriedCount: number; readonly queue: QueueState }> => {
    const name = QUEUE_NAMES.find((known) => known === given);
    if (name === undefined)
      throw new ApiError('not_found', `There is no such queue; the queues are ${QUEUE_NAMES.join(', ')}.`, {
        param: 'queue',
      });
    const queue = queues.queue(name);
    if (jobId !== null) requireFailed(await reaching(jobState(queue, jobId)));
    const failed = jobId === null ? await reaching(queue.getFailedCount()) : 1;
    const detail = jobId === null ? `${failed} jobs` : jobId;
    // The queue is not in the database.
    const retriedCount =
      failed === 0
        ? 0
        : await access.operators.changeOutside(operator, { action: 'retry_failed_jobs', subject: name, detail }, () =>
            jobId === null ? reaching(retryFailedJobs(queue)) : retryOne(queue, jobId),
          );
    const state = (await states()).find((each) => each.queue === name);
    if (state === undefined) throw new Error(`The queue ${name} has no state.`);
    return { retriedCount, queue: state };
  };
  const retryOne = async (queue: Queue, jobId: string): Promise<number> => {
    requireFailed(await reaching(retryFailedJob(queue, jobId)));
    return 1;
  };
  return {
    Query: { queues: states },
    Mutation: {
      retryFailedJobs: (_root, { input: { queue, jobId } }, context) => retry(queue, jobId ?? null, context),
    },
    JobQueue: {
      name: ({ queue }) => queue,
      waitingCount: ({ waiting }) => waiting,
      activeCount: ({ active }) => active,
      delayedCount: ({ delayed }) => delayed,
      failedCount: ({ failed }) => failed,
      failedEverCount: ({ failedEver }) => failedEver,
      oldestWaitingSeconds: ({ oldestWaitingS }) => oldestWaitingS,
      schedules: ({ queue }) => reaching(scheduleStates(queues.queue(queue))),
      failedJobs: ({ queue }, { first }) => reaching(failedJobs(queues.queue(queue), first)),
    },
    JobSchedule: {
      everySeconds: ({ everyMs }) => (everyMs === null ? null : everyMs / MS_PER_SECOND),
      nextRunAt: ({ nextAt }) => nextAt,
      lastRunStartedAt: ({ lastRun }) => lastRun?.startedAt ?? null,
      lastRunFinishedAt: ({ lastRun }) => lastRun?.finishedAt ?? null,
    },
    FailedJob: { attemptCount: ({ attempts }) => attempts },
  } satisfies Fields;
}
