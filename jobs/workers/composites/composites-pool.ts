import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { CompositeHistory } from '../../../engines/signal/composite-history.js';
import type { CompositesTask } from './composites-thread.js';

/** The thread ends after so long without work: a refresh comes once a day. */
const IDLE_MS = 30_000;

export interface CompositesPool {
  /** Composites of each task, in their order, computed off the event loop. */
  run(tasks: readonly CompositesTask[]): Promise<readonly CompositeHistory[]>;
  close(): Promise<void>;
}

/** The compiled worker: beside this file in the build, which tests of the sources use as well. */
function threadFile(): string {
  const folder = path.dirname(fileURLToPath(import.meta.url));
  const beside = path.join(folder, 'composites-thread.js');
  return existsSync(beside) ? beside : path.join(folder, '..', '..', '..', 'dist', 'jobs', 'workers', 'composites', 'composites-thread.js');
}

/** One thread for composites, started when it is first needed. */
export function createCompositesPool(): CompositesPool {
  let pool: Piscina<readonly CompositesTask[], readonly CompositeHistory[]> | undefined;
  return {
    run(tasks) {
      pool ??= new Piscina({ filename: threadFile(), name: 'run', minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MS });
      return pool.run(tasks);
    },
    async close() {
      await pool?.destroy();
    },
  };
}
