import { hash, randomBytes } from 'node:crypto';

/** Cryptographically random bytes. */
export type RandomBytes = (size: number) => Buffer;

export const systemRandom: RandomBytes = (size) => randomBytes(size);

const SECRET_BYTES = 32;
const ID_BYTES = 12;

/** How secrets begin; a key's prefix is part of the contract (section 5). */
export const SECRET_PREFIX = { key: 'svc_', session: 'svcs_', webhook: 'whsec_' } as const;
export type SecretKind = keyof typeof SECRET_PREFIX;

export interface NewSecret {
  /** The prefix and 256 random bits in base64url: shown once, stored nowhere. */
  readonly secret: string;
  /** SHA-256 of `secret`. With 256 random bits there is nothing to guess, so no slow hash is needed. */
  readonly hash: Buffer;
}

export function newSecret(kind: SecretKind, random: RandomBytes): NewSecret {
  const secret = SECRET_PREFIX[kind] + random(SECRET_BYTES).toString('base64url');
  return { secret, hash: hashSecret(secret) };
}

export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** A row's id, `key_…` for instance: unique, but no secret. */
export function newId(prefix: 'acc' | 'key' | 'ses' | 'we' | 'wl' | 'evt' | 'dlv', random: RandomBytes): string {
  return `${prefix}_${random(ID_BYTES).toString('base64url')}`;
}

/** The first characters of a key, enough for its owner to recognise it and far too few to guess the rest. */
export function visiblePrefix(secret: string): string {
  return secret.slice(0, SECRET_PREFIX.key.length + 6);
}

/** A secret that its owner may see again in part alone: how it begins and its last four characters. */
export function masked(kind: SecretKind, last4: string): string {
  return `${SECRET_PREFIX[kind]}…${last4}`;
}
