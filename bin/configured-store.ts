import path from 'node:path';
import type { Logger } from 'pino';
import { openStore, type Store, type StoreOptions } from '../store/open-store.js';
import type { Config } from './config.js';

/** Seed written by the build, next to this file's folder. */
const SEED_FOLDER = path.join(import.meta.dirname, '..', 'seed');

export type OpeningOptions = Pick<StoreOptions, 'migrates' | 'whileOpening'>;

/**
 * Reads the limits of tiers, then opens the configured database. Throws Failure or StoreError with a user-facing
 * message.
 */
export async function openConfiguredStore(
  config: Config,
  log: Logger,
  { migrates = config.migrates, whileOpening }: OpeningOptions = {},
): Promise<Store> {
  // A wrong file leaves the database as it is.
  if (config.tiersFile !== undefined) await (await import('./tiers-file.js')).loadTiersFile(config.tiersFile);
  return openStore({
    databaseUrl: config.databaseUrl,
    replica: config.replica,
    dataDir: config.dataDir,
    seedFolder: SEED_FOLDER,
    migrates,
    whileOpening,
    maxConnections: config.connections.store,
    cacheBytes: config.seriesCacheBytes,
    log: (message) => log.info(message),
  });
}
