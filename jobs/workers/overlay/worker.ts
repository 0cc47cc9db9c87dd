import { refreshOverlay, type OverlayStore } from '../../../sources/overlay/refresh-overlay.js';
import type { Store } from '../../../store/open-store.js';
import { QUEUES } from '../../queue/names.js';
import type { Queues } from '../../queue/open-queues.js';
import { startChangesWorker, type ChangesWorker } from '../changes-worker.js';

export interface OverlayWorkerOptions {
  readonly store: OverlayStore & Pick<Store, 'listen'>;
  readonly queues: Queues;
  readonly clock: () => number;
  readonly log: { debug(details: object, message: string): void; info(details: object, message: string): void };
  /** How long what the overlay reads must be unchanged before a run; 2 s by default. */
  readonly quietMs?: number;
}

const EVERY_MS = 6 * 60 * 60_000;

/** What the overlay is made of. Its own table is not among them. */
const INPUTS: ReadonlySet<string> = new Set([
  'startup_stories',
  'private_companies',
  'private_rounds',
  'private_offerings',
  'ipo_listings',
  'company_filings',
  'filers',
]);

/**
 * Lays what news, filings and the IPO calendar tell over private companies: at the start, every six hours, and after
 * imports and other changes of what it reads.
 */
export function startOverlayWorker({
  store,
  queues,
  clock,
  log,
  quietMs,
}: OverlayWorkerOptions): Promise<ChangesWorker> {
  return startChangesWorker({
    store,
    queues,
    log,
    quietMs,
    queue: QUEUES.overlay,
    inputs: INPUTS,
    repeat: { every: EVERY_MS },
    async run() {
      const change = await refreshOverlay(store, new Date(clock()));
      if (change.added + change.ended > 0) log.info(change, 'refreshed the overlay of private companies');
    },
  });
}
