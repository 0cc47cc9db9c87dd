import { expect, it } from '@jest/globals';
import { asOfNewest } from './as-of.js';

const NOW = Date.UTC(2026, 0, 2, 22, 30);

it('data without any day is as of the question, and no day of 1970', () => {
  expect([asOfNewest([], NOW), asOfNewest([null, undefined, ''], NOW)]).toEqual([
    '2026-01-02T22:30:00.000Z',
    '2026-01-02T22:30:00.000Z',
  ]);
  expect(asOfNewest(['2025-03-01', null, '2025-12-20'], NOW)).toBe('2025-12-20T00:00:00.000Z');
});
