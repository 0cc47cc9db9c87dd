import { describe, expect, it } from '@jest/globals';
import { blackScholes, impliedVolatility } from './black-scholes.js';

/**
 * J. Hull, Options, Futures and Other Derivatives; E. Haug, The Complete Guide to Option Pricing Formulas; py_vollib's
 * documentation.
 */
const PUBLISHED = [
  { from: 'Hull', type: 'call', price: 4.76, digits: 2, spot: 42, strike: 40, years: 0.5, rate: 0.1, volatility: 0.2 },
  { from: 'Hull', type: 'put', price: 0.81, digits: 2, spot: 42, strike: 40, years: 0.5, rate: 0.1, volatility: 0.2 },
  { from: 'Hull', type: 'put', price: 6.4, digits: 2, spot: 69, strike: 70, years: 0.5, rate: 0.05, volatility: 0.35 },
  // Dividends of 0.50 in two and in five months, at 9 percent.
  {
    from: 'Hull, dividends',
    type: 'call',
    price: 3.67,
    digits: 2,
    spot: 40 - 0.5 * Math.exp(-0.09 / 6) - 0.5 * Math.exp((-0.09 * 5) / 12),
    strike: 40,
    years: 0.5,
    rate: 0.09,
    volatility: 0.3,
  },
  {
    from: 'Haug',
    type: 'call',
    price: 2.1334,
    digits: 4,
    spot: 60,
    strike: 65,
    years: 0.25,
    rate: 0.08,
    volatility: 0.3,
  },
  // A dividend yield of 5 percent.
  {
    from: 'Haug, yield',
    type: 'put',
    price: 2.4648,
    digits: 4,
    spot: 100 * Math.exp(-0.05 / 2),
    strike: 95,
    years: 0.5,
    rate: 0.1,
    volatility: 0.2,
  },
  {
    from: 'py_vollib',
    type: 'call',
    price: 12.111581435,
    digits: 9,
    spot: 100,
    strike: 90,
    years: 0.5,
    rate: 0.01,
    volatility: 0.2,
  },
  {
    from: 'py_vollib',
    type: 'put',
    price: 1.66270456231,
    digits: 9,
    spot: 100,
    strike: 90,
    years: 0.5,
    rate: 0.01,
    volatility: 0.2,
  },
  {
    from: 'py_vollib',
    type: 'call',
    price: 5.87602423383,
    digits: 9,
    spot: 100,
    strike: 100,
    years: 0.5,
    rate: 0.01,
    volatility: 0.2,
  },
] as const;

describe('the published example', () => {
  it.each(PUBLISHED)(
    'of $from ($type at $strike) is priced and gives its volatility back',
    ({ type, price, digits, volatility, ...option }) => {
      expect(blackScholes({ ...option, volatility })[type]).toBeCloseTo(price, digits);
      const implied = impliedVolatility(option, type, price);
      // What the published price was rounded by, over the vega.
      const bump =
        blackScholes({ ...option, volatility: volatility + 1e-4 })[type] -
        blackScholes({ ...option, volatility })[type];
      expect(Math.abs(implied - volatility)).toBeLessThan(((0.5001 * 10 ** -digits) / bump) * 1e-4 + 1e-9);
    },
  );

  it('of Hull has a volatility of 23.5 percent a year', () => {
    expect(impliedVolatility({ spot: 21, strike: 20, years: 0.25, rate: 0.1 }, 'call', 1.875)).toBeCloseTo(0.235, 3);
  });
});

describe('the implied volatility', () => {
  it('is found for every price from far in to far out of the money, in days and in years', () => {
    let checked = 0;
    for (const strike of [20, 50, 80, 95, 100, 105, 125, 200, 400])
      for (const years of [1 / 365, 0.03, 0.25, 1, 3])
        for (const volatility of [0.02, 0.1, 0.25, 0.6, 1.5, 4])
          for (const type of ['call', 'put'] as const) {
            const option = { spot: 100, strike, years, rate: 0.04 };
            const price = blackScholes({ ...option, volatility })[type];
            const without = blackScholes({ ...option, volatility: 1e-4 })[type];
            // Below a hundred-thousandth of a cent a price does not tell its volatility.
            if (price - without < 1e-7 || price >= blackScholes({ ...option, volatility: 10 })[type] - 1e-7) continue;
            const implied = impliedVolatility(option, type, price);
            const again = blackScholes({ ...option, volatility: implied })[type];
            expect(Math.abs(again - price)).toBeLessThan(1e-9 * Math.max(1, price) + 1e-9);
            checked += 1;
          }
    expect(checked).toBeGreaterThan(250);
  });

  it('is NaN for a price at or below the value without volatility, above the share, and for nothing that has a price', () => {
    const option = { spot: 100, strike: 80, years: 0.1, rate: 0.05 };
    const least = 100 - 80 * Math.exp(-0.005);
    expect(impliedVolatility(option, 'call', least - 0.01)).toBeNaN();
    expect(impliedVolatility(option, 'call', least)).toBeNaN();
    expect(impliedVolatility(option, 'call', 100)).toBeNaN();
    expect(impliedVolatility(option, 'call', NaN)).toBeNaN();
    expect(impliedVolatility({ ...option, years: 0 }, 'call', 25)).toBeNaN();
    expect(impliedVolatility({ ...option, spot: -1 }, 'put', 25)).toBeNaN();
  });
});
