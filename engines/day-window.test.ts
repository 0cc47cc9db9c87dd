import { describe, expect, it } from '@jest/globals';
import { epochDay } from '../test/independent/rows.js';
import { indicesIn, type DayWindow } from './day-window.js';

const DATES = ['2024-01-02', '2024-01-03', '2024-01-05', '2024-01-08'];
const DAYS = Int32Array.from(DATES, epochDay);

function datesIn(window: DayWindow): readonly string[] {
  const { start, end } = indicesIn(DAYS, window);
  return DATES.slice(start, end);
}

describe('indicesIn', () => {
  it('takes the newest days, both bounds included', () => {
    expect(datesIn({ last: 2 })).toEqual(['2024-01-05', '2024-01-08']);
    expect(datesIn({ from: '2024-01-03', to: '2024-01-05', last: 10 })).toEqual(['2024-01-03', '2024-01-05']);
    expect(datesIn({ to: '2024-01-04', last: 1 })).toEqual(['2024-01-03']);
    expect(datesIn({ from: '2024-01-04', to: null, last: 10 })).toEqual(['2024-01-05', '2024-01-08']);
  });

  it('is empty, never negative, outside the days and for bounds in reverse', () => {
    for (const window of [{ from: '2025-01-01' }, { to: '2023-01-01' }, { from: '2024-01-08', to: '2024-01-02' }]) {
      const { start, end } = indicesIn(DAYS, { ...window, last: 10 });
      expect(end - start).toBe(0);
    }
    expect(indicesIn(new Int32Array(0), { last: 5 })).toEqual({ start: 0, end: 0 });
  });
});
