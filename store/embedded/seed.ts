import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { codeOf } from '../errors.js';
import { migrateToLatest, schemaFingerprint } from '../migrate.js';
import { startEngine } from './engine-worker.js';
import { Multiplexer } from './multiplexer.js';
import { embeddedPoolConfig } from './pool-config.js';

/** What a seed was made with; one that differs is not used. */
interface Manifest {
  readonly schema: string;
  readonly database: string;
}

/**
 * Writes an empty database of the newest schema as a gzipped tar archive, and its manifest beside it
 * (`<file>.json`): opening a new data directory from it spares initdb and the migrations.
 */
export async function writeSeed(file: string): Promise<void> {
  const engine = await startEngine('memory://');
  try {
    const multiplexer = new Multiplexer(engine);
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new pg.Pool({ ...embeddedPoolConfig(() => multiplexer), max: 1 }) }) });
    await migrateToLatest(db);
    await db.destroy();
    await writeWhole(file, await engine.dump());
    await writeWhole(manifestOf(file), JSON.stringify(await currentManifest()));
  } finally {
    await engine.close();
  }
}

/** `file` where it is a seed of exactly this schema and database, else null. */
export async function usableSeed(file: string | undefined): Promise<string | null> {
  if (file === undefined) return null;
  try {
    const found = JSON.parse(await readFile(manifestOf(file), 'utf8')) as Partial<Manifest> | null;
    const wanted = await currentManifest();
    return found?.schema === wanted.schema && found.database === wanted.database && (await stat(file)).isFile() ? file : null;
  } catch (error) {
    if (error instanceof SyntaxError || codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

const manifestOf = (file: string): string => `${file}.json`;

async function currentManifest(): Promise<Manifest> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const { version } = JSON.parse(await readFile(path.join(path.dirname(entry), '..', 'package.json'), 'utf8')) as { version: string };
  return { schema: await schemaFingerprint(), database: version };
}

/** Readers see the old file or the new one, never half of it. */
async function writeWhole(file: string, content: Buffer | string): Promise<void> {
  const part = `${file}.${String(process.pid)}.part`;
  try {
    await writeFile(part, content);
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
}
