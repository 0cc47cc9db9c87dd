import type { ComputedMark } from '../../../store/mark-records.js';
import type { Store } from '../../../store/open-store.js';
import { QUEUES } from '../../queue/names.js';
import type { Queues } from '../../queue/open-queues.js';
import { startChangesWorker, type ChangesWorker } from '../changes-worker.js';

export interface MarksWorkerOptions {
  readonly store: Pick<Store, 'listen' | 'markRecords'>;
  readonly queues: Queues;
  /** The marks of all companies at an instant, epoch milliseconds. */
  readonly marksAt: (nowMs: number) => Promise<readonly ComputedMark[]>;
  readonly clock: () => number;
  readonly log: { debug(details: object, message: string): void; info(details: object, message: string): void };
  /** How long what marks are computed from must be unchanged before a run; 2 s by default. */
  readonly quietMs?: number;
}

/** On days of sessions, when the closes of the day are mostly stored. */
const DAILY = { pattern: '30 18 * * 1-5', tz: 'America/New_York' } as const;

/**
 * What is told of private companies. The closes that marks are moved with are not among them: a source may store new
 * ones every minute, and the daily run has the last.
 */
const INPUTS: ReadonlySet<string> = new Set([
  'private_companies',
  'private_rounds',
  'secondary_events',
  'private_relations',
  'company_overlays',
]);

/**
 * Records the marks of private companies that have changed: at the start, daily, and after changes of what is told of
 * them.
 */
export function startMarksWorker({
  store,
  queues,
  marksAt,
  clock,
  log,
  quietMs,
}: MarksWorkerOptions): Promise<ChangesWorker> {
  return startChangesWorker({
    store,
    queues,
    log,
    quietMs,
    queue: QUEUES.marks,
    inputs: INPUTS,
    repeat: DAILY,
    async run() {
      const computedMs = clock();
      const added = await store.markRecords.record(await marksAt(computedMs), new Date(computedMs), clock);
      if (added > 0) log.info({ companies: added }, 'recorded marks of private companies');
    },
  });
}
