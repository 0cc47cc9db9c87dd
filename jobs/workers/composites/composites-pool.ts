import type { CompositeHistory, CompositesInput } from '../../../engines/signal/composite-history.js';
import { createThread } from '../one-thread.js';
import type * as thread from './composites-thread.js';

export interface CompositesPool {
  /** Composites per task, in order, computed off the event loop. */
  run(tasks: readonly CompositesInput[]): Promise<readonly CompositeHistory[]>;
  close(): Promise<void>;
}

/** A pool with one thread for composites. */
export function createCompositesPool(): CompositesPool {
  const { run, close } = createThread<typeof thread>('composites/composites-thread.js');
  return { run: (tasks) => run('run', tasks), close };
}
