import { systemRandom } from '../access/secrets.js';
import { openQueues } from '../jobs/queue/open-queues.js';
import { startWebhookWorker } from '../jobs/workers/webhooks/worker.js';
import { outageLog, type Runtime } from './runtime.js';

/** Work that outlives requests, under way in this process. */
export interface RunningWorkers {
  /** Takes no new work, lets what is under way end, then resolves. */
  close(): Promise<void>;
}

export interface WorkersOptions {
  /** Shortens delays and leases of deliveries, for tests of crashes. */
  readonly timeScale?: number;
  readonly sweepEveryMs?: number;
}

/** Starts every worker of this process; any number of processes may do so. */
export async function startWorkers({ config, store, webhooks, clock, log }: Runtime, options: WorkersOptions = {}): Promise<RunningWorkers> {
  const queues = openQueues({
    store,
    redisUrl: config.redisUrl,
    onAway: outageLog(log, 'the queue is away; what is due waits until it is back'),
    onFailed: (err) => log.error({ err }, 'a job failed'),
  });
  const worker = await startWebhookWorker({ store, queues, send: webhooks.send, clock, random: systemRandom, rng: Math.random, log, ...options });
  return {
    async close() {
      await worker.close();
      await queues.close();
    },
  };
}
