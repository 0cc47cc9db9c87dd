import { describe, expect, it } from '@jest/globals';
import { cardSums } from '../../engines/model-card/card-sums.js';
import { createCells, fillCells } from '../../engines/model-card/cells.js';
import { modelCard } from '../../engines/model-card/model-card.js';
import { cardPlan } from '../../engines/model-card/plan.js';
import { differences } from './closeness.js';
import { plainFixedBTail } from './tails.js';

/** A recorded composite with what followed; scores to one decimal, NaN where a factor has none. */
interface Signal {
  readonly day: number;
  readonly score: number;
  readonly technical: number;
  readonly later: number;
  readonly resolved: number;
}

const FIRST = 19_000;
const SECURITIES = 11;
const DAYS = 330;

function generator(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

const average = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const tenth = (score: number): number => Math.round(score * 10) / 10;
const sideOf = (score: number): number => (score >= 56 ? 1 : score < 44 ? -1 : 0);
const monthOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 7);

/** Securities with missing days, prices of zero, and scores that barely lead their prices. */
function market() {
  const chance = generator(77);
  return Array.from({ length: SECURITIES }, () => {
    let close = 30;
    const kept = Array.from({ length: DAYS }, (_, i) => FIRST + i).filter((day) => day % 7 < 5 && chance() > 0.03);
    const score = Float64Array.from(kept, () => 20 + 60 * chance());
    const technical = Float64Array.from(score, (value) =>
      chance() > 0.1 ? Math.min(100, value + 20 * (chance() - 0.5)) : NaN,
    );
    const adjClose = Float64Array.from(kept, (_, i) => {
      close *= 1 + 0.03 * (chance() - 0.5) + 2e-4 * ((score[i - 1] ?? 50) - 50);
      return chance() > 0.01 ? close : 0;
    });
    return { days: Int32Array.from(kept), score, technical, adjClose };
  });
}

function signalsOf(listed: ReturnType<typeof market>): Signal[] {
  return listed.flatMap(({ days, score, technical, adjClose }) =>
    [...days].flatMap((day, i) => {
      const [start, end] = [adjClose[i] ?? 0, adjClose[i + 21] ?? 0];
      const signal = {
        day,
        score: tenth(score[i] ?? NaN),
        technical: tenth(technical[i] ?? NaN),
        later: end / start - 1,
        resolved: days[i + 21] ?? NaN,
      };
      return start > 0 && end > 0 ? [signal] : [];
    }),
  );
}

/** Ranks by counting what is smaller and what is equal. */
const ranks = (values: readonly number[]): number[] =>
  values.map(
    (own) => values.filter((other) => other < own).length + (values.filter((other) => other === own).length + 1) / 2,
  );

function correlation(xs: readonly number[], ys: readonly number[]): number {
  const [x, y] = [average(xs), average(ys)];
  const sum = (of: (i: number) => number): number => xs.reduce((total, _, i) => total + of(i), 0);
  const products = sum((i) => ((xs[i] ?? 0) - x) * ((ys[i] ?? 0) - y));
  return products / Math.sqrt(sum((i) => ((xs[i] ?? 0) - x) ** 2) * sum((i) => ((ys[i] ?? 0) - y) ** 2));
}

const bartlett = (n: number): number[][] =>
  Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_value, j) => Math.max(0, 1 - Math.abs(i - j) / 21)));

function quadratic(matrix: readonly (readonly number[])[], values: readonly number[]): number {
  return matrix.reduce(
    (sum, row, i) => sum + row.reduce((inner, cell, j) => inner + cell * (values[i] ?? 0) * (values[j] ?? 0), 0),
    0,
  );
}

/** By centring the weights in both directions, and adding up what they leave of each covariance. */
function overlapRatio(n: number): number {
  const weights = bartlett(n);
  const means = weights.map(average);
  const all = average(means);
  const centred = weights.map((row, i) => row.map((cell, j) => cell - (means[i] ?? 0) - (means[j] ?? 0) + all));
  const overlapping = centred.reduce(
    (sum, row, i) => sum + row.reduce((inner, cell, j) => inner + cell * (weights[j]?.[i] ?? 0), 0),
    0,
  );
  const trace = centred.reduce((sum, row, i) => sum + (row[i] ?? 0), 0);
  return overlapping / (all * n * n) / (trace / n);
}

function tested(values: readonly number[]) {
  const n = values.length;
  const mean = average(values);
  const error =
    Math.sqrt(
      quadratic(
        bartlett(n),
        values.map((value) => value - mean),
      ),
    ) / n;
  const corrected = (Math.abs(mean) / error) * Math.sqrt(overlapRatio(n));
  return { mean, error, t: mean / error, p: 2 * plainFixedBTail(corrected, n, 20) };
}

