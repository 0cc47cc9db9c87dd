import { Counter, Gauge, type Registry } from 'prom-client';
import type { Queues } from '../../jobs/queue/open-queues.js';
import { queueStates } from '../../jobs/queue/queue-states.js';
import type { Metrics } from '../health.js';

const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;

export interface QueueMetricsOptions {
  readonly queues: Pick<Queues, 'queue'>;
  readonly clock: () => number;
  readonly log: { warn(details: object, message: string): void };
}

/** Depth, failures and age of every queue; the answered function reads them anew, before each scrape. */
export function queueMetrics({ queues, clock, log }: QueueMetricsOptions): Metrics {
  return (registry: Registry) => {
    const registers = [registry];
    const jobs = new Gauge({ name: 'marketgraph_queue_jobs', help: 'Jobs of a queue by state; finished ones are not kept.', labelNames: ['queue', 'state'], registers });
    const failures = new Counter({ name: 'marketgraph_queue_job_failures_total', help: 'Jobs that failed, in whatever process.', labelNames: ['queue'], registers });
    const oldest = new Gauge({ name: 'marketgraph_queue_oldest_waiting_seconds', help: 'How long the first job in line could have begun before; 0 where none waits.', labelNames: ['queue'], registers });
    const paused = new Gauge({ name: 'marketgraph_queue_paused', help: '1 where a queue is paused.', labelNames: ['queue'], registers });
    return async () => {
      try {
        const states = await queueStates(queues, clock());
        failures.reset();
        for (const state of states) {
          const { queue } = state;
          for (const name of STATES) jobs.set({ queue, state: name }, state[name]);
          failures.inc({ queue }, state.failedEver);
          oldest.set({ queue }, state.oldestWaitingS);
          paused.set({ queue }, state.isPaused ? 1 : 0);
        }
      } catch (err) {
        // A scrape goes on without them: the rest of it may say why the queue is away.
        log.warn({ err }, 'the state of the queues could not be read');
        for (const metric of [jobs, failures, oldest, paused]) metric.reset();
      }
    };
  };
}
