import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { messageOf } from '../errors.js';
import type { Engine } from './multiplexer.js';

/** PGlite in its worker thread. */
export interface WorkerEngine extends Engine {
  /** Shuts the database down cleanly, then ends the thread. */
  close(): Promise<void>;
  /** Ends the thread immediately, like a crash. */
  kill(): Promise<void>;
  /** Resolves when the thread has ended, with the error unless it was closed. */
  readonly ended: Promise<Error | null>;
}

interface Reply {
  readonly ready?: true;
  readonly failed?: string;
  readonly answer?: ArrayBuffer;
  readonly length?: number;
  readonly closed?: true;
}

interface Waiting {
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

/**
 * How much a function of PGlite runs before V8 optimizes it, about the bytes of code that it has executed. With V8's
 * own value, 1,800,000, a start optimizes 500 functions, with 20,000,000 still 100, which takes it 2 s of processor (2
 * to 3 s more with 500), for work that few of them go on to do.
 */
const TIERING_BUDGET = 300_000_000;

let program: Promise<WebAssembly.Module> | undefined;

/** PGlite's program, whose functions are compiled as they are first called: all databases of a process share it. */
function sharedProgram(): Promise<WebAssembly.Module> {
  if (program === undefined) setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`);
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  return (program ??= readFile(path.join(path.dirname(entry), 'pglite.wasm')).then((bytes) =>
    WebAssembly.compile(bytes),
  ));
}

/**
 * Starts PGlite on `dataDir` (`memory://` is not persistent). Rejects with the database's error if it cannot open.
 * `whileOpening` is called when its thread has started, which takes about a second to open the database.
 */
export async function startEngine(dataDir: string, whileOpening?: () => void): Promise<WorkerEngine> {
  const worker = new Worker(new URL('./pglite-worker.mjs', import.meta.url), {
    workerData: { dataDir, program: await sharedProgram() },
    stdout: true,
    stderr: true,
  });
  // Drain the thread's output, which would otherwise accumulate.
  worker.stdout.resume();
  worker.stderr.resume();
  const waiting: Waiting[] = [];
  let isClosing = false;
  let lastError: Error | null = null;
  const stop = (error: Error): void => {
    lastError ??= error;
    for (const { reject } of waiting.splice(0)) reject(lastError);
  };
  const ended = new Promise<Error | null>((resolve) => {
    worker.once('exit', (code) => {
      const error = isClosing ? null : (lastError ?? new Error(`the embedded database stopped (exit ${String(code)})`));
      stop(error ?? new Error('the embedded database is closed'));
      resolve(error);
    });
  });
  worker.on('error', (error) => stop(new Error(messageOf(error), { cause: error })));
  worker.on('message', (reply: Reply) => {
    const next = waiting.shift();
    if (reply.failed !== undefined) next?.reject(new Error(reply.failed));
    else next?.resolve(reply);
  });
  const reply = (): Promise<Reply> =>
    new Promise((resolve, reject) => {
      if (lastError) reject(lastError);
      else waiting.push({ resolve, reject });
    });
  const ask = (request: ArrayBuffer | { close: true }): Promise<Reply> => {
    const answered = reply();
    worker.postMessage(request, request instanceof ArrayBuffer ? [request] : []);
    return answered;
  };
  const opened = reply();
  whileOpening?.();
  await opened;
  return {
    ended,
    async execute(batch) {
      // Copied, because the memory is transferred to the thread and small buffers share theirs.
      const { answer, length } = await ask(new Uint8Array(batch).buffer);
      if (!answer) throw new Error('the embedded database returned no response');
      return Buffer.from(answer, 0, length);
    },
    async kill() {
      await worker.terminate();
    },
    async close() {
      isClosing = true;
      if (!lastError) await ask({ close: true });
      await ended;
    },
  };
}
