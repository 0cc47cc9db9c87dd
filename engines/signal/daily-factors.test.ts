import { describe, expect, it } from '@jest/globals';
import type { DailyBars } from '../../calendar/bars.js';
import { differences } from '../../test/independent/closeness.js';
import { plainDailyFactors } from '../../test/independent/daily-factors.js';
import { appleRows, realHistories } from '../../test/independent/datasets.js';
import { barsOf, type Row } from '../../test/independent/rows.js';
import { Random } from '../simulation/random.js';
import { FACTOR_CORRELATIONS } from './constants.js';
import { momentumAt, momentumDetailsAt } from './momentum.js';
import { signalSeries, type SignalSeries } from './series.js';
import { signal, signalAt } from './signal.js';
import { technicalAt } from './technical.js';

const apple = barsOf(appleRows());

function steady(growth: number, length = 300, volume = 100): DailyBars {
  const rows = Array.from({ length }, (_, i): Row => {
    const close = 100 * growth ** i;
    return {
      date: new Date(Date.UTC(2020, 0, 1 + i)).toISOString().slice(0, 10),
      open: close,
      high: close,
      low: close,
      close,
      adj: close,
      volume,
    };
  });
  return barsOf(rows);
}

function upTo(bars: DailyBars, length: number): DailyBars {
  const cut = <T extends Int32Array | Float64Array>(column: T): T => column.slice(0, length) as T;
  return {
    days: cut(bars.days),
    open: cut(bars.open),
    high: cut(bars.high),
    low: cut(bars.low),
    close: cut(bars.close),
    adjClose: cut(bars.adjClose),
    volume: cut(bars.volume),
  };
}

/** Steady growth with a wave of two sessions, so that returns vary as little as a calm share's do. */
function wavy(growth: number): DailyBars {
  const { days, volume, close: straight } = steady(growth);
  const close = straight.map((price, i) => price * (i % 2 === 0 ? 1.005 : 0.995));
  return {
    days,
    open: close,
    high: close.map((price) => price * 1.004),
    low: close.map((price) => price * 0.996),
    close,
    adjClose: close,
    volume,
  };
}

/** Bars of a driftless random walk in 16 steps a day. */
function randomWalk(random: Random, length: number): DailyBars {
  const normal = (): number =>
    Array.from({ length: 12 }, () => random.uniform()).reduce((sum, value) => sum + value, -6);
  let price = 100;
  const rows = Array.from({ length }, (_, i): Row => {
    const path = Array.from({ length: 16 }, () => (price *= Math.exp(0.004 * normal())));
    const date = new Date(Date.UTC(2000, 0, 1 + i)).toISOString().slice(0, 10);
    return {
      date,
      open: path[0] ?? NaN,
      high: Math.max(...path),
      low: Math.min(...path),
      close: price,
      adj: price,
      volume: Math.exp(14 + 0.4 * normal()),
    };
  });
  return barsOf(rows);
}

/** Technical and momentum scores of every fifth session after the first year. */
function factorPairs(bars: DailyBars): (readonly [number, number])[] {
  const series = signalSeries(bars);
  const places = [...bars.days.keys()].filter((i) => i > 260 && i % 5 === 0);
  return places.map((i) => [technicalAt(series, i, 0)?.score ?? NaN, momentumAt(series, i, 0)?.score ?? NaN] as const);
}

const average = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function correlation(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [average(one), average(other)];
  const product = (x: readonly number[], y: readonly number[], p: number, q: number) =>
    x.reduce((sum, value, i) => sum + (value - p) * ((y[i] ?? NaN) - q), 0);
  return product(one, other, a, b) / Math.sqrt(product(one, one, a, a) * product(other, other, b, b));
}

/** The precomputed series with one value of one series changed. */
function moved(
  series: SignalSeries,
  name: Exclude<keyof SignalSeries, 'bars'>,
  index: number,
  by: number,
): SignalSeries {
  const values = series[name].slice();
  values[index] = (values[index] ?? 0) + by;
  return { ...series, [name]: values };
}

const { fundamentals, optionsFlow, microstructure } = { fundamentals: null, optionsFlow: null, microstructure: null };
const asOf = (drift: number) => ({ fundamentals, optionsFlow, microstructure, drift });
const DRIFT = 0.0003;

