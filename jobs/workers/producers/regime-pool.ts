import type { RegimeReading } from '../../../engines/simulation/regime.js';
import { createThread } from '../one-thread.js';
import type * as thread from './regime-thread.js';
import type { RegimeTask } from './regime-thread.js';

/** The regime at each close from `from` on; null with too little data to fit. */
export type ReadRegimes = (task: RegimeTask) => Promise<readonly (RegimeReading | null)[]>;

export interface RegimePool {
  readonly read: ReadRegimes;
  close(): Promise<void>;
}

/** A thread that fits regimes: a fit would block the event loop for too long. */
export function createRegimePool(): RegimePool {
  const { run, close } = createThread<typeof thread>('producers/regime-thread.js');
  return { read: (task) => run('run', task), close };
}
