import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { readConfig } from '../../bin/config.js';
import { loadMarket } from '../../bin/market.js';
import { openRuntime } from '../../bin/runtime.js';
import { ROOT } from './scratch.js';

/** The instant that in-process servers start at: the simulated market is the same whenever tests run. */
export const AS_OF_MS = Date.UTC(2026, 0, 2, 22, 30);

const FOLDER = path.join(ROOT, 'dist', 'test-market');
const STALE_MS = 3_600_000;

/** Names, sizes and times of what a loaded market depends on. */
function fingerprint(): string {
  const hash = createHash('sha256').update(process.version);
  for (const room of ['calendar', 'telemetry', 'store', 'sources', 'access']) {
    for (const name of readdirSync(path.join(ROOT, room), { recursive: true, encoding: 'utf8' }).sort()) {
      if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
      const { size, mtimeMs } = statSync(path.join(ROOT, room, name));
      hash.update(`${room}/${name} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex').slice(0, 16);
}

async function load(dataDir: string): Promise<void> {
  const runtime = await openRuntime(
    readConfig({ SVC_DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' }),
    () => AS_OF_MS,
  );
  try {
    const stop = await loadMarket(runtime, () => undefined);
    stop();
  } finally {
    await runtime.close();
  }
}

async function removeOthers(kept: string): Promise<void> {
  for (const name of await readdir(FOLDER)) {
    const other = path.join(FOLDER, name);
    const since = statSync(other, { throwIfNoEntry: false })?.mtimeMs;
    if (other !== kept && since !== undefined && Date.now() - since > STALE_MS)
      await rm(other, { recursive: true, force: true });
  }
}

/**
 * A data directory with the simulated market and the demo keys, to copy and never to open: loaded once for all files of
 * a test run and the runs after it. Files that ask at once both load; the first to end is kept.
 */
export async function marketTemplate(): Promise<string> {
  const wanted = path.join(FOLDER, fingerprint());
  if (existsSync(wanted)) return wanted;
  await mkdir(FOLDER, { recursive: true });
  const loading = `${wanted}.${process.pid}`;
  await load(loading);
  try {
    await rename(loading, wanted);
  } catch (error) {
    if (!existsSync(wanted)) throw error;
    await rm(loading, { recursive: true, force: true });
  }
  await removeOthers(wanted);
  return wanted;
}
