import type { CohortEvidence, CohortSums } from '../../../engines/cohorts.js';
import { createThread } from '../one-thread.js';
import type * as thread from './cohorts-thread.js';
import type { CohortsTask } from './cohorts-thread.js';

/** Collects cohort evidence in groups of securities. */
export interface CountCohorts {
  count(task: CohortsTask): Promise<CohortSums>;
  evidence(sums: CohortSums): Promise<readonly CohortEvidence[]>;
}

export interface CohortsPool extends CountCohorts {
  close(): Promise<void>;
}

/** A thread that counts cohorts: a whole market would block the event loop for too long. */
export function createCohortsPool(): CohortsPool {
  const { run, close } = createThread<typeof thread>('producers/cohorts-thread.js');
  return { count: (task) => run('count', task), evidence: (sums) => run('evidence', sums), close };
}
