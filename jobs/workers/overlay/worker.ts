import { refreshOverlay, type OverlayStore } from '../../../sources/overlay/refresh-overlay.js';
import type { Store } from '../../../store/open-store.js';
import { TABLE_VERSIONS } from '../../../store/table-versions.js';
import { keepScheduled } from '../../queue/kept-schedule.js';
import { QUEUES } from '../../queue/names.js';
import type { Queues } from '../../queue/open-queues.js';
import { untilQuiet } from '../until-quiet.js';

export interface OverlayWorkerOptions {
  readonly store: OverlayStore & Pick<Store, 'listen'>;
  readonly queues: Queues;
  readonly clock: () => number;
  readonly log: { debug(details: object, message: string): void; info(details: object, message: string): void };
  /** How long what the overlay reads must be unchanged before a run; 2 s by default. */
  readonly quietMs?: number;
}

export interface OverlayWorker {
  /** Accepts no new run and waits for the one in progress. Close the queues afterwards. */
  close(): Promise<void>;
}

const EVERY_MS = 6 * 60 * 60_000;
const QUIET_MS = 2_000;
/** Finished jobs are removed; a failed one is tried again before the schedule does. */
const KEPT = {
  removeOnComplete: true, removeOnFail: true, attempts: 6, backoff: { type: 'exponential', delay: 30_000 },
} as const;
/** A run lost with its process may be repeated: it is one transaction, and a second one finds nothing to do. */
const RUN_AGAIN = 1;

/** What the overlay is made of. Its own table is not among them. */
const INPUTS: ReadonlySet<string> = new Set([
  'startup_stories', 'private_companies', 'private_rounds', 'private_offerings', 'ipo_listings', 'company_filings', 'filers',
]);

/** Whether a notification tells of a write to an input; a repeated one has more words. */
function isChange(payload: string): boolean {
  const [table = '', , ...asked] = payload.split(' ');
  return asked.length === 0 && INPUTS.has(table);
}

/**
 * Lays what news, filings and the IPO calendar tell over private companies: at the start, every six hours, and after
 * imports and other changes of what it reads. One process at a time runs it.
 */
export async function startOverlayWorker(options: OverlayWorkerOptions): Promise<OverlayWorker> {
  const { store, queues, clock, log, quietMs = QUIET_MS } = options;
  const queue = queues.queue<object>(QUEUES.overlay);
  let running: Promise<unknown> = Promise.resolve();
  const worker = queues.worker<object>(
    QUEUES.overlay,
    async () => {
      const run = refreshOverlay(store, new Date(clock()));
      running = run;
      const change = await run;
      if (change.added + change.ended > 0) log.info(change, 'refreshed the overlay of private companies');
    },
    { concurrency: 1, maxStalledCount: RUN_AGAIN },
  );
  const unqueued = (err: unknown): void =>
    log.debug({ err }, 'could not queue a refresh of the overlay; the next trigger or the schedule will do its work');
  const refresh = async (): Promise<void> => {
    const once = { ...KEPT, deduplication: { id: 'overlay', keepLastIfActive: true } };
    await queue.add('overlay', {}, once).catch(unqueued);
  };
  const changes = untilQuiet(quietMs, () => void refresh());
  const stopListening = await store.listen(
    TABLE_VERSIONS,
    (payload) => {
      if (isChange(payload)) changes.noted();
    },
    { onGap: changes.noted },
  );
  await queue.add('start', {}, KEPT).catch(unqueued);
  const schedule = await keepScheduled(
    queue,
    { id: 'overlay', repeat: { every: EVERY_MS }, data: {}, opts: KEPT },
    { onRenewed: refresh, onError: unqueued },
  );
  return {
    async close() {
      changes.stop();
      await schedule.close();
      await worker.pause(true);
      await stopListening();
      await Promise.allSettled([running]);
    },
  };
}
