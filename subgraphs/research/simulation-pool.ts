import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { ApiError } from '../../access/errors.js';
import { FairQueue, type Requester } from '../../access/fair-queue.js';
import type { simulate } from '../../engines/simulation/simulate.js';
import { STOP_WORD, type SimulationTask } from './simulation-task.js';

type Result = ReturnType<typeof simulate>;

/** Simulations that can queue for a thread; further ones are rejected with a retry delay. */
const WAITING = { waiting: 32, waitingEach: 4 } as const;
const RETRY_AFTER_S = 2;
/** Idle time after which a thread ends. */
const IDLE_MS = 30_000;

export interface SimulationPool {
  /**
   * Simulates off the event loop, in turns between accounts. The run stops or is not started if the client has gone.
   * Throws `unavailable` if too many are queued.
   */
  run(task: SimulationTask, requester: Requester): Promise<Result>;
  close(): Promise<void>;
}

/** The compiled worker, next to this file in the build; tests of the sources use it as well. */
function workerFile(): string {
  const folder = path.dirname(fileURLToPath(import.meta.url));
  const beside = path.join(folder, 'simulation-worker.js');
  return existsSync(beside) ? beside : path.join(folder, '..', '..', 'dist', 'subgraphs', 'research', 'simulation-worker.js');
}

function tooMany(): ApiError {
  const message = 'Too many simulations are running; try again in a moment.';
  return new ApiError('unavailable', message, { retry_after_s: RETRY_AFTER_S });
}

/** Worker threads for simulations, one fewer than processors, started on first use. */
export function createSimulationPool(): SimulationPool {
  const maxThreads = Math.max(1, availableParallelism() - 1);
  const queue = new FairQueue({ running: maxThreads, ...WAITING, busy: tooMany });
  let pool: Piscina<SimulationTask, Result> | undefined;
  const started = (): Piscina<SimulationTask, Result> => {
    pool ??= new Piscina<SimulationTask, Result>({
      filename: workerFile(), name: 'run', minThreads: 0, maxThreads, idleTimeout: IDLE_MS,
    });
    return pool;
  };
  return {
    run(task, requester) {
      requester.onAbandoned(() => {
        Atomics.store(new Int32Array(task.shared, 0, 1), STOP_WORD, 1);
      });
      return queue.run(requester, () => started().run(task));
    },
    async close() {
      await pool?.destroy();
    },
  };
}
