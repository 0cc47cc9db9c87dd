import { expect, it } from '@jest/globals';
import { NO_TICK, tickAfter, tradeSide, type Tick } from './trade-side.js';

const SIGNS = { bought: 1, sold: -1, unknown: 0 } as const;
const ticks = (...prices: readonly number[]): Tick => prices.reduce(tickAfter, NO_TICK);

/*
 * Rows and signs of the tests of tclf's `lr` and `tick` rules (K. Bilz, github.com/KarelZe/tclf,
 * tests/test_classical_classifier.py, `test_lr` and `test_tick_rule`): price, bid, ask, last price before, side.
 */
it.each([
  [1, 1, 3, 0, -1],
  [3, 1, 3, 0, 1],
  [1, 1, 1, 0, 1],
  [3, 2, 4, 4, -1],
])(
  'a trade at %d with a bid of %d, an ask of %d and %d before has the side that tclf gives',
  (price, bid, ask, last, side) => {
    expect(SIGNS[tradeSide(price, (bid + ask) / 2, ticks(last, price)).side]).toBe(side);
  },
);

it.each([
  [1, 2, -1],
  [2, 1, 1],
])('without a quote, a trade at %d after %d has the side that tclf gives', (price, last, side) => {
  expect(tradeSide(price, null, ticks(last, price))).toEqual({ side: side > 0 ? 'bought' : 'sold', rule: 'tick' });
});

it('prices that stay have the side of the last change, and none before the first', () => {
  const side = (...prices: readonly number[]) => tradeSide(prices.at(-1) ?? NaN, null, ticks(...prices));
  expect([side(10), side(10, 10), side(10, 11, 11, 11), side(10, 11, 10, 10)]).toEqual([
    { side: 'unknown', rule: 'none' },
    { side: 'unknown', rule: 'none' },
    { side: 'bought', rule: 'tick' },
    { side: 'sold', rule: 'tick' },
  ]);
});

it('the middle of prices in cents is met in spite of rounding', () => {
  for (const [bid, price, ask] of [
    [0.01, 0.03, 0.05],
    [0.05, 0.06, 0.07],
    [0.08, 0.11, 0.14],
  ] as const) {
    expect((bid + ask) / 2).not.toBe(price);
    expect(tradeSide(price, (bid + ask) / 2, ticks(1, 2)).rule).toBe('tick');
  }
});

it('the quote goes before the tick, and a trade at its middle is decided by the tick', () => {
  expect(tradeSide(10, 9.5, ticks(11, 10))).toEqual({ side: 'bought', rule: 'quote' });
  expect(tradeSide(10, 10, ticks(11, 10))).toEqual({ side: 'sold', rule: 'tick' });
});
