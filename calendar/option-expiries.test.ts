import { expect, it } from '@jest/globals';
import { isoDate, weekdayOf } from './days.js';
import { isSession } from './nyse.js';
import { isQuarterlyExpiry, monthlyOptionExpiry } from './option-expiries.js';

it('monthly options expire on the third Friday', () => {
  expect([1, 2, 3, 9, 12].map((month) => isoDate(monthlyOptionExpiry(2026, month)))).toEqual([
    '2026-01-16',
    '2026-02-20',
    '2026-03-20',
    '2026-09-18',
    '2026-12-18',
  ]);
  expect(isoDate(monthlyOptionExpiry(2027, 1))).toBe('2027-01-15');
});

it('where the third Friday is a holiday, they expire on the session before', () => {
  // Good Friday of 2000, 2003, 2008, 2014, 2019 and 2025, and Juneteenth of 2026.
  const moved = [
    [2000, 4],
    [2003, 4],
    [2008, 3],
    [2014, 4],
    [2019, 4],
    [2025, 4],
    [2026, 6],
  ] as const;
  expect(moved.map(([year, month]) => isoDate(monthlyOptionExpiry(year, month)))).toEqual([
    '2000-04-20',
    '2003-04-17',
    '2008-03-20',
    '2014-04-17',
    '2019-04-18',
    '2025-04-17',
    '2026-06-18',
  ]);
});

it('every expiry from 1990 to 2030 is a session from the 14th to the 21st, a Friday or a Thursday', () => {
  for (let year = 1990; year <= 2030; year += 1)
    for (let month = 1; month <= 12; month += 1) {
      const day = monthlyOptionExpiry(year, month);
      const date = Number(isoDate(day).slice(8));
      expect([isoDate(day), isSession(day), date >= 14 && date <= 21, [4, 5].includes(weekdayOf(day))]).toEqual([
        isoDate(day),
        true,
        true,
        true,
      ]);
    }
});

it('four months of a year are quarterly', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].filter(isQuarterlyExpiry)).toEqual([3, 6, 9, 12]);
});
