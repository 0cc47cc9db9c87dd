import type { CohortEvidence, CohortSums } from '../../../engines/cohorts.js';
import { createThread } from '../one-thread.js';
import type * as thread from './cohorts-thread.js';
import type { CohortsTask } from './cohorts-thread.js';

/** The evidence of cohorts, some securities at a time. */
export interface CountCohorts {
  count(task: CohortsTask): Promise<CohortSums>;
  evidence(sums: CohortSums): Promise<readonly CohortEvidence[]>;
}

export interface CohortsPool extends CountCohorts {
  close(): Promise<void>;
}

/** One thread that counts cohorts: a market takes longer than the event loop may be held. */
export function createCohortsPool(): CohortsPool {
  const { run, close } = createThread<typeof thread>('producers/cohorts-thread.js');
  return { count: (task) => run('count', task), evidence: (sums) => run('evidence', sums), close };
}
