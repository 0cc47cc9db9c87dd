import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { differences } from '../../test/independent/closeness.js';
import { appleRows, externalFile, hasExternalData } from '../../test/independent/datasets.js';
import { barsOf, epochDay, readRows } from '../../test/independent/rows.js';
import { plainRegimeMoments } from '../../test/independent/regimes.js';
import { plainMoments, plainQuantile, plainWealth } from '../../test/independent/wealth.js';
import { normalCdf } from '../statistics.js';
import {
  drawStratified,
  cumulative,
  independentDays,
  regimeDays,
  stationaryBlocks,
  weightedDays,
  type DaySampler,
} from './day-samplers.js';
import { jointHistory } from './joint-history.js';
import { cone, outcome } from './outcome.js';
import { Random, type Seed } from './random.js';
import { PATHS_PER_CHECK, wealthPaths, type GrowthTable } from './wealth-paths.js';

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

function tableOf(rows: readonly (readonly number[])[], weights: readonly number[]): GrowthTable {
  const stride = Math.ceil(weights.length / 6) * 6;
  const factors = new Float64Array(rows.length * stride).fill(1);
  rows.forEach((row, day) => factors.set(row, day * stride));
  const padded = new Float64Array(stride);
  padded.set(weights);
  return { factors, stride, weights: padded };
}

function terminalOf(
  table: GrowthTable,
  sample = independentDays(table.factors.length / table.stride, new Random(SEED, 0)),
  horizon = HORIZON,
): Float64Array {
  const terminal = new Float64Array(PATHS);
  wealthPaths(table, sample, horizon, { terminal, byDay: null }, () => false);
  return terminal;
}

/** A sampler that also records the path of days of each of its paths. */
function recorded(
  sample: DaySampler,
  paths: number,
): { readonly sample: DaySampler; readonly drawn: readonly number[][] } {
  const drawn = Array.from({ length: paths }, (): number[] => []);
  return {
    drawn,
    sample(rows, session) {
      sample(rows, session);
      rows.forEach((row, path) => drawn[path]?.push(row));
    },
  };
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
    const { sample, drawn } = recorded(independentDays(100, new Random(SEED, 0)), 20);
    const values = { terminal: new Float64Array(20), byDay: new Float32Array(20 * 10) };
    expect(wealthPaths(tableOf(rows, weights), sample, 10, values, () => false)).toBe(true);
    const plain = drawn.map((days) => plainWealth(rows, weights, days));
    values.terminal.forEach((value, i) => expect(Math.abs(value / (plain[i]?.[9] ?? 0) - 1)).toBeLessThan(1e-12));
    values.byDay.forEach((value, i) =>
      expect(Math.abs(value / (plain[i % 20]?.[Math.floor(i / 20)] ?? 0) - 1)).toBeLessThan(6e-8),
    );
  });

  it('call shouldStop for each session drawn and every 250 paths, and stop at once', () => {
    const table = tableOf(uniformRows(100, 1, 1), [1]);
    const stopAt = (call: number): readonly number[] => {
      let [asked, drawn] = [0, 0];
      const values = { terminal: new Float64Array(PATHS).fill(-1), byDay: null };
      expect(
        wealthPaths(
          table,
          () => (drawn += 1),
          5,
          values,
          () => (asked += 1) === call,
        ),
      ).toBe(false);
      return [asked, drawn, values.terminal.filter((value) => value !== -1).length];
    };
    expect(stopAt(3)).toEqual([3, 2, 0]);
    expect(stopAt(8)).toEqual([8, 5, 2 * PATHS_PER_CHECK]);
  });
});

