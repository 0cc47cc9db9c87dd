import { describe, expect, it } from '@jest/globals';
import type { DailyBar } from '../models/daily-bar.js';
import { priceGlitches } from './price-glitches.js';

const bars = (closes: readonly number[], adjusted = closes): DailyBar[] =>
  closes.map((close, day) => ({
    day,
    open: close,
    high: close,
    low: close,
    close,
    adjClose: adjusted[day] ?? close,
    volume: 1,
  }));

describe('moves that the next session undoes', () => {
  it('are found: −30%, then +49%', () => {
    expect(priceGlitches(bars([28.4, 19.88, 29.62, 29.5]))).toEqual([
      { day: 1, move: expect.closeTo(-0.3, 9), undoneOn: 2 },
    ]);
  });

  it('are found upwards, and in the adjusted close alone', () => {
    expect(priceGlitches(bars([10, 14, 10.2]))).toEqual([{ day: 1, move: expect.closeTo(0.4, 9), undoneOn: 2 }]);
    expect(priceGlitches(bars([10, 10, 10], [9, 4, 9])).map(({ day }) => day)).toEqual([1]);
  });

  it.each([
    ['a lasting fall', [10, 7, 7.1]],
    ['a move of 25%', [10, 12.5, 10]],
    ['half undone', [10, 5, 7]],
    ['a slow recovery', [10, 7, 8.5, 10]],
    ['the last session', [10, 10, 5]],
  ])('%s is none', (_, closes) => {
    expect(priceGlitches(bars(closes))).toEqual([]);
  });
});
