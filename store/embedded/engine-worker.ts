import { Worker } from 'node:worker_threads';
import { messageOf } from '../errors.js';
import type { Engine } from './multiplexer.js';

/** PGlite in its worker thread. */
export interface WorkerEngine extends Engine {
  /** Shuts the database down cleanly and ends the thread. */
  close(): Promise<void>;
  /** Ends the thread at once, as a crash would. */
  kill(): Promise<void>;
  /** Resolves when the thread is gone, with the reason unless it was closed. */
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
 * Starts PGlite on `dataDir` (`memory://` keeps nothing). Rejects with the database's own words when it cannot open.
 */
export async function startEngine(dataDir: string): Promise<WorkerEngine> {
  const worker = new Worker(new URL('./pglite-worker.mjs', import.meta.url), { workerData: { dataDir }, stdout: true, stderr: true });
  // Unread, the thread's output would pile up.
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
  await reply();
  return {
    ended,
    async execute(batch) {
      // A copy of its own, because the thread takes the memory over and small buffers share theirs.
      const { answer, length } = await ask(new Uint8Array(batch).buffer);
      if (!answer) throw new Error('the embedded database gave no answer');
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
