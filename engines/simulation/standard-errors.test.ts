import { describe, expect, it } from '@jest/globals';
import { mean, sampleDeviation } from '../statistics.js';
import { independentDays } from './day-samplers.js';
import { jointHistory, portfolioReturns, type JointHistory } from './joint-history.js';
import { outcome } from './outcome.js';
import { Random, type Seed } from './random.js';
import { standardErrors } from './standard-errors.js';
import { wealthPaths } from './wealth-paths.js';

const PATHS = 1000;
const HORIZON = 60;
const [DRIFT, VOLATILITY, SESSIONS] = [0.0005, 0.015, 500];

function historyFrom(random: Random): JointHistory {
  const draws = new Float64Array(SESSIONS + 1);
  random.fillNormal(draws);
  let close = 100;
  const bars = {
    days: Int32Array.from(draws, (_, i) => 10_000 + i),
    adjClose: draws.map((z) => (close *= Math.exp(DRIFT + VOLATILITY * z))),
  };
  const history = jointHistory([{ ticker: 'X', valueUsd: 1, bars }], 5);
  if ('ok' in history) throw new Error(history.message);
  return history;
}

describe('standard errors', () => {
  it('of p5 cover the spread of runs with other random numbers, and by no more than a fifth', () => {
    const history = historyFrom(new Random([1, 2, 3, 4], 0));
    const runs = Array.from({ length: 120 }, (_, run) => {
      const seed: Seed = [run, 5, 6, 7];
      const terminal = new Float64Array(PATHS);
      wealthPaths(
        history,
        independentDays(history.days.length, new Random(seed, 0)),
        HORIZON,
        { terminal, byDay: null },
        () => false,
      );
      const {
        terminal: { p5Pct, p50Pct },
      } = outcome(terminal, 1);
      return { p5Pct, error: standardErrors(terminal, history, HORIZON, p50Pct).p5Pct };
    });
    const spread = sampleDeviation(Float64Array.from(runs, ({ p5Pct }) => p5Pct));
    const stated = mean(Float64Array.from(runs, ({ error }) => error));
    // A deviation of 120 runs is known to 7%; stratified draws make the stated one an upper bound.
    expect(stated / spread).toBeGreaterThan(0.85);
    expect(stated / spread).toBeLessThan(1.35);
  });

  it('of p50 are the spread of the medians that other histories of the same market would give', () => {
    const random = new Random([4, 3, 2, 1], 0);
    const none = new Float64Array(PATHS).fill(1);
    const histories = Array.from({ length: 300 }, () => {
      const history = historyFrom(random);
      // The median of many independent days: the sum of log returns is nearly normal.
      const median = Math.exp(HORIZON * mean(portfolioReturns(history, history).map(Math.log1p)));
      return { median, error: standardErrors(none, history, HORIZON, 100 * (median - 1)).p50Pct };
    });
    const spread = 100 * sampleDeviation(Float64Array.from(histories, ({ median }) => median));
    expect(Math.abs(mean(Float64Array.from(histories, ({ error }) => error)) / spread - 1)).toBeLessThan(0.15);
  });
});
