import { expect, it } from '@jest/globals';
import { plainLine } from './plain-line.js';
import { ReadError } from './read-error.js';

it('is one line without characters that a terminal obeys or that turn text around, of so many characters at most', () => {
  expect(plainLine(' a\u001b[31m b\u0000\r\n\u2028c\u009b0m\u202ed\u2066 \ud800e ', 50)).toBe('a [31m b c 0m d e');
  expect(plainLine('word '.repeat(1_000_000), 20)).toBe('word word word…');
  expect(plainLine('\u0007\u200b', 20)).toBe('');
  expect(new ReadError('unreadable', `x\u001b${'y'.repeat(9_999)}`).message).toMatch(/^x y{100,298}…$/);
});
