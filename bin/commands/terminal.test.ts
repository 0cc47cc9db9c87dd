import { expect, it } from '@jest/globals';
import { shownLine } from './terminal.js';

it("a line with a vendor's text moves no cursor and turns no text around, and JSON of it stays the same", () => {
  expect(shownLine('a\tb\u001b[2Jc\u009b31m\u202ed')).toBe('a\tb\\u001b[2Jc\\u009b31m\\u202ed');
  const row = { name: 'x\u009b\u202e\u2028 é漢' };
  expect(JSON.parse(shownLine(JSON.stringify(row)))).toEqual(row);
});
