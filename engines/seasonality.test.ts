import { describe, expect, it } from '@jest/globals';
import { differences } from '../test/independent/closeness.js';
import { realHistories } from '../test/independent/datasets.js';
import { barsOf, type Row } from '../test/independent/rows.js';
import { plainSeasonality } from '../test/independent/seasonality.js';
import { seasonality, type SeasonalityResult } from './seasonality.js';

function row(date: string, close: number): Row {
  return { date, open: close, high: close, low: close, close, adj: close, volume: 1 };
}

/** The calendar months with a sample. */
function sampled({ months }: SeasonalityResult): readonly number[] {
  return months.filter(({ count }) => count > 0).map(({ month }) => month);
}

const NOTHING = {
  count: 0,
  mean: null,
  median: null,
  winRate: null,
  best: null,
  worst: null,
  tStatistic: null,
  adjustedPValue: null,
};
const EMPTY_YEAR = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'].map(
  (name, index) => ({ month: index + 1, name, ...NOTHING }),
);

describe('seasonality', () => {
  it.each(realHistories())('agrees with a plain computation over $name', ({ rows, isMonthComplete }) => {
    expect(differences(seasonality(barsOf(rows)), plainSeasonality(rows, isMonthComplete))).toEqual([]);
    for (const years of [1, 2, 7])
      expect(differences(seasonality(barsOf(rows), years), plainSeasonality(rows, isMonthComplete, years))).toEqual([]);
  });

  it('excludes the month in progress from the statistics and returns it as the partial return', () => {
    const result = seasonality(barsOf([row('2024-01-31', 100), row('2024-02-29', 110), row('2024-03-15', 121)]));
    expect(sampled(result)).toEqual([2]);
    expect(result.current).toMatchObject({ month: 3, name: 'Mar', count: 0, mean: null, winRate: null });
    expect(result.current?.partialReturn).toBeCloseTo(0.1, 12);
  });

  it('counts a month once its last NYSE session is stored, although the calendar month continues', () => {
    // 31 March 2024 is a Sunday and the 29th is Good Friday: the month ends on the 28th.
    const result = seasonality(barsOf([row('2024-02-29', 100), row('2024-03-28', 90)]));
    expect(result.current).toMatchObject({ month: 3, count: 1, partialReturn: null });
    expect(result).toMatchObject({ monthCount: 1, fromMonth: '2024-03', toMonth: '2024-03' });
  });

  it('has no return across a missing month', () => {
    const result = seasonality(barsOf([row('2024-01-31', 100), row('2024-03-28', 90), row('2024-04-30', 99)]));
    expect(sampled(result)).toEqual([4]);
    expect(result.months).toHaveLength(12);
    expect(result.months[2]).toEqual({ month: 3, name: 'Mar', ...NOTHING });
  });

  it('lists the returns that it summarises, by year', () => {
    const result = seasonality(
      barsOf([
        row('2023-11-30', 100),
        row('2023-12-29', 110),
        row('2024-01-31', 121),
        row('2024-02-29', 60.5),
        row('2024-03-15', 60),
      ]),
    );
    expect(
      differences(result.years, [
        { year: 2023, months: [{ month: 12, return: 0.1 }] },
        {
          year: 2024,
          months: [
            { month: 1, return: 0.1 },
            { month: 2, return: -0.5 },
          ],
        },
      ]),
    ).toEqual([]);
    expect(result.monthCount).toBe(3);
  });

  it('returns twelve months without a sample for no bars and for one bar', () => {
    const none = {
      monthCount: 0,
      yearsCovered: 0,
      fromMonth: null,
      toMonth: null,
      months: EMPTY_YEAR,
      years: [],
      strongest: null,
      weakest: null,
    };
    expect(seasonality(barsOf([]))).toEqual({ ...none, current: null });
    expect(seasonality(barsOf([row('2024-03-15', 5)]))).toEqual({
      ...none,
      current: { month: 3, name: 'Mar', mean: null, winRate: null, count: 0, partialReturn: null },
    });
  });
});
