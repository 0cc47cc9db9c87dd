import path from 'node:path';
import type { Logger } from 'pino';
import { openStore, type Store, type StoreOptions } from '../store/open-store.js';
import type { Config } from './config.js';

/** Seed written by the build, next to this file's folder. */
const SEED_FOLDER = path.join(import.meta.dirname, '..', 'seed');

export type OpeningOptions = Pick<StoreOptions, 'migrates' | 'whileOpening'>;

/** Opens the configured database. Throws StoreError with a user-facing message. */
export function openConfiguredStore(
  config: Config,
  log: Logger,
  { migrates = config.migrates, whileOpening }: OpeningOptions = {},
): Promise<Store> {
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
