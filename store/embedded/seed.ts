import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { migrateToLatest, schemaFingerprint } from '../migrate.js';
import { startEngine } from './engine-worker.js';
import { Multiplexer } from './multiplexer.js';
import { embeddedPoolConfig } from './pool-config.js';

/**
 * Creates an empty database with the newest schema in `folder`, unless it exists. New data directories are copied from
 * it, which avoids initdb and the migrations.
 */
export async function writeSeed(folder: string): Promise<void> {
  const name = await seedName();
  const seed = path.join(folder, name);
  if (existsSync(seed)) return;
  await mkdir(folder, { recursive: true });
  for (const old of await readdir(folder)) {
    if (!old.startsWith(name)) await rm(path.join(folder, old), { recursive: true, force: true });
  }
  const part = `${seed}.${String(process.pid)}.part`;
  try {
    await writeDatabase(part);
    await rename(part, seed);
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!existsSync(seed)) throw error;
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

/** The seed in `folder` for exactly this schema and database version, else null. */
export async function usableSeed(folder: string | undefined): Promise<string | null> {
  if (folder === undefined) return null;
  const seed = path.join(folder, await seedName());
  return existsSync(seed) ? seed : null;
}

async function writeDatabase(directory: string): Promise<void> {
  const engine = await startEngine(directory);
  try {
    const multiplexer = new Multiplexer(engine);
    const db = new Kysely<unknown>({
      dialect: new PostgresDialect({ pool: new pg.Pool({ ...embeddedPoolConfig(() => multiplexer), max: 1 }) }),
    });
    await migrateToLatest(db);
    await db.destroy();
  } finally {
    await engine.close();
  }
}

let named: Promise<string> | undefined;

/** Identifies schema and database version: a seed with another name is not used. */
function seedName(): Promise<string> {
  return (named ??= nameSeed());
}

async function nameSeed(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const { version } = JSON.parse(await readFile(path.join(path.dirname(entry), '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  return `${version}-${(await schemaFingerprint()).slice(0, 16)}`;
}
