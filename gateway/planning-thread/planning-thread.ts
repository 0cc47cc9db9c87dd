import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { print, type DocumentNode } from 'graphql';
import { Piscina } from 'piscina';
import { FairQueue } from '../../access/fair-queue.js';
import type { PlanInThread } from '../execution/compiled-operation.js';
import { PlanningUnavailable } from '../execution/planning-error.js';
import type { Plan } from '../planner/plan.js';

/** Large operations that may wait for the thread. */
const WAITING = { waiting: 50, waitingEach: 10 } as const;
/** Time for one operation, waiting included. */
const MAX_MS = 5_000;
/** The thread ends after this idle time. */
const IDLE_MS = 60_000;

/** The compiled worker: next to this file in the build, else in `dist/`, as for tests that run the sources. */
function workerFile(): string {
  const folder = path.dirname(fileURLToPath(import.meta.url));
  const beside = path.join(folder, 'planning-worker.js');
  return existsSync(beside)
    ? beside
    : path.join(folder, '..', '..', 'dist', 'gateway', 'planning-thread', 'planning-worker.js');
}

export interface PlanningThread {
  readonly plan: PlanInThread;
  close(): Promise<void>;
}

/**
 * Plans operations of a supergraph in a worker thread, which starts with the first operation. Requesters take turns;
 * operations whose requests have gone away while they waited are not planned.
 */
export function createPlanningThread(supergraphSdl: string, maxMs = MAX_MS): PlanningThread {
  const queue = new FairQueue({
    running: 1,
    ...WAITING,
    busy: () => new PlanningUnavailable('The planning queue is full.'),
  });
  let pool: Piscina<readonly string[], readonly Plan[]> | undefined;
  const run = async (documents: readonly DocumentNode[], signal: AbortSignal): Promise<readonly Plan[]> => {
    pool ??= new Piscina<readonly string[], readonly Plan[]>({
      filename: workerFile(),
      name: 'plan',
      workerData: supergraphSdl,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
    });
    try {
      return await pool.run(documents.map(print), { signal });
    } catch (error) {
      // The time includes waiting for other operations, so it says nothing lasting about this one.
      if (signal.aborted) throw new PlanningUnavailable('Planning took too long.', { cause: error });
      throw error;
    }
  };
  const plan: PlanInThread = (documents, { turn, onAbandoned }) => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), maxMs);
    const requester = {
      turn,
      onAbandoned(listener: () => void) {
        onAbandoned(listener);
        late.signal.addEventListener('abort', listener);
      },
    };
    return queue.run(requester, () => run(documents, late.signal)).finally(() => clearTimeout(timer));
  };
  return { plan, close: async () => pool?.destroy() };
}
