/** Copies the Python client, and packs it as `pip install` takes it. */
import { execFile } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

/**
 * Writes marketgraph.py of the folder `source`, its wheel and its source distribution to the folder `target`; without
 * python3 the file alone.
 */
export async function writePythonPackage(source, target) {
  copyFileSync(path.join(source, 'marketgraph.py'), path.join(target, 'marketgraph.py'));
  try {
    await promisify(execFile)('python3', [path.join(source, 'build_backend.py'), target]);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    console.error('The Python client is not packed, for want of python3.');
  }
}
