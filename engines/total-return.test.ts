import { describe, expect, it } from '@jest/globals';
import { barsOf, type Row } from '../test/independent/rows.js';
import { isoDate } from '../calendar/days.js';
import { totalReturn, windowStart } from './total-return.js';

function row(date: string, close: number, adj: number): Row {
  return { date, open: close - 1, high: close + 1, low: close - 2, close, adj, volume: 1 };
}

describe('totalReturn', () => {
  it('scales open, high and low by adjClose / close and takes adjClose as close', () => {
    const view = totalReturn(barsOf([row('2024-01-02', 100, 50), row('2024-01-03', 100, 100)]));
    expect([view.open[0], view.high[0], view.low[0], view.close[0]]).toEqual([49.5, 50.5, 49, 50]);
    expect([view.open[1], view.high[1], view.low[1], view.close[1]]).toEqual([99, 101, 98, 100]);
  });

  it('begins at the requested bar, without copying days and closes', () => {
    const bars = barsOf([row('2024-01-02', 100, 50), row('2024-01-03', 100, 100)]);
    const view = totalReturn(bars, 1);
    expect(view.close.buffer).toBe(bars.adjClose.buffer);
    expect([view.days.length, view.open.length, view.open[0]]).toEqual([1, 1, 99]);
  });

  it('has no prices if the close is not positive', () => {
    expect(totalReturn(barsOf([row('2024-01-02', 0, 0)])).open[0]).toBeNaN();
  });
});

describe('windowStart', () => {
  const { days } = barsOf(['2023-03-31', '2023-04-03', '2023-04-04', '2024-04-02'].map((date) => row(date, 1, 1)));

  it('is the first bar on or after the same day years before the last bar', () => {
    expect(isoDate(days[windowStart(days, 1)] ?? 0)).toBe('2023-04-03');
  });

  it('is 0 for a shorter or empty history', () => {
    expect(windowStart(days, 5)).toBe(0);
    expect(windowStart(new Int32Array(), 5)).toBe(0);
  });
});
