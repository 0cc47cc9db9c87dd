import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import type { RandomBytes } from './secrets.js';

/** Bytes of the key under which secrets are sealed. */
export const SEALING_KEY_BYTES = 32;

const ALGORITHM = 'aes-256-gcm';
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

/** Keeps secrets unreadable to whoever sees the database alone. */
export interface Sealer {
  /** `context` names the row: what is sealed for one cannot be opened as another's. */
  seal(secret: string, context: string): Buffer;
  /** Throws where the key, the context or a byte differs. */
  open(sealed: Buffer, context: string): string;
  /** Tells two keys apart, and nothing else about them. */
  readonly fingerprint: string;
}

/** AES-256-GCM: one byte of version, nonce, tag, ciphertext. Throws RangeError for a key that is not 32 bytes. */
export function createSealer(key: Buffer, random: RandomBytes): Sealer {
  if (key.length !== SEALING_KEY_BYTES) throw new RangeError(`A sealing key has ${SEALING_KEY_BYTES} bytes, not ${key.length}.`);
  return {
    fingerprint: createHmac('sha256', key).update('marketgraph sealing key').digest('hex').slice(0, 16),
    seal(secret, context) {
      const nonce = random(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), text]);
    },
    open(sealed, context) {
      if (sealed[0] !== VERSION || sealed.length < HEADER_BYTES) throw new Error('What is to be opened was not sealed by this program.');
      const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(1, 1 + NONCE_BYTES), { authTagLength: TAG_BYTES }).setAAD(Buffer.from(context));
      decipher.setAuthTag(sealed.subarray(1 + NONCE_BYTES, HEADER_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(HEADER_BYTES)), decipher.final()]).toString('utf8');
    },
  };
}

/** A key written as 64 hexadecimal digits or as base64; undefined for anything that is not 32 bytes. */
export function sealingKey(text: string): Buffer | undefined {
  const trimmed = text.trim();
  const key = /^[0-9a-fA-F]{64}$/.test(trimmed) ? Buffer.from(trimmed, 'hex') : Buffer.from(trimmed, 'base64');
  return key.length === SEALING_KEY_BYTES ? key : undefined;
}
