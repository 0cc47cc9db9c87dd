import { cpSync } from 'node:fs';
import { access, chmod, readdir, readFile, rm, stat, writeFile, constants } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { codeOf, corruptError, messageOf, StoreError, unusableError } from '../errors.js';
import { makeDirectory } from '../make-directory.js';
import { startEngine, type WorkerEngine } from './engine-worker.js';
import { lockDirectory } from './lock.js';
import { maintain, type MaintenanceOptions, type MaintenanceReport } from './maintenance.js';
import { Multiplexer } from './multiplexer.js';
import { embeddedPoolConfig } from './pool-config.js';
import { usableSeed } from './seed.js';

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly seedFolder?: string | undefined;
  readonly log?: ((message: string) => void) | undefined;
  readonly idleTransactionMs?: number | undefined;
  /** Called when the thread of the database has started to open it. */
  readonly whileOpening?: (() => void) | undefined;
  /** Starts the database; replaced in tests. */
  readonly start?: typeof startEngine | undefined;
}

export interface EmbeddedDatabase {
  readonly poolConfig: pg.PoolConfig;
  maintain(options: MaintenanceOptions): Promise<MaintenanceReport>;
  close(): Promise<void>;
}

/** PGlite 0.5 is PostgreSQL 18; data directories contain this major version. */
const POSTGRES_MAJOR = '18';
const CHECKPOINT_EVERY_MS = 60_000;
const VACUUM_EVERY_ROUNDS = 30;
const RESTART_AFTER_MS = 500;

/**
 * Opens and locks the embedded database in `dataDir`. Throws StoreError `data_dir_locked`, `data_dir_unusable` or
 * `data_dir_corrupt`. If the database dies, it is reopened; its clients' connections end.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log = () => undefined, start = startEngine } = options;
  await makeWritable(dataDir);
  const lock = await lockDirectory(dataDir);
  try {
    const startFirst = (directory: string): Promise<WorkerEngine> => start(directory, options.whileOpening);
    let engine = await openDirectory(dataDir, () => usableSeed(options.seedFolder), log, startFirst);
    let multiplexer = new Multiplexer(engine, options);
    let isClosing = false;
    let restart: Promise<void> = Promise.resolve();
    const watch = (): void => {
      void engine.ended.then((error) => {
        if (error === null || isClosing) return;
        log(`embedded database: stopped unexpectedly; reopening (${error.message})`);
        multiplexer.fail(error);
        restart = revive();
      });
    };
    const revive = async (): Promise<void> => {
      while (!isClosing) {
        try {
          engine = await start(path.join(dataDir, 'postgres'));
          multiplexer = new Multiplexer(engine, options);
          return watch();
        } catch (error) {
          log(`embedded database: failed to open (${messageOf(error)}); retrying`);
          await new Promise((resolve) => setTimeout(resolve, RESTART_AFTER_MS).unref());
        }
      }
    };
    watch();
    const poolConfig = embeddedPoolConfig(() => multiplexer);
    const upkeep = scheduleMaintenance(poolConfig, log);
    return {
      poolConfig,
      maintain: upkeep.run,
      async close() {
        isClosing = true;
        await upkeep.stop();
        await restart;
        multiplexer.fail(new Error('the embedded database is closed'));
        await engine.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function makeWritable(dataDir: string): Promise<void> {
  try {
    await makeDirectory(dataDir, OWNER_ALONE);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    await narrow(dataDir);
  } catch (error) {
    throw error instanceof StoreError ? error : unusableError(dataDir, error);
  }
}

const OWNER_ALONE = 0o700;
const OTHERS = 0o077;
const STICKY = 0o1000;

/** Takes the access of other users from a directory that existed before; a shared one is refused. */
async function narrow(dataDir: string): Promise<void> {
  const { mode } = await stat(dataDir);
  if ((mode & OTHERS) === 0) return;
  if ((mode & STICKY) !== 0) {
    throw new StoreError(
      'data_dir_unusable',
      `The data directory ${dataDir} is shared with other users; choose another with SVC_DATA_DIR.`,
    );
  }
  await chmod(dataDir, OWNER_ALONE);
}

/** Opens the database or creates it; an incompletely created directory is created again. */
async function openDirectory(
  dataDir: string,
  findSeed: () => Promise<string | null>,
  log: (message: string) => void,
  start: (directory: string) => Promise<WorkerEngine>,
): Promise<WorkerEngine> {
  const directory = path.join(dataDir, 'postgres');
  const unfinished = path.join(dataDir, 'postgres.unfinished');
  if ((await entries(unfinished)) === null && (await holdsDatabase(dataDir, directory))) {
    return start(directory).catch((error: unknown) => Promise.reject(corruptError(dataDir, error)));
  }
  const make = async (from: string | null): Promise<WorkerEngine> => {
    await rm(directory, { recursive: true, force: true });
    // A thousand small files: synchronous calls cost a third of promises.
    if (from !== null) cpSync(from, directory, { recursive: true });
    const engine = await start(directory);
    await rm(unfinished, { recursive: true, force: true });
    return engine;
  };
  try {
    await writeFile(unfinished, '');
    const seed = await findSeed();
    if (seed === null) return await make(null);
    return await make(seed).catch((error: unknown) => {
      log(`embedded database: the seed does not open (${messageOf(error)}); starting without`);
      return make(null);
    });
  } catch (error) {
    throw unusableError(dataDir, error);
  }
}

async function holdsDatabase(dataDir: string, directory: string): Promise<boolean> {
  const found = await entries(directory);
  if (found === null || found.length === 0) return false;
  const version = found.includes('PG_VERSION')
    ? (await readFile(path.join(directory, 'PG_VERSION'), 'utf8')).trim()
    : 'none';
  if (version !== POSTGRES_MAJOR) throw corruptError(dataDir, new Error(`PG_VERSION is ${version}`));
  return true;
}

/** Names in a directory; empty for a file, null where there is nothing. */
async function entries(directory: string): Promise<string[] | null> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    if (codeOf(error) === 'ENOTDIR') return [];
    throw error;
  }
}

function scheduleMaintenance(poolConfig: pg.PoolConfig, log: (message: string) => void) {
  const pool = new pg.Pool({ ...poolConfig, max: 1, idleTimeoutMillis: 1000 });
  pool.on('error', (error) => log(`embedded database: maintenance lost its connection (${error.message})`));
  let rounds = 0;
  let running: Promise<unknown> = Promise.resolve();
  const run = (options: MaintenanceOptions): Promise<MaintenanceReport> => {
    const round = running.then(() => maintain(pool, options));
    running = round.catch(() => undefined);
    return round;
  };
  const timer = setInterval(() => {
    rounds += 1;
    run({ vacuums: rounds % VACUUM_EVERY_ROUNDS === 0 }).catch((error: unknown) => {
      log(`embedded database: maintenance failed (${messageOf(error)})`);
    });
  }, CHECKPOINT_EVERY_MS);
  timer.unref();
  return {
    run,
    async stop() {
      clearInterval(timer);
      await running;
      await pool.end();
    },
  };
}
