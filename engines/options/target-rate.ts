import { dayOf } from '../../calendar/days.js';
import { at, lowerBound } from '../series.js';

/**
 * Target of the federal funds rate since the day that it took effect, percent: the target, and from 2008-12-16 on the
 * middle of its range. The tests compare it with tables of the Board of Governors of the Federal Reserve System from
 * 2005 to June 2024, and with statements and reports of decisions before and after; those of 2003-06, 2004-08, 2004-11
 * and 2004-12 are between decisions that were compared.
 */
const TARGETS: readonly (readonly [year: number, month: number, day: number, percent: number])[] = [
  [2003, 6, 25, 1],
  [2004, 6, 30, 1.25],
  [2004, 8, 10, 1.5],
  [2004, 9, 21, 1.75],
  [2004, 11, 10, 2],
  [2004, 12, 14, 2.25],
  [2005, 2, 2, 2.5],
  [2005, 3, 22, 2.75],
  [2005, 5, 3, 3],
  [2005, 6, 30, 3.25],
  [2005, 8, 9, 3.5],
  [2005, 9, 20, 3.75],
  [2005, 11, 1, 4],
  [2005, 12, 13, 4.25],
  [2006, 1, 31, 4.5],
  [2006, 3, 28, 4.75],
  [2006, 5, 10, 5],
  [2006, 6, 29, 5.25],
  [2007, 9, 18, 4.75],
  [2007, 10, 31, 4.5],
  [2007, 12, 11, 4.25],
  [2008, 1, 22, 3.5],
  [2008, 1, 30, 3],
  [2008, 3, 18, 2.25],
  [2008, 4, 30, 2],
  [2008, 10, 8, 1.5],
  [2008, 10, 29, 1],
  [2008, 12, 16, 0.125],
  [2015, 12, 17, 0.375],
  [2016, 12, 15, 0.625],
  [2017, 3, 16, 0.875],
  [2017, 6, 15, 1.125],
  [2017, 12, 14, 1.375],
  [2018, 3, 22, 1.625],
  [2018, 6, 14, 1.875],
  [2018, 9, 27, 2.125],
  [2018, 12, 20, 2.375],
  [2019, 8, 1, 2.125],
  [2019, 9, 19, 1.875],
  [2019, 10, 31, 1.625],
  [2020, 3, 4, 1.125],
  [2020, 3, 16, 0.125],
  [2022, 3, 17, 0.375],
  [2022, 5, 5, 0.875],
  [2022, 6, 16, 1.625],
  [2022, 7, 28, 2.375],
  [2022, 9, 22, 3.125],
  [2022, 11, 3, 3.875],
  [2022, 12, 15, 4.375],
  [2023, 2, 2, 4.625],
  [2023, 3, 23, 4.875],
  [2023, 5, 4, 5.125],
  [2023, 7, 27, 5.375],
  [2024, 9, 19, 4.875],
  [2024, 11, 8, 4.625],
  [2024, 12, 19, 4.375],
  [2025, 9, 18, 4.125],
  [2025, 10, 30, 3.875],
  [2025, 12, 11, 3.625],
];

const DAYS = Int32Array.from(TARGETS, ([year, month, day]) => dayOf(year, month, day));
const RATES = Float64Array.from(TARGETS, ([, , , percent]) => Math.log1p(percent / 100));

/**
 * Target of the federal funds rate on a day (since 1970-01-01): a year's, continuously compounded, as a decimal. The
 * first one of the table before it begins, and the last one after it ends.
 */
export function targetRate(day: number): number {
  return at(RATES, Math.max(0, lowerBound(DAYS, day + 1) - 1));
}
