import { describe, expect, it } from '@jest/globals';
import { countedDay, knownDate, periodOf } from './date-precision.js';
import { isoDate, parseIsoDate } from './days.js';

const day = (date: string): number => parseIsoDate(date) ?? NaN;

describe('a date that is not known to the day', () => {
  it.each([
    ['2025-01-01', 'year', '2025-07-02'],
    ['2024-01-01', 'year', '2024-07-01'],
    ['2025-02-01', 'month', '2025-02-14'],
    ['2025-12-01', 'month', '2025-12-16'],
    ['2025-12-01', 'day', '2025-12-01'],
  ] as const)('%s counts, as a %s, as %s', (date, precision, counted) => {
    expect(isoDate(countedDay(day(date), precision))).toBe(counted);
  });

  it('counts as no later day than the last that is possible, nor as one before its period', () => {
    expect(isoDate(countedDay(day('2026-01-01'), 'year', day('2026-02-02')))).toBe('2026-02-02');
    expect(isoDate(countedDay(day('2025-01-01'), 'year', day('2026-02-02')))).toBe('2025-07-02');
    expect(isoDate(countedDay(day('2025-01-01'), 'year', day('2024-02-02')))).toBe('2025-01-01');
  });

  it('is told as far as it is known, from any day of its period', () => {
    expect([
      knownDate(day('2025-07-02'), 'year'),
      knownDate(day('2025-07-02'), 'month'),
      knownDate(day('2025-07-02'), 'day'),
    ]).toEqual(['2025', '2025-07', '2025-07-02']);
    expect(periodOf(day('2024-02-14'), 'month')).toEqual({ first: day('2024-02-01'), last: day('2024-02-29') });
  });
});
