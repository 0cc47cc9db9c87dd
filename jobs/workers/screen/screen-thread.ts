import { constants, setPriority } from 'node:os';
import type { BenchmarkCloses } from '../../../engines/signal/drift.js';
import type { SignalInput } from '../../../engines/signal/signal.js';
import { screenValues, type ScreenValues } from '../../../engines/screen/screen-values.js';

// Requests take priority. Only Linux sets the priority per thread; elsewhere it is per process.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

/** What is known of some securities, and the market's history. */
export interface ScreenTask {
  readonly benchmark: BenchmarkCloses | null;
  readonly securities: readonly Pick<SignalInput, 'bars' | 'sessions' | 'fundamentals' | 'optionsFlow'>[];
}

/** The values of each security; the entry of a worker thread. */
export function run({ benchmark, securities }: ScreenTask): readonly ScreenValues[] {
  return securities.map((known) => screenValues({ ...known, benchmark }));
}
