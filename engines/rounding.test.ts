import { describe, expect, it } from '@jest/globals';
import { plainDigits, plainPrice } from '../test/independent/rounding.js';
import { Random } from './simulation/random.js';
import { roundAdjustedPrice, roundPrice, roundTo, roundToDigits } from './rounding.js';

describe('shown numbers', () => {
  it.each([
    [123.456789, 123.4568],
    [1.23456789, 1.2346],
    [1, 1],
    [0.123456789, 0.1234568],
    [0.00012345678, 0.0001234568],
    [-0.00012345678, -0.0001234568],
    [-2.00004, -2],
    [0.99999999, 1],
    [-0, 0],
    [0, 0],
    [15_443.12345, 15_443.1235],
  ])('a price of %p is %p', (price, shown) => {
    expect(roundPrice(price)).toBe(shown);
  });

  it.each([
    [123.456789, 123.4568],
    [15_443.12345, 15_443.12],
    [1.23456789, 1.234568],
    [0.00012345678, 0.0001234568],
    [-0, 0],
  ])('an adjusted price of %p is %p', (price, shown) => {
    expect(roundAdjustedPrice(price)).toBe(shown);
  });

  it('returns computed from shown adjusted prices are within a hundredth of a basis point', () => {
    for (let price = 0.0101; price < 9_000; price *= 1.37) {
      const next = price * 1.0123;
      expect(Math.abs(roundAdjustedPrice(next) / roundAdjustedPrice(price) - next / price)).toBeLessThan(1.1e-6);
    }
  });

  it('agree with a rounding by hand over ten orders of magnitude', () => {
    const random = new Random([9, 1, 1, 1], 0);
    for (let round = 0; round < 5_000; round += 1) {
      const price = (random.uniform() < 0.2 ? -1 : 1) * 10 ** (10 * random.uniform() - 6);
      expect([roundPrice(price), roundAdjustedPrice(price), roundToDigits(price, 3)]).toEqual([
        plainPrice(price),
        plainDigits(price, 7),
        plainDigits(price, 3),
      ]);
    }
  });

  it('decimals are rounded half up', () => {
    expect([roundTo(0.125, 2), roundTo(-0.125, 2), roundTo(-0.001, 2)]).toEqual([0.13, -0.12, 0]);
  });
});
