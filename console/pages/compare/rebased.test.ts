import { describe, expect, it } from '@jest/globals';
import { rebased } from './rebased.js';

describe('rebased', () => {
  it('counts percent since the first session that all have, over common sessions alone', () => {
    const one = { dates: ['2026-01-02', '2026-01-05', '2026-01-06', '2026-01-07'], closes: [90, 100, 110, 95] };
    const other = { dates: ['2026-01-05', '2026-01-07', '2026-01-08'], closes: [40, 50, 60] };
    const { dates, series } = rebased([one, other]);
    expect(dates).toEqual(['2026-01-05', '2026-01-07']);
    expect(series.map((values) => values.map((value) => Math.round(10 * value) / 10))).toEqual([
      [0, -5],
      [0, 25],
    ]);
  });

  it('has no sessions where one has none', () => {
    expect(rebased([{ dates: ['2026-01-05'], closes: [1] }, null])).toEqual({ dates: [], series: [[], []] });
  });
});
