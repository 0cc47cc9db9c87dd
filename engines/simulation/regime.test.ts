import { describe, expect, it } from '@jest/globals';
import { appleRows } from '../../test/independent/datasets.js';
import { barsOf } from '../../test/independent/rows.js';
import type { HmmFit, HmmParameters } from './hmm.js';
import {
  fitRegimes,
  nextState,
  readingAfter,
  shiftRiskPct,
  stressedToday,
  type RegimeFit,
  type RegimeState,
} from './regime.js';

const PARAMETERS: HmmParameters = {
  initial: [0.5, 0.5],
  transition: [
    [0.9, 0.1],
    [0.3, 0.7],
  ],
  means: [0, 0],
  variances: [1, 4],
};

function fitOf(): RegimeFit {
  const none = new Float64Array();
  const hmm: HmmFit = { parameters: PARAMETERS, filtered: none, smoothed: none, logLikelihood: 0, steps: 1 };
  return {
    days: new Int32Array(),
    hmm,
    stationary: [0.75, 0.25],
    today: { state: 'calm', probability: 0.8, asOf: '2024-01-02' },
  };
}

describe('regimes of a benchmark', () => {
  it('are reported with hysteresis: stress is entered above 0.7 and left at 0.3', () => {
    const states = (probabilities: readonly number[]): string =>
      probabilities
        .reduce<readonly RegimeState[]>((all, stressed) => [...all, nextState(all.at(-1) ?? null, stressed)], [])
        .map(([first]) => first)
        .join('');
    expect(states([0.4, 0.6, 0.7, 0.71, 0.5, 0.31, 0.3, 0.69, 0.2])).toBe('cccsssccc');
    // Without a state before, the more likely one.
    expect([states([0.51]), states([0.5])]).toEqual(['s', 'c']);
    expect(readingAfter('stressed', 0.4, '2024-01-02')).toEqual({
      state: 'stressed',
      probability: 0.4,
      asOf: '2024-01-02',
    });
    expect(readingAfter('calm', 0.6, '2024-01-02')).toEqual({ state: 'calm', probability: 0.4, asOf: '2024-01-02' });
  });

  it('have a shift risk of 1 less the probability of staying for 21 sessions', () => {
    expect(shiftRiskPct(fitOf(), 'calm')).toBeCloseTo(100 * (1 - 0.9 ** 21), 12);
    expect(shiftRiskPct(fitOf(), 'stressed')).toBeCloseTo(100 * (1 - 0.7 ** 21), 12);
  });

  it('take today’s state from the filtered probabilities up to the last day', () => {
    const fit = fitRegimes(barsOf(appleRows()), 5);
    if (fit === null) throw new Error('no regimes');
    const filtered = [...fit.hmm.filtered];
    let state = (filtered[0] ?? 0) > 0.5 ? 'stressed' : 'calm';
    for (const stressed of filtered) {
      if (stressed > 0.7) state = 'stressed';
      if (stressed <= 0.3) state = 'calm';
    }
    const stressed = filtered.at(-1) ?? Number.NaN;
    expect(fit.today).toEqual({
      state,
      probability: state === 'stressed' ? stressed : 1 - stressed,
      asOf: appleRows().at(-1)?.date,
    });
    expect(stressedToday(fit)).toBe(stressed);
    expect(fit.stationary[0] + fit.stationary[1]).toBeCloseTo(1, 12);
  });

  it('need 60 sessions with a price inside the window', () => {
    const bars = barsOf(appleRows());
    const part = (count: number) => ({
      days: bars.days.subarray(0, count),
      adjClose: bars.adjClose.subarray(0, count),
    });
    expect(fitRegimes(part(59), 5)).toBeNull();
    expect(fitRegimes(part(60), 5)?.days).toHaveLength(59);
    expect(fitRegimes(part(0), 5)).toBeNull();
    const holes = { days: bars.days, adjClose: bars.adjClose.map((close, i) => (i % 2 === 0 ? close : 0)) };
    expect(fitRegimes(holes, 1)?.days.length).toBeLessThan(130);
  });
});
