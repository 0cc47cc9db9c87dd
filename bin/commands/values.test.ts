import { describe, expect, it } from '@jest/globals';
import { expiry, futureExpiry } from './values.js';

const NOW = Date.UTC(2026, 0, 2);
const given = (at: string) => ({ 'expires-at': at });

describe('the expiry of a key', () => {
  it.each([
    ['never', null],
    ['2027-01-31', '2027-01-31T00:00:00.000Z'],
    ['2028-02-29T12:30Z', '2028-02-29T12:30:00.000Z'],
  ])('is read from %s', (value, expected) => {
    const at = expiry(given(value), 'expires-at');
    expect(at instanceof Date ? at.toISOString() : at).toBe(expected);
  });

  it.each(['2027-02-30', '2027-13-01', '2027-02-29T12:00Z', '2027-01-31T25:00Z', '31 January 2027', ''])(
    'is refused as %j',
    (value) => {
      expect(() => expiry(given(value), 'expires-at')).toThrow(/^--expires-at must be never, a date or a time in UTC/);
    },
  );

  it('of a new key is in the future', () => {
    expect(() => futureExpiry(given('2026-01-02'), 'expires-at', NOW)).toThrow(
      '--expires-at must be in the future, got "2026-01-02".',
    );
    expect(futureExpiry(given('2026-01-03'), 'expires-at', NOW)).toEqual(new Date('2026-01-03'));
  });
});
