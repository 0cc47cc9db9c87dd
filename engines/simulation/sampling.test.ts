import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { differences } from '../../test/independent/closeness.js';
import { appleRows, externalFile, hasExternalData } from '../../test/independent/datasets.js';
import { barsOf, epochDay, readRows } from '../../test/independent/rows.js';
import { plainMoments, plainQuantile, plainWealth } from '../../test/independent/wealth.js';
import { normalCdf } from '../statistics.js';
import { independentDays, pooledDays, regimeDays, stationaryBlocks } from './day-samplers.js';
import { jointHistory, type JointHistory } from './joint-history.js';
import { cone, outcome } from './outcome.js';
import { Random, type Seed } from './random.js';
import { PATHS_PER_CHECK, wealthPaths, type DaySampler } from './wealth-paths.js';

/*
 * Sampling errors: with N paths a mean has standard error s/√N, a quantile √(p(1 − p)/N) / density, a tail mean
 * √((v + (1 − p)(q − m)²)/(Np)) with the tail's variance v, mean m and border q. Bands are four of them, which a sound
 * sampler leaves once in 16,000; seeds are fixed, so that the tests do not vary.
 */
const BAND = 4;
const PATHS = 20_000;
const HORIZON = 126;
const QUANTILES = [5, 25, 50, 75, 95] as const;
const SEED: Seed = [20, 24, 1, 2];

function historyOf(rows: readonly (readonly number[])[], weights: readonly number[]): JointHistory {
  const stride = Math.ceil(weights.length / 6) * 6;
  const factors = new Float64Array(rows.length * stride).fill(1);
  rows.forEach((row, day) => factors.set(row, day * stride));
  const padded = new Float64Array(stride);
  padded.set(weights);
  return { firstDay: 0, days: Int32Array.from(rows, (_, day) => day), factors, stride, weights: padded, startValueUsd: 1, sessions: rows.length + 1, overlap: 1, shortestTicker: 'A' };
}

function terminalOf(history: JointHistory, sample = independentDays(history.days.length, new Random(SEED, 0)), horizon = HORIZON): Float64Array {
  const terminal = new Float64Array(PATHS);
  wealthPaths(history, sample, horizon, { terminal, byDay: null }, () => false);
  return terminal;
}

function moments(values: Float64Array): { mean: number; variance: number; fourth: number } {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  const about = (power: number): number => values.reduce((sum, x) => sum + (x - mean) ** power, 0) / values.length;
  return { mean, variance: about(2), fourth: about(4) };
}

/** Φ⁻¹ by halving. */
function normalQuantile(probability: number): number {
  let [low, high] = [-9, 9];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (normalCdf(middle) < probability) low = middle;
    else high = middle;
  }
  return low;
}

/** Evenly spread values of a normal distribution: a history whose log returns are normal. */
function normalScores(count: number): number[] {
  return Array.from({ length: count }, (_, i) => normalQuantile((i + 0.5) / count));
}

function uniformRows(count: number, width: number, seed: number): number[][] {
  const random = new Random([seed, seed, seed, seed], 0);
  return Array.from({ length: count }, () => Array.from({ length: width }, () => 1 + 0.06 * (random.uniform() - 0.49)));
}

