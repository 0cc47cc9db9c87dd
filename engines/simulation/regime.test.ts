import { describe, expect, it } from '@jest/globals';
import { appleRows } from '../../test/independent/datasets.js';
import { barsOf } from '../../test/independent/rows.js';
import type { HmmFit, HmmParameters } from './hmm.js';
import type { JointHistory } from './joint-history.js';
import { expectedGrowth, fitRegimes, regimeDriftPct, shiftRiskPct, statePools, type RegimeFit } from './regime.js';

const PARAMETERS: HmmParameters = { initial: [0.5, 0.5], transition: [[0.9, 0.1], [0.3, 0.7]], means: [0, 0], variances: [1, 4] };

/** Regimes of days 0, 1, 2, … with these probabilities of stress. */
function fitOf(smoothed: readonly number[], state: 'calm' | 'stressed' = 'calm'): RegimeFit {
  const probabilities = Float64Array.from(smoothed);
  const hmm: HmmFit = { parameters: PARAMETERS, filtered: probabilities, smoothed: probabilities, logLikelihood: 0, steps: 1 };
  return { days: Int32Array.from(smoothed, (_, day) => day), hmm, stationary: [0.75, 0.25], today: { state, probability: 0.8, asOf: '2024-01-02' } };
}

function historyOf(days: readonly number[], rows: readonly (readonly [number, number])[]): JointHistory {
  const factors = new Float64Array(days.length * 6).fill(1);
  rows.forEach((row, i) => factors.set(row, i * 6));
  return { firstDay: 0, days: Int32Array.from(days), factors, stride: 6, weights: Float64Array.of(0.7, 0.3, 0, 0, 0, 0), startValueUsd: 1, sessions: days.length + 1, overlap: 1, shortestTicker: 'A' };
}

describe('regimes of a benchmark', () => {
  it('assign each day to its more likely state, and exclude days that the benchmark lacks', () => {
    const smoothed = Array.from({ length: 60 }, (_, day) => (day === 5 ? 0.5 : day % 2));
    const history = historyOf([...Array.from({ length: 60 }, (_, day) => day), 99], []);
    const states = statePools(history, fitOf(smoothed));
    expect(states?.own).toEqual([31, 29]);
    expect([...(states?.pools[0] ?? [])]).toEqual(Array.from({ length: 60 }, (_, day) => day).filter((day) => day % 2 === 0 || day === 5));
    expect([...(states?.pools[1] ?? [])]).toEqual(Array.from({ length: 60 }, (_, day) => day).filter((day) => day % 2 === 1 && day !== 5));
  });

  it('give a state with fewer than 20 days its 20 most probable ones', () => {
    const smoothed = Array.from({ length: 60 }, (_, day) => day / 118);
    const states = statePools(historyOf(Array.from({ length: 60 }, (_, day) => day), []), fitOf(smoothed));
    expect(states?.own).toEqual([60, 0]);
    expect([...(states?.pools[1] ?? [])]).toEqual(Array.from({ length: 20 }, (_, i) => 40 + i));
    expect(states?.pools[0]).toHaveLength(60);
  });

  it('are null if benchmark and positions share fewer than 20 days', () => {
    const days = Array.from({ length: 80 }, (_, day) => 41 + day);
    expect(statePools(historyOf(days, []), fitOf(new Array<number>(60).fill(0)))).toBeNull();
  });

  it('match the mean growth of a sum over every path of states', () => {
    const rows = Array.from({ length: 60 }, (_, day): [number, number] => (day % 2 === 0 ? [1.02, 1.01] : [0.9, 0.97]));
    const history = historyOf(rows.map((_, day) => day), rows);
    const fit = fitOf(rows.map((_, day) => day % 2));
    const states = statePools(history, fit);
    if (states === null) throw new Error('no pools');
    const horizon = 5;
    const expected = ([0, 1] as const).map((start) => {
      let sum = 0;
      for (let code = 0; code < 2 ** horizon; code += 1) {
        let [probability, first, second, state] = [1, 0.7, 0.3, start];
        for (let day = 0; day < horizon; day += 1) {
          const next = ((code >> day) & 1) as 0 | 1;
          probability *= PARAMETERS.transition[state][next];
          first *= next === 0 ? 1.02 : 0.9;
          second *= next === 0 ? 1.01 : 0.97;
          state = next;
        }
        sum += probability * (first + second);
      }
      return sum;
    });
    const growth = expectedGrowth(history, fit, states, horizon);
    expect(growth[0]).toBeCloseTo(expected[0] ?? 0, 12);
    expect(growth[1]).toBeCloseTo(expected[1] ?? 0, 12);
    const mix = 0.75 * growth[0] + 0.25 * growth[1];
    expect(regimeDriftPct(history, fit, states, horizon)).toBeCloseTo(100 * (growth[0] - mix), 12);
    expect(regimeDriftPct(history, { ...fit, today: { ...fit.today, state: 'stressed' } }, states, horizon)).toBeCloseTo(100 * (growth[1] - mix), 12);
  });

  it('have a shift risk of 1 less the probability of staying for 21 sessions', () => {
    expect(shiftRiskPct(fitOf([]), 'calm')).toBeCloseTo(100 * (1 - 0.9 ** 21), 12);
    expect(shiftRiskPct(fitOf([]), 'stressed')).toBeCloseTo(100 * (1 - 0.7 ** 21), 12);
  });

  it('take today’s state from the last filtered probability, on the last day', () => {
    const fit = fitRegimes(barsOf(appleRows()), 5);
    const stressed = fit?.hmm.filtered.at(-1) ?? Number.NaN;
    expect(fit?.today).toEqual({ state: stressed > 0.5 ? 'stressed' : 'calm', probability: Math.max(stressed, 1 - stressed), asOf: appleRows().at(-1)?.date });
    expect((fit?.stationary[0] ?? 0) + (fit?.stationary[1] ?? 0)).toBeCloseTo(1, 12);
  });

  it('need 60 sessions with a price inside the window', () => {
    const bars = barsOf(appleRows());
    const part = (count: number) => ({ days: bars.days.subarray(0, count), adjClose: bars.adjClose.subarray(0, count) });
    expect(fitRegimes(part(59), 5)).toBeNull();
    expect(fitRegimes(part(60), 5)?.days).toHaveLength(59);
    expect(fitRegimes(part(0), 5)).toBeNull();
    const holes = { days: bars.days, adjClose: bars.adjClose.map((close, i) => (i % 2 === 0 ? close : 0)) };
    expect(fitRegimes(holes, 1)?.days.length).toBeLessThan(130);
  });
});
