import { describe, expect, it } from '@jest/globals';
import { dayOf } from '../../calendar/days.js';
import type { MinuteQuotes } from '../../calendar/quotes.js';
import { hasExternalData } from '../../test/independent/datasets.js';
import { leanQuoteSession, plainQuotedSpread } from '../../test/independent/quotes.js';
import { dailyOf, walks } from '../fixtures/minute-walks.js';
import { microstructure } from './microstructure.js';
import { quotedSpreadBasisPoints } from './quoted-spread.js';

const DAY = dayOf(2025, 6, 6);

function quotesOf(quotes: readonly (readonly [minute: number, bid: number, ask: number])[], day = DAY): MinuteQuotes {
  const size = Float64Array.from(quotes, () => 100);
  return {
    day,
    minutes: Int32Array.from(quotes, ([minute]) => minute),
    bid: Float64Array.from(quotes, ([, bid]) => bid),
    ask: Float64Array.from(quotes, ([, , ask]) => ask),
    bidSize: size,
    askSize: size,
  };
}

const minutes = (count: number, spread: number, from = 570) =>
  Array.from({ length: count }, (_, i) => [from + i, 100 - spread / 2, 100 + spread / 2] as const);

describe('the quoted spread', () => {
  it('is the mean of regular hours, each quote until the next one or the close', () => {
    expect(quotedSpreadBasisPoints(quotesOf(minutes(390, 0.02)))).toBeCloseTo(2, 9);
    // 30 minutes of 2 basis points, the rest of the day 10, and what is outside of regular hours does not count.
    const day = [[500, 90, 110], ...minutes(30, 0.02), [600, 99.95, 100.05], [970, 90, 110]] as const;
    expect(quotedSpreadBasisPoints(quotesOf(day))).toBeCloseTo((30 * 2 + 360 * 10) / 390, 9);
    expect(quotedSpreadBasisPoints(quotesOf(minutes(60, 0)))).toBe(0);
  });

  it('is null with fewer than 30 regular minutes, and ends at an early close', () => {
    expect(quotedSpreadBasisPoints(quotesOf(minutes(29, 0.02)))).toBeNull();
    expect(quotedSpreadBasisPoints(quotesOf(minutes(60, 0.02, 970)))).toBeNull();
    // 3 July 2025 closes at 13:00.
    expect(quotedSpreadBasisPoints(quotesOf([...minutes(210, 0.02), [800, 90, 110]], dayOf(2025, 7, 3)))).toBeCloseTo(
      2,
      9,
    );
  });

  /** Mean quoted spread of the minutes' last quotes, basis points, over the recorded sessions of a ticker. */
  const QUOTED: readonly (readonly [string, number])[] = [
    ['aig', 2.15],
    ['bac', 7.16],
  ];
  (hasExternalData ? it.each(QUOTED) : it.skip.each(QUOTED))(
    'of the recorded sessions of %s is %d basis points, as a plain computation has it',
    (ticker, expected) => {
      const dates = ['20131004', '20131007', '20131008', '20131009', '20131010', '20131011'];
      const found = dates.map((date) => quotedSpreadBasisPoints(leanQuoteSession(ticker, date)) ?? NaN);
      found.forEach((spread, i) => expect(spread).toBeCloseTo(plainQuotedSpread(ticker, dates[i] ?? ''), 9));
      expect(found.reduce((sum, spread) => sum + spread, 0) / found.length).toBeCloseTo(expected, 1);
    },
  );
});

describe('microstructure', () => {
  const sessions = walks(3, 1);
  const day = sessions.at(-1)?.day ?? NaN;
  const bars = dailyOf(400, day, 5);
  const spreadOf = (quotes?: MinuteQuotes) => {
    const { bidAskSpreadBasisPoints, bidAskSpreadBasis, missing } = microstructure(bars, sessions, quotes);
    return [bidAskSpreadBasisPoints, bidAskSpreadBasis, missing.some(({ metric }) => metric === 'bid_ask_spread_bps')];
  };

  it('has the spread of quotes of the session, and the estimate without', () => {
    const estimate = microstructure(bars, sessions).bidAskSpreadBasisPoints;
    const without = [estimate, estimate === null ? null : 'prices', estimate === null];
    expect(spreadOf()).toEqual(without);
    expect(spreadOf(quotesOf(minutes(390, 0.02), day - 1))).toEqual(without);
    expect(spreadOf(quotesOf(minutes(10, 0.02), day))).toEqual(without);
    expect(spreadOf(quotesOf(minutes(390, 0.02), day))).toEqual([expect.closeTo(2, 9), 'quotes', false]);
  });

  it('has the spread of quotes without minute bars, too', () => {
    const { basis, bidAskSpreadBasis, missing } = microstructure(bars, [], quotesOf(minutes(390, 0.02), day));
    expect([basis, bidAskSpreadBasis, missing.length]).toEqual(['daily', 'quotes', 14]);
  });
});
