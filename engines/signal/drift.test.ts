import { describe, expect, it } from '@jest/globals';
import { plainDrift } from '../../test/independent/daily-factors.js';
import { appleRows } from '../../test/independent/datasets.js';
import { barsOf, epochDay } from '../../test/independent/rows.js';
import { marketDrift, marketDrifts } from './drift.js';

const rows = appleRows();
const bars = barsOf(rows);

describe('the drift of the market', () => {
  it('is the mean log return before the day, and 0 until there are 252', () => {
    for (const index of [0, 1, 252, 253, 254, 700, rows.length - 1]) {
      const date = rows[index]?.date ?? '';
      expect(marketDrift(bars, epochDay(date))).toBeCloseTo(plainDrift(rows, date), 14);
    }
    expect([marketDrift(bars, bars.days[252] ?? 0), marketDrift(bars, bars.days[253] ?? 0) > 0]).toEqual([0, true]);
    expect(marketDrift(null, 20_000)).toBe(0);
  });

  it('uses nothing of the day itself or later', () => {
    const adjClose = bars.adjClose.map((price, i) => (i >= 600 ? price * 9 : price));
    expect(marketDrifts({ days: bars.days, adjClose }, bars.days.slice(0, 601))).toEqual(
      marketDrifts(bars, bars.days.slice(0, 601)),
    );
    expect(marketDrift({ days: bars.days, adjClose }, bars.days[601] ?? 0)).not.toBe(
      marketDrift(bars, bars.days[601] ?? 0),
    );
  });

  it('skips closes that are not positive', () => {
    const adjClose = bars.adjClose.map((price, i) => (i === 0 || i === 500 ? 0 : price));
    expect(marketDrift({ days: bars.days, adjClose }, bars.days[501] ?? 0)).toBeCloseTo(
      Math.log((bars.adjClose[499] ?? 0) / (bars.adjClose[1] ?? 0)) / 498,
      14,
    );
    expect(marketDrift({ days: bars.days, adjClose: adjClose.map(() => 0) }, 20_000)).toBe(0);
  });
});
