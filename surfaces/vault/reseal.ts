import type { Keyring } from '../../access/keyring.js';
import type { Store } from '../../store/open-store.js';
import { signInContext } from './vault.js';

/**
 * Encrypts all credentials with the keyring's first key, in one transaction. Throws if one is encrypted with an unknown
 * key.
 */
export function reseal(vault: Store['vault'], keyring: Keyring): Promise<number> {
  const { current } = keyring;
  return vault.reseal(current.fingerprint, ({ id, secret, signIn, sealedWith }) => {
    const sealer = keyring.get(sealedWith);
    if (sealer === undefined)
      throw new Error(
        `The vault item ${id} is encrypted with a key that is not known; add that key to SVC_VAULT_KEY or to the key file.`,
      );
    return {
      secret: current.seal(sealer.open(secret, id), id),
      signIn: signIn === null ? null : current.seal(sealer.open(signIn, signInContext(id)), signInContext(id)),
    };
  });
}
