import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createSealer, SEALING_KEY_BYTES, sealingKey, type Sealer } from '../access/sealing.js';
import { systemRandom } from '../access/secrets.js';
import type { Store } from '../store/open-store.js';
import { codeOf } from '../store/errors.js';
import type { Config } from './config.js';
import { Failure } from './failure.js';

const FILE = 'secret.key';
const FINGERPRINT = 'sealing_key_fingerprint';

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

/** The key from SVC_SECRET_KEY, else from a file created in the data directory, readable only by its owner. */
async function readKey({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): Promise<Buffer> {
  if (secretKey !== undefined) return secretKey;
  const [key] = await readKeyFile(path.join(dataDir, FILE), 'SVC_SECRET_KEY');
  if (key === undefined) throw new Failure(`${FILE} has no key.`);
  return key;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Created atomically; never overwrites another process's file. */
async function makeKeyFile(file: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
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

/** Throws a Failure unless the key is the one that encrypted this database's first secret. */
async function checkFingerprint(store: Pick<Store, 'settings'>, { fingerprint }: Sealer): Promise<void> {
  const known = await store.settings.setOnce(FINGERPRINT, fingerprint);
  if (known === fingerprint) return;
  throw new Failure('The secrets in this database were encrypted with another key: set SVC_SECRET_KEY to that key, '
    + 'or restore its secret.key in the data directory.');
}

/** Opens the sealing key on first use; after a failure the next call tries again. */
export function lazySealer(
  config: Pick<Config, 'secretKey' | 'dataDir'>,
  store: Pick<Store, 'settings'>,
): () => Promise<Sealer> {
  let opening: Promise<Sealer> | undefined;
  const openKey = async (): Promise<Sealer> => {
    const sealer = createSealer(await readKey(config), systemRandom);
    await checkFingerprint(store, sealer);
    return sealer;
  };
  return () => {
    opening ??= openKey().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
}
