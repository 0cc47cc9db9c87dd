import { describe, expect, it } from '@jest/globals';
import { createSealer, sealingKey } from './sealing.js';
import { systemRandom } from './secrets.js';

const key = Buffer.alloc(32, 7);
const sealer = createSealer(key, systemRandom);

describe('a sealed secret', () => {
  it('can be opened, and its ciphertext is different each time and hides the secret', () => {
    const [one, other] = [sealer.seal('whsec_äbc', 'we_1'), sealer.seal('whsec_äbc', 'we_1')];
    expect([sealer.open(one, 'we_1'), sealer.open(other, 'we_1')]).toEqual(['whsec_äbc', 'whsec_äbc']);
    expect(one.equals(other)).toBe(false);
    expect(one.includes('whsec_')).toBe(false);
  });

  it('cannot be opened for another row, with another key, truncated, or with any bit changed', () => {
    const sealed = sealer.seal('whsec_abc', 'we_1');
    expect(() => sealer.open(sealed, 'we_2')).toThrow();
    expect(() => createSealer(Buffer.alloc(32, 8), systemRandom).open(sealed, 'we_1')).toThrow();
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => sealer.open(changed, 'we_1')).toThrow();
      expect(() => sealer.open(sealed.subarray(0, at), 'we_1')).toThrow();
    }
  });
});

describe('a sealing key', () => {
  it('is 32 bytes in hexadecimal or base64, and nothing else', () => {
    expect(sealingKey(key.toString('hex'))).toEqual(key);
    expect(sealingKey(` ${key.toString('base64')}\n`)).toEqual(key);
    expect([
      sealingKey(''),
      sealingKey('short'),
      sealingKey(Buffer.alloc(31).toString('base64')),
      sealingKey('g'.repeat(64)),
    ]).toEqual([undefined, undefined, undefined, undefined]);
    expect(() => createSealer(Buffer.alloc(16), systemRandom)).toThrow(RangeError);
  });

  it('has a unique fingerprint', () => {
    expect(createSealer(Buffer.alloc(32, 8), systemRandom).fingerprint).not.toBe(sealer.fingerprint);
    expect(createSealer(key, systemRandom).fingerprint).toBe(sealer.fingerprint);
  });
});
