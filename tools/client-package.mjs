/** Packs client/ as `npm install` takes it. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

/** Compiled into the package; everything else that its package.json lists is copied. */
const COMPILED = 'dist';

/**
 * Writes the package of the folder `source` to the file `target`, the same bytes for the same sources. `compile` writes
 * the compiled client to a folder.
 */
export async function writeClientPackage(source, target, compile) {
  const folder = `${target}.contents`;
  rmSync(folder, { recursive: true, force: true });
  const { files, name, version } = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8'));
  for (const file of ['package.json', 'README.md', 'LICENSE', ...files.filter((each) => each !== COMPILED)]) {
    cpSync(path.join(source, file), path.join(folder, file), { recursive: true });
  }
  await compile(path.join(folder, COMPILED));
  mkdirSync(path.dirname(target), { recursive: true });
  await promisify(execFile)('npm', ['pack', '--offline', '--pack-destination', path.dirname(target)], { cwd: folder });
  renameSync(path.join(path.dirname(target), `${name.replace('@', '').replace('/', '-')}-${version}.tgz`), target);
  rmSync(folder, { recursive: true });
}
