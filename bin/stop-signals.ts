import { explain } from './failure.js';

/** A stopped process should exit by itself; after this time it is forced to. */
const FORCED_EXIT_MS = 20_000;

/** Runs `stop` on the first SIGINT, SIGTERM or SIGHUP (a closed terminal), then ends the process, with exit code 0 if it succeeded. */
export function stopOnSignals(stop: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      process.stdout.write('Stopping…\n');
      stop().then(exitIfStillRunning, fail);
    });
  }
}

function exitIfStillRunning(): void {
  setTimeout(() => {
    process.stderr.write('Stopped, but open handles kept the process alive; exiting now.\n');
    process.exit(0);
  }, FORCED_EXIT_MS).unref();
}

/** Prints the error and exits with code 1. */
export function fail(error: unknown): never {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
