import { describe, expect, it } from '@jest/globals';
import { parseIsoDate } from '../../calendar/days.js';
import { targetRate } from './target-rate.js';

/**
 * Target or range after decisions, changes and others, percent: Board of Governors, "Intended federal funds rate,
 * change and level" (2005 to 2008, by the day of the decision) and "The Fed Explained" (2014 to 2024, by the day of
 * effect); the Committee's statement of 2025-12-10.
 */
const PUBLISHED: readonly (readonly [day: string, low: number, high: number])[] = [
  ['2005-03-22', 2.75, 2.75],
  ['2005-05-03', 3, 3],
  ['2005-06-30', 3.25, 3.25],
  ['2005-08-09', 3.5, 3.5],
  ['2005-09-20', 3.75, 3.75],
  ['2005-11-01', 4, 4],
  ['2005-12-13', 4.25, 4.25],
  ['2006-01-31', 4.5, 4.5],
  ['2006-03-28', 4.75, 4.75],
  ['2006-05-10', 5, 5],
  ['2006-06-29', 5.25, 5.25],
  ['2007-09-18', 4.75, 4.75],
  ['2007-10-31', 4.5, 4.5],
  ['2007-12-11', 4.25, 4.25],
  ['2008-01-22', 3.5, 3.5],
  ['2008-01-30', 3, 3],
  ['2008-03-18', 2.25, 2.25],
  ['2008-04-30', 2, 2],
  ['2008-10-08', 1.5, 1.5],
  ['2008-10-29', 1, 1],
  ['2008-12-16', 0, 0.25],
  ['2014-01-30', 0, 0.25],
  ['2015-10-29', 0, 0.25],
  ['2015-12-17', 0.25, 0.5],
  ['2016-11-03', 0.25, 0.5],
  ['2016-12-15', 0.5, 0.75],
  ['2017-03-16', 0.75, 1],
  ['2017-06-15', 1, 1.25],
  ['2017-11-02', 1, 1.25],
  ['2017-12-14', 1.25, 1.5],
  ['2018-03-22', 1.5, 1.75],
  ['2018-06-14', 1.75, 2],
  ['2018-09-27', 2, 2.25],
  ['2018-12-20', 2.25, 2.5],
  ['2019-06-20', 2.25, 2.5],
  ['2019-08-01', 2, 2.25],
  ['2019-09-19', 1.75, 2],
  ['2019-10-31', 1.5, 1.75],
  ['2020-01-30', 1.5, 1.75],
  ['2020-03-04', 1, 1.25],
  ['2020-03-16', 0, 0.25],
  ['2022-01-27', 0, 0.25],
  ['2022-03-17', 0.25, 0.5],
  ['2022-05-05', 0.75, 1],
  ['2022-06-16', 1.5, 1.75],
  ['2022-07-28', 2.25, 2.5],
  ['2022-09-22', 3, 3.25],
  ['2022-11-03', 3.75, 4],
  ['2022-12-15', 4.25, 4.5],
  ['2023-02-02', 4.5, 4.75],
  ['2023-03-23', 4.75, 5],
  ['2023-05-04', 5, 5.25],
  ['2023-06-15', 5, 5.25],
  ['2023-07-27', 5.25, 5.5],
  ['2024-06-13', 5.25, 5.5],
  ['2025-12-11', 3.5, 3.75],
];

const dayOf = (text: string): number => parseIsoDate(text) ?? Number.NaN;
const percentOn = (day: number): number => 100 * Math.expm1(targetRate(day));

describe('the target of the federal funds rate', () => {
  it.each(PUBLISHED)('since %s is in the middle of %d and %d percent', (day, low, high) => {
    expect(percentOn(dayOf(day))).toBeCloseTo((low + high) / 2, 10);
  });

  it('is the former one on the day before it changes', () => {
    expect(percentOn(dayOf('2018-03-21'))).toBeCloseTo(1.375, 10);
    expect(percentOn(dayOf('2022-07-27'))).toBeCloseTo(1.625, 10);
  });
});
