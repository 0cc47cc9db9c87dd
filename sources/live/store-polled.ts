import type { Store } from '../../store/open-store.js';
import { ImportError } from '../files/import-report.js';
import type { ReadRows } from './kind-source.js';
import { toldReason } from './read-error.js';
import { ReadError, type ReadFault } from './read-error.js';

interface PollContext {
  readonly store: Pick<Store, 'db'>;
  readonly log: { info(details: object, message: string): void; warn(details: object, message: string): void };
}

/**
 * Reads and stores what a source has regularly. Resolves to the fault of what failed, which is logged; null if it is
 * stored.
 */
export async function storePolled(
  { store, log }: PollContext,
  what: string,
  read: () => Promise<ReadRows>,
): Promise<ReadFault | null> {
  try {
    const { rows, refused, save } = await read();
    await store.db.transaction().execute(save);
    log.info({ what, rows, refused: refused.length }, 'stored what a live source has');
    return null;
  } catch (error) {
    if (!(error instanceof ReadError) && !(error instanceof ImportError)) throw error;
    const fault = error instanceof ReadError ? error.fault : 'unreadable';
    log.warn({ what, fault, reason: toldReason(error) }, 'a live source gave no data');
    return fault;
  }
}