describe('wealth paths', () => {
  it.each([1, 5, 6, 7, 30])('match a plain computation on the same days, for %p positions', (width) => {
    const rows = uniformRows(100, width, width);
    const weights = rows[0]?.map((_, j) => (j + 1) / ((width * (width + 1)) / 2)) ?? [];
    const drawn: number[][] = [];
    const draw = independentDays(100, new Random(SEED, 0));
    const sample: DaySampler = (days) => {
      draw(days);
      drawn.push([...days]);
    };
    const values = { terminal: new Float64Array(20), byDay: new Float32Array(20 * 10) };
    expect(wealthPaths(historyOf(rows, weights), sample, 10, values, () => false)).toBe(true);
    const plain = drawn.map((days) => plainWealth(rows, weights, days));
    values.terminal.forEach((value, i) => expect(Math.abs(value / (plain[i]?.[9] ?? 0) - 1)).toBeLessThan(1e-12));
    values.byDay.forEach((value, i) => expect(Math.abs(value / (plain[i % 20]?.[Math.floor(i / 20)] ?? 0) - 1)).toBeLessThan(6e-8));
  });

  it('call shouldStop every 250 paths, and stop at once', () => {
    const history = historyOf(uniformRows(100, 1, 1), [1]);
    let asked = 0;
    let simulated = 0;
    const sample: DaySampler = (days) => {
      simulated += 1;
      days.fill(0);
    };
    const values = { terminal: new Float64Array(PATHS), byDay: null };
    expect(wealthPaths(history, sample, 5, values, () => (asked += 1) === 3)).toBe(false);
    expect([asked, simulated]).toEqual([3, 2 * PATHS_PER_CHECK]);
  });
});

describe('independent days', () => {
  it('match the quantiles, value at risk and tail mean of a lognormal if log returns are normal', () => {
    const [drift, volatility] = [0.0004, 0.012];
    const scores = normalScores(2000);
    const spread = Math.sqrt(scores.reduce((sum, z) => sum + z * z, 0) / scores.length);
    const terminal = terminalOf(historyOf(scores.map((z) => [Math.exp(drift + volatility * z)]), [1]));
    const [centre, deviation] = [HORIZON * drift, volatility * spread * Math.sqrt(HORIZON)];
    const result = outcome(terminal, 1_000_000);
    for (const [probability, shownPct] of QUANTILES.map((p) => [p / 100, result.terminal[`p${p}Pct`]] as const)) {
      const z = normalQuantile(probability);
      const expected = Math.exp(centre + deviation * z);
      const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI) / (expected * deviation);
      const error = Math.sqrt((probability * (1 - probability)) / PATHS) / density;
      expect(Math.abs(1 + shownPct / 100 - expected)).toBeLessThan(BAND * error);
    }
    const border = Math.exp(centre + deviation * normalQuantile(0.05));
    const tailMoment = (power: number): number =>
      (Math.exp(power * centre + (power * deviation) ** 2 / 2) * normalCdf(normalQuantile(0.05) - power * deviation)) / 0.05;
    const tailMean = tailMoment(1);
    const tailError = Math.sqrt((tailMoment(2) - tailMean ** 2 + 0.95 * (border - tailMean) ** 2) / (PATHS * 0.05));
    expect(Math.abs(result.expectedShortfall / 1_000_000 - (1 - tailMean))).toBeLessThan(BAND * tailError);
    expect(result.valueAtRisk).toBeCloseTo(-result.terminal.p5Pct * 10_000, 6);
    const positive = normalCdf(centre / deviation);
    expect(Math.abs(result.probabilityPositivePct / 100 - positive)).toBeLessThan(BAND * Math.sqrt((positive * (1 - positive)) / PATHS));
  });

  it('reproduce mean and variance of the sample, compounded and held, also of independent assets', () => {
    // Every pair of two lists of returns: as days of one history, the two assets are independent.
    const [first, second] = [uniformRows(40, 1, 3).flat(), uniformRows(40, 1, 4).flat()];
    const histories: Readonly<Record<string, readonly (readonly number[])[]>> = {
      independent: first.flatMap((a) => second.map((b) => [a, b])),
      together: first.map((a, i) => [a, 1 + 0.7 * (a - 1) + 0.5 * ((second[i] ?? 1) - 1)]),
    };
    for (const rows of Object.values(histories)) {
      const expected = plainMoments(rows, [0.6, 0.4], HORIZON);
      const { mean, variance, fourth } = moments(terminalOf(historyOf(rows, [0.6, 0.4])));
      expect(Math.abs(mean - expected.mean)).toBeLessThan(BAND * Math.sqrt(expected.variance / PATHS));
      expect(Math.abs(variance - expected.variance)).toBeLessThan(BAND * Math.sqrt((fourth - variance ** 2) / PATHS));
    }
  });

  it('reproduce mean and variance of real positions held together', () => {
    const folder = externalFile('daily_recent_yahoo');
    const caps = hasExternalData ? readdirSync(folder).filter((name) => name.endsWith('.csv')).sort().slice(0, 25).map((name) => readRows(path.join(folder, name))) : [];
    for (const positions of [[appleRows()], caps].filter((list) => list.length > 0)) {
      const history = jointHistory(positions.map((rows, j) => ({ ticker: `T${j}`, valueUsd: 1000 + 100 * j, bars: barsOf(rows) })), 5);
      if ('ok' in history) throw new Error(history.message);
      expect(history.sessions).toBeGreaterThan(1000);
      const rows = Array.from(history.days, (_, day) => [...history.factors.subarray(day * history.stride, day * history.stride + positions.length)]);
      const expected = plainMoments(rows, [...history.weights.subarray(0, positions.length)], HORIZON);
      const { mean, variance, fourth } = moments(terminalOf(history));
      expect(Math.abs(mean - expected.mean)).toBeLessThan(BAND * Math.sqrt(expected.variance / PATHS));
      expect(Math.abs(variance - expected.variance)).toBeLessThan(BAND * Math.sqrt((fourth - variance ** 2) / PATHS));
    }
  });

  it('preserve the correlation of the positions', () => {
    const noise = uniformRows(500, 2, 8);
    const rows = noise.map(([a = 1, b = 1]) => [Math.exp(a - 1), Math.exp(0.8 * (a - 1) + 0.6 * (b - 1))]);
    const logs = (values: Iterable<number>): number[] => [...values].map(Math.log);
    const correlation = (x: readonly number[], y: readonly number[]): number => {
      const [mx, my] = [x, y].map((list) => list.reduce((sum, value) => sum + value, 0) / list.length) as [number, number];
      const about = (f: readonly number[], mf: number, g: readonly number[], mg: number): number => f.reduce((sum, value, i) => sum + (value - mf) * ((g[i] ?? 0) - mg), 0);
      return about(x, mx, y, my) / Math.sqrt(about(x, mx, x, mx) * about(y, my, y, my));
    };
    const historical = correlation(logs(rows.map(([a = 1]) => a)), logs(rows.map(([, b = 1]) => b)));
    // The same seed draws the same days for either position alone.
    const simulated = correlation(logs(terminalOf(historyOf(rows, [1, 0]))), logs(terminalOf(historyOf(rows, [0, 1]))));
    expect(historical).toBeGreaterThan(0.7);
    expect(Math.abs(simulated - historical)).toBeLessThan((BAND * (1 - historical ** 2)) / Math.sqrt(PATHS));
  });
});

