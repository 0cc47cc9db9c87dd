import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';

/** Idle time after which the thread ends: a refresh runs once a day. */
const IDLE_MS = 30_000;
const HERE = path.dirname(fileURLToPath(import.meta.url));
const IN_BUILD = path.join(HERE, '..', '..', 'dist', 'jobs', 'workers');

/** Runs functions of a module, one at a time, off the event loop. */
export interface OneThread<Module extends Record<keyof Module, (task: never) => unknown>> {
  run<Name extends keyof Module & string>(
    name: Name,
    task: Parameters<Module[Name]>[0],
  ): Promise<ReturnType<Module[Name]>>;
  /** Ends the thread; pending calls are rejected. */
  close(): Promise<void>;
}

/** The compiled module, below this folder in the build; tests of the sources use it as well. */
function compiled(module: string): string {
  const beside = path.join(HERE, module);
  return existsSync(beside) ? beside : path.join(IN_BUILD, module);
}

/** A thread that runs functions of `module` (`composites/composites-thread.js`), started on first use. */
export function createThread<Module extends Record<keyof Module, (task: never) => unknown>>(
  module: string,
): OneThread<Module> {
  let pool: Piscina | undefined;
  return {
    run<Name extends keyof Module & string>(name: Name, task: Parameters<Module[Name]>[0]) {
      pool ??= new Piscina({ filename: compiled(module), minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MS });
      return pool.run(task, { name }) as Promise<ReturnType<Module[Name]>>;
    },
    async close() {
      await pool?.destroy();
    },
  };
}
