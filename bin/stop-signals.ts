import { explain } from './failure.js';

/** Runs `stop` at the first SIGINT or SIGTERM and ends the process: 0 where it went well. */
export function stopOnSignals(stop: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      process.stdout.write('Stopping…\n');
      stop().then(() => process.exit(0), fail);
    });
  }
}

/** Prints why the program ends, and ends it. */
export function fail(error: unknown): never {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
