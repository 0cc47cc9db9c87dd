import { setTimeout as sleep } from 'node:timers/promises';
import { CamelCasePlugin, Kysely, PostgresDialect, type DatabaseConnection } from 'kysely';
import pg from 'pg';
import { openEmbedded } from './embedded/open-embedded.js';
import { connectionError, describeDatabaseUrl, StoreError } from './errors.js';
import { keepCachesFresh } from './fresh-caches.js';
import { keepsConnections, pooledByTransaction } from './kept-connections.js';
import { createListener, type ListenHandler, type Listener, type ListenOptions } from './listener.js';
import { preparing } from './planned-once.js';
import { readySchema, type SchemaState } from './schema-state.js';
import {
  recordedReads,
  ROWS_VERSION,
  rowsOfVersion,
  symbolOfBarsVersion,
  symbolOfSecurityVersion,
  type RecordedReads,
} from './recorded-reads.js';
import { openReplica, type Replica, type ReplicaOptions } from './replica.js';
import { replicaFirst } from './replica-pool.js';
import { createRepositories, REPLICA_TABLES, requestRepositories, type Repositories } from './repositories.js';
import { repeatVersions, TableVersions } from './table-versions.js';
import type { Tables } from './tables.js';
import { watchWrites } from './written-tables.js';

export type { ListenHandler, ListenOptions } from './listener.js';

export interface StoreOptions {
  /** PostgreSQL URL; the embedded database in `dataDir` if undefined. */
  readonly databaseUrl?: string | undefined;
  /** A standby of that PostgreSQL, for the reads of `reading`. */
  readonly replica?: ReplicaOptions | undefined;
  readonly dataDir: string;
  readonly log?: ((message: string) => void) | undefined;
  /** Folder with a seed from `writeSeed`, which shortens the embedded database's first start. */
  readonly seedFolder?: string | undefined;
  /** Whether an older schema is migrated, as by default, or refused. An empty embedded database is always set up. */
  readonly migrates?: boolean | undefined;
  /** Called while another thread or process opens the database, so that this one can do other things meanwhile. */
  readonly whileOpening?: (() => void) | undefined;
  /** Pool size; 10 by default. */
  readonly maxConnections?: number | undefined;
  /** Cache size for decoded series; 256 MiB by default. */
  readonly cacheBytes?: number | undefined;
}

export interface Store extends Repositories {
  readonly kind: 'embedded' | 'postgres';
  readonly db: Kysely<Tables>;
  readonly schema: SchemaState;
  /** The repositories for one request; market data is read from the replica, where it has what the primary has. */
  readonly reading: RecordedReads;
  /** How the replica does; undefined if there is none. */
  readonly replica: Pick<Replica, 'status'> | undefined;
  /** The current version for a name in `Versions`; undefined if not known at the moment. */
  versionOf(name: string): number | undefined;
  readonly pool: pg.Pool;
  /** For a second pool on the same database, such as the queue's. */
  readonly poolConfig: pg.PoolConfig;
  /** Calls `handler` for each notification on `channel` until the returned function is called. */
  listen(channel: string, handler: ListenHandler, options?: ListenOptions): Promise<() => Promise<void>>;
  /** Sends `payload` (at most 7,999 bytes) to all processes that listen on `channel`. */
  notify(channel: string, payload: string): Promise<void>;
  /** Resolves when the database responds. */
  ping(): Promise<void>;
  /** Closes all connections and an embedded database; further calls have no effect. */
  close(): Promise<void>;
}

interface Connection {
  readonly kind: Store['kind'];
  readonly poolConfig: pg.PoolConfig;
  close(): Promise<void>;
}

const DEFAULT_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 10_000;

