import { expect, it } from '@jest/globals';
import { IMPORTS } from './imports.js';

it('kinds of import are unique', () => {
  expect(new Set(IMPORTS.map(({ kind }) => kind)).size).toBe(IMPORTS.length);
  expect(IMPORTS.length).toBeGreaterThan(2);
});