/** Daily rank correlations of a score, oldest first, of days with at least five. */
function dailyCorrelations(signals: readonly Signal[], scoreOf: (signal: Signal) => number): number[] {
  return [...new Set(signals.map(({ day }) => day))]
    .sort((a, b) => a - b)
    .flatMap((today) => {
      const mine = signals.filter((signal) => signal.day === today && !Number.isNaN(scoreOf(signal)));
      return mine.length < 5 ? [] : [correlation(ranks(mine.map(scoreOf)), ranks(mine.map(({ later }) => later)))];
    });
}

/** Logistic regression by gradient ascent on all single outcomes, with steps of Newton's length along each axis. */
function logit(points: readonly (readonly [x: number, y: number])[]): (x: number) => number {
  let [a, b] = [0, 0];
  for (let step = 0; step < 3_000; step += 1) {
    let [ga, gb, ha, hb] = [0, 0, 0, 0];
    for (const [x, y] of points) {
      const p = 1 / (1 + Math.exp(-a - b * x));
      [ga, gb, ha, hb] = [ga + y - p, gb + (y - p) * x, ha + p * (1 - p), hb + p * (1 - p) * x * x];
    }
    [a, b] = [a + 0.8 * (ga / ha), b + 0.8 * (gb / hb)];
    if (Math.abs(ga) + Math.abs(gb) < 1e-11) break;
  }
  return (x) => 1 / (1 + Math.exp(-a - b * x));
}

function calibrated(window: readonly Signal[], all: readonly Signal[]) {
  const months = [...new Set(all.map(({ resolved }) => monthOf(resolved)))].sort();
  const pairs = [...new Set(window.map(({ day }) => monthOf(day)))].flatMap((month) => {
    const [year, rest] = [Number(month.slice(0, 4)) - 1, month.slice(4)];
    const before = months.filter((other) => other < month && other >= `${year}${rest}`);
    if (before.length < 3) return [];
    const training = all.filter(({ resolved }) => before.includes(monthOf(resolved)));
    const p = logit(training.map(({ score, later }) => [(score - 50) / 10, later > 1e-12 ? 1 : 0] as const));
    return window
      .filter(({ day }) => monthOf(day) === month)
      .map(({ score, later }) => ({ p: p((score - 50) / 10), y: later > 1e-12 ? 1 : 0 }));
  });
  const bins = Array.from({ length: 10 }, (_, bin) => pairs.filter(({ p }) => Math.min(9, Math.floor(p * 10)) === bin));
  const gap = (bin: (typeof bins)[number]): number => Math.abs(bin.reduce((sum, { p, y }) => sum + p - y, 0));
  const risen = average(pairs.map(({ y }) => y));
  const brier = average(pairs.map(({ p, y }) => (p - y) ** 2));
  const baseline = average(pairs.map(({ y }) => (risen - y) ** 2));
  return {
    ece: bins.reduce((sum, bin) => sum + gap(bin), 0) / pairs.length,
    brier,
    risen,
    baseline,
    skill: (baseline - brier) / baseline,
    counts: bins.map((bin) => bin.length),
  };
}

