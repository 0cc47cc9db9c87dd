import { constants, setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import type { Closes } from '../../../engines/simulation/joint-history.js';
import { fitRegimes, REGIME_YEARS, type RegimeReading } from '../../../engines/simulation/regime.js';

/** The benchmark's closes, and the index of the first at which its regime is read. */
export interface RegimeTask extends Closes {
  readonly from: number;
}

// Requests take priority. Only Linux sets the priority per thread; elsewhere it is per process.
if (process.platform === 'linux' && !isMainThread) setPriority(0, constants.priority.PRIORITY_LOW);

/** The regime at each close from `from` on, fitted to the data up to then; the entry point of the worker thread. */
export function run({ days, adjClose, from }: RegimeTask): readonly (RegimeReading | null)[] {
  return Array.from({ length: days.length - from }, (_, place) => {
    const end = from + place + 1;
    return (
      fitRegimes({ days: days.subarray(0, end), adjClose: adjClose.subarray(0, end) }, REGIME_YEARS)?.today ?? null
    );
  });
}
