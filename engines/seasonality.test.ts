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
  return months.filter(({ n }) => n > 0).map(({ month }) => month);
}

const NOTHING = { n: 0, avg: null, median: null, winRate: null, best: null, worst: null };
const EMPTY_YEAR = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
  .map((label, index) => ({ month: index + 1, label, ...NOTHING }));

describe('seasonality', () => {
  it.each(realHistories())('agrees with a plain computation over $name', ({ rows, isMonthComplete }) => {
    expect(differences(seasonality(barsOf(rows)), plainSeasonality(rows, isMonthComplete))).toEqual([]);
  });

  it('excludes the month in progress from the statistics and returns it as the partial return', () => {
    const result = seasonality(barsOf([row('2024-01-31', 100), row('2024-02-29', 110), row('2024-03-15', 121)]));
    expect(sampled(result)).toEqual([2]);
    expect(result.current).toMatchObject({ month: 3, label: 'Mar', n: 0, avg: null, winRate: null });
    expect(result.current?.partialRet).toBeCloseTo(0.1, 12);
  });

  it('counts a month once its last NYSE session is stored, although the calendar month continues', () => {
    // 31 March 2024 is a Sunday and the 29th is Good Friday: the month ends on the 28th.
    const result = seasonality(barsOf([row('2024-02-29', 100), row('2024-03-28', 90)]));
    expect(result.current).toMatchObject({ month: 3, n: 1, partialRet: null });
    expect(result).toMatchObject({ monthCount: 1, from: '2024-03', to: '2024-03' });
  });

  it('has no return across a missing month', () => {
    const result = seasonality(barsOf([row('2024-01-31', 100), row('2024-03-28', 90), row('2024-04-30', 99)]));
    expect(sampled(result)).toEqual([4]);
    expect(result.months).toHaveLength(12);
    expect(result.months[2]).toEqual({ month: 3, label: 'Mar', ...NOTHING });
  });

  it('returns twelve months without a sample for no bars and for one bar', () => {
    const none = { monthCount: 0, yearsCovered: 0, from: null, to: null, months: EMPTY_YEAR, strongest: null, weakest: null };
    expect(seasonality(barsOf([]))).toEqual({ ...none, current: null });
    expect(seasonality(barsOf([row('2024-03-15', 5)]))).toEqual({
      ...none,
      current: { month: 3, label: 'Mar', avg: null, winRate: null, n: 0, partialRet: null },
    });
  });
});
