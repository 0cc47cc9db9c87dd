import { mkdtemp, mkdir, readdir, rm, symlink, writeFile, copyFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';

const ROOM = path.dirname(fileURLToPath(import.meta.url));
const MODULES = path.join(ROOM, '..', 'node_modules');

/** This room as plain JavaScript in a directory of its own, for tests that need a second process. */
export interface CompiledStore {
  readonly directory: string;
  /** Writes a script that may import from `./open-store.js` and its neighbours; returns its path. */
  script(name: string, source: string): Promise<string>;
  remove(): Promise<void>;
}

export async function compileStore(temporary: string): Promise<CompiledStore> {
  const directory = await mkdtemp(path.join(temporary, 'marketgraph-compiled-'));
  await writeFile(path.join(directory, 'package.json'), '{"type":"module"}');
  await symlink(MODULES, path.join(directory, 'node_modules'), 'dir');
  for (const file of await readdir(ROOM, { recursive: true })) {
    const target = path.join(directory, file);
    await mkdir(path.dirname(target), { recursive: true });
    if (file.endsWith('.mjs')) await copyFile(path.join(ROOM, file), target);
    if (!file.endsWith('.ts') || /(^|\/)test-|\.test\.ts$/.test(file)) continue;
    const { code } = await transformFile(path.join(ROOM, file), {
      swcrc: false,
      jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
      module: { type: 'es6' },
    });
    await writeFile(target.replace(/\.ts$/, '.js'), code);
  }
  return {
    directory,
    async script(name, source) {
      const file = path.join(directory, name);
      await writeFile(file, source);
      return file;
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}
