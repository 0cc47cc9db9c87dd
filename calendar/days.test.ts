import { describe, expect, it } from '@jest/globals';
import {
  civilOf,
  dayOf,
  existingDay,
  isoDate,
  isoMonth,
  MS_PER_DAY,
  monthIndexOf,
  parseIsoDate,
  utcDay,
  weekdayOf,
  yearsBack,
} from './days.js';

describe('calendar', () => {
  it('agrees with the platform calendar on every day from 1900 to 2100', () => {
    const wrong: number[] = [];
    for (let day = -25_567; day <= 47_847; day += 1) {
      const date = new Date(day * MS_PER_DAY);
      const expected = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
      const { year, month, day: dayOfMonth } = civilOf(day);
      const isSame = year === expected.year && month === expected.month && dayOfMonth === expected.day;
      const isBack = dayOf(year, month, dayOfMonth) === day && weekdayOf(day) === date.getUTCDay();
      if (!isSame || !isBack || isoDate(day) !== date.toISOString().slice(0, 10)) wrong.push(day);
    }
    expect(wrong).toEqual([]);
  });

  it('parses the dates it formats and rejects other text', () => {
    expect(parseIsoDate('2024-02-29')).toBe(dayOf(2024, 2, 29));
    for (const text of ['2023-02-29', '2024-13-01', '2024-00-10', '2024-1-1', '24-01-01', '', '2024-02-30T00:00']) {
      expect(parseIsoDate(text)).toBeNull();
    }
  });

  it('returns null for a date that does not exist', () => {
    expect(existingDay(2024, 2, 29)).toBe(parseIsoDate('2024-02-29'));
    const missing = [
      [2023, 2, 29],
      [2024, 13, 1],
      [2024, 0, 1],
      [2024, 1, 0],
      [2024, 4, 31],
    ] as const;
    for (const [year, month, day] of missing) expect(existingDay(year, month, day)).toBeNull();
  });

  it('changes the day at midnight UTC', () => {
    expect([-1, 0, MS_PER_DAY - 1, MS_PER_DAY].map(utcDay)).toEqual([-1, 0, 0, 1]);
  });

  it('numbers adjacent months by 1 across a year end', () => {
    expect(monthIndexOf(dayOf(2024, 1, 1)) - monthIndexOf(dayOf(2023, 12, 31))).toBe(1);
    expect(isoMonth(monthIndexOf(dayOf(2023, 12, 31)))).toBe('2023-12');
  });

  it('goes back to the same calendar day, and from 29 February to 1 March in years without it', () => {
    expect(isoDate(yearsBack(dayOf(2025, 9, 26), 15))).toBe('2010-09-26');
    expect(isoDate(yearsBack(dayOf(2024, 2, 29), 4))).toBe('2020-02-29');
    expect(isoDate(yearsBack(dayOf(2024, 2, 29), 1))).toBe('2023-03-01');
    // Half a year is 183 days.
    expect(isoDate(yearsBack(dayOf(2025, 9, 26), 2.5))).toBe('2023-03-27');
  });
});
