/**
 * Worker thread that only runs PGlite: one incoming message is one batch of PostgreSQL wire messages, one outgoing
 * message is the database's complete response. Plain JavaScript, so that it loads from the sources and from a build.
 *
 * workerData: { dataDir: string, program: WebAssembly.Module }
 * in:  ArrayBuffer (a batch) | { close: true }
 * out: { ready: true } | { failed: string } | { answer: ArrayBuffer, length: number } | { closed: true }
 */
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

const FIRST_ANSWER_BYTES = 16 * 1024;

/**
 * `shared_buffers`: the default of 128 MB is filled with zeros at each opening, which takes a third of its time, and
 * stays resident. What does not fit is read again from the operating system's cache; with 16 MB bulk writes take half
 * as long again.
 * `max_wal_size`: WAL beyond this is removed by a checkpoint; the default lets it grow to 1 GB.
 */
const PARAMETERS = ['shared_buffers=32MB', 'max_wal_size=96MB', 'min_wal_size=32MB'].flatMap((setting) => [
  '-c',
  setting,
]);

async function open() {
  return PGlite.create({
    dataDir: workerData.dataDir,
    pgliteWasmModule: workerData.program,
    startParams: [...PGlite.defaultStartParams, ...PARAMETERS],
  });
}

async function execute(database, batch) {
  let answer = new Uint8Array(FIRST_ANSWER_BYTES);
  let length = 0;
  await database.execProtocolRawStream(new Uint8Array(batch), {
    syncToFs: false,
    onRawData(bytes) {
      if (length + bytes.length > answer.length) {
        const grown = new Uint8Array(Math.max(answer.length * 2, length + bytes.length));
        grown.set(answer.subarray(0, length));
        answer = grown;
      }
      answer.set(bytes, length);
      length += bytes.length;
    },
  });
  parentPort.postMessage({ answer: answer.buffer, length }, [answer.buffer]);
}

async function handle(database, message) {
  if (message instanceof ArrayBuffer) return execute(database, message);
  await database.close();
  parentPort.postMessage({ closed: true });
  parentPort.close();
  return undefined;
}

try {
  const database = await open();
  parentPort.on('message', (message) => {
    handle(database, message).catch((error) => {
      parentPort.postMessage({ failed: String(error?.message ?? error) });
    });
  });
  parentPort.postMessage({ ready: true });
} catch (error) {
  parentPort.postMessage({ failed: String(error?.message ?? error) });
  parentPort.close();
}
