import { explain } from './failure.js';

/** A stopped process should exit by itself; after this time it is forced to. */
const FORCED_EXIT_MS = 20_000;

/**
 * Runs `stop` on the first SIGINT or SIGTERM, then ends the process, with exit code 0 if it succeeded. So does SIGHUP
 * (a closed terminal), unless it means to read a file again, which `reread` does.
 */
export function stopOnSignals(stop: () => Promise<void>, reread: (() => Promise<void>) | null = null): void {
  const signals = ['SIGINT', 'SIGTERM', ...(reread === null ? ['SIGHUP' as const] : [])] as const;
  for (const signal of signals) {
    process.once(signal, () => {
      process.stdout.write('Stopping…\n');
      stop().then(exitIfStillRunning, fail);
    });
  }
  if (reread === null) return;
  // What was read before holds if the file is wrong.
  process.on('SIGHUP', () => void reread().catch((error: unknown) => process.stderr.write(`${explain(error)}\n`)));
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
