import { describe, expect, it } from '@jest/globals';
import { dayOf } from '../calendar/days.js';
import { isValueOf, marketCap, type ShareCount, type SplitHistory } from './market-cap.js';

const history = (
  points: readonly (readonly [day: number, close: number])[],
  ...splits: readonly (readonly [day: number, ratio: number])[]
): SplitHistory => ({
  days: Int32Array.from(points, ([day]) => day),
  close: Float64Array.from(points, ([, close]) => close),
  splits: splits.map(([day, ratio]) => ({ day, ratio })),
});
const count = (day: number, shares: number, knownDay = day + 7): ShareCount => ({ day, shares, knownDay });

// NVIDIA in 2024: 2.46 billion shares on 24 May, filed on the 29th; ten for one on 10 June; 24.53 billion on 23 August,
// filed on the 28th. Closes on the basis of after the split.
const [MAY, JUNE, AUGUST] = [dayOf(2024, 5, 31), dayOf(2024, 6, 10), dayOf(2024, 8, 27)];
const COUNTS = [
  count(dayOf(2024, 5, 24), 2.46e9, dayOf(2024, 5, 29)),
  count(dayOf(2024, 8, 23), 24.53e9, dayOf(2024, 8, 28)),
];
const NVDA = history(
  [
    [MAY, 109.633],
    [JUNE, 121.79],
    [AUGUST, 128.3],
    [dayOf(2024, 8, 28), 125.61],
  ],
  [dayOf(2021, 7, 20), 4],
  [JUNE, 10],
);

describe('the market value of a company', () => {
  it.each([
    ['before a split, whose closes are adjusted', MAY, 24.6e9 * 109.633],
    ['after a split, before the next filing', AUGUST, 24.6e9 * 128.3],
    ['on the day of a filing', dayOf(2024, 8, 28), 24.53e9 * 125.61],
    ['on a later day without a close', dayOf(2024, 9, 30), 24.53e9 * 125.61],
  ])('%s', (_name, today, usd) => {
    expect(marketCap(COUNTS, NVDA, today)?.usd).toBeCloseTo(usd, 0);
  });

  it('tells the days of the close and of the shares', () => {
    expect(marketCap(COUNTS, NVDA, AUGUST)).toEqual({
      usd: 24.6e9 * 128.3,
      asOfDay: AUGUST,
      shares: 24.6e9,
      sharesDay: dayOf(2024, 5, 24),
    });
  });

  it('takes no number that was filed later, and the amendment of two of one day', () => {
    expect(marketCap([COUNTS[1] ?? count(0, 1)], NVDA, AUGUST)).toBeNull();
    const amended = [count(MAY - 30, 1e9), count(MAY - 30, 1.1e9, MAY - 10), count(MAY - 30, 1.2e9, MAY + 1)];
    expect(marketCap(amended, history([[MAY, 2]]), MAY)?.usd).toBe(2.2e9);
  });

  it.each<[string, readonly ShareCount[], SplitHistory, number]>([
    ['no shares', [], NVDA, AUGUST],
    ['no close', COUNTS, history([]), AUGUST],
    ['no close so far', COUNTS, NVDA, MAY - 1],
    ['shares of more than 400 days ago', [count(AUGUST - 401, 1e9)], NVDA, AUGUST],
    ['shares of after the last close', [count(AUGUST, 1e9)], history([[MAY, 2]]), AUGUST + 30],
  ])('is not known with %s', (_name, counts, closes, today) => {
    expect(marketCap(counts, closes, today)).toBeNull();
  });
});

describe("a vendor's market value", () => {
  it('counts for the days of a week before and after its price', () => {
    const told = { day: AUGUST, usd: 3e12 };
    const days = [AUGUST - 8, AUGUST - 7, AUGUST, AUGUST + 7, AUGUST + 8];
    expect(days.map((day) => isValueOf(told, day))).toEqual([false, true, true, true, false]);
  });
});