// All bigint columns hold counts below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * Opens PostgreSQL at `databaseUrl` or the embedded database in `dataDir`, and migrates it to the newest schema. Throws
 * StoreError with a user-facing message.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { log = () => undefined, databaseUrl } = options;
  const connection =
    databaseUrl === undefined || databaseUrl === ''
      ? await openEmbeddedConnection(options)
      : await openPostgres(databaseUrl, log, options.whileOpening);
  const pool = new pg.Pool({ ...connection.poolConfig, max: options.maxConnections ?? DEFAULT_CONNECTIONS });
  // A checked-out client that breaks also emits `error`; without a listener either event would end the process.
  pool.on('connect', (client) => client.on('error', (error) => log(`store: a connection was lost (${error.message})`)));
  pool.on('error', () => undefined);
  // A table written here has no version until its notification arrives, so that no cached response predates the write.
  const onWritten = (written: readonly string[]): void => {
    // The market's newest session is part of cached responses too.
    if (written.includes('securities')) repositories?.securities.forget([]);
    replica?.changed(written);
    tables.renew(written).catch(() => undefined);
  };
  const onCreateConnection = async (created: DatabaseConnection): Promise<void> => watchWrites(created, onWritten);
  const primary = preparing(pool);
  const schema = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: primary, onCreateConnection }) });
  const db = schema.withPlugin(inCamelCase());
  let repositories: Repositories | undefined;
  let replica: Replica | undefined;
  const tables = new TableVersions((names, asker) => repeatVersions(db, names, asker));
  const listener = createListener(connection.poolConfig, log);
  const close = closeOnce(async () => {
    await listener.close();
    await replica?.close();
    await db.destroy();
    await connection.close();
  });
  try {
    const state = await readySchema(schema, {
      migrates: options.migrates ?? true,
      creates: connection.kind === 'embedded',
      log,
    });
    const opened = (replica = await replicaOf(options, pool, log));
    const reads = opened && {
      dbOf: (names: readonly string[]) =>
        new Kysely<Tables>({
          dialect: new PostgresDialect({ pool: replicaFirst(primary, opened, names), onCreateConnection }),
          plugins: [inCamelCase()],
        }),
      changed: (names: readonly string[]) => opened.changed(names),
    };
    const all = createRepositories(db, options, reads);
    repositories = all;
    await keepCachesFresh(all, tables, listener, replica);
    const versionOf = (name: string): number | undefined => currentVersion(name, all, tables);
    const reading = recordedReads(reads === undefined ? all : requestRepositories(all, options, reads), tables);
    return {
      ...all,
      reading,
      replica,
      versionOf,
      ...messaging(pool, listener),
      kind: connection.kind,
      poolConfig: connection.poolConfig,
      db,
      schema: state,
      pool,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Keys inside JSON columns are not converted. */
function inCamelCase(): CamelCasePlugin {
  return new CamelCasePlugin({ maintainNestedObjectKeys: true });
}

async function replicaOf(
  { replica, maxConnections }: StoreOptions,
  pool: pg.Pool,
  log: (message: string) => void,
): Promise<Replica | undefined> {
  if (replica === undefined) return undefined;
  const tables = [...new Set([...REPLICA_TABLES.values()].flat())];
  return openReplica(replica, pool, tables, { log, max: maxConnections ?? DEFAULT_CONNECTIONS });
}

function currentVersion(name: string, { bars, securities }: Repositories, tables: TableVersions): number | undefined {
  const security = symbolOfSecurityVersion(name);
  if (security !== undefined) return securities.versionInMemory(security);
  if (rowsOfVersion(name) !== undefined) return ROWS_VERSION;
  const symbol = symbolOfBarsVersion(name);
  return symbol === undefined ? tables.of(name) : bars.versionInMemory(symbol);
}

function messaging(pool: pg.Pool, listener: Listener): Pick<Store, 'listen' | 'notify' | 'ping'> {
  return {
    listen: (channel, handler, options) => listener.listen(channel, handler, options),
    async notify(channel, payload) {
      await pool.query('select pg_notify($1, $2)', [channel, payload]);
    },
    async ping() {
      await pool.query('select 1');
    },
  };
}

async function openEmbeddedConnection(options: StoreOptions): Promise<Connection> {
  const embedded = await openEmbedded(options);
  return { kind: 'embedded', poolConfig: embedded.poolConfig, close: () => embedded.close() };
}

async function openPostgres(
  databaseUrl: string,
  log: (message: string) => void,
  whileOpening?: () => void,
): Promise<Connection> {
  const address = describeDatabaseUrl(databaseUrl);
  const poolConfig: pg.PoolConfig = {
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  };
  const client = new pg.Client(poolConfig);
  client.on('error', (error) => log(`store: the first connection broke (${error.message})`));
  try {
    const connected = client.connect();
    whileOpening?.();
    await connected;
  } catch (error) {
    throw connectionError(address, error);
  } finally {
    await Promise.race([client.end(), sleep(1000, undefined, { ref: false })]);
  }
  if (!(await keepsConnections(poolConfig))) {
    throw new StoreError('database_pooled', pooledByTransaction(address, 'DATABASE_URL'));
  }
  return { kind: 'postgres', poolConfig, close: () => Promise.resolve() };
}

function closeOnce(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | null = null;
  return () => (closing ??= close());
}
