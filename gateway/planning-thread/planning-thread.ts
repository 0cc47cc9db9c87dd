import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { print } from 'graphql';
import { Piscina } from 'piscina';
import type { PlanInThread } from '../execution/compiled-operation.js';
import { PlanningUnavailable } from '../execution/planning-error.js';
import type { Plan } from '../planner/plan.js';

/** Large operations that may wait for the thread. */
const MAX_WAITING = 50;
/** Time for one operation, waiting included. */
const MAX_MS = 5_000;
/** The thread ends after this idle time. */
const IDLE_MS = 60_000;

/** The compiled worker: next to this file in the build, else in `dist/`, as for tests that run the sources. */
function workerFile(): string {
  const folder = path.dirname(fileURLToPath(import.meta.url));
  const beside = path.join(folder, 'planning-worker.js');
  return existsSync(beside) ? beside : path.join(folder, '..', '..', 'dist', 'gateway', 'planning-thread', 'planning-worker.js');
}

function isQueueFull(error: unknown): boolean {
  return error instanceof Error && /queue is at limit/i.test(error.message);
}

export interface PlanningThread {
  readonly plan: PlanInThread;
  close(): Promise<void>;
}

/** Plans operations of a supergraph in a worker thread, which starts with the first operation. */
export function createPlanningThread(supergraphSdl: string, maxMs = MAX_MS): PlanningThread {
  let pool: Piscina<readonly string[], readonly Plan[]> | undefined;
  const plan: PlanInThread = async (documents) => {
    pool ??= new Piscina<readonly string[], readonly Plan[]>({
      filename: workerFile(), name: 'plan', workerData: supergraphSdl, minThreads: 0, maxThreads: 1, maxQueue: MAX_WAITING, idleTimeout: IDLE_MS,
    });
    const signal = AbortSignal.timeout(maxMs);
    try {
      return await pool.run(documents.map(print), { signal });
    } catch (error) {
      // The time includes waiting for other operations, so it says nothing lasting about this one.
      if (signal.aborted || isQueueFull(error)) throw new PlanningUnavailable('The planning queue is full.', { cause: error });
      throw error;
    }
  };
  return { plan, close: async () => pool?.destroy() };
}
