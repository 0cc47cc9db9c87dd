import { createSealer, type Sealer } from './sealing.js';
import type { RandomBytes } from './secrets.js';

/** Keys of which the first one encrypts, and each decrypts what it has encrypted: so that a key can be replaced. */
export interface Keyring {
  readonly current: Sealer;
  /** The sealer with this fingerprint; undefined if the keyring has none. */
  get(fingerprint: string): Sealer | undefined;
}

/** Throws RangeError without a key, and for a key that is not 32 bytes. */
export function createKeyring(keys: readonly Buffer[], random: RandomBytes): Keyring {
  const sealers = keys.map((key) => createSealer(key, random));
  const [current] = sealers;
  if (current === undefined) throw new RangeError('A keyring must have a key.');
  const byFingerprint = new Map(sealers.map((sealer) => [sealer.fingerprint, sealer]));
  return { current, get: (fingerprint) => byFingerprint.get(fingerprint) };
}
