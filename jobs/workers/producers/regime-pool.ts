import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { RegimeReading } from '../../../engines/simulation/regime.js';
import type { RegimeTask } from './regime-thread.js';

/** The thread ends after so long without work: a refresh comes once a day. */
const IDLE_MS = 30_000;

/** The regime at each close from `from` on, null where there is too little to fit. */
export type ReadRegimes = (task: RegimeTask) => Promise<readonly (RegimeReading | null)[]>;

export interface RegimePool {
  readonly read: ReadRegimes;
  close(): Promise<void>;
}

/** The compiled worker: beside this file in the build, which tests of the sources use as well. */
function threadFile(): string {
  const folder = path.dirname(fileURLToPath(import.meta.url));
  const beside = path.join(folder, 'regime-thread.js');
  return existsSync(beside) ? beside : path.join(folder, '..', '..', '..', 'dist', 'jobs', 'workers', 'producers', 'regime-thread.js');
}

/** One thread that fits regimes, started when it is first needed: a fit takes longer than the event loop may be held. */
export function createRegimePool(): RegimePool {
  let pool: Piscina<RegimeTask, readonly (RegimeReading | null)[]> | undefined;
  return {
    read(task) {
      pool ??= new Piscina({ filename: threadFile(), name: 'run', minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MS });
      return pool.run(task);
    },
    async close() {
      await pool?.destroy();
    },
  };
}
