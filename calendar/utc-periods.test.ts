import { describe, expect, it } from '@jest/globals';
import { monthAt, secondsUntil } from './utc-periods.js';

describe('months', () => {
  it('end at midnight UTC on the first of the next month, also across a year', () => {
    const lastMs = Date.UTC(2026, 11, 31, 23, 59, 59, 999);
    expect(monthAt(lastMs)).toEqual({ label: '2026-12', startMs: Date.UTC(2026, 11, 1), endMs: lastMs + 1 });
    expect(monthAt(lastMs + 1).label).toBe('2027-01');
  });

  it('are correct after another month was requested', () => {
    const mayMs = Date.UTC(2026, 4, 31);
    expect([monthAt(mayMs), monthAt(mayMs + 86_400_000), monthAt(mayMs)].map((month) => month.label)).toEqual([
      '2026-05',
      '2026-06',
      '2026-05',
    ]);
  });

  it('include 29 February in leap years', () => {
    expect(monthAt(Date.UTC(2028, 1, 29, 12)).endMs).toBe(Date.UTC(2028, 2, 1));
  });
});

describe('days', () => {
  it('end in a whole number of seconds that is never 0 and never early', () => {
    expect(secondsUntil(86_400_000, 0)).toBe(86_400);
    expect(secondsUntil(86_400_000, 86_400_000 - 1)).toBe(1);
    expect(secondsUntil(2_001, 1_000)).toBe(2);
  });
});
