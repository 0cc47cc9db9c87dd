import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '../../sources/simulated/random.js';
import { barsOf, epochDay, type Row } from '../../test/independent/rows.js';
import { fillOrders, type ArenaOrder, type OrderFill } from './orders.js';
import { curveOf, holdingsOf } from './portfolio.js';
import { arenaPrices, type ArenaSeries } from './prices.js';

function row(date: string, close: number, adj: number): Row {
  return { date, open: close, high: close, low: close, close, adj, volume: 1 };
}

/* As traded: Thursday 100, Friday 102, Monday 52 after a split of 2 for 1, Tuesday 50 without its dividend of 1. */
const [THURSDAY, FRIDAY, MONDAY, TUESDAY] = ['2024-03-07', '2024-03-08', '2024-03-11', '2024-03-12'].map(epochDay) as [
  number,
  number,
  number,
  number,
];
const X: ArenaSeries = {
  symbol: 'X',
  bars: barsOf([
    row('2024-03-07', 50, (50 * 51) / 52),
    row('2024-03-08', 51, (51 * 51) / 52),
    row('2024-03-11', 52, 51),
    row('2024-03-12', 50, 50),
  ]),
  splits: [{ day: MONDAY, ratio: 2 }],
};
const seriesOf = (symbol: string): ArenaSeries | undefined => (symbol === 'X' ? X : undefined);
const buy = (fromDay: number, shares: number, symbol = 'X'): ArenaOrder => ({
  id: `o${fromDay}`,
  fromDay,
  symbol,
  side: 'buy',
  shares,
});
const sell = (fromDay: number, shares: number | null): ArenaOrder => ({
  id: `o${fromDay}`,
  fromDay,
  symbol: 'X',
  side: 'sell',
  shares,
});
const fillsOf = (orders: readonly ArenaOrder[], lastDay = TUESDAY): readonly OrderFill[] =>
  fillOrders(orders, seriesOf, lastDay).fills;

describe('orders by hand', () => {
  it('are filled at the first close from their day on, at the price as traded', () => {
    expect(fillsOf([buy(THURSDAY, 10), buy(epochDay('2024-03-09'), 3)])).toEqual([
      { state: 'filled', day: THURSDAY, shares: 10, price: 100 },
      { state: 'filled', day: MONDAY, shares: 3, price: 52 },
    ]);
  });

  it('wait for a close: one that is not stored, of a later day, or of an unknown security', () => {
    expect(fillsOf([buy(TUESDAY + 1, 1), buy(THURSDAY, 1, 'Y')])).toEqual([{ state: 'pending' }, { state: 'pending' }]);
    expect(fillsOf([buy(MONDAY, 1)], FRIDAY)).toEqual([{ state: 'pending' }]);
  });

  it('are rejected after 14 days without a close', () => {
    const late = epochDay('2024-03-13');
    expect(fillsOf([buy(late, 1), buy(late, 1, 'Y')], late + 14)).toEqual([{ state: 'pending' }, { state: 'pending' }]);
    expect(fillsOf([buy(late, 1), buy(late, 1, 'Y'), buy(THURSDAY, 1)], late + 15)).toEqual([
      { state: 'rejected', day: late + 14 },
      { state: 'rejected', day: late + 14 },
      { state: 'filled', day: THURSDAY, shares: 1, price: 100 },
    ]);
  });

  it('buy what the cash pays for, and nothing without cash', () => {
    expect(fillsOf([buy(THURSDAY, 5_000), buy(FRIDAY, 1)])).toEqual([
      { state: 'filled', day: THURSDAY, shares: 1_000, price: 100 },
      { state: 'rejected', day: FRIDAY },
    ]);
  });

  it('sell what is held, with what splits and dividends added, and nothing more', () => {
    // 10 shares are 20 on Monday, and 20 × 52 / 51 once the dividend is reinvested.
    const [, sold, none] = fillsOf([buy(THURSDAY, 10), sell(TUESDAY, null), sell(TUESDAY, 1)]);
    expect(sold).toEqual({ state: 'filled', day: TUESDAY, shares: expect.closeTo((20 * 52) / 51, 9), price: 50 });
    expect(none).toEqual({ state: 'rejected', day: TUESDAY });
    expect(fillsOf([buy(THURSDAY, 10), sell(MONDAY, 15), sell(TUESDAY, 15)]).at(-1)).toEqual({
      state: 'filled',
      day: TUESDAY,
      shares: expect.closeTo((5 * 52) / 51, 9),
      price: 50,
    });
  });

  it('of an earlier close come first, whenever they were given', () => {
    expect(fillsOf([sell(FRIDAY, 4), buy(THURSDAY, 4)]).map(({ state }) => state)).toEqual(['filled', 'filled']);
    expect(fillsOf([sell(THURSDAY, 4), buy(THURSDAY, 4)]).map(({ state }) => state)).toEqual(['rejected', 'filled']);
  });
});

describe('orders at random', () => {
  const days = Int32Array.from({ length: 120 }, (_, index) => MONDAY + Math.floor(index / 5) * 7 + (index % 5));

  function inventedSeries(symbol: string, random: () => number): ArenaSeries {
    let price = 10 + 90 * random();
    const close = Float64Array.from(days, () => (price *= 1 + 0.06 * (random() - 0.5)));
    const adjClose = close.map((each, index) => each * (0.95 + (0.05 * index) / days.length));
    return {
      symbol,
      bars: { days, close, adjClose },
      splits: random() < 0.5 ? [{ day: days[60] ?? 0, ratio: 4 }] : [],
    };
  }

  it.each(Array.from({ length: 50 }, (_, seed) => [seed]))(
    'never spend more cash or sell more shares than there are (%i)',
    (seed) => {
      const random = seededRandom(seed, 3, 1);
      const all = new Map(['A', 'B', 'C'].map((symbol) => [symbol, inventedSeries(symbol, random)]));
      const orders = Array.from({ length: 60 }, (_, index): ArenaOrder => ({
        id: `o${index}`,
        fromDay: MONDAY + Math.floor(170 * random()),
        symbol: ['A', 'B', 'C', 'D'][Math.floor(4 * random())] ?? 'A',
        side: random() < 0.6 ? 'buy' : 'sell',
        shares: random() < 0.1 ? null : 1 + Math.floor(2_000 * random()),
      }));
      const lastDay = days.at(-1) ?? 0;
      const { fills, trades } = fillOrders(orders, (symbol) => all.get(symbol), lastDay);
      const prices = arenaPrices(
        all.values(),
        { days, close: new Float64Array(120).fill(1), adjClose: new Float64Array(120).fill(1) },
        MONDAY,
      );
      const filled = fills.filter(({ state }) => state === 'filled');
      expect(filled.length).toBe(trades.length);
      expect(filled.length).toBeGreaterThan(5);
      for (let count = 1; count <= trades.length; count += 1) {
        const { cash, holdings } = holdingsOf({ startedDay: MONDAY, trades: trades.slice(0, count) }, prices);
        expect(cash).toBeGreaterThan(-1e-6);
        for (const { shares } of holdings) expect(shares).toBeGreaterThan(0);
      }
      for (const value of curveOf({ startedDay: MONDAY, trades }, prices).values) expect(value).toBeGreaterThan(0);
    },
  );
});
