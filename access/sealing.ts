import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import type { RandomBytes } from './secrets.js';

/** Size of the encryption key. */
export const SEALING_KEY_BYTES = 32;

const ALGORITHM = 'aes-256-gcm';
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

/** Encrypts secrets, so that access to the database alone does not reveal them. */
export interface Sealer {
  /** `context` identifies the row: a value sealed for one row cannot be opened for another. */
  seal(secret: string, context: string): Buffer;
  /** Throws if the key, the context or any byte differs. */
  open(sealed: Buffer, context: string): string;
  /** Identifies the key without revealing it. */
  readonly fingerprint: string;
}

/** AES-256-GCM: one byte of version, nonce, tag, ciphertext. Throws RangeError for a key that is not 32 bytes. */
export function createSealer(key: Buffer, random: RandomBytes): Sealer {
  if (key.length !== SEALING_KEY_BYTES)
    throw new RangeError(`A sealing key must have ${SEALING_KEY_BYTES} bytes, not ${key.length}.`);
  return {
    fingerprint: createHmac('sha256', key).update('marketgraph sealing key').digest('hex').slice(0, 16),
    seal(secret, context) {
      const nonce = random(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), text]);
    },
    open(sealed, context) {
      if (sealed[0] !== VERSION || sealed.length < HEADER_BYTES) throw new Error('The value is not a sealed secret.');
      const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(1, 1 + NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      }).setAAD(Buffer.from(context));
      decipher.setAuthTag(sealed.subarray(1 + NONCE_BYTES, HEADER_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(HEADER_BYTES)), decipher.final()]).toString('utf8');
    },
  };
}

/**
 * Seals with the first key, and opens what any of them has sealed: so that a key can be replaced. Throws RangeError
 * without a key.
 */
export function createRotatingSealer(keys: readonly Buffer[], random: RandomBytes): Sealer {
  const sealers = keys.map((key) => createSealer(key, random));
  const [current, last] = [sealers[0], sealers.at(-1)];
  if (current === undefined || last === undefined) throw new RangeError('A sealer must have a key.');
  return {
    ...current,
    open(sealed, context) {
      const opened = sealers
        .slice(0, -1)
        .map((sealer) => tryOpen(sealer, sealed, context))
        .find((text) => text !== null);
      return opened ?? last.open(sealed, context);
    },
  };
}

/** The secret; null if another key sealed it, or it is damaged. */
export function tryOpen(sealer: Sealer, sealed: Buffer, context: string): string | null {
  try {
    return sealer.open(sealed, context);
  } catch {
    return null;
  }
}

/** Parses a key of 64 hexadecimal digits or base64; undefined if it is not 32 bytes. */
export function sealingKey(text: string): Buffer | undefined {
  const trimmed = text.trim();
  const key = /^[0-9a-fA-F]{64}$/.test(trimmed) ? Buffer.from(trimmed, 'hex') : Buffer.from(trimmed, 'base64');
  return key.length === SEALING_KEY_BYTES ? key : undefined;
}
