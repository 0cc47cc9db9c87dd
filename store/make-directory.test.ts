import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { makeDirectory } from './make-directory.js';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'marketgraph-directory-'));
});
afterAll(() => rm(root, { recursive: true }));

it('makes a directory and those above it, for the owner alone, and leaves one that is there', async () => {
  const folder = path.join(root, 'a', 'b', 'c');
  await makeDirectory(folder, 0o700);
  await writeFile(path.join(folder, 'file'), '');
  await makeDirectory(folder, 0o700);
  const made = await Promise.all([folder, path.dirname(folder), path.join(folder, 'file')].map((each) => stat(each)));
  expect(made.map((each) => [each.isDirectory(), each.mode & 0o777])).toEqual([
    [true, 0o700],
    [true, 0o700],
    [false, expect.any(Number)],
  ]);
});

it('refuses one that is a file, or is below one', async () => {
  const file = path.join(root, 'file');
  await writeFile(file, '');
  await expect(makeDirectory(file, 0o700)).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeDirectory(path.join(file, 'below', 'further'), 0o700)).rejects.toMatchObject({ code: 'ENOTDIR' });
});

(process.platform === 'linux' ? it : it.skip)('refuses one that a file system says is missing for ever', async () => {
  await expect(makeDirectory('/proc/marketgraph/data', 0o700)).rejects.toMatchObject({ code: 'ENOENT' });
});
