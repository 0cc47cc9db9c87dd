import { describe, expect, it } from '@jest/globals';
import { plainLongerBars } from '../test/independent/bars.js';
import { realHistories } from '../test/independent/datasets.js';
import { barsOf, type Row } from '../test/independent/rows.js';
import { longerBars } from './bar-intervals.js';

function row(date: string, open: number, high: number, low: number, close: number, volume = 1): Row {
  return { date, open, high, low, close, adj: close / 2, volume };
}

const INTERVALS = ['WEEK', 'MONTH'] as const;

describe('longerBars', () => {
  it.each(INTERVALS.flatMap((interval) => realHistories().map((history) => ({ ...history, interval }))))(
    'agrees with a plain grouping by $interval over $name',
    ({ rows, interval }) => {
      expect(longerBars(barsOf(rows), interval)).toEqual(barsOf(plainLongerBars(rows, interval)));
    },
  );

  it('begins a week on Monday and a month on its first session', () => {
    // Monday 29 January 2024 to Friday 2 February, then Monday the 5th.
    const rows = [
      row('2024-01-29', 1, 4, 1, 2),
      row('2024-01-31', 2, 3, 0.5, 3, 2),
      row('2024-02-02', 3, 5, 2, 4, 4),
      row('2024-02-05', 6, 7, 5, 6),
    ];
    expect(longerBars(barsOf(rows), 'WEEK')).toEqual(
      barsOf([row('2024-01-29', 1, 5, 0.5, 4, 7), row('2024-02-05', 6, 7, 5, 6)]),
    );
    expect(longerBars(barsOf(rows), 'MONTH')).toEqual(
      barsOf([row('2024-01-29', 1, 4, 0.5, 3, 3), row('2024-02-02', 3, 7, 2, 6, 5)]),
    );
  });

  it('keeps weeks over a turn of the year and before 1970 whole', () => {
    const rows = [row('1969-12-30', 1, 1, 1, 1), row('1970-01-02', 2, 2, 2, 2), row('1970-01-05', 3, 3, 3, 3)];
    expect([...longerBars(barsOf(rows), 'WEEK').days]).toEqual([-2, 4]);
  });

  it.each(INTERVALS)('has no bar without bars, and passes over sessions without a price (%s)', (interval) => {
    expect(longerBars(barsOf([]), interval)).toEqual(barsOf([]));
    const holes = [
      row('2024-01-02', 0, 0, 0, 0),
      row('2024-01-03', 2, 2, 2, 2),
      row('2024-01-04', NaN, NaN, NaN, NaN),
      row('2024-03-04', 0, 0, 0, 0),
    ];
    expect(longerBars(barsOf(holes), interval)).toEqual(barsOf([row('2024-01-03', 2, 2, 2, 2)]));
  });
});
