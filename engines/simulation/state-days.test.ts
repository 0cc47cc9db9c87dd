import { describe, expect, it } from '@jest/globals';
import { plainRegimeMoments } from '../../test/independent/regimes.js';
import type { HmmFit, HmmParameters } from './hmm.js';
import type { JointHistory } from './joint-history.js';
import type { RegimeFit } from './regime.js';
import { centredGrowth, expectedGrowth, regimeDriftPct, stateDays, type StateDays } from './state-days.js';

const PARAMETERS: HmmParameters = {
  initial: [0.5, 0.5],
  transition: [
    [0.9, 0.1],
    [0.3, 0.7],
  ],
  means: [0, 0],
  variances: [1, 4],
};
const DAYS = Array.from({ length: 60 }, (_, day) => day);

/** Regimes of days 0, 1, 2, … with these probabilities of stress. */
function fitOf(smoothed: readonly number[], state: 'calm' | 'stressed' = 'calm'): RegimeFit {
  const probabilities = Float64Array.from(smoothed);
  const hmm: HmmFit = {
    parameters: PARAMETERS,
    filtered: probabilities,
    smoothed: probabilities,
    logLikelihood: 0,
    steps: 1,
  };
  return {
    days: Int32Array.from(smoothed, (_, day) => day),
    hmm,
    stationary: [0.75, 0.25],
    today: { state, probability: 0.8, asOf: '2024-01-02' },
  };
}

function historyOf(days: readonly number[], rows: readonly (readonly [number, number])[] = []): JointHistory {
  const factors = new Float64Array(days.length * 6).fill(1);
  rows.forEach((row, i) => factors.set(row, i * 6));
  const returns = { days: Int32Array.from(days), startDays: Int32Array.from(days, (day) => day - 1), factors };
  return {
    ...returns,
    stored: returns,
    stride: 6,
    weights: Float64Array.of(0.7, 0.3, 0, 0, 0, 0),
    startValueUsd: 1,
    sessions: days.length + 1,
    overlap: 1,
    shortestTicker: 'A',
  };
}

function statesOf(history: JointHistory, fit: RegimeFit): StateDays {
  const states = stateDays(history, fit);
  if (states === null) throw new Error('no states');
  return states;
}

describe('the days of each state', () => {
  it('are weighted by their probability of it, and those that the benchmark lacks are in neither', () => {
    const smoothed = DAYS.map((day) => 0.5 + 0.4 * Math.sin(day));
    const {
      weights: [calm, stressed],
      own,
    } = statesOf(historyOf([...DAYS, 99]), fitOf(smoothed));
    const sum = smoothed.reduce((total, probability) => total + probability, 0);
    expect(own[1]).toBeCloseTo(sum, 12);
    expect(own[0] + own[1]).toBeCloseTo(60, 12);
    smoothed.forEach((probability, day) => {
      expect(stressed[day]).toBeCloseTo(probability / sum, 14);
      expect(calm[day]).toBeCloseTo((1 - probability) / (60 - sum), 14);
    });
    expect([calm[60], stressed[60]]).toEqual([0, 0]);
  });

  it('do not jump where a probability crosses ½', () => {
    const weightAt = (probability: number): number =>
      statesOf(historyOf(DAYS), fitOf(DAYS.map((day) => (day === 7 ? probability : 0.5)))).weights[1][7] ?? 0;
    expect(weightAt(0.501) - weightAt(0.499)).toBeLessThan(0.01 * weightAt(0.5));
  });

  it('are the 20 most like a state that expects fewer than 20 of its own', () => {
    const {
      weights: [calm, stressed],
      own,
    } = statesOf(historyOf(DAYS), fitOf(DAYS.map((day) => day / 118 / 5)));
    expect(own[1]).toBeCloseTo(3, 12);
    expect([...stressed]).toEqual(DAYS.map((day) => (day >= 40 ? 1 / 20 : 0)));
    expect(calm.filter((weight) => weight > 0)).toHaveLength(60);
  });

  it('are null if benchmark and positions share fewer than 20 days', () => {
    expect(
      stateDays(historyOf(Array.from({ length: 80 }, (_, day) => 41 + day)), fitOf(new Array<number>(60).fill(0))),
    ).toBeNull();
  });
});

describe('growth by state', () => {
  const rows = DAYS.map((day): [number, number] =>
    day % 3 === 0 ? [0.96 + 0.001 * day, 0.99] : [1.01, 1.02 - 0.0003 * day],
  );
  const fit = fitOf(DAYS.map((day) => (day % 3 === 0 ? 0.9 : 0.05)));
  const history = historyOf(DAYS, rows);
  const states = statesOf(history, fit);
  const table = centredGrowth(history, states);

  it('has the same mean in both states, that of all days, and keeps the sizes of the moves', () => {
    for (const position of [0, 1] as const) {
      const common = rows.reduce((sum, row) => sum + row[position], 0) / rows.length;
      for (const state of [0, 1] as const) {
        const growth = DAYS.map((day) => table.factors[(60 * state + day) * 6 + position] ?? Number.NaN);
        const mean = growth.reduce((sum, factor, day) => sum + factor * (states.weights[state][day] ?? 0), 0);
        expect(mean).toBeCloseTo(common, 12);
        const ratios = growth.map((factor, day) => factor / (rows[day]?.[position] ?? Number.NaN));
        expect(Math.max(...ratios) - Math.min(...ratios)).toBeLessThan(1e-12);
      }
    }
  });

  it('has the expected value of a walk over the states, and no drift between them', () => {
    const plain = [0, 1].map((start) =>
      [0.7, 0.3].reduce((sum, weight, position) => {
        const days = [0, 1].map((state) =>
          DAYS.map((day) => ({
            share: states.weights[state as 0 | 1][day] ?? 0,
            growth: table.factors[(60 * state + day) * 6 + position] ?? 0,
          })),
        );
        return sum + weight * plainRegimeMoments(PARAMETERS, days, start, 25).mean;
      }, 0),
    );
    const growth = expectedGrowth(table, fit, states, 25);
    expect(growth[0]).toBeCloseTo(plain[0] ?? 0, 12);
    expect(growth[1]).toBeCloseTo(plain[1] ?? 0, 12);
    expect(regimeDriftPct(table, fit, states, 25)).toBeCloseTo(0, 9);
  });

  it('has a drift by its definition where the states do differ', () => {
    const apart = { ...table, factors: Float64Array.from([...history.factors, ...history.factors]) };
    const growth = expectedGrowth(apart, fit, states, 25);
    const mix = 0.75 * growth[0] + 0.25 * growth[1];
    expect(regimeDriftPct(apart, fit, states, 25)).toBeCloseTo(100 * (growth[0] - mix), 12);
    expect(regimeDriftPct(apart, { ...fit, today: { ...fit.today, state: 'stressed' } }, states, 25)).toBeCloseTo(
      100 * (growth[1] - mix),
      12,
    );
    expect(growth[0] - growth[1]).toBeGreaterThan(0.01);
  });
});
