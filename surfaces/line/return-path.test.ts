import { describe, expect, it } from '@jest/globals';
import { MS_PER_DAY } from '../../calendar/days.js';
import { createReturnPaths } from './return-path.js';

const NOW = Date.UTC(2026, 0, 2, 12);
const MESSAGE = { id: 'msg_l4GoUCUi-YyDDXZ_', sender: 'ada-0011223344@line.example.com' };

describe('the return path of a message', () => {
  const paths = createReturnPaths(Buffer.alloc(32, 1));
  const address = paths.of(MESSAGE, NOW);

  it('is an address that names the message, in any case', () => {
    expect(address).toMatch(/^bounce-[\da-z]{28}-[\da-f]{20}@line\.example\.com$/);
    expect(address.indexOf('@')).toBeLessThanOrEqual(64);
    expect([paths.messageOf(address, NOW), paths.messageOf(address.toUpperCase(), NOW)]).toEqual([
      MESSAGE.id,
      MESSAGE.id,
    ]);
  });

  it("is nobody's once a character of it is changed, and under another key", () => {
    const at = address.indexOf('@');
    for (let index = 'bounce-'.length; index < at; index++) {
      const changed = address.slice(0, index) + (address.charAt(index) === '1' ? '2' : '1') + address.slice(index + 1);
      expect(paths.messageOf(changed, NOW)).toBeNull();
    }
    expect(createReturnPaths(Buffer.alloc(32, 2)).messageOf(address, NOW)).toBeNull();
    expect([MESSAGE.sender, '', '@', 'bounce-@x'].map((other) => paths.messageOf(other, NOW))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('ends 14 days after the message left', () => {
    const end = (Math.floor(NOW / MS_PER_DAY) + 15) * MS_PER_DAY;
    expect([paths.messageOf(address, end - 1), paths.messageOf(address, end)]).toEqual([MESSAGE.id, null]);
  });

  it('is the sender of a message with another id', () => {
    expect(paths.of({ ...MESSAGE, id: 'msg_short' }, NOW)).toBe(MESSAGE.sender);
  });
});