function plainCard(window: readonly Signal[], all: readonly Signal[]) {
  const direct = window.filter(({ score }) => sideOf(score) !== 0).sort((one, other) => one.day - other.day);
  const gains = direct.map(({ score, later }) => sideOf(score) * later);
  const days = [...new Set(direct.map(({ day }) => day))];
  const means = days.map((today) => average(gains.filter((_, i) => direct[i]?.day === today)));
  const wins = gains.filter((gain) => gain > 1e-12).length;
  const rate = wins / gains.length;
  const shares = days.map((today) =>
    direct.reduce((sum, { day }, i) => sum + (day === today ? ((gains[i] ?? 0) > 1e-12 ? 1 : 0) - rate : 0), 0),
  );
  const clustered =
    (rate * (1 - rate)) /
    (quadratic(
      bartlett(days.length),
      shares.map((share) => share - average(shares)),
    ) /
      overlapRatio(days.length) /
      gains.length ** 2);
  const effective = Math.max(1, Math.min(gains.length / 21, clustered));
  const z = 1.959964;
  const wilson = (sign: number): number =>
    (rate +
      (z * z) / 2 / effective +
      sign * z * Math.sqrt((rate * (1 - rate)) / effective + (z / 2 / effective) ** 2)) /
    (1 + (z * z) / effective);
  const rose = direct.filter(({ later }) => later > 1e-12);
  const fell = direct.filter(({ later }) => !(later > 1e-12));
  const pairs = rose.flatMap((one) =>
    fell.map((other) => (one.score > other.score ? 1 : one.score === other.score ? 0.5 : 0)),
  );
  const test = tested(means);
  const spread = (values: readonly number[]): number =>
    Math.sqrt(values.reduce((sum, value) => sum + (value - average(values)) ** 2, 0) / (values.length - 1));
  const split = Math.floor((means.length * 7) / 10);
  const technical = dailyCorrelations(window, (signal) => signal.technical);
  const byMonth = [...new Set(days.map(monthOf))].map((month) =>
    means.filter((_, i) => monthOf(days[i] ?? 0) === month),
  );
  const fullest = Math.max(...byMonth.map((month) => month.length));
  const months = byMonth.filter((month) => 2 * month.length >= fullest).map(average);
  let [value, peak, drawdown] = [1, 1, 0];
  for (const mean of means) {
    value *= 1 + mean / 21;
    peak = Math.max(peak, value);
    drawdown = Math.min(drawdown, (value - peak) / peak);
  }
  return {
    resolved: gains.length,
    wins,
    rate,
    base: rose.length / gains.length,
    effective,
    low: wilson(-1),
    high: wilson(1),
    mean: average(gains),
    t: test.t,
    p: test.p,
    sharpe: average(gains) / spread(gains),
    days: days.length,
    dailyMean: test.mean,
    error: test.error,
    ranks: tested(dailyCorrelations(direct, ({ score }) => score)).p,
    calibration: calibrated(
      direct,
      all.filter(({ score }) => sideOf(score) !== 0),
    ),
    auc: average(pairs),
    ic: average(dailyCorrelations(direct, ({ score }) => score)),
    hold: [average(means.slice(0, split - 20)), average(means.slice(split))],
    months: [months.length, months.filter((mean) => mean > 0).length / months.length],
    drawdown,
    technical: [
      average(technical.slice(0, technical.length >> 1)),
      average(technical.slice(technical.length >> 1)),
      tested(technical).t,
      technical.length / 21,
    ],
    technicalPValue: tested(technical).p,
  };
}

describe('the model card', () => {
  it('agrees with a plain computation from all single signals', () => {
    const listed = market();
    const lastDay = FIRST + DAYS - 1;
    const { window, fromDay } = cardPlan('90d', { firstDay: FIRST, lastDay, securities: SECURITIES });
    expect(fromDay).toBe(FIRST);
    const cells = createCells({ fromDay, days: DAYS, securities: SECURITIES });
    const securities = listed.map(({ days, score, technical, adjClose }) => {
      const none = new Float64Array(days.length).fill(NaN);
      const factors = { technical, momentum: none, fundamentals: none, microstructure: none, optionsFlow: none };
      return { record: { days, score, factors }, bars: { days, adjClose } };
    });
    fillCells(cells, 0, securities.slice(0, 7));
    fillCells(cells, 7, securities.slice(7));
    const { record, validation, factorHealth } = modelCard(cardSums(cells, window));
    const { significance, calibration, discrimination, robustness } = validation;
    const actual = {
      resolved: record?.resolvedCount,
      wins: record?.wins,
      rate: record?.winRate,
      base: record?.baseRate,
      effective: record?.effectiveCount,
      low: record?.wilsonLow,
      high: record?.wilsonHigh,
      mean: record?.meanReturn,
      t: record?.tStatistic,
      p: record?.pValue,
      sharpe: record?.sharpePerTrade,
      days: significance?.dayCount,
      dailyMean: significance?.meanReturn,
      error: significance?.standardError,
      ranks: significance?.rankIcPValue,
      calibration: {
        ece: calibration?.expectedCalibrationError,
        brier: calibration?.brierScore,
        risen: calibration?.baseRate,
        baseline: calibration?.brierBaseline,
        skill: calibration?.brierSkill,
        counts: calibration?.bins.map(({ count }) => count),
      },
      auc: discrimination?.rocAuc,
      ic: discrimination?.rankIc,
      hold: [robustness?.outOfSampleHold.train, robustness?.outOfSampleHold.test],
      months: [robustness?.timeConsistency.monthCount, robustness?.timeConsistency.positiveShare],
      drawdown: robustness?.maxDrawdown,
      technical: [
        factorHealth?.[0]?.rankIcFirstHalf,
        factorHealth?.[0]?.rankIcSecondHalf,
        factorHealth?.[0]?.tStatistic,
        factorHealth?.[0]?.effectiveCount,
      ],
    };
    const all = signalsOf(listed).filter(({ resolved }) => resolved <= window.until);
    const { technicalPValue, ...expected } = plainCard(
      all.filter(({ resolved }) => resolved > window.after),
      all,
    );
    expect(differences(actual, expected)).toEqual([]);
    // Far from significance the engine's integral is less precise.
    expect(factorHealth?.[0]?.pValue).toBeCloseTo(technicalPValue, 7);
    expect(record?.resolvedCount).toBeGreaterThan(300);
    expect(factorHealth?.length).toBe(1);
  });
});
