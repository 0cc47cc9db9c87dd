import { systemRandom } from '../access/secrets.js';
import { startWebhookWorker } from '../jobs/workers/webhooks/worker.js';
import { createEventProducers } from './producers.js';
import { startRefresh } from './refresh.js';
import type { Runtime } from './runtime.js';

/** Work that outlives requests, under way in this process. */
export interface RunningWorkers {
  /** Takes no new work, lets what is under way end, then resolves. */
  close(): Promise<void>;
}

export interface WorkersOptions {
  readonly sweepEveryMs?: number;
}

/** Starts every worker of this process; any number of processes may do so. */
export async function startWorkers(runtime: Runtime, options: WorkersOptions = {}): Promise<RunningWorkers> {
  const { store, webhooks, queues, clock, log } = runtime;
  const worker = await startWebhookWorker({ store, queues, send: webhooks.send, clock, random: systemRandom, rng: Math.random, log, ...options });
  const producers = createEventProducers(runtime);
  const refresh = await startRefresh(runtime, producers.list);
  return {
    async close() {
      await refresh.close();
      await producers.close();
      await worker.close();
    },
  };
}
