import { describe, expect, it } from '@jest/globals';
import { calibrationOf } from './calibration.js';
import type { CardDay, Outcomes } from './card-sums.js';
import { SCORE_LEVELS } from './cells.js';
import { rocAuc } from './discrimination.js';
import { fitLogistic } from './logistic-fit.js';
import { overlapTest } from './overlap-test.js';
import { markSteps, NumberSorter, rankCorrelation } from './ranks.js';
import {
  deflatedSharpe,
  luckySharpe,
  minTrackRecordLength,
  probabilisticSharpe,
  sharpeSample,
} from './sharpe-tests.js';
import { robustness } from './track-record.js';
import { wilsonInterval } from './wilson.js';

const outcomes = (rows: readonly (readonly [score: number, fell: number, rose: number])[]): Outcomes => {
  const [fell, rose] = [new Float64Array(SCORE_LEVELS), new Float64Array(SCORE_LEVELS)];
  for (const [score, down, up] of rows) [fell[score * 10 + 1], rose[score * 10 + 1]] = [down, up];
  return { fell, rose };
};

const spearman = (values: readonly number[], levels: readonly number[]): number => {
  const count = values.length;
  const column = Float64Array.from(values);
  const order = new NumberSorter(count).order(column, count);
  const steps = new Uint8Array(count);
  const hasTies = markSteps(column, order, count, steps);
  const sorted = Uint16Array.from(order, (i) => levels[i] ?? 0);
  const byLevel = new Float64Array(20);
  for (const level of sorted) byLevel[level] = (byLevel[level] ?? 0) + 1;
  return rankCorrelation({ steps, hasTies, count, levels: sorted, byLevel }, 2);
};

/** 60 values without a pattern, as numpy makes them. */
const WAVES = Float64Array.from(
  { length: 60 },
  (_, i) => Math.round((Math.sin(i * 0.7) * 0.02 + Math.cos(i ** 1.3) * 0.03 + 0.004) * 1e6) / 1e6,
);
const days = (means: Float64Array): CardDay[] =>
  Array.from(means, (sum, day) => ({
    day,
    signals: 1,
    wins: 0,
    rose: 0,
    sum,
    squares: sum * sum,
    rankIc: NaN,
    factorIcs: [],
  }));

describe('published examples', () => {
  it('probabilistic Sharpe ratio: 0.9817 of normal returns, 0.9134 of skewed ones (Bailey & López de Prado 2012)', () => {
    const monthly = { sharpe: 0.458, observations: 24 };
    expect(probabilisticSharpe({ ...monthly, skewness: 0, kurtosis: 3 })).toBeCloseTo(0.9817, 4);
    expect(probabilisticSharpe({ ...monthly, skewness: -2.448, kurtosis: 10.164 })).toBeCloseTo(0.9134, 4);
    expect(probabilisticSharpe({ ...monthly, skewness: -2.448, kurtosis: 10.164 })).toBeCloseTo(0.913361083860933, 10);
  });

  it('after the minimum track record the probability is 95%', () => {
    const sample = { sharpe: 0.458, observations: 24, skewness: -2.448, kurtosis: 10.164 };
    const observations = minTrackRecordLength(sample, 1.6448536269514722) ?? NaN;
    expect(probabilisticSharpe({ ...sample, observations })).toBeCloseTo(0.95, 10);
    expect(minTrackRecordLength({ ...sample, sharpe: -0.1 }, 1.64)).toBeNull();
  });

  it('deflated Sharpe ratio: 0.9004 of the best of 100 (Bailey & López de Prado 2014)', () => {
    const variance = 1 / 2 / 250;
    expect(luckySharpe(100, variance)).toBeCloseTo(0.1132, 4);
    const best = { sharpe: 2.5 / Math.sqrt(250), observations: 1250, skewness: -3, kurtosis: 10 };
    expect(deflatedSharpe(best, 100, variance)).toBeCloseTo(0.9004, 4);
    expect(deflatedSharpe(best, 1, variance)).toBe(probabilisticSharpe(best));
  });

  it('Wilson’s interval of 55 in 100', () => {
    const { low, high } = wilsonInterval(0.55, 100, 1.959964);
    expect([low, high].map((end) => Number(end.toFixed(6)))).toEqual([0.452446, 0.643855]);
  });

  it('area under the ROC curve: 0.75 of the four scores of the textbook, ties one half', () => {
    expect(
      rocAuc(
        outcomes([
          [10, 1, 0],
          [35, 0, 1],
          [40, 1, 0],
          [80, 0, 1],
        ]),
      ),
    ).toBe(0.75);
    expect(rocAuc(outcomes([[50, 3, 5]]))).toBe(0.5);
    expect(rocAuc(outcomes([[50, 3, 0]]))).toBeNull();
  });

  it('expected calibration error and Brier’s score of predictions by hand', () => {
    // Bins [0.7, 0.8) with 2 of 4 risen, and [0.9, 1] with 3 of 4: |3 − 2| + |3.8 − 3| of 8.
    const card = calibrationOf([
      { probability: 0.75, signals: 4, rose: 2 },
      { probability: 0.95, signals: 4, rose: 3 },
    ]);
    expect(card?.expectedCalibrationError).toBeCloseTo((1 + 0.8) / 8, 12);
    expect(card?.brierScore).toBeCloseTo((2 * 0.25 ** 2 + 2 * 0.75 ** 2 + 3 * 0.05 ** 2 + 0.95 ** 2) / 8, 12);
    expect(card?.bins.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 0, 0, 4, 0, 4]);
    // 5 of 8 rose: always telling 5/8 scores 5/8 · 3/8.
    expect([card?.baseRate, card?.brierBaseline]).toEqual([0.625, 0.234375]);
    expect(card?.brierSkill).toBeCloseTo(1 - (card?.brierScore ?? NaN) / 0.234375, 12);
    expect(calibrationOf([{ probability: 0.9, signals: 3, rose: 3 }])).toMatchObject({
      brierBaseline: 0,
      brierSkill: null,
    });
    expect(calibrationOf([{ probability: 1, signals: 1, rose: 1 }])?.bins[9]?.count).toBe(1);
    expect(calibrationOf([])).toBeNull();
  });
});

