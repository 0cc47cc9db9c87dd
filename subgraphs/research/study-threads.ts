import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { ApiError } from '../../access/errors.js';
import { FairQueue, type Requester } from '../../access/fair-queue.js';
import type { Services } from '../services.js';
import type * as worker from './study-worker.js';

type Worker = typeof worker;

/** Runs a function of the worker in a thread. */
export type CallThread = <Name extends keyof Worker>(
  name: Name,
  task: Parameters<Worker[Name]>[0],
) => Promise<ReturnType<Worker[Name]>>;

/** Studies that can queue for a thread; further ones are rejected with a retry delay. */
const WAITING = { waiting: 32, waitingEach: 4 } as const;
const RETRY_AFTER_S = 2;
/** Idle time after which a thread ends. */
const IDLE_MS = 30_000;

export interface StudyThreads {
  /**
   * Runs a study off the event loop, in turns between accounts; one that has not started is dropped if its client has
   * gone. Throws `unavailable` if too many are queued.
   */
  run<Result>(requester: Requester, study: (call: CallThread) => Promise<Result>): Promise<Result>;
}

/** The compiled worker, next to this file in the build; tests of the sources use it as well. */
function workerFile(): string {
  const folder = path.dirname(fileURLToPath(import.meta.url));
  const beside = path.join(folder, 'study-worker.js');
  return existsSync(beside)
    ? beside
    : path.join(folder, '..', '..', 'dist', 'subgraphs', 'research', 'study-worker.js');
}

function tooMany(): ApiError {
  const message = 'Too many simulations, model cards and promise ledgers are running; try again in a moment.';
  return new ApiError('unavailable', message, { retry_after_s: RETRY_AFTER_S });
}

function createThreads({ atEnd }: Pick<Services, 'atEnd'>): StudyThreads {
  const maxThreads = Math.max(1, availableParallelism() - 1);
  const queue = new FairQueue({
    running: maxThreads,
    ...WAITING,
    busy: tooMany,
  });
  let pool: Piscina | undefined;
  const call: CallThread = <Name extends keyof Worker>(name: Name, task: Parameters<Worker[Name]>[0]) => {
    pool ??= new Piscina({
      filename: workerFile(),
      minThreads: 0,
      maxThreads,
      idleTimeout: IDLE_MS,
    });
    return pool.run(task, { name }) as Promise<ReturnType<Worker[Name]>>;
  };
  atEnd(async () => {
    await pool?.destroy();
  });
  return { run: (requester, study) => queue.run(requester, () => study(call)) };
}

const threads = new WeakMap<Services, StudyThreads>();

/** Worker threads that all studies share, one fewer than processors, started on first use. */
export function studyThreads(services: Services): StudyThreads {
  const known = threads.get(services) ?? createThreads(services);
  threads.set(services, known);
  return known;
}
