import { compositesProducer } from '../jobs/workers/composites/producer.js';
import { startRefreshWorker, type Producer } from '../jobs/workers/refresh/worker.js';
import type { Runtime } from './runtime.js';

/** What follows from newly stored data, under way in this process. */
export interface RunningRefresh {
  /** Takes no new work, lets what is under way end, then resolves. */
  close(): Promise<void>;
}

/** Records composites after each change of stored bars, then runs these producers in their order. */
export async function startRefresh({ store, queues, clock, log }: Runtime, producers: readonly Producer[]): Promise<RunningRefresh> {
  const composites = compositesProducer({ store, clock, rng: Math.random, log });
  const worker = await startRefreshWorker({ store, queues, producers: [composites, ...producers], clock, log });
  return {
    async close() {
      await worker.close();
      await composites.close();
    },
  };
}