describe('stratified draws', () => {
  it('give each row its share of the draws, rounded up or down', () => {
    const weights = Float64Array.of(1, 0, 5, 2.5, 1.5);
    const rows = new Uint16Array(777);
    for (let stream = 0; stream < 20; stream += 1) {
      drawStratified(cumulative(weights), new Random(SEED, stream), rows);
      weights.forEach((weight, row) => {
        const share = rows.filter((drawn) => drawn === row).length - (777 * weight) / 10;
        expect(Math.abs(share)).toBeLessThan(1);
      });
    }
  });

  it('come in random order: a path has the same chance of each row, independent of its last one', () => {
    const rows = new Uint16Array(8);
    const random = new Random(SEED, 0);
    const pairs = new Map<string, number>();
    const rounds = 20_000;
    for (let round = 0; round < rounds; round += 1) {
      drawStratified(cumulative(Float64Array.of(1, 1, 1, 1)), random, rows);
      const before = rows[5] ?? -1;
      drawStratified(cumulative(Float64Array.of(1, 1, 1, 1)), random, rows);
      const pair = `${before} ${rows[5] ?? -1}`;
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
    }
    expect(pairs.size).toBe(16);
    for (const count of pairs.values())
      expect(Math.abs(count - rounds / 16)).toBeLessThan(BAND * Math.sqrt(rounds / 16));
  });

  it('know the mean of log returns far better than independent draws', () => {
    const rows = uniformRows(250, 1, 5);
    const logs = rows.map(([growth = 1]) => Math.log(growth));
    const expected = logs.reduce((sum, log) => sum + log, 0) / logs.length;
    const deviation = Math.sqrt(logs.reduce((sum, log) => sum + (log - expected) ** 2, 0) / logs.length);
    const terminal = terminalOf(tableOf(rows, [1]));
    const mean = terminal.reduce((sum, value) => sum + Math.log(value), 0) / PATHS;
    expect(Math.abs(mean - HORIZON * expected)).toBeLessThan(
      (0.05 * deviation * Math.sqrt(HORIZON)) / Math.sqrt(PATHS),
    );
  });
});

describe('independent days', () => {
  it('match the quantiles, value at risk and tail mean of a lognormal if log returns are normal', () => {
    const [drift, volatility] = [0.0004, 0.012];
    const scores = normalScores(2000);
    const spread = Math.sqrt(scores.reduce((sum, z) => sum + z * z, 0) / scores.length);
    const terminal = terminalOf(
      tableOf(
        scores.map((z) => [Math.exp(drift + volatility * z)]),
        [1],
      ),
    );
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
      (Math.exp(power * centre + (power * deviation) ** 2 / 2) * normalCdf(normalQuantile(0.05) - power * deviation)) /
      0.05;
    const tailMean = tailMoment(1);
    const tailError = Math.sqrt((tailMoment(2) - tailMean ** 2 + 0.95 * (border - tailMean) ** 2) / (PATHS * 0.05));
    expect(Math.abs(result.expectedShortfall / 1_000_000 - (1 - tailMean))).toBeLessThan(BAND * tailError);
    expect(result.valueAtRisk).toBeCloseTo(-result.terminal.p5Pct * 10_000, 6);
    const positive = normalCdf(centre / deviation);
    expect(Math.abs(result.probabilityPositivePct / 100 - positive)).toBeLessThan(
      BAND * Math.sqrt((positive * (1 - positive)) / PATHS),
    );
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
      const { mean, variance, fourth } = moments(terminalOf(tableOf(rows, [0.6, 0.4])));
      expect(Math.abs(mean - expected.mean)).toBeLessThan(BAND * Math.sqrt(expected.variance / PATHS));
      expect(Math.abs(variance - expected.variance)).toBeLessThan(BAND * Math.sqrt((fourth - variance ** 2) / PATHS));
    }
  });

  it('reproduce mean and variance of real positions held together', () => {
    const folder = externalFile('daily_recent_yahoo');
    const caps = hasExternalData
      ? readdirSync(folder)
          .filter((name) => name.endsWith('.csv'))
          .sort()
          .slice(0, 25)
          .map((name) => readRows(path.join(folder, name)))
      : [];
    for (const positions of [[appleRows()], caps].filter((list) => list.length > 0)) {
      const history = jointHistory(
        positions.map((rows, j) => ({ ticker: `T${j}`, valueUsd: 1000 + 100 * j, bars: barsOf(rows) })),
        5,
      );
      if ('ok' in history) throw new Error(history.message);
      expect(history.sessions).toBeGreaterThan(1000);
      const rows = Array.from(history.days, (_, day) => [
        ...history.factors.subarray(day * history.stride, day * history.stride + positions.length),
      ]);
      const expected = plainMoments(rows, [...history.weights.subarray(0, positions.length)], HORIZON);
      const { mean, variance, fourth } = moments(
        terminalOf(history, independentDays(history.days.length, new Random(SEED, 0))),
      );
      expect(Math.abs(mean - expected.mean)).toBeLessThan(BAND * Math.sqrt(expected.variance / PATHS));
      expect(Math.abs(variance - expected.variance)).toBeLessThan(BAND * Math.sqrt((fourth - variance ** 2) / PATHS));
    }
  });

  it('preserve the correlation of the positions', () => {
    const noise = uniformRows(500, 2, 8);
    const rows = noise.map(([a = 1, b = 1]) => [Math.exp(a - 1), Math.exp(0.8 * (a - 1) + 0.6 * (b - 1))]);
    const logs = (values: Iterable<number>): number[] => [...values].map(Math.log);
    const correlation = (x: readonly number[], y: readonly number[]): number => {
      const [mx, my] = [x, y].map((list) => list.reduce((sum, value) => sum + value, 0) / list.length) as [
        number,
        number,
      ];
      const about = (f: readonly number[], mf: number, g: readonly number[], mg: number): number =>
        f.reduce((sum, value, i) => sum + (value - mf) * ((g[i] ?? 0) - mg), 0);
      return about(x, mx, y, my) / Math.sqrt(about(x, mx, x, mx) * about(y, my, y, my));
    };
    const historical = correlation(logs(rows.map(([a = 1]) => a)), logs(rows.map(([, b = 1]) => b)));
    // The same seed draws the same days for either position alone.
    const simulated = correlation(logs(terminalOf(tableOf(rows, [1, 0]))), logs(terminalOf(tableOf(rows, [0, 1]))));
    expect(historical).toBeGreaterThan(0.7);
    expect(Math.abs(simulated - historical)).toBeLessThan((BAND * (1 - historical ** 2)) / Math.sqrt(PATHS));
  });
});

