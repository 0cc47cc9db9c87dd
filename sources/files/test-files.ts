import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from '@jest/globals';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** Writes files by relative path into a new temporary folder, gone after the test file; answers with the folder. For tests alone. */
export async function temporaryFiles(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bars-'));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  return folder;
}
