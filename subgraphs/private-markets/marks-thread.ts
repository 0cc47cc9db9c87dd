import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { Services } from '../services.js';
import type { BoardEntry, BoardTask } from './marks-worker.js';

/** Idle time after which the thread ends: a board is computed once for each change of the data. */
const IDLE_MS = 30_000;
const WORKER = 'marks-worker.js';

/** The compiled worker, next to this file in the build; tests of the sources use it as well. */
function workerFile(): string {
  const folder = path.dirname(fileURLToPath(import.meta.url));
  const beside = path.join(folder, WORKER);
  const inBuild = path.join(folder, '..', '..', 'dist', 'subgraphs', 'private-markets', WORKER);
  return existsSync(beside) ? beside : inBuild;
}

/** A function that computes boards in a thread of its own, started on first use. */
export function marksThread({ atEnd }: Pick<Services, 'atEnd'>): (task: BoardTask) => Promise<readonly BoardEntry[]> {
  let pool: Piscina | undefined;
  atEnd(async () => {
    await pool?.destroy();
  });
  return (task) => {
    pool ??= new Piscina({ filename: workerFile(), minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MS });
    return pool.run(task, { name: 'computeBoard' }) as Promise<readonly BoardEntry[]>;
  };
}
