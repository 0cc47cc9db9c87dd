import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { ImportError } from './import-report.js';

const TABLE_EXTENSIONS = ['csv', 'txt'];

/**
 * Expands folders to all files below them with one of the extensions, sorted; skips subfolders for which `enters` is
 * false.
 */
export async function findFiles(
  paths: readonly string[],
  enters: (folder: string) => boolean,
  extensions: readonly string[] = TABLE_EXTENSIONS,
): Promise<string[]> {
  const found: string[] = [];
  for (const given of paths) {
    const status = await stat(given).catch((cause: unknown) => {
      throw new ImportError(`No readable file or folder "${given}".`, { cause });
    });
    if (status.isDirectory()) {
      const inside = await filesBelow(given, enters, extensions);
      if (inside.length === 0) {
        const kinds = extensions.map((each) => `.${each}`).join(' or ');
        throw new ImportError(`The folder "${given}" has no ${kinds} files to import.`);
      }
      found.push(...inside);
    } else {
      // A pipe or a device may never end.
      if (!status.isFile()) throw new ImportError(`"${given}" is neither a file nor a folder.`);
      found.push(given);
    }
  }
  return [...new Set(found)];
}

async function filesBelow(
  folder: string,
  enters: (folder: string) => boolean,
  extensions: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!entry.name.startsWith('.') && enters(full)) found.push(...(await filesBelow(full, enters, extensions)));
    } else if (extensions.includes(path.extname(entry.name).slice(1).toLowerCase()) && !entry.name.startsWith('.')) {
      if (!(await stat(full)).isFile()) throw new ImportError(`"${full}" is not a file.`);
      found.push(full);
    }
  }
  return found;
}
