import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { ImportError } from './import-report.js';

const TABLE_EXTENSIONS = ['csv', 'txt'];

/** The file itself, or every one of the extensions below a folder, sorted; folders for which `enters` is false stay shut. */
export async function findFiles(paths: readonly string[], enters: (folder: string) => boolean, extensions: readonly string[] = TABLE_EXTENSIONS): Promise<string[]> {
  const found: string[] = [];
  for (const given of paths) {
    const status = await stat(given).catch((cause: unknown) => {
      throw new ImportError(`There is no file or folder "${given}" that can be read.`, { cause });
    });
    if (status.isDirectory()) {
      const inside = await filesBelow(given, enters, extensions);
      if (inside.length === 0) throw new ImportError(`The folder "${given}" holds no ${extensions.map((each) => `.${each}`).join(' or ')} file to import.`);
      found.push(...inside);
    } else {
      found.push(given);
    }
  }
  return [...new Set(found)];
}

async function filesBelow(folder: string, enters: (folder: string) => boolean, extensions: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!entry.name.startsWith('.') && enters(full)) found.push(...(await filesBelow(full, enters, extensions)));
    } else if (extensions.includes(path.extname(entry.name).slice(1).toLowerCase()) && !entry.name.startsWith('.')) {
      found.push(full);
    }
  }
  return found;
}
