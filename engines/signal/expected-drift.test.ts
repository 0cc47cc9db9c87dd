import { describe, expect, it } from '@jest/globals';
import { dayOf, isoDate } from '../../calendar/days.js';
import { externalFile, hasExternalData } from '../../test/independent/datasets.js';
import { barsOf, readRows, type Row } from '../../test/independent/rows.js';
import { Random } from '../simulation/random.js';
import { compositesAt } from './composite-history.js';
import { marketDrift } from './drift.js';
import { expectedDrifts } from './expected-drift.js';

const WARM_UP = 253;

/** 2,000 invented sessions: log returns of `drift` a day, `beta` times the market's shocks, and `noise` of its own. */
function invented(
  seed: number,
  { drift, beta, noise }: { readonly drift: number; readonly beta: number; readonly noise: number },
): Row[] {
  const normalOf = (random: Random) => (): number =>
    Array.from({ length: 12 }, () => random.uniform()).reduce((sum, value) => sum + value, -6);
  const [shock, own] = [normalOf(new Random([1, 2, 3, 4], 0)), normalOf(new Random([seed, 2, 3, 4], 1))];
  let price = 100;
  return Array.from({ length: 2_000 }, (_, i): Row => {
    const open = price;
    price *= Math.exp(drift + beta * 0.01 * shock() + noise * own());
    const range = Math.abs(noise);
    const [high, low] = [Math.max(open, price) * (1 + range), Math.min(open, price) * (1 - range)];
    return {
      date: isoDate(dayOf(2010, 1, 1) + i),
      open,
      high,
      low,
      close: price,
      adj: price,
      volume: Math.exp(14 + 0.4 * own()),
    };
  });
}

const MARKET = invented(1, { drift: 0.0004, beta: 1, noise: 0.0001 });

/** Mean composite over all sessions with all inputs. */
function meanComposite(rows: readonly Row[], market: readonly Row[]): number {
  const bars = barsOf(rows);
  const { score } = compositesAt({
    bars,
    sessions: [],
    benchmark: barsOf(market),
    fundamentals: null,
    optionsFlow: null,
    indices: Int32Array.from(bars.days.keys()).subarray(WARM_UP),
  });
  return score.reduce((sum, value) => sum + value, 0) / score.length;
}

describe('the expected drift', () => {
  it("is the market's times the beta", () => {
    const bond = barsOf(invented(2, { drift: 0, beta: 0.05, noise: 0.003 }));
    const last = bond.days.length - 1;
    const whole = marketDrift(barsOf(MARKET), bond.days[last] ?? 0);
    const share = (rows: ReturnType<typeof barsOf>): number =>
      (expectedDrifts(rows, barsOf(MARKET), Int32Array.of(last))[0] ?? NaN) / whole;
    expect(whole).toBeGreaterThan(0);
    expect(Math.abs(share(bond) - 0.05)).toBeLessThan(0.03);
    expect(share(barsOf(MARKET))).toBe(1);
    expect([...expectedDrifts(bond, null, Int32Array.of(0, last))]).toEqual([0, 0]);
  });

  it('leaves securities of any beta near 50, a bond fund among them', () => {
    for (const { beta, noise } of [
      { beta: 0.05, noise: 0.003 },
      { beta: 0, noise: 0.0005 },
      { beta: 0.6, noise: 0.01 },
      { beta: 1.6, noise: 0.012 },
    ]) {
      // Each with its mirror image, so that the luck of a path does not count.
      const means = [2, 3, 4, 5].flatMap((seed) =>
        [noise, -noise].map((own) => meanComposite(invented(seed, { drift: beta * 0.0004, beta, noise: own }), MARKET)),
      );
      const mean = means.reduce((sum, each) => sum + each, 0) / means.length;
      expect([beta, Math.abs(mean - 50) < 3]).toEqual([beta, true]);
    }
  });

  it('of a price that does not move leaves it at 50', () => {
    const constant = MARKET.map((row) => ({ ...row, open: 7, high: 7, low: 7, close: 7, adj: 7, volume: 100 }));
    expect(meanComposite(constant, MARKET)).toBeCloseTo(50, 6);
  });

  (hasExternalData ? it : it.skip)('leaves a real fund of bonds near 50, as it does the market', () => {
    const [bonds, market] = ['AGG', 'SPY'].map((name) => readRows(externalFile('daily_etf_yahoo', `${name}.csv`))) as [
      Row[],
      Row[],
    ];
    for (const rows of [bonds, market]) expect(Math.abs(meanComposite(rows, market) - 50)).toBeLessThan(2);
  });
});