describe('other samplers', () => {
  /** Rows of `paths` paths over some sessions. */
  const draw = (sample: DaySampler, paths: number, sessions = 1): readonly number[][] => {
    const { sample: recording, drawn } = recorded(sample, paths);
    const rows = new Uint16Array(paths);
    for (let session = 0; session < sessions; session += 1) recording(rows, session);
    return drawn;
  };

  it('weighted days are drawn by their weights', () => {
    const drawn = draw(weightedDays(Float64Array.of(0, 0.5, 0, 0.3, 0.2), new Random(SEED, 0)), 1000, 4);
    for (let session = 0; session < 4; session += 1) {
      const counts = [0, 1, 2, 3, 4].map((row) => drawn.filter((days) => days[session] === row).length);
      expect(counts).toEqual([0, 500, 0, 300, 200]);
    }
  });

  const CHAIN = {
    initial: [0.5, 0.5],
    transition: [
      [0.98, 0.02],
      [0.05, 0.95],
    ],
    means: [0, 0],
    variances: [1, 1],
  } as const;
  const WEIGHTS = [Float64Array.of(0.5, 0.4, 0.1, 0), Float64Array.of(0, 0.1, 0.2, 0.7)] as const;

  it('a regime chain starts with its probability, moves by its own, and draws by the weights of the state', () => {
    const paths = 4000;
    const drawn = draw(
      regimeDays({ firstStressed: 0.25, toStressed: [0.02, 0.95], weights: WEIGHTS }, new Random(SEED, 1)),
      paths,
      100,
    );
    const stateAt = (days: readonly number[], session: number): 0 | 1 => ((days[session] ?? 0) >= 4 ? 1 : 0);
    expect(drawn.filter((days) => stateAt(days, 0) === 1).length).toBeCloseTo(0.25 * paths, -1);
    for (const session of [1, 50, 99]) {
      for (const from of [0, 1] as const) {
        const group = drawn.filter((days) => stateAt(days, session - 1) === from);
        const moved = group.filter((days) => stateAt(days, session) === 1).length;
        // Stratified among the paths of a state: no further from its share than one path.
        expect(Math.abs(moved - group.length * CHAIN.transition[from][1])).toBeLessThan(1.01);
        WEIGHTS[1].forEach((weight, day) => {
          const count = group.filter((days) => days[session] === 4 + day).length;
          expect(Math.abs(count - group.length * CHAIN.transition[from][1] * weight)).toBeLessThan(1.01);
        });
      }
    }
  });

  it('a regime chain has the exact mean and variance of a walk over its states', () => {
    const growth = [1.002, 1.004, 0.98, 1.01, 1.001, 0.93, 1.05, 1.012];
    const table = tableOf(
      growth.map((factor) => [factor]),
      [1],
    );
    for (const start of [0, 1] as const) {
      const sample = regimeDays(
        { firstStressed: CHAIN.transition[start][1], toStressed: [0.02, 0.95], weights: WEIGHTS },
        new Random(SEED, 2 + start),
      );
      const { mean, variance, fourth } = moments(terminalOf(table, sample, 60));
      const states = WEIGHTS.map((weights, state) =>
        [...weights].map((share, day) => ({ share, growth: growth[4 * state + day] ?? 0 })),
      );
      const expected = plainRegimeMoments(CHAIN, states, start, 60);
      expect(Math.abs(mean - expected.mean)).toBeLessThan(BAND * Math.sqrt(expected.variance / PATHS));
      expect(Math.abs(variance - expected.variance)).toBeLessThan(BAND * Math.sqrt((fourth - variance ** 2) / PATHS));
    }
  });

  it('stationary blocks last ten days on average, wrap around the end, and draw every day equally often', () => {
    const drawn = draw(stationaryBlocks(50, 10, new Random(SEED, 0)), 1000, 500);
    let [next, last] = [0, 0];
    for (const days of drawn) {
      days.forEach((day, t) => {
        if (t > 0 && day === ((days[t - 1] ?? 0) + 1) % 50) next += 1;
        if (day === 49) last += 1;
      });
    }
    const moves = 1000 * 499;
    // A jump lands on the next day by chance once in 50.
    expect(Math.abs(next / moves - (0.9 + 0.1 / 50))).toBeLessThan(BAND * Math.sqrt(0.09 / moves));
    expect(Math.abs(last - 10_000)).toBeLessThan(2000);
  });

  it('stationary blocks start on every day equally often', () => {
    const starts = draw(stationaryBlocks(50, 10, new Random(SEED, 0)), 50_000).flat();
    for (let day = 0; day < 50; day += 1) expect(starts.filter((start) => start === day).length).toBe(1000);
  });
});

