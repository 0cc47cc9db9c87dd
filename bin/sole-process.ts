import { claimDatabase } from '../store/process-claim.js';
import { Failure } from './failure.js';
import type { Runtime } from './runtime.js';

/**
 * Ends the start of a process that counts limits in its own memory while another one does on the same PostgreSQL.
 * Throws a Failure. The embedded database has a lock of its own.
 */
export async function requireCountedLimits({ config, store, log, atEnd }: Runtime): Promise<void> {
  if (store.kind === 'embedded') return;
  const isShared = config.redis !== undefined;
  const claim = await claimDatabase(store.poolConfig, isShared, (message) => log.warn(message));
  if (claim === null) {
    throw new Failure(
      isShared
        ? 'A server or subgraph without Redis uses this database and counts limits for itself: start it again with the same ' +
            'REDIS_URL, REDIS_SENTINELS or REDIS_CLUSTER_NODES as here.'
        : 'Another server or subgraph uses this database, and without Redis each would count limits for itself: ' +
            'set REDIS_URL (or REDIS_SENTINELS or REDIS_CLUSTER_NODES) to the same Redis in all of them, or stop the other one.',
    );
  }
  atEnd(() => claim.release());
}
