import { constants, setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import { cohortCounter, type CohortEvidence, type CohortSums, type CompositeRecord } from '../../../engines/cohorts.js';
import type { DailyBars } from '../../../calendar/bars.js';

/** Securities to add to the counts so far. */
export interface CohortsTask {
  readonly before: CohortSums;
  readonly securities: readonly {
    readonly record: CompositeRecord;
    readonly bars: Pick<DailyBars, 'days' | 'adjClose'>;
  }[];
}

// Requests take priority. Only Linux sets the priority per thread; elsewhere it is per process.
if (process.platform === 'linux' && !isMainThread) setPriority(0, constants.priority.PRIORITY_LOW);

/** Adds securities to the counts; an entry point of the worker thread. */
export function count({ before, securities }: CohortsTask): CohortSums {
  const counter = cohortCounter(before);
  for (const { record, bars } of securities) counter.add(record, bars);
  return counter.sums();
}

/** The evidence from all counts; an entry point of the worker thread. */
export function evidence(sums: CohortSums): readonly CohortEvidence[] {
  return cohortCounter(sums).evidence();
}
