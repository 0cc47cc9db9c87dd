import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { ApiError } from '../../access/errors.js';
import type { simulate } from '../../engines/simulation/simulate.js';
import { STOP_WORD, type SimulationTask } from './simulation-task.js';

type Result = ReturnType<typeof simulate>;

/** Simulations that wait for a thread; more are told to come back. */
const MAX_WAITING = 8;
const RETRY_AFTER_S = 2;
/** A thread that has had nothing to do for so long ends. */
const IDLE_MS = 30_000;

export interface SimulationPool {
  /**
   * Simulates off the event loop. `onAbandoned` registers what is called when nobody waits for the answer any more; the
   * run then stops. Throws `unavailable` where too many wait.
   */
  run(task: SimulationTask, onAbandoned: (listener: () => void) => void): Promise<Result>;
  close(): Promise<void>;
}

/** The compiled worker: beside this file in the build, which tests of the sources use as well. */
function workerFile(): string {
  const folder = path.dirname(fileURLToPath(import.meta.url));
  const beside = path.join(folder, 'simulation-worker.js');
  return existsSync(beside) ? beside : path.join(folder, '..', '..', 'dist', 'subgraphs', 'research', 'simulation-worker.js');
}

function isQueueFull(error: unknown): boolean {
  return error instanceof Error && /queue is at limit/i.test(error.message);
}

/** Worker threads for simulations, one less than there are processors, started when they are first needed. */
export function createSimulationPool(): SimulationPool {
  let pool: Piscina<SimulationTask, Result> | undefined;
  const started = (): Piscina<SimulationTask, Result> => {
    pool ??= new Piscina<SimulationTask, Result>({
      filename: workerFile(),
      name: 'run',
      minThreads: 0,
      maxThreads: Math.max(1, availableParallelism() - 1),
      maxQueue: MAX_WAITING,
      idleTimeout: IDLE_MS,
    });
    return pool;
  };
  return {
    async run(task, onAbandoned) {
      onAbandoned(() => {
        Atomics.store(new Int32Array(task.shared, 0, 1), STOP_WORD, 1);
      });
      try {
        return await started().run(task);
      } catch (error) {
        if (isQueueFull(error)) throw new ApiError('unavailable', 'Too many simulations are under way; try again in a moment.', { retry_after_s: RETRY_AFTER_S });
        throw error;
      }
    },
    async close() {
      await pool?.destroy();
    },
  };
}
