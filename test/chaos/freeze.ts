import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Letters of a stopped process in `/proc/<pid>/stat`, which begins `pid (name) state`. */
const STOPPED = /^\d+ \(.*\) [Tt]/;

/**
 * Stops a process where it is: it reads and writes nothing until it is let on or killed. Resolves once it stands still.
 */
export async function freeze(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  const file = `/proc/${pid}/stat`;
  // Elsewhere than on Linux there is nothing to ask, and a signal takes effect at once as well.
  if (!existsSync(file)) return;
  while (!STOPPED.test(await readFile(file, 'utf8')));
}
