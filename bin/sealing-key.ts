import path from 'node:path';
import { createRotatingSealer, createSealer, SEALING_KEY_BYTES, tryOpen, type Sealer } from '../access/sealing.js';
import { systemRandom } from '../access/secrets.js';
import type { Store } from '../store/open-store.js';
import type { Config } from './config.js';
import { Failure } from './failure.js';
import { fingerprintOf, hasKey, readKeyFile, writeKeyFile } from './key-file.js';

const FILE = 'secret.key';
/** Setting with the fingerprint of the key. */
export const SEALING_KEY_SETTING = 'sealing_key_fingerprint';

type KeyConfig = Pick<Config, 'secretKeys' | 'dataDir'>;

/** The key that encrypts secrets of webhooks and agents. */
export interface SealingKey {
  /** Opens the key on first use; after a failure the next call tries again. */
  readonly sealer: () => Promise<Sealer>;
  /** Throws a Failure if the database has secrets that were encrypted with a key that is not here. Creates no key. */
  check(): Promise<void>;
  /**
   * The same, and a database that several processes may share takes the first of SVC_SECRET_KEY as its own if it has
   * none: a process with another key does not start then, though nothing is encrypted yet.
   */
  claim(): Promise<void>;
  /** Whether the key with this fingerprint is here. Creates no key. */
  hasKey(fingerprint: string): Promise<boolean>;
  /**
   * Encrypts all secrets with another key: a new one of the key file, or else the first of SVC_SECRET_KEY. Killed at
   * any moment, it can be run again, and every secret can be opened. Returns how many were encrypted.
   */
  rotate(): Promise<number>;
}

const keyFile = ({ dataDir }: KeyConfig): string => path.join(dataDir, FILE);

/** The keys from SVC_SECRET_KEY, else from a file created in the data directory, readable only by its owner. */
function readKeys(config: KeyConfig): Promise<readonly Buffer[]> {
  return config.secretKeys === undefined
    ? readKeyFile(keyFile(config), 'SVC_SECRET_KEY')
    : Promise.resolve(config.secretKeys);
}

function wrongKey(): Failure {
  return new Failure(
    'The secrets in this database were encrypted with another key: set SVC_SECRET_KEY to that key, ' +
      'or restore its secret.key in the data directory. If no webhook or agent has a secret yet, the command ' +
      'secrets rotate-key takes the present key instead.',
  );
}

export function openSealingKey(
  config: KeyConfig,
  store: Pick<Store, 'kind' | 'settings' | 'sealedSecrets'>,
): SealingKey {
  let opening: Promise<Sealer> | undefined;
  const openKey = async (): Promise<Sealer> => {
    const keys = await readKeys(config);
    const sealer = createRotatingSealer(keys, systemRandom);
    const known = await store.settings.setOnce(SEALING_KEY_SETTING, sealer.fingerprint);
    if (!keys.some((key) => fingerprintOf(key) === known)) throw wrongKey();
    return sealer;
  };
  const sealer = (): Promise<Sealer> => {
    opening ??= openKey().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  const check = async (): Promise<void> => {
    const known = await store.settings.get(SEALING_KEY_SETTING);
    if (known === undefined || (await hasKey(config.secretKeys, keyFile(config), 'SVC_SECRET_KEY', known))) return;
    throw wrongKey();
  };
  return {
    sealer,
    check,
    async claim() {
      if (config.secretKeys === undefined || store.kind === 'embedded') return check();
      await sealer();
    },
    hasKey: (fingerprint) => hasKey(config.secretKeys, keyFile(config), 'SVC_SECRET_KEY', fingerprint),
    async rotate() {
      const isInFile = config.secretKeys === undefined;
      if (isInFile && store.kind === 'postgres') {
        throw new Failure(
          'Other processes may use the key file: set SVC_SECRET_KEY to a new key and the one of the file, ' +
            'separated by a comma, in all processes, and run this again (generate one: openssl rand -base64 32).',
        );
      }
      // The new key is in the file before anything is encrypted with it, and the old ones until nothing is any more.
      if (isInFile) await writeKeyFile(keyFile(config), [systemRandom(SEALING_KEY_BYTES), ...(await readKeys(config))]);
      opening = undefined;
      const keys = await readKeys(config);
      const [first] = keys;
      if (first === undefined) throw new Failure(`${FILE} has no key.`);
      const [current, any] = [createSealer(first, systemRandom), createRotatingSealer(keys, systemRandom)];
      const count = await store.sealedSecrets.reseal(
        { setting: SEALING_KEY_SETTING, fingerprint: current.fingerprint },
        (sealed, id) => {
          if (tryOpen(current, sealed, id) !== null) return null;
          const secret = tryOpen(any, sealed, id);
          if (secret === null)
            throw new Failure(
              `The secret of ${id} was encrypted with a key that is not known; add that key to SVC_SECRET_KEY.`,
            );
          return current.seal(secret, id);
        },
      );
      if (isInFile) await writeKeyFile(keyFile(config), [first]);
      opening = undefined;
      return count;
    },
  };
}
