import { constants, setPriority } from 'node:os';
import { cohortCounter, type CohortEvidence, type CohortSums, type CompositeRecord } from '../../../engines/cohorts.js';
import type { DailyBars } from '../../../calendar/bars.js';

/** Securities to add to what was counted before. */
export interface CohortsTask {
  readonly before: CohortSums;
  readonly securities: readonly { readonly record: CompositeRecord; readonly bars: Pick<DailyBars, 'days' | 'adjClose'> }[];
}

// Linux alone sets the priority of a thread, elsewhere it would be that of the whole process: requests go first.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW);

/** Counts some securities; an entry of a worker thread. */
export function count({ before, securities }: CohortsTask): CohortSums {
  const counter = cohortCounter(before);
  for (const { record, bars } of securities) counter.add(record, bars);
  return counter.sums();
}

/** What all that was counted says; an entry of a worker thread. */
export function evidence(sums: CohortSums): readonly CohortEvidence[] {
  return cohortCounter(sums).evidence();
}
