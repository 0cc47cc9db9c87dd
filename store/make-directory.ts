import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from './errors.js';

const isDirectory = (folder: string): Promise<boolean> =>
  stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );

/**
 * Makes a directory and those above it. `mkdir` with `recursive` never ends where a file system refuses a directory as
 * if the one above were missing, as `/proc` does.
 */
export async function makeDirectory(folder: string, mode: number): Promise<void> {
  const make = (): Promise<void> =>
    mkdir(folder, { mode }).catch(async (error: unknown) => {
      if (!(await isDirectory(folder))) throw error;
    });
  const above = path.dirname(folder);
  try {
    await make();
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || above === folder) throw error;
    await makeDirectory(above, mode);
    await make();
  }
}
