import { explain } from './failure.js';

/** Once stopped, a process ends by itself; what is still there by then is cut off. */
const ENDS_WITHIN_MS = 20_000;

/** Runs `stop` at the first SIGINT or SIGTERM, which ends the process: 0 where it went well. */
export function stopOnSignals(stop: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      process.stdout.write('Stopping…\n');
      stop().then(cutOffLate, fail);
    });
  }
}

function cutOffLate(): void {
  setTimeout(() => {
    process.stderr.write('Stopped, but something kept the process; it is cut off.\n');
    process.exit(0);
  }, ENDS_WITHIN_MS).unref();
}

/** Prints why the program ends, and ends it. */
export function fail(error: unknown): never {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
