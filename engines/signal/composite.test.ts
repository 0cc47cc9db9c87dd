import { describe, expect, it } from '@jest/globals';
import { differences } from '../../test/independent/closeness.js';
import { plainComposite } from '../../test/independent/composite.js';
import { Random } from '../simulation/random.js';
import { composite, labelOf, type Composite, type FactorReadings, type FactorScores } from './composite.js';
import { FACTOR_NAMES, FACTOR_WEIGHTS, type FactorName } from './constants.js';

const NONE: FactorScores = {
  technical: null,
  momentum: null,
  fundamentals: null,
  microstructure: null,
  optionsFlow: null,
};

/** Factors with these scores; `coverageOf` is each one's share of its inputs, all of them by default. */
function readings(scores: FactorScores, coverageOf: (name: FactorName) => number = () => 1): FactorReadings {
  const reading = (name: FactorName) =>
    scores[name] === null ? null : { score: scores[name], coverage: coverageOf(name) };
  return Object.fromEntries(FACTOR_NAMES.map((name) => [name, reading(name)])) as FactorReadings;
}

const compositeOf = (scores: FactorScores): Composite => composite(readings(scores));

describe('composite', () => {
  it('agrees with a plain computation over every set of factors with data, 50 times each', () => {
    const random = new Random([3, 1, 4, 1], 0);
    for (let present = 1; present < 2 ** FACTOR_NAMES.length; present += 1) {
      for (let round = 0; round < 50; round += 1) {
        const scores: FactorScores = { ...NONE };
        const shares = Object.fromEntries(FACTOR_NAMES.map((name) => [name, random.uniform()]));
        for (const [i, name] of FACTOR_NAMES.entries()) {
          if ((present >> i) % 2 === 1) Object.assign(scores, { [name]: 100 * random.uniform() });
        }
        const ours = composite(readings(scores, (name) => shares[name] ?? 0));
        expect(differences(ours, plainComposite(scores, shares))).toEqual([]);
      }
    }
  });

  it.each([
    [100, 'Strong Buy'],
    [70, 'Strong Buy'],
    [69.95, 'Strong Buy'],
    [69.94, 'Buy'],
    [56, 'Buy'],
    [55.94, 'Neutral'],
    [44, 'Neutral'],
    [43.96, 'Neutral'],
    [43.94, 'Sell'],
    [31, 'Sell'],
    [30.94, 'Strong Sell'],
    [0, 'Strong Sell'],
  ])('labels %d by its rounded score: %s', (score, label) => {
    expect(labelOf(score)).toBe(label);
  });

  it('weighs five factors 30, 25, 20, 15 and 10 percent', () => {
    const result = compositeOf({ technical: 100, momentum: 0, fundamentals: 100, microstructure: 0, optionsFlow: 100 });
    expect(result.score).toBeCloseTo(60, 12);
    expect(result.weights).toEqual(FACTOR_WEIGHTS);
  });

  it.each(FACTOR_NAMES)('redistributes the weight of a missing %s factor over the others', (missing) => {
    const full = { technical: 80, momentum: 80, fundamentals: 80, microstructure: 80, optionsFlow: 80 };
    const { score, weights, coverage, agreement, confidence } = compositeOf({ ...full, [missing]: null });
    expect(score).toBeCloseTo(80, 12);
    expect(weights[missing]).toBe(0);
    expect(FACTOR_NAMES.reduce((sum, name) => sum + weights[name], 0)).toBeCloseTo(1, 12);
    expect(coverage).toBeCloseTo(1 - FACTOR_WEIGHTS[missing], 12);
    expect(agreement).toBeCloseTo(1, 12);
    expect(confidence).toBeCloseTo(100 * coverage, 10);
  });

  it('covers of each factor the share of its inputs that has data, and weighs the factor in full', () => {
    const scores = { ...NONE, technical: 80, momentum: 20 };
    const thin = composite(readings(scores, () => 0.3));
    expect(thin.coverage).toBeCloseTo(0.3 * 0.55, 12);
    expect(thin.confidence).toBeCloseTo(0.3 * compositeOf(scores).confidence, 10);
    expect([thin.score, thin.weights]).toEqual([compositeOf(scores).score, compositeOf(scores).weights]);
  });

  it('has full confidence if all factors agree, and none if they are at opposite ends', () => {
    const opposed = compositeOf({ ...NONE, technical: 100, momentum: 0, fundamentals: 0 });
    const agreed = compositeOf({ technical: 65, momentum: 65, fundamentals: 65, microstructure: 65, optionsFlow: 65 });
    expect(agreed.confidence).toBeCloseTo(100, 10);
    expect(opposed.confidence).toBeLessThan(10);
  });

  it('counts the agreement of two factors that read the same closes for less than that of independent ones', () => {
    const same = compositeOf({ ...NONE, technical: 60, momentum: 50 });
    const independent = compositeOf({ ...NONE, technical: 60, fundamentals: 50 });
    expect(same.agreement).toBeCloseTo(1 - (10 * Math.sqrt((0.3 * 0.25) / 0.55 ** 2 / (1 - 0.79))) / 50, 12);
    expect(independent.agreement).toBeCloseTo(1 - (10 * Math.sqrt((0.3 * 0.2) / 0.5 ** 2)) / 50, 12);
    expect(same.agreement).toBeLessThan(independent.agreement - 0.1);
  });

  it('has no agreement, and so no confidence, in one factor alone', () => {
    for (const name of FACTOR_NAMES) {
      const alone = compositeOf({ ...NONE, [name]: 90 });
      expect(alone).toMatchObject({ score: 90, coverage: FACTOR_WEIGHTS[name], agreement: 0, confidence: 0 });
    }
  });

  it('has no score, no label and no confidence if no factor has data', () => {
    expect(compositeOf(NONE)).toMatchObject({ score: null, label: null, confidence: 0, coverage: 0, agreement: 0 });
  });
});
