import { describe, expect, it } from '@jest/globals';
import { isoDate } from '../models/calendar-day.js';
import { closeMinute, isSession, lastCompletedSession, sessionsBetween } from './sessions.js';

const day = (date: string): number => Date.parse(date) / 86_400_000;
const closuresOf = (year: number): string[] => {
  const closed: string[] = [];
  for (let at = day(`${year}-01-01`); at <= day(`${year}-12-31`); at++) if (!isSession(at) && new Date(at * 86_400_000).getUTCDay() % 6 !== 0) closed.push(isoDate(at));
  return closed;
};

describe('NYSE sessions', () => {
  it.each([
    [2012, ['2012-01-02', '2012-01-16', '2012-02-20', '2012-04-06', '2012-05-28', '2012-07-04', '2012-09-03', '2012-10-29', '2012-10-30', '2012-11-22', '2012-12-25']],
    [2022, ['2022-01-17', '2022-02-21', '2022-04-15', '2022-05-30', '2022-06-20', '2022-07-04', '2022-09-05', '2022-11-24', '2022-12-26']],
    [2025, ['2025-01-01', '2025-01-09', '2025-01-20', '2025-02-17', '2025-04-18', '2025-05-26', '2025-06-19', '2025-07-04', '2025-09-01', '2025-11-27', '2025-12-25']],
    [2026, ['2026-01-01', '2026-01-19', '2026-02-16', '2026-04-03', '2026-05-25', '2026-06-19', '2026-07-03', '2026-09-07', '2026-11-26', '2026-12-25']],
  ])('of %d close on the exchange’s own list of weekdays', (year, closures) => {
    expect(closuresOf(year)).toEqual(closures);
  });

  it.each([[2010, 252], [2015, 252], [2018, 251], [2020, 253], [2023, 250], [2024, 252]])('of %d number %d', (year, count) => {
    expect(sessionsBetween(day(`${year}-01-01`), day(`${year}-12-31`))).toHaveLength(count);
  });

  it('close at 13:00 after Thanksgiving, before Independence Day and on Christmas Eve', () => {
    expect(['2026-11-27', '2025-07-03', '2026-12-24', '2026-07-02'].map((date) => closeMinute(day(date)))).toEqual([780, 780, 780, 960]);
  });

  it.each([
    ['2026-11-20T20:59:00Z', '2026-11-19'],
    ['2026-11-20T21:00:00Z', '2026-11-20'],
    ['2026-07-01T19:59:00Z', '2026-06-30'],
    ['2026-07-01T20:00:00Z', '2026-07-01'],
    ['2026-11-27T18:00:00Z', '2026-11-27'],
    ['2026-11-22T12:00:00Z', '2026-11-20'],
    ['2026-11-21T03:00:00Z', '2026-11-20'],
  ])('at %s the last completed one is %s', (now, date) => {
    expect(isoDate(lastCompletedSession(new Date(now)))).toBe(date);
  });
});
