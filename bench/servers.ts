import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../store/fixtures/free-port.js';

/** A benchmark server on a loopback port. */
export interface OwnServer {
  readonly url: string;
  stop(): Promise<void>;
}

export interface OwnPostgres extends OwnServer {
  /** Of the process that starts one for each connection. */
  readonly pid: number;
}

const ATTEMPTS = 200;
const PAUSE_MS = 100;
const POSTGRES_ROOT = '/usr/lib/postgresql';

async function answers(ask: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await ask();
      return;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

async function end(server: ChildProcess): Promise<void> {
  const ended = once(server, 'exit');
  server.kill('SIGINT');
  await ended;
}

/** Whether PostgreSQL is installed in Debian's location. */
export const hasPostgres = existsSync(POSTGRES_ROOT);

/**
 * An empty PostgreSQL with default settings, whose commits wait for the disk, or a streaming standby of `primary`. As
 * root, its binaries run as `postgres`.
 */
export async function startPostgres(primary?: OwnPostgres): Promise<OwnPostgres> {
  const version = readdirSync(POSTGRES_ROOT).sort((one, other) => Number(other) - Number(one))[0] ?? '';
  const binary = (name: string): string => path.join(POSTGRES_ROOT, version, 'bin', name);
  const directory = mkdtempSync(path.join(tmpdir(), 'marketgraph-bench-'));
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const account = process.getuid?.() === 0 ? { uid: id('-u'), gid: id('-g') } : {};
  if (account.uid !== undefined) chownSync(directory, account.uid, account.gid);
  const data = path.join(directory, 'data');
  const [program = '', ...options] =
    primary === undefined
      ? ['initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--locale=C', '-E', 'UTF8']
      : ['pg_basebackup', '-D', data, '-R', '-X', 'stream', '-c', 'fast', '-d', primary.url];
  execFileSync(binary(program), options, { ...account, cwd: directory, stdio: 'ignore' });
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'max_connections=200'].flatMap((setting) => ['-c', setting]);
  const server = spawn(binary('postgres'), ['-D', data, '-p', String(port), '-k', directory, ...settings], {
    ...account,
    cwd: directory,
    stdio: 'ignore',
  });
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await answers(async () => {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
    } finally {
      await client.end();
    }
  });
  return {
    url,
    pid: server.pid ?? Number.NaN,
    async stop() {
      await end(server);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
