import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { ApiError } from '../../access/errors.js';
import type { simulate } from '../../engines/simulation/simulate.js';
import { STOP_WORD, type SimulationTask } from './simulation-task.js';

type Result = ReturnType<typeof simulate>;

/** Simulations that can queue for a thread; further ones are rejected with a retry delay. */
const MAX_WAITING = 8;
const RETRY_AFTER_S = 2;
/** Idle time after which a thread ends. */
const IDLE_MS = 30_000;

export interface SimulationPool {
  /**
   * Simulates off the event loop. `onAbandoned` registers a function to call when the client has gone; the run then stops.
   * Throws `unavailable` if too many are queued.
   */
  run(task: SimulationTask, onAbandoned: (listener: () => void) => void): Promise<Result>;
  close(): Promise<void>;
}

/** The compiled worker, next to this file in the build; tests of the sources use it as well. */
function workerFile(): string {
  const folder = path.dirname(fileURLToPath(import.meta.url));
  const beside = path.join(folder, 'simulation-worker.js');
  return existsSync(beside) ? beside : path.join(folder, '..', '..', 'dist', 'subgraphs', 'research', 'simulation-worker.js');
}

function isQueueFull(error: unknown): boolean {
  return error instanceof Error && /queue is at limit/i.test(error.message);
}

/** Worker threads for simulations, one fewer than processors, started on first use. */
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
        if (isQueueFull(error)) throw new ApiError('unavailable', 'Too many simulations are running; try again in a moment.', { retry_after_s: RETRY_AFTER_S });
        throw error;
      }
    },
    async close() {
      await pool?.destroy();
    },
  };
}
