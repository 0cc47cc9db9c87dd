import { expect, it } from '@jest/globals';
import { dayOf, isoDate } from './days.js';
import { isQuarterEnd, quarterEndBefore } from './quarters.js';

it('finds four ends of quarters in every year, of which each follows from the next', () => {
  for (const year of [1999, 2000, 2023, 2024, 2100]) {
    const days = Array.from({ length: 366 }, (_, index) => dayOf(year, 1, 1) + index).filter(
      (day) => day < dayOf(year + 1, 1, 1),
    );
    const ends = days.filter(isQuarterEnd);
    expect(ends.map(isoDate)).toEqual([`${year}-03-31`, `${year}-06-30`, `${year}-09-30`, `${year}-12-31`]);
    expect(ends.slice(1).map(quarterEndBefore)).toEqual(ends.slice(0, -1));
  }
  expect(isoDate(quarterEndBefore(dayOf(2025, 1, 1)))).toBe('2024-12-31');
  expect(isoDate(quarterEndBefore(dayOf(2025, 11, 14)))).toBe('2025-09-30');
});
