import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from '@jest/globals';

/** The project's folder. */
export const ROOT = path.resolve(import.meta.dirname, '..', '..');

const made: string[] = [];

/** A new directory of the test file's own, gone with it. */
export async function scratchDir(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'marketgraph-test-'));
  made.push(directory);
  return directory;
}

/** A copy of `source` of the test file's own. */
export async function scratchCopy(source: string): Promise<string> {
  const directory = await scratchDir();
  await cp(source, directory, { recursive: true });
  return directory;
}

/** Declares that the file's directories go at its end; call after declaring what stops the servers in them. */
export function removeScratchAtEnd(): void {
  afterAll(async () => {
    for (const directory of made.splice(0)) await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  });
}
