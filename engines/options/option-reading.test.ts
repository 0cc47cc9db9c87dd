import { describe, expect, it } from '@jest/globals';
import { parseIsoDate } from '../../calendar/days.js';
import { blackScholes } from './black-scholes.js';
import { optionReading, type ChainQuote, type ReadingInput } from './option-reading.js';
import { targetRate } from './target-rate.js';

const DAY = parseIsoDate('2024-03-08') ?? NaN;
const SPOT = 100;
const RATE = targetRate(DAY);

/** A quote whose mid has this volatility. */
function quote(
  optionType: 'call' | 'put',
  strike: number,
  volatility: number,
  more: Partial<ChainQuote> = {},
): ChainQuote {
  const expiry = more.expiry ?? DAY + 30;
  const years = (expiry - DAY) / 365;
  const price = blackScholes({ spot: SPOT, strike, years, rate: RATE, volatility })[optionType];
  return {
    minute: null,
    strike,
    optionType,
    bid: price - 0.01,
    ask: price + 0.01,
    underlyingPrice: SPOT,
    expiry,
    openInterest: 10,
    ...more,
  };
}

function input(quotes: readonly ChainQuote[], more: Partial<ReadingInput> = {}): ReadingInput {
  const bars = { days: Int32Array.of(DAY), close: Float64Array.of(SPOT) };
  return { day: DAY, quotes, bars, splits: [], dividends: [], hasSpot: true, ...more };
}

const read = (quotes: readonly ChainQuote[], more: Partial<ReadingInput> = {}) => optionReading(input(quotes, more));

/** Calls 2 points dearer than puts at 100 and 1 point cheaper at 105; the put at 95 is at 35%. */
const CHAIN = [
  quote('call', 100, 0.32),
  quote('put', 100, 0.3),
  quote('call', 105, 0.27, { openInterest: 30 }),
  quote('put', 105, 0.28, { openInterest: 30 }),
  quote('put', 95, 0.35),
];

