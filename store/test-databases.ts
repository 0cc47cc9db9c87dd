import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe } from '@jest/globals';
import pg from 'pg';
import { openStore, type Store, type StoreOptions } from './open-store.js';

/** A database of a test file's own: each call opens another store on it, closed at the end if the test has not. */
export type OpenTestStore = (options?: Partial<StoreOptions>) => Promise<Store>;

export type DatabaseKind = Store['kind'];

const run = promisify(execFile);
const START_TIMEOUT_MS = 40_000;

/**
 * Declares the same suite over the embedded database and over PostgreSQL: `TEST_DATABASE_URL` (its user may create
 * databases), else a private server from the installed binaries, else the second suite is skipped with one line.
 *
 * The embedded database allows one open store at a time.
 */
export function forEachDatabase(define: (kind: DatabaseKind, open: OpenTestStore) => void): void {
  describe('embedded', () => define('embedded', embeddedDatabase()));
  const binaries = postgresBinaries();
  if (process.env['TEST_DATABASE_URL'] || binaries) {
    describe('postgres', () => define('postgres', postgresDatabase()));
  } else {
    console.log('skipped: the suite over PostgreSQL, for want of TEST_DATABASE_URL or installed server binaries');
    describe.skip('postgres', () => define('postgres', () => Promise.reject(new Error('skipped'))));
  }
}

/** Where the build makes what spares initdb and the migrations; what is missing there, or of another schema, is not used. */
const SEED_FOLDER = path.resolve(import.meta.dirname, '..', 'dist', 'seed');

/** An embedded database in a directory of its own; call inside `describe`. */
export function embeddedDatabase(): OpenTestStore {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'marketgraph-test-'));
  return closingStores((options) => openStore({ dataDir, seedFolder: SEED_FOLDER, ...options }), () => rm(dataDir, { recursive: true, force: true }));
}

/** A PostgreSQL database of its own, see `forEachDatabase`; call inside `describe`. */
export function postgresDatabase(): OpenTestStore {
  const name = `marketgraph_test_${randomBytes(6).toString('hex')}`;
  let url = (): string => '';
  // Declared before the server, so that the database is gone before its server stops.
  const open = closingStores(
    (options) => openStore({ dataDir: os.tmpdir(), databaseUrl: withDatabase(url(), name), ...options }),
    () => administer(url(), `drop database ${name} with (force)`),
  );
  ({ url } = testPostgres());
  beforeAll(() => administer(url(), `create database ${name}`), START_TIMEOUT_MS);
  return open;
}

/** A PostgreSQL server for the length of the enclosing `describe`; `url()` is known once its tests run. */
export function testPostgres(): { url(): string } {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: () => given };
  const started: PrivateServer[] = [];
  beforeAll(async () => {
    started.push(await startPostgres());
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await Promise.all(started.map((server) => server.stop()));
  }, START_TIMEOUT_MS);
  return {
    url() {
      const [server] = started;
      if (!server) throw new Error('the test PostgreSQL has not started');
      return server.url;
    },
  };
}

/** The directory of the newest installed server's binaries, null where there is none. */
export function postgresBinaries(): string | null {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((one, other) => Number(other) - Number(one)) : [];
  const candidates = [...versions.map((version) => path.join(root, version, 'bin')), ...(process.env['PATH'] ?? '').split(path.delimiter)];
  return candidates.find((directory) => ['initdb', 'postgres'].every((binary) => existsSync(path.join(directory, binary)))) ?? null;
}

export interface PrivateServer {
  readonly url: string;
  /** Ends it at once, as a crash does, and starts it again on its data: what was committed is there, every connection is gone. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a private PostgreSQL on a free loopback port; its binaries refuse root, so there they run as `postgres`. */
export async function startPostgres(): Promise<PrivateServer> {
  const binaries = postgresBinaries();
  if (!binaries) throw new Error('no PostgreSQL server binaries are installed');
  const directory = mkdtempSync(path.join(os.tmpdir(), 'marketgraph-postgres-'));
  const account = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (account.uid !== undefined) chownSync(directory, account.uid, account.gid);
  const data = path.join(directory, 'data');
  await run(path.join(binaries, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '--locale=C', '-E', 'UTF8'], { ...account, cwd: directory });
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'fsync=off', 'max_connections=60', 'shared_buffers=64MB'].flatMap((setting) => ['-c', setting]);
  const url = `postgres://postgres@127.0.0.1:${String(port)}/postgres`;
  const start = async (): Promise<ChildProcess> => {
    const started = spawn(path.join(binaries, 'postgres'), ['-D', data, '-p', String(port), '-k', directory, ...settings], { ...account, cwd: directory, stdio: 'ignore' });
    await untilItAnswers(url);
    return started;
  };
  let server = await start();
  return {
    url,
    async restart() {
      await ended(server, 'SIGQUIT');
      server = await start();
    },
    async stop() {
      await ended(server, 'SIGINT');
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function ended(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = once(server, 'exit');
  server.kill(signal);
  await exited;
}

/** Resolves when `store` has heard every notification sent before this call. */
export async function allHeard(store: Store): Promise<void> {
  const channel = `heard_${randomBytes(6).toString('hex')}`;
  let hear = (): void => undefined;
  const heard = new Promise<void>((resolve) => {
    hear = resolve;
  });
  const stop = await store.listen(channel, hear);
  await store.notify(channel, '');
  await heard;
  await stop();
}

function closingStores(openOne: (options: Partial<StoreOptions>) => Promise<Store>, remove: () => Promise<void>): OpenTestStore {
  const stores: Store[] = [];
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await remove();
  }, START_TIMEOUT_MS);
  return async (options = {}) => {
    const store = await openOne(options);
    stores.push(store);
    return store;
  };
}

async function untilItAnswers(url: string): Promise<void> {
  for (const until = Date.now() + START_TIMEOUT_MS; ;) {
    try {
      return await administer(url, 'select 1');
    } catch (error) {
      if (Date.now() > until) throw error;
      await sleep(50);
    }
  }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
}

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
