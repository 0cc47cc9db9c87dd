import { describe, expect, it } from '@jest/globals';
import { dailyBarSchema, isDailyBar, type DailyBar } from './daily-bar.js';

const BAR: DailyBar = { day: 20_000, open: 10, high: 11, low: 9, close: 10.5, adjClose: 10.5, volume: 1_000 };
const PRICES = [-1, -0, 0, 5e-7, 1e-6, 0.005, 0.01, 8.985, 8.99, 9, 11, 11.01, 11.010001, 1e7, 1.0001e7, Infinity, NaN];
const VOLUMES = [-1, -0, 0, 0.5, 1e15, 1.0001e15, Infinity, NaN];
const DAYS = [-719_528, 0, 1.5, 2 ** 53, NaN];

describe('isDailyBar', () => {
  const cases: readonly DailyBar[] = [
    BAR,
    ...(['open', 'high', 'low', 'close', 'adjClose'] as const).flatMap((name) =>
      PRICES.map((value) => ({ ...BAR, [name]: value })),
    ),
    ...PRICES.flatMap((high) => PRICES.map((low) => ({ ...BAR, high, low }))),
    ...PRICES.map((price) => ({ ...BAR, open: price, high: price, low: price, close: price })),
    ...VOLUMES.map((volume) => ({ ...BAR, volume })),
    ...DAYS.map((day) => ({ ...BAR, day })),
  ];

  it('accepts what the schema accepts', () => {
    const accepted = cases.map(isDailyBar);
    expect(accepted).toEqual(cases.map((bar) => dailyBarSchema.safeParse(bar).success));
    expect(accepted.filter(Boolean).length).toBeGreaterThan(30);
    expect(accepted.filter((is) => !is).length).toBeGreaterThan(100);
  });
});
