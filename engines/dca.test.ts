import { describe, expect, it } from '@jest/globals';
import { differences, notFinite } from '../test/independent/closeness.js';
import { realHistories } from '../test/independent/datasets.js';
import { plainDca } from '../test/independent/dca.js';
import { barsOf, type Row } from '../test/independent/rows.js';
import { dca } from './dca.js';

function row(date: string, adj: number): Row {
  return { date, open: adj, high: adj, low: adj, close: adj, adj, volume: 1 };
}

describe('dca', () => {
  it.each(realHistories())('agrees with a plain computation over $name', ({ rows }) => {
    for (const years of [1, 10, 15]) {
      const { benchmark, ...own } = dca(barsOf(rows), { monthlyAmount: 500, years });
      expect(benchmark).toBeNull();
      expect(differences(own, plainDca(rows, 500, years))).toEqual([]);
    }
  });

  it('starts in the first month whose first session lies inside the window', () => {
    const rows = [row('2023-01-03', 1), row('2023-01-17', 1), row('2023-02-01', 1), row('2024-01-10', 1)];
    expect(dca(barsOf(rows), { monthlyAmount: 100, years: 1 })).toMatchObject({
      from: '2023-02-01',
      purchaseCount: 2,
      years: 1,
    });
  });

  it('buys in the month in progress, and adds a last point only if the last session is not a purchase', () => {
    const bought = dca(barsOf([row('2024-01-02', 10), row('2024-02-01', 20)]), { monthlyAmount: 100, years: 1 });
    expect(bought.series.map(({ invested, value }) => [invested, value])).toEqual([
      [100, 100],
      [200, 300],
    ]);
    const later = dca(barsOf([row('2024-01-02', 10), row('2024-01-03', 5)]), { monthlyAmount: 100, years: 1 });
    expect(later.series).toEqual([
      { date: '2024-01-02', invested: 100, value: 100 },
      { date: '2024-01-03', invested: 100, value: 50 },
    ]);
    expect(later.maxDrawdown).toBe(-0.5);
  });

  it('runs the same plan on the benchmark', () => {
    const bars = barsOf([row('2024-01-02', 10), row('2024-02-01', 20), row('2024-03-01', 30)]);
    const result = dca(bars, { monthlyAmount: 100, years: 1 }, { ticker: 'SPY', bars });
    const { invested, finalValue, multiple, xirr, purchaseCount } = result;
    expect(result.benchmark).toEqual({ ticker: 'SPY', invested, finalValue, multiple, xirr, purchaseCount });
  });

  it('buys the benchmark on the dates of the ticker, not on its own', () => {
    const bars = barsOf([row('2024-02-05', 10), row('2024-03-01', 20)]);
    const benchmark = barsOf([row('2019-01-02', 1), row('2024-02-02', 2), row('2024-03-01', 4), row('2024-06-03', 8)]);
    const result = dca(bars, { monthlyAmount: 100, years: 10 }, { ticker: 'SPY', bars: benchmark });
    expect(result).toMatchObject({ purchaseCount: 2, invested: 200 });
    expect(result.benchmark).toMatchObject({ purchaseCount: 2, invested: 200, finalValue: 300, multiple: 1.5 });
  });

  it('leaves out purchases before the first close of the benchmark', () => {
    const bars = barsOf([row('2024-01-02', 10), row('2024-02-01', 20)]);
    const result = dca(bars, { monthlyAmount: 100, years: 1 }, { ticker: 'SPY', bars: barsOf([row('2024-02-01', 5)]) });
    expect(result.benchmark).toMatchObject({ purchaseCount: 1, invested: 100, finalValue: 100 });
  });

  it('has no rate when all flows share a date', () => {
    expect(dca(barsOf([row('2024-01-02', 10)]), { monthlyAmount: 100, years: 1 })).toMatchObject({
      purchaseCount: 1,
      multiple: 1,
      xirr: null,
    });
  });

  it('returns zeros and nulls without bars, and skips bars without a price', () => {
    expect(dca(barsOf([]), { monthlyAmount: 100, years: 1 })).toMatchObject({
      purchaseCount: 0,
      invested: 0,
      multiple: null,
      series: [],
    });
    const holes = dca(
      barsOf([
        row('2024-01-02', 0),
        row('2024-01-03', 10),
        row('2024-01-04', 0),
        row('2024-02-01', 20),
        row('2024-02-02', 0),
      ]),
      { monthlyAmount: 100, years: 1 },
    );
    expect(holes).toMatchObject({
      purchaseCount: 2,
      from: '2024-01-03',
      to: '2024-02-01',
      finalValue: 300,
      maxDrawdown: 0,
    });
    expect(notFinite(holes)).toEqual([]);
  });
});