describe('other samplers', () => {
  const draw = (sample: DaySampler, length: number): Int32Array => {
    const days = new Int32Array(length);
    sample(days);
    return days;
  };

  it('a pool draws only its own days, each about equally often', () => {
    const drawn = draw(pooledDays(Int32Array.of(4, 7, 9), new Random(SEED, 0)), 30_000);
    for (const day of [4, 7, 9]) expect(Math.abs(drawn.filter((x) => x === day).length - 10_000)).toBeLessThan(BAND * Math.sqrt((10_000 * 2) / 3));
  });

  it('a regime chain starts in its state, follows its transition probabilities and draws from its current state', () => {
    const pools = [Int32Array.of(0, 1), Int32Array.of(2, 3)] as const;
    const stay = regimeDays({ start: 1, toStressed: [0, 1], pools }, new Random(SEED, 0));
    expect(draw(stay, 100).every((day) => day >= 2)).toBe(true);
    const chain = regimeDays({ start: 0, toStressed: [0.02, 0.95], pools }, new Random(SEED, 1));
    const drawn = draw(chain, 400_000);
    const states = drawn.map((day) => (day >= 2 ? 1 : 0));
    const moves = states.subarray(1).reduce((count, state, t) => count + (state === 1 && states[t] === 0 ? 1 : 0), 0);
    const calm = states.length - states.reduce((sum, state) => sum + state, 0);
    expect(Math.abs(moves / calm - 0.02)).toBeLessThan(BAND * Math.sqrt((0.02 * 0.98) / calm));
    expect(Math.abs(calm / states.length - 5 / 7)).toBeLessThan(0.02);
  });

  it('stationary blocks last ten days on average, wrap around the end, and draw every day equally often', () => {
    const drawn = draw(stationaryBlocks(50, 10, new Random(SEED, 0)), 500_000);
    const isNext = drawn.subarray(1).map((day, t) => (day === ((drawn[t] ?? 0) + 1) % 50 ? 1 : 0));
    const share = isNext.reduce((sum, x) => sum + x, 0) / isNext.length;
    // A jump lands on the next day by chance once in 50.
    expect(Math.abs(share - (0.9 + 0.1 / 50))).toBeLessThan(BAND * Math.sqrt(0.09 / isNext.length));
    const last = drawn.filter((day) => day === 49).length;
    expect(Math.abs(last - 10_000)).toBeLessThan(2000);
  });

  it('stationary blocks can start a path on any day', () => {
    const sample = stationaryBlocks(50, 10, new Random(SEED, 0));
    const starts = Array.from({ length: 50_000 }, () => draw(sample, 1)[0] ?? -1);
    for (const day of [0, 1, 49]) expect(Math.abs(starts.filter((start) => start === day).length - 1000)).toBeLessThan(BAND * Math.sqrt(1000 * 0.98));
  });
});

