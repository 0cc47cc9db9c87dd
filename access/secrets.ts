import { hash, randomBytes } from 'node:crypto';

/** Cryptographically random bytes. */
export type RandomBytes = (size: number) => Buffer;

export const systemRandom: RandomBytes = (size) => randomBytes(size);

const SECRET_BYTES = 32;
const ID_BYTES = 12;

/** Prefixes of secrets; that of keys is part of the contract (section 5). */
export const SECRET_PREFIX = {
  key: 'svc_',
  session: 'svcs_',
  reset: 'svcr_',
  operator: 'svco_',
  webhook: 'whsec_',
} as const;
export type SecretKind = keyof typeof SECRET_PREFIX;
/** What the secret of a publishable key begins with, so that nobody takes it for a secret one. */
export const PUBLISHABLE_PREFIX = `${SECRET_PREFIX.key}pub_`;

export interface NewSecret {
  /** Prefix and 256 random bits in base64url; shown once and never stored. */
  readonly secret: string;
  /** SHA-256 of `secret`. 256 random bits cannot be guessed, so no slow hash is needed. */
  readonly hash: Buffer;
}

export function newSecret(kind: SecretKind, random: RandomBytes, prefix: string = SECRET_PREFIX[kind]): NewSecret {
  const secret = prefix + random(SECRET_BYTES).toString('base64url');
  return { secret, hash: hashSecret(secret) };
}

export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/**
 * Prefixes of ids: account, key, session, webhook, watchlist, event, delivery, token reservation, credit purchase,
 * agent, run, vault item, use of the vault, attempt to sign in, message of a line, member, post, comment and event of
 * the community, paper portfolio and its orders, operator's key and operator's action.
 */
type IdPrefix =
  | 'acc'
  | 'key'
  | 'ses'
  | 'we'
  | 'wl'
  | 'evt'
  | 'dlv'
  | 'rsv'
  | 'crd'
  | 'agt'
  | 'run'
  | 'vi'
  | 'vu'
  | 'att'
  | 'msg'
  | 'mem'
  | 'pst'
  | 'cmt'
  | 'cev'
  | 'ppf'
  | 'ord'
  | 'opk'
  | 'opa';

/** A unique id of a row, such as `key_…`; not a secret. */
export function newId(prefix: IdPrefix, random: RandomBytes): string {
  return `${prefix}_${random(ID_BYTES).toString('base64url')}`;
}

/** The first characters of a key, for its owner to recognise it. */
export function visiblePrefix(secret: string): string {
  const prefix =
    [PUBLISHABLE_PREFIX, SECRET_PREFIX.operator].find((each) => secret.startsWith(each)) ?? SECRET_PREFIX.key;
  return secret.slice(0, prefix.length + 6);
}

/** A masked secret: its prefix and its last four characters. */
export function masked(kind: SecretKind, last4: string): string {
  return `${SECRET_PREFIX[kind]}…${last4}`;
}
