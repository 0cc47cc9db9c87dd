import { expect, it } from '@jest/globals';
import { parseIsoDate } from '../calendar/days.js';
import { barsOf } from '../test/independent/rows.js';
import { impliedMove, type ImpliedMoveInput, type OptionChain, type OptionQuote } from './implied-move.js';

const day = (text: string): number => parseIsoDate(text) ?? NaN;
const row = (date: string, close: number) => ({
  date,
  open: close,
  high: close,
  low: close,
  close,
  adj: close,
  volume: 1,
});
const BARS = barsOf([row('2025-03-31', 99), row('2025-04-01', 101), row('2025-04-02', 25.5)]);

/** Two sides of one strike. */
function strike(price: number, call: readonly [number | null, number | null], put = call): readonly OptionQuote[] {
  const sides = [['call', call] as const, ['put', put] as const];
  return sides.map(([optionType, [bid, ask]]) => ({
    strike: price,
    optionType,
    bid,
    ask,
    minute: null,
    underlyingPrice: null,
  }));
}

const CHAIN: OptionChain = {
  day: day('2025-04-01'),
  expiry: day('2025-05-16'),
  quotes: [
    ...strike(95, [8, 8.4], [1, 1.2]),
    ...strike(100, [4.8, 5.2], [3.9, 4.1]),
    ...strike(105, [2, 2.2], [6, 6.4]),
  ],
  hasSpot: true,
};
const INPUT: ImpliedMoveInput = {
  chain: CHAIN,
  reportDay: day('2025-04-24'),
  lastFilingDay: day('2025-01-30'),
  bars: BARS,
  splits: [],
  today: day('2025-04-03'),
};
const moveOf = (change: Partial<ImpliedMoveInput>) => {
  const outcome = impliedMove({ ...INPUT, ...change });
  return 'move' in outcome ? outcome.move : outcome.reason;
};
const ofQuotes = (...quotes: readonly OptionQuote[]) => moveOf({ chain: { ...CHAIN, quotes } });

it('is the mid of the straddle nearest to the close of its day, over that close, with its age', () => {
  expect(moveOf({})).toEqual({
    movePct: (100 * 9) / 101,
    dollars: 9,
    expiry: '2025-05-16',
    strike: 100,
    spot: 101,
    straddleMid: 9,
    straddleBid: 8.7,
    straddleAsk: 9.3,
    quotedAt: '2025-04-01T20:00:00.000Z',
    ageDays: 2,
    splitRatio: 1,
  });
});

it('a strike whose call or put is crossed, one-sided or missing is passed over for the next one', () => {
  for (const bad of [
    strike(100, [5.3, 5.2], [3.9, 4.1]),
    strike(100, [4.8, 5.2], [4.2, 4.1]),
    strike(100, [null, 5.2], [3.9, 4.1]),
    strike(100, [4.8, null], [3.9, 4.1]),
    strike(100, [0, 5.2], [3.9, 4.1]),
    strike(100, [4.8, 5.2]).slice(1),
  ])
    expect(ofQuotes(...bad, ...strike(105, [2, 2.2], [6, 6.4]))).toMatchObject({ strike: 105, straddleMid: 8.3 });
  // Locked, not crossed.
  expect(ofQuotes(...strike(100, [5, 5]))).toMatchObject({ strike: 100, straddleMid: 10 });
});

it('without any two-sided strike there is no live quote: never 0', () => {
  expect(ofQuotes()).toBe('no_live_quote');
  expect(ofQuotes(...strike(100, [0, 0]))).toBe('no_live_quote');
  expect(ofQuotes(...strike(100, [5, 6], [null, 4]), ...strike(105, [null, 2], [5, 6]))).toBe('no_live_quote');
});

it('neither without a chain, with expired contracts only, nor with a chain from before the last report', () => {
  expect(moveOf({ chain: undefined })).toBe('no_live_quote');
  expect(moveOf({ chain: { ...CHAIN, expiry: null, quotes: [] } })).toBe('no_live_quote');
  expect(moveOf({ lastFilingDay: CHAIN.day })).toBe('no_live_quote');
  expect(moveOf({ lastFilingDay: CHAIN.day - 1 })).toMatchObject({ strike: 100 });
  expect(impliedMove({ ...INPUT, chain: { ...CHAIN, expiry: null, quotes: [] } })).toMatchObject({
    detail: 'the newest option chain, of 2025-04-01, has no expiry after 2025-04-24',
  });
});

it('without an estimated date there is none', () => {
  expect(moveOf({ reportDay: null })).toBe('no_earnings_date');
});

it('a strike from which the distance is more than half of the price is not at the money', () => {
  // The distance from 101 is 19; the straddles cost 37.9 and 38.1.
  expect(ofQuotes(...strike(120, [2, 2], [35.9, 35.9]))).toBe('no_strike_near_spot');
  expect(ofQuotes(...strike(120, [2, 2], [36.1, 36.1]))).toMatchObject({ strike: 120 });
});

it('of two strikes equally near, the lower one counts, in whatever order they come', () => {
  const [lower, higher] = [strike(100, [5, 5]), strike(102, [4, 4])];
  expect([ofQuotes(...lower, ...higher), ofQuotes(...higher, ...lower)]).toMatchObject([
    { strike: 100 },
    { strike: 100 },
  ]);
});

it('a split since then is divided out of the prices, and leaves the percentage', () => {
  const splits = [
    { day: day('2025-04-01'), ratio: 3 },
    { day: day('2025-04-02'), ratio: 4 },
  ];
  const bars = barsOf([row('2025-04-01', 25.25), row('2025-04-02', 25.5)]);
  expect(moveOf({ splits, bars })).toMatchObject({
    movePct: (100 * 9) / 101,
    dollars: 2.25,
    strike: 25,
    spot: 25.25,
    straddleMid: 2.25,
    splitRatio: 4,
  });
});

it('the price of the share is that of the quotes, else the close of exactly their day', () => {
  const priced = (underlyingPrice: number, minute: number) =>
    strike(100, [4, 5]).map((quote) => ({ ...quote, underlyingPrice, minute }));
  expect(ofQuotes(...priced(102, 700), ...priced(103, 720).map((quote) => ({ ...quote, strike: 90 })))).toMatchObject({
    spot: 103,
    strike: 100,
    quotedAt: '2025-04-01T15:40:00.000Z',
  });
  expect(moveOf({ bars: barsOf([row('2025-03-31', 99), row('2025-04-02', 101)]) })).toBe('no_spot');
  expect(moveOf({ chain: { ...CHAIN, hasSpot: false } })).toBe('no_spot');
});

it('a chain from before the stored history, of another company with the ticker, has no price', () => {
  const chain = { ...CHAIN, quotes: CHAIN.quotes.map((quote) => ({ ...quote, underlyingPrice: 101 })) };
  expect(moveOf({ chain })).toMatchObject({ spot: 101 });
  expect(moveOf({ chain, bars: barsOf([row('2025-04-02', 25.5)]) })).toBe('no_spot');
  expect(moveOf({ chain, bars: barsOf([]) })).toBe('no_spot');
});