describe('scipy and numpy', () => {
  it('spearmanr with ties', () => {
    expect(spearman([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8], [2, 7, 1, 8, 2, 8, 1, 8, 2, 8, 4, 5])).toBeCloseTo(
      0.1415796863640157,
      12,
    );
    expect(spearman([-3, -1, 0, 2e-9, 5e-9], [1, 2, 3, 4, 5])).toBe(1);
    expect(spearman([1, 2, 3], [4, 4, 4])).toBeNaN();
  });

  it('logistic regression by maximum likelihood', () => {
    const fit = fitLogistic(
      outcomes([
        [20, 9, 4],
        [35, 12, 10],
        [42.5, 7, 9],
        [60, 10, 13],
        [71.3, 5, 9],
        [88, 2, 8],
      ]),
    );
    expect(fit?.intercept).toBeCloseTo(0.159380459, 7);
    expect(fit?.slope).toBeCloseTo(0.262562872, 7);
    expect(
      fitLogistic(
        outcomes([
          [20, 5, 0],
          [80, 0, 5],
        ]),
      ),
    ).toBeNull();
    expect(fitLogistic(outcomes([[80, 0, 5]]))).toBeNull();
    expect(fitLogistic(outcomes([[60, 3, 9]]))).toMatchObject({ slope: 0, intercept: expect.closeTo(Math.log(3), 9) });
  });

  it('t of a mean by Newey and West, moments, and t of a slope', () => {
    expect(overlapTest(WAVES)?.t).toBeCloseTo(3.887104771236357, 9);
    const sample = sharpeSample(WAVES, 60);
    expect(sample?.sharpe).toBeCloseTo(0.21758598104347485, 10);
    expect(sample?.skewness).toBeCloseTo(-0.22313283146110996, 9);
    expect(sample?.kurtosis).toBeCloseTo(2.2450700600952214, 9);
    const trend = robustness(days(WAVES))?.edgeTrend;
    expect(trend?.slope).toBeCloseTo(-2.3229730480689078e-5 * 252, 12);
    expect(trend?.tStatistic).toBeCloseTo(-0.24562022906262698, 9);
  });
});

describe('sorting', () => {
  it('orders any numbers as a comparison does, stably', () => {
    let state = 5;
    const next = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32 - 0.5;
    const values = Float64Array.from(
      { length: 700 },
      (_, i) => [next(), next() * 1e-9, Math.round(next() * 4), next() * 1e9, -1e-300][i % 5] ?? 0,
    ).map((value) => value + 0);
    const expected = [...values.keys()].sort((one, other) => (values[one] ?? 0) - (values[other] ?? 0) || one - other);
    expect([...new NumberSorter(800).order(values, 700)].slice(0, 700).map((i) => values[i])).toEqual(
      expected.map((i) => values[i]),
    );
  });
});
