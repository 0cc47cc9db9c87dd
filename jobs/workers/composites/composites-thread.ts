import { constants, setPriority } from 'node:os';
import { compositesAt, type CompositeHistory } from '../../../engines/signal/composite-history.js';
import type { DailyBars, MinuteBars } from '../../../calendar/bars.js';

/** The bars of a history for which to compute composites. */
export interface CompositesTask {
  readonly bars: DailyBars;
  /** Minute sessions, oldest first. */
  readonly sessions: readonly MinuteBars[];
  readonly indices: Int32Array;
}

// Requests take priority. Only Linux sets the priority per thread; elsewhere it is per process.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

/** Computes a batch; the entry of a worker thread. */
export function run(tasks: readonly CompositesTask[]): readonly CompositeHistory[] {
  return tasks.map(({ bars, sessions, indices }) => compositesAt(bars, sessions, indices));
}
