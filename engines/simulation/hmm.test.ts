import { describe, expect, it } from '@jest/globals';
import { differences } from '../../test/independent/closeness.js';
import { appleRows, hasExternalData, leanRows } from '../../test/independent/datasets.js';
import { FED_FUNDS, FED_FUNDS_MODEL, FED_FUNDS_RESULT } from '../../test/independent/fed-funds.js';
import { byEveryPath, plainStep, type PlainChain } from '../../test/independent/hmm.js';
import { filter, hmmPass, smooth, stationary, type HmmParameters } from './hmm-pass.js';
import { HMM_FIT, fitHmm, improve } from './hmm.js';
import { startingPoints, varianceFloor } from './hmm-starts.js';
import { Random } from './random.js';

const closes = appleRows().map(({ adj }) => adj);
const apple = Float64Array.from(closes.slice(1), (close, i) => close / (closes[i] ?? Number.NaN) - 1);

const KNOWN: HmmParameters = {
  initial: [0.3, 0.7],
  transition: [
    [0.98, 0.02],
    [0.05, 0.95],
  ],
  means: [0.001, -0.001],
  variances: [0.006 ** 2, 0.02 ** 2],
};

/** Observations drawn from a chain, with the states they came from. */
function drawFrom(
  { transition, means, variances }: HmmParameters,
  count: number,
): { observations: Float64Array; states: Uint8Array } {
  const random = new Random([1, 9, 8, 9], 0);
  const observations = new Float64Array(count);
  random.fillNormal(observations);
  const states = new Uint8Array(count);
  let state: 0 | 1 = 0;
  for (let t = 0; t < count; t += 1) {
    states[t] = state;
    observations[t] = means[state] + Math.sqrt(variances[state]) * (observations[t] ?? 0);
    state = random.uniform() < transition[state][1] ? 1 : 0;
  }
  return { observations, states };
}

function passOver(observations: Float64Array, parameters: HmmParameters) {
  const pass = hmmPass(observations.length);
  const logLikelihood = filter(observations, parameters, pass);
  const moves = smooth(parameters, pass);
  return { logLikelihood, moves, filtered: [...pass.filtered], smoothed: [...pass.smoothed] };
}

