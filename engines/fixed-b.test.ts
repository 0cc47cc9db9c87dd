import { describe, expect, it } from '@jest/globals';
import { plainAnytime, plainFixedBTail } from '../test/independent/tails.js';
import { anytimePValue } from './anytime.js';
import { fixedBTail } from './fixed-b.js';
import { neweyWestMean } from './newey-west.js';
import { Random } from './simulation/random.js';
import { normalCdf } from './statistics.js';

/** Kiefer & Vogelsang (2005), table 1, Bartlett: critical values a0 + a1·b + a2·b² + a3·b³ of the one-sided test. */
const TABLE = [
  [0.1, [1.2816, 1.304, 0.5135, -0.3386]],
  [0.05, [1.6449, 2.1859, 0.3142, -0.3427]],
  [0.025, [1.96, 2.9694, 0.416, -0.5324]],
  [0.01, [2.3263, 4.1618, 0.5368, -0.906]],
] as const;

describe('the fixed-b distribution of a t statistic', () => {
  it.each(TABLE)(
    'has the published critical values of the %d level, within their simulation and fit',
    (level, coefficients) => {
      for (const b of [0.02, 0.05, 0.1, 0.2, 0.5]) {
        const critical = coefficients.reduce<number>((sum, coefficient, power) => sum + coefficient * b ** power, 0);
        const tail = fixedBTail(critical, 200, Math.round(200 * b) - 1);
        expect([b, Math.abs(tail / level - 1) < 0.06]).toEqual([b, true]);
      }
    },
  );

  it('agrees with a plain computation by eigenvalues', () => {
    for (const [n, lag] of [
      [40, 4],
      [63, 20],
      [90, 20],
    ] as const) {
      for (const t of [0.5, 1.2, 2.5, 4, -1.7])
        expect([n, t, Math.abs(fixedBTail(t, n, lag) - plainFixedBTail(t, n, lag)) < 1e-7]).toEqual([n, t, true]);
    }
  });

  it('is that of simulated series', () => {
    const random = new Random([6, 6, 6, 6], 0);
    const normal = (): number =>
      Array.from({ length: 12 }, () => random.uniform()).reduce((sum, value) => sum + value, -6);
    const tests = Array.from(
      { length: 8_000 },
      () => neweyWestMean(Float64Array.from({ length: 63 }, normal), 20)?.t ?? NaN,
    );
    for (const t of [1, 2, 3]) {
      const expected = fixedBTail(t, 63, 20);
      const share = tests.filter((value) => value > t).length / tests.length;
      expect([t, Math.abs(share - expected) < 3.5 * Math.sqrt((expected * (1 - expected)) / tests.length)]).toEqual([
        t,
        true,
      ]);
    }
  });

  it('has fatter tails than the normal one, and becomes it as the bandwidth vanishes beside n', () => {
    expect(fixedBTail(2.5, 100, 20) / normalCdf(-2.5)).toBeGreaterThan(2.5);
    expect(fixedBTail(2.5, 1_000, 20) / normalCdf(-2.5)).toBeGreaterThan(1.1);
    expect(Math.abs(fixedBTail(2.5, 2_000_000, 20) / normalCdf(-2.5) - 1)).toBeLessThan(0.001);
    expect(fixedBTail(0, 100, 20)).toBeCloseTo(0.5, 14);
  });
});

describe('a p-value for daily looks', () => {
  it('agrees with the average of likelihood ratios over positive effects', () => {
    for (const n of [63, 400, 2_000]) {
      for (const p of [0.6, 0.4, 0.03, 1e-4, 1e-7])
        expect([n, p, Math.abs(Math.log(anytimePValue(p, n) / plainAnytime(p, n))) < 1e-6]).toEqual([n, p, true]);
    }
  });

  it('falls to 5% on any day of five years in at most 5% of histories without an effect, unlike the p-value itself', () => {
    const random = new Random([5, 5, 5, 5], 0);
    const normal = (): number =>
      Array.from({ length: 12 }, () => random.uniform()).reduce((sum, value) => sum + value, -6);
    const histories = 600;
    let [corrected, single] = [0, 0];
    for (let history = 0; history < histories; history += 1) {
      let [sum, hasFallen, hasFallenAlone] = [0, false, false];
      for (let day = 1; day <= 1_260; day += 1) {
        sum += normal();
        if (day < 63 || hasFallen) continue;
        const p = normalCdf(-sum / Math.sqrt(day));
        if (p > 0.05) continue;
        hasFallenAlone = true;
        hasFallen = anytimePValue(p, day) <= 0.05;
      }
      corrected += hasFallen ? 1 : 0;
      single += hasFallenAlone ? 1 : 0;
    }
    expect(corrected / histories).toBeLessThanOrEqual(0.05);
    expect(corrected / histories).toBeGreaterThan(0.01);
    expect(single / histories).toBeGreaterThan(0.2);
  });
});
