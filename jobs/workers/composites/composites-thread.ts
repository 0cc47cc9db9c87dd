import { constants, setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import {
  compositesAt,
  type CompositeHistory,
  type CompositesInput,
} from '../../../engines/signal/composite-history.js';

// Requests take priority. Only Linux sets the priority per thread; elsewhere it is per process.
if (process.platform === 'linux' && !isMainThread) setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

/** Computes a batch; the entry of a worker thread. */
export function run(tasks: readonly CompositesInput[]): readonly CompositeHistory[] {
  return tasks.map(compositesAt);
}