describe('hidden Markov model', () => {
  it('matches the probabilities of a sum over every path of states', () => {
    const observations = apple.slice(100, 110);
    expect(differences(passOver(observations, KNOWN), byEveryPath([...observations], KNOWN))).toEqual([]);
  });

  it('matches the published likelihood and filtered states of the federal funds rate (Stata, statsmodels)', () => {
    const { stay0, leave1, constants, deviation } = FED_FUNDS_MODEL;
    const chain: HmmParameters = {
      initial: [0.5, 0.5],
      transition: [
        [stay0, 1 - stay0],
        [leave1, 1 - leave1],
      ],
      means: constants,
      variances: [deviation ** 2, deviation ** 2],
    };
    const { logLikelihood, filtered } = passOver(Float64Array.from(FED_FUNDS), {
      ...chain,
      initial: stationary(chain),
    });
    expect(logLikelihood).toBeCloseTo(FED_FUNDS_RESULT.logLikelihood, 4);
    for (const [quarter, expected] of FED_FUNDS_RESULT.filtered0)
      expect(1 - (filtered[quarter] ?? 0)).toBeCloseTo(expected, 7);
  });

  it('improves like a computation in logarithms, over five years of AAPL', () => {
    // In percent: the closeness is absolute below 1, and variances of decimals would be too small to differ.
    const percent = apple.map((x) => 100 * x);
    const floor = varianceFloor(percent);
    let [parameters] = startingPoints(percent);
    for (let step = 0; step < 5 && parameters !== undefined; step += 1) {
      const pass = hmmPass(percent.length);
      const { next, logLikelihood } = improve(percent, parameters, floor, pass);
      const plain = plainStep([...percent], parameters, floor);
      expect(
        differences({ next, logLikelihood, filtered: [...pass.filtered], smoothed: [...pass.smoothed] }, plain),
      ).toEqual([]);
      parameters = next;
    }
  });

  it('never loses likelihood from one step to the next', () => {
    for (const start of startingPoints(apple)) {
      const pass = hmmPass(apple.length);
      const likelihoods: number[] = [];
      let parameters = start;
      for (let step = 0; step < 60; step += 1) {
        const { next, logLikelihood } = improve(apple, parameters, varianceFloor(apple), pass);
        likelihoods.push(logLikelihood);
        parameters = next;
      }
      const losses = likelihoods.slice(1).filter((value, i) => value < (likelihoods[i] ?? 0) - 1e-9);
      expect(losses).toEqual([]);
    }
  });

  /**
   * Largest change of likelihood and parameters in one more step, as a share of them; means in deviations of their
   * state.
   */
  function changeOfAStep(observations: Float64Array, chain: PlainChain): number {
    const before = plainStep([...observations], chain, 0);
    const after = plainStep([...observations], before.next, 0);
    const shares = [0, 1].flatMap((state) => {
      const deviation = Math.sqrt(chain.variances[state] ?? 0);
      return [
        ((before.next.means[state] ?? 0) - (chain.means[state] ?? 0)) / deviation,
        (before.next.variances[state] ?? 0) / (chain.variances[state] ?? 0) - 1,
        (before.next.transition[state]?.[1 - state] ?? 0) / (chain.transition[state]?.[1 - state] ?? 0) - 1,
      ];
    });
    return Math.max(...shares.map(Math.abs), Math.abs(after.logLikelihood / before.logLikelihood - 1));
  }

  it('ends where another step changes neither likelihood nor any parameter', () => {
    const fit = fitHmm(apple);
    expect(fit?.steps).toBeLessThan(HMM_FIT.maxSteps);
    // A step in logarithms rounds differently, by some 1e-10.
    expect(changeOfAStep(apple, fit?.parameters as PlainChain)).toBeLessThan(2 * HMM_FIT.tolerance);
    expect(
      differences([...(fit?.smoothed ?? [])], plainStep([...apple], fit?.parameters as PlainChain, 0).smoothed),
    ).toEqual([]);
  });

  (hasExternalData ? it : it.skip)('does not stop on a plateau: five years of QQQ', () => {
    const rows = leanRows('qqq').filter(({ date }) => date >= '2015-12-11' && date <= '2020-12-11');
    const returns = Float64Array.from(rows.slice(1), ({ adj }, i) => adj / (rows[i]?.adj ?? Number.NaN) - 1);
    const fit = fitHmm(returns);
    // NumPy, plain steps from six random starts. A fit that stops at a gain below 0.0001 ends 0.127 lower.
    expect(fit?.logLikelihood).toBeCloseTo(3908.787506, 5);
    expect(Math.sqrt(252 * (fit?.parameters.variances[0] ?? 0))).toBeCloseTo(0.114266, 5);
    expect(fit?.filtered.at(-1)).toBeCloseTo(0.1576, 4);
    expect(changeOfAStep(returns, fit?.parameters as PlainChain)).toBeLessThan(2 * HMM_FIT.tolerance);
  });

  it('is as likely as the best of many other starts', () => {
    const random = new Random([4, 3, 2, 1], 0);
    const fit = fitHmm(apple);
    for (let start = 0; start < 8; start += 1) {
      const [stay, spread] = [0.7 + 0.29 * random.uniform(), 1.5 + 3 * random.uniform()];
      let parameters: HmmParameters = {
        initial: [0.5, 0.5],
        transition: [
          [stay, 1 - stay],
          [1 - stay, stay],
        ],
        means: [0, 0],
        variances: [1e-4, 1e-4 * spread ** 2],
      };
      const pass = hmmPass(apple.length);
      for (let step = 0; step < 150; step += 1)
        parameters = improve(apple, parameters, varianceFloor(apple), pass).next;
      expect(filter(apple, parameters, pass)).toBeLessThan((fit?.logLikelihood ?? 0) + 1e-6);
    }
  });

  it('recovers the chain that generated a series, and its states', () => {
    const { observations, states } = drawFrom(KNOWN, 5000);
    const fit = fitHmm(observations);
    const { transition, means, variances } = fit?.parameters ?? KNOWN;
    expect(Math.abs(Math.sqrt(variances[0]) - 0.006)).toBeLessThan(0.0003);
    expect(Math.abs(Math.sqrt(variances[1]) - 0.02)).toBeLessThan(0.0015);
    expect(Math.abs(means[0] - 0.001)).toBeLessThan(0.0004);
    expect(Math.abs(means[1] + 0.001)).toBeLessThan(0.0025);
    expect(Math.abs(transition[0][1] - 0.02)).toBeLessThan(0.008);
    expect(Math.abs(transition[1][0] - 0.05)).toBeLessThan(0.02);
    const right = states.reduce(
      (count, state, t) => count + (((fit?.smoothed[t] ?? 0) > 0.5 ? 1 : 0) === state ? 1 : 0),
      0,
    );
    expect(right / states.length).toBeGreaterThan(0.93);
  });

  it('assigns state 0 to the smaller variance, whichever comes first', () => {
    const calmFirst = Float64Array.from({ length: 200 }, (_, t) => (t < 100 ? 0.001 : 0.03) * Math.sin(t * t));
    for (const series of [calmFirst, calmFirst.slice().reverse()]) {
      const fit = fitHmm(series);
      expect(fit?.parameters.variances[0]).toBeLessThan(fit?.parameters.variances[1] ?? 0);
    }
    expect(fitHmm(calmFirst)?.filtered.at(-1)).toBeGreaterThan(0.99);
    expect(fitHmm(calmFirst.slice().reverse())?.filtered.at(-1)).toBeLessThan(0.01);
  });

  it('handles an observation far from both states', () => {
    const crash = apple.slice(0, 300);
    crash[200] = -0.97;
    const { logLikelihood, filtered } = passOver(crash, KNOWN);
    expect(Number.isFinite(logLikelihood)).toBe(true);
    expect(filtered[200]).toBe(1);
    expect(Number.isFinite(fitHmm(crash)?.logLikelihood)).toBe(true);
  });

  it('does not collapse on a run of equal observations', () => {
    const halted = apple.slice();
    halted.fill(0, 300, 400);
    expect(fitHmm(halted)?.parameters.variances[0]).toBeGreaterThanOrEqual(varianceFloor(halted));
  });

  it('has no fit without variation', () => {
    expect(fitHmm(new Float64Array(100).fill(0.001))).toBeNull();
    expect(fitHmm(Float64Array.of(0.1, 0.2))).toBeNull();
  });
});
