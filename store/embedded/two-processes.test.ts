import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { openStore } from '../open-store.js';
import { compileStore, type CompiledStore } from '../fixtures/compiled.js';

const ROUNDS = Number(process.env['STORE_KILL_ROUNDS'] ?? 4);

/** Opens the data directory it is given and commits row after row, saying each number once it is committed. */
const WRITER = `
import { openStore } from './open-store.js';
const store = await openStore({ dataDir: process.argv[2] });
await store.pool.query('create table if not exists acks (n int primary key, filler text)');
await store.pool.query('create table if not exists pairs (n int primary key)');
let { rows: [{ n }] } = await store.pool.query('select coalesce(max(n), 0) as n from acks');
console.log('open');
for (;;) {
  n += 1;
  const client = await store.pool.connect();
  await client.query('begin');
  await client.query('insert into acks values ($1, $2)', [n, 'x'.repeat(20000)]);
  await client.query('insert into pairs values ($1)', [n]);
  await client.query('commit');
  client.release();
  console.log(n);
}`;

let compiled: CompiledStore;
let script: string;
let dataDir: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  compiled = await compileStore(os.tmpdir());
  script = await compiled.script('writer.mjs', WRITER);
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'marketgraph-kill-'));
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

afterAll(async () => {
  await compiled.remove();
  await rm(dataDir, { recursive: true, force: true });
});

/** A writing process that has opened the directory; `acknowledged` grows as it says what it committed. */
async function startWriter(): Promise<{ child: ChildProcess; acknowledged: number[] }> {
  const child = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const lines = createInterface({ input: child.stdout });
  const acknowledged: number[] = [];
  await once(lines, 'line');
  lines.on('line', (line) => acknowledged.push(Number(line)));
  return { child, acknowledged };
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'close');
  child.kill('SIGKILL');
  await exited;
}

it('a second process is refused with directory, owner and remedy, and admitted once the owner was killed', async () => {
  const { child } = await startWriter();
  await expect(openStore({ dataDir })).rejects.toMatchObject({
    code: 'data_dir_locked',
    message: `The data directory ${dataDir} is in use by process ${String(child.pid)}: stop it, choose another directory with SVC_DATA_DIR, or share one PostgreSQL through DATABASE_URL.`,
  });
  await kill(child);
  const store = await openStore({ dataDir });
  await store.ping();
  await store.close();
});

it(`every acknowledged row survives ${String(ROUNDS)} rounds of kill -9, and no partial transaction does`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { child, acknowledged } = await startWriter();
    while (acknowledged.length === 0) await sleep(1);
    await sleep(randomInt(300));
    await kill(child);
    const store = await openStore({ dataDir });
    const { rows } = await store.pool.query<{ n: number }>('select n from acks order by n');
    const { rows: pairs } = await store.pool.query<{ n: number }>('select n from pairs order by n');
    await store.close();
    const there = new Set(rows.map(({ n }) => n));
    expect(acknowledged.filter((n) => !there.has(n))).toEqual([]);
    expect(pairs).toEqual(rows);
  }
});
