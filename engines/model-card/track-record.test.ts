import { describe, expect, it } from '@jest/globals';
import { dayOf } from '../../calendar/days.js';
import type { CardDay } from './card-sums.js';
import { robustness } from './track-record.js';

const dayWith = (day: number, mean: number): CardDay => ({
  day,
  signals: 1,
  wins: 0,
  rose: 0,
  sum: mean,
  squares: mean * mean,
  rankIc: NaN,
  factorIcs: [],
});

describe('the out-of-sample hold', () => {
  it.each([50, 60, 70, 90, 110, 130, 200])('holds out exactly the newest 30%% of %i days', (count) => {
    const held = (count * 3) / 10;
    const days = Array.from({ length: count }, (_, i) => dayWith(i, i < count - held ? -1 : 1));
    expect(robustness(days)?.outOfSampleHold).toEqual({ train: -1, test: 1, isHeld: false });
  });
});

describe('time consistency', () => {
  const month = (of: number, count: number, mean: number): readonly CardDay[] =>
    Array.from({ length: count }, (_, i) => dayWith(dayOf(2025, of, i + 1), mean + 0.001 * (i % 3)));
  const consistency = (...months: readonly (readonly CardDay[])[]) => robustness(months.flat())?.timeConsistency;

  it('leaves out parts of months: those with less than half of the days of the fullest', () => {
    expect(consistency(month(5, 10, -0.1), month(6, 21, 0.1), month(7, 21, -0.1), month(8, 1, 0.1))).toEqual({
      monthCount: 2,
      positiveShare: 0.5,
    });
    expect(consistency(month(5, 11, -0.1), month(6, 21, 0.1), month(7, 22, 0.1))).toEqual({
      monthCount: 3,
      positiveShare: 2 / 3,
    });
  });

  it('counts all months of a record with few days in each', () => {
    const sparse = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((of) => month(of, 5, of < 4 ? -0.1 : 0.1));
    expect(consistency(...sparse)).toEqual({ monthCount: 9, positiveShare: 6 / 9 });
  });
});

describe('the maximum drawdown', () => {
  it('is of a value that grows each day by 1/21 of the mean over 21 sessions', () => {
    const days = Array.from({ length: 42 }, (_, i) => dayWith(i, i === 20 || i === 21 ? -0.21 : 0.001 * (i % 2)));
    expect(robustness(days)?.maxDrawdown).toBeCloseTo(0.99 ** 2 - 1, 12);
  });
});