describe('daily factors', () => {
  it("agree with a plain computation from the definitions over real histories, with the market's drift and without", () => {
    const market = realHistories().find(({ name }) => name.startsWith('SPY'))?.rows ?? appleRows();
    let compared = 0;
    for (const { name, rows } of realHistories().filter((_, i) => i % 4 === 0)) {
      for (const length of [
        2,
        15,
        16,
        21,
        22,
        40,
        64,
        127,
        201,
        253,
        254,
        300,
        700,
        Math.floor(rows.length * 0.6),
        rows.length,
      ].filter((each) => each <= rows.length)) {
        const part = rows.slice(0, length);
        for (const benchmark of length < 100 ? [market, []] : [market]) {
          const result = signal({
            bars: barsOf(part),
            sessions: [],
            benchmark: barsOf(benchmark),
            fundamentals,
            optionsFlow,
          });
          const { technical, momentum } = plainDailyFactors(part, benchmark);
          const ours = {
            technical: result?.scores.technical?.score ?? null,
            momentum: result?.scores.momentum?.score ?? null,
            coverage: result?.coverage,
          };
          const coverage = (30 * (technical?.knownPct ?? 0) + 25 * (momentum?.knownPct ?? 0)) / 10_000;
          const theirs = { technical: technical?.score ?? null, momentum: momentum?.score ?? null, coverage };
          expect([name, length, differences(ours, theirs)]).toEqual([name, length, []]);
          compared += 1;
        }
      }
    }
    expect(compared).toBeGreaterThan(20);
  });

  it('at each bar of a long history equal those of the history that ends there', () => {
    const whole = signalSeries(apple);
    for (const index of [0, 1, 13, 20, 33, 60, 199, 252, 500, 1000, apple.days.length - 1]) {
      expect(signalAt(signalSeries(upTo(apple, index + 1)), index, asOf(DRIFT))).toEqual(
        signalAt(whole, index, asOf(DRIFT)),
      );
    }
  });

  it('stay within 0 and 100 at every bar, and have data from the 21st on', () => {
    const series = signalSeries(apple);
    const scores = Array.from(apple.days, (_, index) =>
      [technicalAt, momentumAt].map((factorAt) => factorAt(series, index, DRIFT)?.score ?? null),
    );
    for (const score of scores.flat()) if (score !== null) expect(score >= 0 && score <= 100).toBe(true);
    expect(scores[0]).toEqual([null, null]);
    expect(scores.findIndex(([, momentum]) => momentum !== null)).toBe(20);
    expect(scores.slice(21).flat()).not.toContain(null);
  });

  it('are 50 for a ticker that grows as the market does, above it for one that grows faster, below for one that falls', () => {
    for (const factorAt of [technicalAt, momentumAt]) {
      const factor = (...at: Parameters<typeof technicalAt>): number => factorAt(...at)?.score ?? NaN;
      expect(factor(signalSeries(steady(1, 300, 0)), 299, 0)).toBeCloseTo(50, 6);
      expect(factor(signalSeries(wavy(1.002)), 299, 0)).toBeGreaterThan(60);
      expect(factor(signalSeries(wavy(0.998)), 299, 0)).toBeLessThan(40);
      const [drifting, still] = [signalSeries(wavy(Math.exp(DRIFT))), signalSeries(wavy(1))];
      expect(Math.abs(factor(drifting, 299, DRIFT) - factor(still, 299, 0))).toBeLessThan(0.3);
    }
  });

  it('technical falls with RSI, the MACD histogram and the distance above the 20-session mean, and rises above the longer means', () => {
    const series = signalSeries(apple);
    const index = 1000;
    const base = technicalAt(series, index, DRIFT)?.score ?? Number.NaN;
    const after = (name: 'rsi' | 'macdHistogram' | 'sma20' | 'sma50' | 'sma200', by: number) =>
      technicalAt(moved(series, name, index, by), index, DRIFT)?.score;
    expect(after('rsi', 5)).toBeLessThan(base);
    expect(after('macdHistogram', 0.1)).toBeLessThan(base);
    expect(after('sma20', 1)).toBeGreaterThan(base);
    expect(after('sma200', 1)).toBeLessThan(base);
  });

  it('momentum continues the year and the half year, and reverses the last month and the last session', () => {
    const series = signalSeries(apple);
    const index = 1000;
    const base = momentumAt(series, index, DRIFT)?.score ?? Number.NaN;
    const withClose = (at: number) => {
      const close = apple.close.slice();
      close[at] = (close[at] ?? 0) * 1.02;
      return momentumAt({ ...series, bars: { ...apple, close } }, index, DRIFT)?.score ?? Number.NaN;
    };
    for (const before of [index - 252, index - 126]) expect(withClose(before)).toBeLessThan(base);
    for (const later of [index - 21, index - 1]) expect(withClose(later)).toBeGreaterThan(base);
    expect(withClose(index - 5)).toBe(base);
    expect(momentumAt(moved(series, 'attention', index, 1), index, DRIFT)?.score).toBeGreaterThan(base);
  });

  it('of a random walk correlate by the constant of the composite', () => {
    const random = new Random([2, 7, 1, 8], 0);
    const pairs = Array.from({ length: 60 }, () => factorPairs(randomWalk(random, 1_500))).flat();
    const [technical, momentum] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
    expect(Math.abs(correlation(technical, momentum) - (FACTOR_CORRELATIONS[0]?.[2] ?? NaN))).toBeLessThan(0.03);
    for (const scores of [technical, momentum]) expect(Math.abs(average(scores) - 50)).toBeLessThan(2);
  });

  it('momentum details are the last change in percent and the volume over the mean of 20 sessions', () => {
    const rows = appleRows().slice(0, 30);
    const volumes = rows.slice(9, 29).map(({ volume }) => volume);
    const details = momentumDetailsAt(signalSeries(barsOf(rows)), 29);
    expect(details.changePct).toBeCloseTo(100 * ((rows[29]?.close ?? 0) / (rows[28]?.close ?? 0) - 1), 9);
    expect(details.volumeRatio).toBeCloseTo((rows[29]?.volume ?? 0) / (volumes.reduce((a, b) => a + b, 0) / 20), 9);
  });
});
