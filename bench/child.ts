import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const DIST = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

export interface Child {
  readonly url: string;
  readonly pid: number;
  /** Time from process start to the line with the URL. */
  readonly readyMs: number;
  stop(): Promise<void>;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

const READY = /^Ready on (\S+)/;

/** Starts a built script and waits for the line that tells its URL, or that it is `ready`. */
export async function startChild(
  script: string,
  environment: Readonly<Record<string, string>> = {},
  ready = READY,
): Promise<Child> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--max-semi-space-size=64', path.join(DIST, script)], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = ready.exec(line)?.[1];
    if (url !== undefined && child.pid !== undefined) {
      child.stdout.resume();
      return { url, pid: child.pid, readyMs: performance.now() - startedAt, stop: () => stop(child) };
    }
  }
  throw new Error(`${script} exited before it was ready.`);
}