describe('cone', () => {
  /** The same in percent of a start of 100. */
  const withGains = (values: Readonly<Record<string, number>>): Record<string, number> =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, usd]) => [
        [name, usd],
        [`${name}Pct`, usd - 100],
      ]),
    );

  it('starts at today’s value and has a point for each session', () => {
    const byDay = Float32Array.from([1, 1.25, 1.5, 2, 2, 2]);
    const same = (usd: number) => withGains({ p5: usd, p10: usd, p25: usd, p50: usd, p75: usd, p90: usd, p95: usd });
    // Good Friday, 29 March 2024, is no session.
    expect(
      differences(cone(byDay, 3, 100, epochDay('2024-03-27')), [
        { day: 0, date: '2024-03-27', ...same(100) },
        {
          day: 1,
          date: '2024-03-28',
          ...withGains({ p5: 102.5, p10: 105, p25: 112.5, p50: 125, p75: 137.5, p90: 145, p95: 147.5 }),
        },
        { day: 2, date: '2024-04-01', ...same(200) },
      ]),
    ).toEqual([]);
  });

  it('has the quantiles of a plain computation on the same days', () => {
    const [paths, horizon] = [501, 8];
    const rows = uniformRows(60, 3, 5);
    const { sample, drawn } = recorded(independentDays(60, new Random(SEED, 0)), paths);
    const values = { terminal: new Float64Array(paths), byDay: new Float32Array(paths * horizon) };
    wealthPaths(tableOf(rows, [0.5, 0.3, 0.2]), sample, horizon, values, () => false);
    const plain = drawn.map((days) => plainWealth(rows, [0.5, 0.3, 0.2], days));
    const points = cone(values.byDay, paths, 1000, epochDay('2024-01-02'));
    for (const point of points.slice(1)) {
      for (const p of [5, 10, 25, 50, 75, 90, 95] as const) {
        const expected =
          1000 *
          plainQuantile(
            plain.map((path) => path[point.day - 1] ?? Number.NaN),
            p / 100,
          );
        expect(Math.abs(point[`p${p}`] / expected - 1)).toBeLessThan(6e-8);
        expect(Math.abs(point[`p${p}Pct`] - (expected / 10 - 100))).toBeLessThan(6e-6);
      }
    }
    const { terminal } = outcome(values.terminal, 1000);
    for (const p of QUANTILES) {
      const expected =
        100 *
        (plainQuantile(
          plain.map((path) => path[horizon - 1] ?? Number.NaN),
          p / 100,
        ) -
          1);
      expect(Math.abs(terminal[`p${p}Pct`] - expected)).toBeLessThan(1e-9);
    }
  });
});
