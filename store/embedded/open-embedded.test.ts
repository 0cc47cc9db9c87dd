import { chmod, cp, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createListener } from '../listener.js';
import { openStore } from '../open-store.js';
import type { WorkerEngine } from './engine-worker.js';
import { startEngine } from './engine-worker.js';
import { openEmbedded } from './open-embedded.js';
import { usableSeed, writeSeed } from './seed.js';

let root: string;
let seedFolder: string;

beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'marketgraph-embedded-'));
  seedFolder = path.join(root, 'seed');
  await writeSeed(seedFolder);
});

afterAll(() => rm(root, { recursive: true, force: true }));

const fresh = (name: string): string => path.join(root, name);

describe('a new data directory', () => {
  it('opens from a seed with the newest schema, and persists writes', async () => {
    const dataDir = fresh('seeded');
    const started = Date.now();
    const store = await openStore({ dataDir, seedFolder });
    if (process.env['STORE_TIMES']) console.log('first start from a seed, ms', Date.now() - started);
    await store.settings.set('kept', { is: true });
    await store.close();
    const again = await openStore({ dataDir, seedFolder });
    expect(await again.settings.get('kept')).toEqual({ is: true });
    await again.close();
  });

  it('is open to its owner alone, also if it existed before', async () => {
    const dataDir = fresh('wide');
    await mkdir(dataDir);
    await chmod(dataDir, 0o755);
    await (await openStore({ dataDir, seedFolder })).close();
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  });

  it('opens without a seed that is missing, damaged or for another schema', async () => {
    const [other, damaged] = [fresh('other'), fresh('damaged-seed')];
    const seed = (await usableSeed(seedFolder)) ?? '';
    expect(path.dirname(seed)).toBe(seedFolder);
    await cp(seed, path.join(other, 'another'), { recursive: true });
    await cp(seedFolder, damaged, { recursive: true });
    await writeFile(path.join(damaged, path.basename(seed), 'global', 'pg_control'), 'no control file');
    expect(await usableSeed(other)).toBeNull();
    expect(await usableSeed(fresh('none'))).toBeNull();
    const lines: string[] = [];
    const store = await openStore({ dataDir: fresh('damaged'), seedFolder: damaged, log: (line) => lines.push(line) });
    await store.ping();
    await store.close();
    expect(lines.join()).toContain('the seed does not open');
  });

  it('is created again if its creation was interrupted', async () => {
    const dataDir = fresh('cut-short');
    await mkdir(path.join(dataDir, 'postgres'), { recursive: true });
    await writeFile(path.join(dataDir, 'postgres', 'PG_VERSION'), '18\n');
    await writeFile(path.join(dataDir, 'postgres.unfinished'), '');
    const store = await openStore({ dataDir, seedFolder });
    await store.ping();
    await store.close();
  });
});

describe('a data directory is refused in one sentence that names it', () => {
  const refusal = async (dataDir: string): Promise<unknown> =>
    openStore({ dataDir, seedFolder }).then(
      (store) => store.close(),
      (error: unknown) => error,
    );

  it('while this process has it open under another path', async () => {
    const dataDir = fresh('taken');
    const store = await openStore({ dataDir, seedFolder });
    await symlink(dataDir, fresh('taken-too'));
    expect(await refusal(fresh('taken-too'))).toMatchObject({
      code: 'data_dir_locked',
      message: expect.stringContaining(fresh('taken-too')),
    });
    await store.close();
  });

  it('when it is a file', async () => {
    await writeFile(fresh('file'), '');
    expect(await refusal(fresh('file'))).toMatchObject({
      code: 'data_dir_unusable',
      message: expect.stringContaining(`${fresh('file')} is not a directory`),
    });
    expect(await refusal(path.join(fresh('file'), 'below'))).toMatchObject({ code: 'data_dir_unusable' });
  });

  it('when it is not writable', async () => {
    // Root may write anywhere, but not into the kernel's own tree.
    const dataDir = process.getuid?.() === 0 ? '/sys/marketgraph' : fresh('read-only');
    if (process.getuid?.() !== 0) {
      await mkdir(dataDir);
      await chmod(dataDir, 0o500);
    }
    expect(await refusal(dataDir)).toMatchObject({
      code: 'data_dir_unusable',
      message: expect.stringContaining(dataDir),
    });
  });

  it('when other users share it', async () => {
    const dataDir = fresh('shared');
    await mkdir(dataDir);
    await chmod(dataDir, 0o1777);
    expect(await refusal(dataDir)).toMatchObject({
      code: 'data_dir_unusable',
      message: expect.stringContaining('shared with other users'),
    });
    expect((await stat(dataDir)).mode & 0o7777).toBe(0o1777);
  });

  it('when its content is damaged, and does not change it', async () => {
    const dataDir = fresh('corrupt');
    await (await openStore({ dataDir, seedFolder })).close();
    await writeFile(path.join(dataDir, 'postgres', 'global', 'pg_control'), 'no control file');
    expect(await refusal(dataDir)).toMatchObject({
      code: 'data_dir_corrupt',
      message: expect.stringContaining(dataDir),
    });
    await writeFile(path.join(dataDir, 'postgres', 'PG_VERSION'), '12\n');
    expect(await refusal(dataDir)).toMatchObject({ code: 'data_dir_corrupt' });
  });
});

it('a database that dies is reopened with its committed rows, and listeners are told of the gap', async () => {
  const engines: WorkerEngine[] = [];
  const start: typeof startEngine = async (...args) => {
    const engine = await startEngine(...args);
    engines.push(engine);
    return engine;
  };
  const embedded = await openEmbedded({ dataDir: fresh('revived'), seedFolder, start });
  const pool = new pg.Pool(embedded.poolConfig);
  pool.on('error', () => undefined);
  const listener = createListener(
    embedded.poolConfig,
    () => undefined,
    () => new Promise((resolve) => setImmediate(resolve)),
  );
  let tellGap = (): void => undefined;
  const gap = new Promise<void>((resolve) => {
    tellGap = resolve;
  });
  await listener.listen('news', () => undefined, { onGap: tellGap });
  await pool.query("insert into settings values ('before', '1')");
  await engines[0]?.kill();
  await gap;
  expect((await pool.query("select value from settings where name = 'before'")).rows).toEqual([{ value: 1 }]);
  expect(engines).toHaveLength(2);
  await listener.close();
  await pool.end();
  await embedded.close();
});

it('maintenance vacuums changed tables, and checkpoints limit the WAL', async () => {
  const embedded = await openEmbedded({ dataDir: fresh('upkeep'), seedFolder });
  const pool = new pg.Pool(embedded.poolConfig);
  await pool.query('create table churn (n int, filler text)');
  for (let round = 0; round < 12; round += 1) {
    await pool.query(
      "insert into churn select n, string_agg(md5((n * k)::text), '') from generate_series(1, 400) n, generate_series(1, 500) k group by n",
    );
    await pool.query('delete from churn');
  }
  const before = await embedded.maintain({ vacuums: true, walLimitBytes: 16 * 1024 * 1024 });
  expect(before).toMatchObject({ isCheckpointed: true });
  expect(before.vacuumed).toContain('public.churn');
  await embedded.maintain({ vacuums: false, walLimitBytes: 1 });
  const after = await embedded.maintain({ vacuums: true });
  expect(after.vacuumed).toEqual([]);
  expect(after.walBytes).toBeLessThanOrEqual(before.walBytes);
  expect(after.walBytes).toBeLessThan(150 * 1024 * 1024);
  await pool.end();
  await embedded.close();
});
