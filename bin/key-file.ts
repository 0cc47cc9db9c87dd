import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createSealer, SEALING_KEY_BYTES, sealingKey } from '../access/sealing.js';
import { systemRandom } from '../access/secrets.js';
import { codeOf } from '../store/errors.js';
import { makeDirectory } from '../store/make-directory.js';
import { Failure } from './failure.js';

/** The keys of a file, one in each line; it is created with one key if it is not there. Throws a Failure. */
export async function readKeyFile(file: string, variable: string): Promise<readonly Buffer[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) =>
    codeOf(error) === 'ENOENT' ? makeKeyFile(file) : Promise.reject(asError(error)),
  );
  const keys = text.trim().split(/\s+/).map(sealingKey);
  if (!keys.every((key) => key !== undefined))
    throw new Failure(
      `${file} is not a key of ${SEALING_KEY_BYTES} bytes; restore it from a backup, or set ${variable}.`,
    );
  return keys;
}

/** Whether keys given, or those of the file if there are none, have the one with this fingerprint. Creates no file. */
export async function hasKey(
  given: readonly Buffer[] | undefined,
  file: string,
  variable: string,
  fingerprint: unknown,
): Promise<boolean> {
  const keys = given ?? (existsSync(file) ? await readKeyFile(file, variable) : []);
  return keys.some((key) => fingerprintOf(key) === fingerprint);
}

export const fingerprintOf = (key: Buffer): string => createSealer(key, systemRandom).fingerprint;

/** Replaces a key file by one with these keys, at once. */
export async function writeKeyFile(file: string, keys: readonly Buffer[]): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(keys.map((key) => `${key.toString('base64')}\n`).join(''));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Created atomically; never overwrites another process's file. */
async function makeKeyFile(file: string): Promise<string> {
  await makeDirectory(path.dirname(file), 0o700);
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${randomBytes(SEALING_KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(file, 'utf8');
}
