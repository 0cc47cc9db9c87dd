import path from 'node:path';
import { MS_PER_DAY } from '../calendar/days.js';
import { createKeyring, type Keyring } from '../access/keyring.js';
import { SEALING_KEY_BYTES } from '../access/sealing.js';
import { systemRandom } from '../access/secrets.js';
import { createOutbound } from '../outbound/outbound.js';
import { createTargetCheck } from '../outbound/targets.js';
import type { Store } from '../store/open-store.js';
import { VAULT_KEY_SETTING } from '../store/vault.js';
import { createVaultOwners, type VaultOwners } from '../surfaces/vault/owners.js';
import { reseal } from '../surfaces/vault/reseal.js';
import { VAULT } from '../surfaces/vault/rules.js';
import { createUseEnds } from '../surfaces/vault/use-ends.js';
import { createVault, type Vault } from '../surfaces/vault/vault.js';
import type { Config } from './config.js';
import { Failure } from './failure.js';
import { hasKey, readKeyFile, writeKeyFile } from './key-file.js';

/** The vault of a process. */
export interface VaultRuntime {
  readonly agents: Vault;
  readonly owners: VaultOwners;
  /**
   * Encrypts all credentials with another key: a new one of the key file, or else the first of SVC_VAULT_KEY. Killed at
   * any moment, it can be run again, and every credential can be opened. Returns how many were encrypted.
   */
  rotateKey(): Promise<number>;
  /** Throws a Failure if credentials were encrypted with a key that is not here. Creates no key. */
  check(): Promise<void>;
  /**
   * The same, and a database that several processes may share takes the first of SVC_VAULT_KEY as its own if it has
   * none.
   */
  claim(): Promise<void>;
  /** Whether the key with this fingerprint is here. Creates no key. */
  hasKey(fingerprint: string): Promise<boolean>;
  /** Deletes uses that are older than the audit log is long. */
  deleteOldUses(): Promise<number>;
  /** Resolves once the ends of all uses are stored. */
  close(): Promise<void>;
}

type VaultConfig = Pick<Config, 'vaultKeys' | 'dataDir' | 'allowsPrivateTargets'>;

const FILE = 'vault.key';
/** Of a response as it arrives; what is shown is less. */
const MOST_BYTES = 256 * 1024;
const TOTAL_TIMEOUT_MS = 20_000;
const SOCKETS_PER_HOST = 32;

export interface VaultParts {
  readonly store: Pick<Store, 'kind' | 'vault' | 'vaultUses' | 'settings'>;
  readonly clock: () => number;
  /** Called if the ends of uses could not be stored; they are tried again. */
  readonly onError: (error: unknown) => void;
}

export function openVault(config: VaultConfig, { store, clock, onError }: VaultParts): VaultRuntime {
  const { allowsPrivateTargets: allowsPrivate, vaultKeys } = config;
  const file = path.join(config.dataDir, FILE);
  const read = (): Promise<readonly Buffer[]> =>
    vaultKeys === undefined ? readKeyFile(file, 'SVC_VAULT_KEY') : Promise.resolve(vaultKeys);
  const readKeyring = async (): Promise<Keyring> => {
    const keyring = createKeyring(await read(), systemRandom);
    await store.settings.setOnce(VAULT_KEY_SETTING, keyring.current.fingerprint);
    return keyring;
  };
  let reading: Promise<Keyring> | undefined;
  const keys = (isStale = false): Promise<Keyring> => {
    if (isStale) reading = undefined;
    const current = (reading ??= readKeyring());
    current.catch(() => {
      if (reading === current) reading = undefined;
    });
    return current;
  };
  const check = async (): Promise<void> => {
    const known = await store.settings.get(VAULT_KEY_SETTING);
    if (known === undefined || (await hasKey(vaultKeys, file, 'SVC_VAULT_KEY', known))) return;
    throw new Failure(
      'The credentials of the vault were encrypted with another key: set SVC_VAULT_KEY to that key, ' +
        'or restore its vault.key in the data directory. If the vault has no credentials yet, the command ' +
        'vault rotate-key takes the present key instead.',
    );
  };
  const outbound = createOutbound({
    target: allowsPrivate ? 'operator' : 'customer',
    maxBytes: MOST_BYTES,
    totalTimeoutMs: TOTAL_TIMEOUT_MS,
    maxSockets: SOCKETS_PER_HOST,
  });
  const ends = createUseEnds({ write: (all) => store.vaultUses.end(all), onError });
  const options = { store, ends, keys, clock, random: systemRandom };
  return {
    agents: createVault({ ...options, outbound }),
    owners: createVaultOwners({ ...options, checkTarget: createTargetCheck({ allowsPrivate }) }),
    async rotateKey() {
      // The new key is in the file before anything is encrypted with it, and the old ones until nothing is any more.
      if (vaultKeys === undefined) await writeKeyFile(file, [systemRandom(SEALING_KEY_BYTES), ...(await read())]);
      const keyring = await keys(true);
      const count = await reseal(store.vault, keyring);
      if (vaultKeys === undefined) await writeKeyFile(file, (await read()).slice(0, 1));
      await keys(true);
      return count;
    },
    check,
    async claim() {
      if (vaultKeys !== undefined && store.kind === 'postgres') await keys();
      await check();
    },
    hasKey: (fingerprint) => hasKey(vaultKeys, file, 'SVC_VAULT_KEY', fingerprint),
    deleteOldUses: () => store.vaultUses.deleteBefore(new Date(clock() - VAULT.auditDays * MS_PER_DAY)),
    async close() {
      outbound.close();
      await ends.settled();
    },
  };
}