describe('what a chain says', () => {
  it('is the spread of its pairs, weighted by open interest, and the smirk from the put at 0.95 to the call at the money', () => {
    const { volatilitySpread, volatilitySmirk, ...rest } = read(CHAIN);
    expect(rest).toEqual({ pairs: 2, isWeighted: true, missing: null });
    expect(volatilitySpread).toBeCloseTo((10 * 0.02 - 30 * 0.01) / 40, 8);
    expect(volatilitySmirk).toBeCloseTo(0.35 - 0.32, 8);
  });

  it('counts pairs alike where the chain has no open interest, and leaves out a contract that nobody holds', () => {
    const unknown = read(CHAIN.map((each) => ({ ...each, openInterest: null })));
    expect(unknown).toMatchObject({ pairs: 2, isWeighted: false });
    expect(unknown.volatilitySpread).toBeCloseTo(0.005, 8);
    expect(unknown.volatilitySmirk).toBeCloseTo(0.03, 8);
    const unheld = read(
      CHAIN.map((each) => (each.strike === 105 && each.optionType === 'put' ? { ...each, openInterest: 0 } : each)),
    );
    expect(unheld.pairs).toBe(1);
    expect(unheld.volatilitySpread).toBeCloseTo(0.02, 8);
  });

  it('does not rest on a quote that is crossed, one-sided or without prices', () => {
    const spoilt = {
      crossed: { bid: 9, ask: 8 },
      'no bid': { bid: null },
      'bid of 0': { bid: 0 },
      'no ask': { ask: null },
    };
    for (const [name, cells] of Object.entries(spoilt)) {
      const reading = read(
        CHAIN.map((each) => (each.strike === 105 && each.optionType === 'call' ? { ...each, ...cells } : each)),
      );
      expect([name, reading.pairs]).toEqual([name, 1]);
      expect(reading.volatilitySpread).toBeCloseTo(0.02, 8);
      expect(read(CHAIN.map((each) => ({ ...each, ...cells })))).toEqual({
        volatilitySpread: null,
        pairs: 0,
        isWeighted: false,
        volatilitySmirk: null,
        missing: 'no_two_sided_quotes',
      });
    }
    expect(read([]).missing).toBe('no_two_sided_quotes');
  });

  it('has no spread of one side alone, and no smirk without both strikes', () => {
    const puts = CHAIN.filter(({ optionType }) => optionType === 'put');
    expect(read(puts)).toEqual({
      volatilitySpread: null,
      pairs: 0,
      isWeighted: false,
      volatilitySmirk: null,
      missing: 'no_near_strikes',
    });
    const atMoney = read(CHAIN.filter(({ strike }) => strike === 100));
    expect([atMoney.pairs, atMoney.volatilitySmirk, atMoney.missing]).toEqual([1, null, null]);
    const apart = read([quote('put', 95, 0.35), quote('call', 100, 0.3)]);
    expect([apart.volatilitySpread, apart.missing]).toEqual([null, null]);
    expect(apart.volatilitySmirk).toBeCloseTo(0.05, 8);
  });

  it('takes the put nearest to 0.95 within 0.80 to 0.95 and the call nearest to 1 within 0.95 to 1.05, the lower of equals', () => {
    const puts = [quote('put', 80, 0.5), quote('put', 94, 0.36), quote('put', 96, 0.9)];
    const calls = [quote('call', 98, 0.31), quote('call', 102, 0.9)];
    expect(read([...puts, ...calls].reverse()).volatilitySmirk).toBeCloseTo(0.36 - 0.31, 7);
    expect(read([quote('put', 79, 0.5), ...calls]).volatilitySmirk).toBeNull();
    expect(read([quote('put', 80, 0.5), quote('call', 106, 0.3)]).volatilitySmirk).toBeNull();
  });

  it('is of expiries from 10 to 60 days, the smirk of the nearest that has both options', () => {
    for (const days of [3, 9, 61])
      expect(
        read(CHAIN.map(({ optionType, strike }) => quote(optionType, strike, 0.3, { expiry: DAY + days }))).missing,
      ).toBe('no_two_sided_quotes');
    for (const days of [10, 60])
      expect(
        read([quote('call', 100, 0.3, { expiry: DAY + days }), quote('put', 100, 0.28, { expiry: DAY + days })]).pairs,
      ).toBe(1);
    const early = [quote('call', 100, 0.3, { expiry: DAY + 15 }), quote('put', 95, 0.33, { expiry: DAY + 40 })];
    const later = [
      quote('call', 100, 0.31, { expiry: DAY + 40 }),
      quote('call', 100, 0.5, { expiry: DAY + 55 }),
      quote('put', 95, 0.9, { expiry: DAY + 55 }),
    ];
    expect(read([...later, ...early]).volatilitySmirk).toBeCloseTo(0.02, 8);
  });

  it('leaves out an option below what its exercise brings, one worth no more than 12.5 cents, and a share of up to 5 USD', () => {
    const expiry = DAY + 60;
    const deep = quote('put', 118, 0.3, { expiry, bid: 17.8, ask: 18 });
    expect(read([quote('call', 118, 0.3, { expiry }), deep]).pairs).toBe(0);
    expect(read([quote('call', 118, 0.3, { expiry }), { ...deep, bid: 18.2, ask: 18.3 }]).pairs).toBe(1);
    expect(read([quote('call', 100, 0.3, { bid: 0.1, ask: 0.15 }), quote('put', 100, 0.3)]).pairs).toBe(0);
    expect(read(CHAIN.map((each) => ({ ...each, underlyingPrice: 5 }))).missing).toBe('low_priced_share');
  });

  it('leaves out strikes further than a fifth from the price, and volatilities outside of 3% to 200%', () => {
    expect(read([quote('call', 79, 0.9), quote('put', 79, 0.9)]).pairs).toBe(0);
    expect(
      read([quote('call', 80, 0.9), quote('put', 80, 0.9), quote('call', 120, 0.9), quote('put', 120, 0.9)]).pairs,
    ).toBe(2);
    expect(read([quote('call', 100, 2.01), quote('put', 100, 1)]).pairs).toBe(0);
    expect(read([quote('call', 100, 0.029), quote('put', 100, 1)]).pairs).toBe(0);
  });

  it('does not know quotes after the close', () => {
    expect(read(CHAIN.map((each) => ({ ...each, minute: 961 }))).missing).toBe('no_two_sided_quotes');
    expect(read(CHAIN.map((each) => ({ ...each, minute: 960 }))).pairs).toBe(2);
  });

  it('takes the price of the share from the vendor, else the close of that very day as traded, and has none else', () => {
    const plain = CHAIN.map((each) => ({ ...each, underlyingPrice: null }));
    expect(read(plain)).toEqual(read(CHAIN));
    // The bars are of a share that was split in four since: strikes are of the day.
    const later = {
      bars: { days: Int32Array.of(DAY), close: Float64Array.of(SPOT / 4) },
      splits: [{ day: DAY + 5, ratio: 4 }],
    };
    expect(read(plain, later)).toEqual(read(CHAIN));
    expect(read(plain, { ...later, splits: [{ day: DAY, ratio: 4 }] }).missing).toBe('no_near_strikes');
    expect(read(plain, { bars: { days: Int32Array.of(DAY - 1), close: Float64Array.of(SPOT) } }).missing).toBe(
      'no_spot',
    );
    expect(read(plain, { hasSpot: false }).missing).toBe('no_spot');
    expect(read(CHAIN, { bars: null }).missing).toBe('no_spot');
  });

  it('expects the dividends of the year before again, on the share basis of the day, and no later ones', () => {
    const paid = [
      { day: DAY + 20 - 364, amount: 0.25 },
      { day: DAY + 20 - 728, amount: 90 },
      { day: DAY + 20, amount: 90 },
      { day: DAY + 31 - 364, amount: 90 },
    ];
    const expected = 1 * Math.exp((-RATE * 20) / 365);
    const priced = (optionType: 'call' | 'put', volatility: number): ChainQuote => {
      const price = blackScholes({ spot: SPOT - expected, strike: 100, years: 30 / 365, rate: RATE, volatility })[
        optionType
      ];
      return { ...quote(optionType, 100, 0.3), bid: price - 0.01, ask: price + 0.01 };
    };
    const reading = read([priced('call', 0.3), priced('put', 0.29)], {
      dividends: paid,
      splits: [{ day: DAY + 2, ratio: 4 }],
    });
    expect(reading.volatilitySpread).toBeCloseTo(0.01, 8);
    expect(read([priced('call', 0.3), priced('put', 0.29)]).volatilitySpread).toBeLessThan(-0.05);
  });

  it('reads the early exercise of an American put as a volatility: up to some tenths of a point at the money', () => {
    // J. Cox, S. Ross & M. Rubinstein 1979, 2,000 steps: 60 days at 5.4 percent and 30 percent volatility.
    const [years, steps, rate] = [60 / 365, 2000, RATE];
    const up = Math.exp(0.3 * Math.sqrt(years / steps));
    const growth = Math.exp((rate * years) / steps);
    const p = (growth - 1 / up) / (up - 1 / up);
    let values = Array.from({ length: steps + 1 }, (_, i) => Math.max(0, 100 - SPOT * up ** (2 * i - steps)));
    for (let step = steps - 1; step >= 0; step -= 1)
      values = Array.from({ length: step + 1 }, (_, i) =>
        Math.max(100 - SPOT * up ** (2 * i - step), (p * (values[i + 1] ?? 0) + (1 - p) * (values[i] ?? 0)) / growth),
      );
    const american = values[0] ?? NaN;
    const expiry = DAY + 60;
    const reading = read([
      quote('call', 100, 0.3, { expiry }),
      quote('put', 100, 0.3, { expiry, bid: american, ask: american }),
    ]);
    expect(reading.volatilitySpread).toBeLessThan(-0.001);
    expect(reading.volatilitySpread).toBeGreaterThan(-0.006);
  });
});

it('the rate is the target of its day, continuously compounded, and the last one after the table ends', () => {
  const on = (date: string): number => targetRate(parseIsoDate(date) ?? NaN);
  expect(Math.expm1(on('2008-12-15'))).toBeCloseTo(0.01, 12);
  expect(Math.expm1(on('2008-12-16'))).toBeCloseTo(0.00125, 12);
  expect(Math.expm1(on('2023-07-26'))).toBeCloseTo(0.05125, 12);
  expect(Math.expm1(on('2023-07-27'))).toBeCloseTo(0.05375, 12);
  expect(Math.expm1(on('2099-01-01'))).toBeCloseTo(0.03625, 12);
});