describe('cone', () => {
  it('starts at today’s value and has a point for each session', () => {
    const byDay = Float32Array.from([1, 1.25, 1.5, 2, 2, 2]);
    const same = (usd: number) => ({ p5: usd, p10: usd, p25: usd, p50: usd, p75: usd, p90: usd, p95: usd });
    // Good Friday, 29 March 2024, is no session.
    expect(differences(cone(byDay, 3, 100, epochDay('2024-03-27')), [
      { day: 0, date: '2024-03-27', ...same(100) },
      { day: 1, date: '2024-03-28', p5: 102.5, p10: 105, p25: 112.5, p50: 125, p75: 137.5, p90: 145, p95: 147.5 },
      { day: 2, date: '2024-04-01', ...same(200) },
    ])).toEqual([]);
  });

  it('has the quantiles of a plain computation on the same days', () => {
    const [paths, horizon] = [501, 8];
    const rows = uniformRows(60, 3, 5);
    const drawn: number[][] = [];
    const draw = independentDays(60, new Random(SEED, 0));
    const values = { terminal: new Float64Array(paths), byDay: new Float32Array(paths * horizon) };
    wealthPaths(historyOf(rows, [0.5, 0.3, 0.2]), (days) => {
      draw(days);
      drawn.push([...days]);
    }, horizon, values, () => false);
    const plain = drawn.map((days) => plainWealth(rows, [0.5, 0.3, 0.2], days));
    const points = cone(values.byDay, paths, 1000, epochDay('2024-01-02'));
    for (const point of points.slice(1)) {
      for (const p of [5, 10, 25, 50, 75, 90, 95] as const) {
        const expected = 1000 * plainQuantile(plain.map((path) => path[point.day - 1] ?? Number.NaN), p / 100);
        expect(Math.abs(point[`p${p}`] / expected - 1)).toBeLessThan(6e-8);
      }
    }
    const { terminal } = outcome(values.terminal, 1000);
    for (const p of QUANTILES) {
      const expected = 100 * (plainQuantile(plain.map((path) => path[horizon - 1] ?? Number.NaN), p / 100) - 1);
      expect(Math.abs(terminal[`p${p}Pct`] - expected)).toBeLessThan(1e-9);
    }
  });
});
