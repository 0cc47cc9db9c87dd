import { describe, expect, it } from '@jest/globals';
import { differences } from '../test/independent/closeness.js';
import { externalFile, hasExternalData } from '../test/independent/datasets.js';
import { plainMood } from '../test/independent/mood.js';
import { barsOf, readRows, type Row } from '../test/independent/rows.js';
import { breadthCounter } from './breadth.js';
import { isoDate } from '../calendar/days.js';
import { MOOD_COMPONENTS, moodBand, moodSeries, type MoodBand, type MoodSeries } from './mood.js';

/** A synthetic market of random walks over `count` days; the same one each time. */
function walks(securities: number, count: number): Row[][] {
  let state = 7;
  const chance = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  return Array.from({ length: securities }, () => {
    let close = 100;
    return Array.from({ length: count }, (_, index) => {
      close *= 1 + (chance() - 0.49) * 0.03;
      return {
        date: isoDate(15_000 + index),
        open: close,
        high: close,
        low: close,
        close,
        adj: close * 0.9,
        volume: 1,
      };
    });
  });
}

function mood(
  benchmark: readonly Row[],
  market: readonly (readonly Row[])[],
  bonds: readonly Row[] | null,
): MoodSeries {
  const { days, adjClose } = barsOf(benchmark);
  const breadth = breadthCounter(days);
  for (const rows of market) breadth.add(barsOf(rows));
  return moodSeries({ days, adjClose }, breadth.counts, bonds === null ? null : barsOf(bonds));
}

/** The series in the form of the independent computation. */
function readings({ days, score, components }: MoodSeries) {
  return Array.from(days, (day, index) => ({
    date: isoDate(day),
    score: Number.isNaN(score[index]) ? null : score[index],
    ranks: Object.fromEntries(
      MOOD_COMPONENTS.map((name) => [name, components[name][index]] as const).filter(([, rank]) => !Number.isNaN(rank)),
    ),
  }));
}

const [benchmark = [], bonds = [], ...market] = walks(8, 560);
const without = (rows: readonly Row[], index: number): Row[] => rows.filter((_, i) => i !== index);
const real = (name: string, count: number): Row[] =>
  readRows(externalFile('daily_etf_yahoo', `${name}.csv`))
    .filter(({ date }) => date < '2019')
    .slice(-count);

describe('the mood', () => {
  it('agrees with a plain computation over a synthetic market', () => {
    const expected = plainMood(benchmark, market, bonds);
    expect(expected.filter(({ score }) => score !== null).length).toBeGreaterThan(200);
    expect(differences(readings(mood(benchmark, market, bonds)), expected)).toEqual([]);
  });

  (hasExternalData ? it : it.skip)('agrees with a plain computation over real funds', () => {
    const funds = ['XLB', 'XLE', 'XLF', 'XLI', 'XLK', 'XLP', 'XLU', 'XLV', 'XLY'].map((name) => real(name, 560));
    const [spy, agg] = [real('SPY', 560), real('AGG', 560)];
    const expected = plainMood(spy, funds, agg);
    expect(expected.filter(({ score }) => score !== null).length).toBeGreaterThan(150);
    expect(differences(readings(mood(spy, funds, agg)), expected)).toEqual([]);
  });

  it('uses nothing later: adding sessions does not change a score', () => {
    const whole = readings(mood(benchmark, market, bonds));
    for (const end of [300, 377, 401, 520]) {
      const cut = (rows: readonly Row[]): Row[] => rows.slice(0, end);
      expect(readings(mood(cut(benchmark), market.map(cut), cut(bonds)))).toEqual(whole.slice(0, end));
    }
  });

  it('excludes a measure without stored data', () => {
    const { components } = mood(benchmark, [], null);
    const last = (name: (typeof MOOD_COMPONENTS)[number]): number => components[name].at(-1) ?? 0;
    expect(MOOD_COMPONENTS.filter((name) => Number.isFinite(last(name)))).toEqual(['lowVolatility', 'momentum']);
    const { score } = mood(benchmark, [], null);
    expect(score.at(-1)).toBeCloseTo((last('lowVolatility') + last('momentum')) / 2, 12);
  });

  it('waits ten sessions for missing bars, then continues without them', () => {
    const { score } = mood(
      benchmark,
      market.map((rows) => rows.slice(0, 500)),
      bonds,
    );
    const scored = [...score.keys()].filter((index) => index >= 495 && Number.isFinite(score[index]));
    expect(scored.slice(0, 7)).toEqual([495, 496, 497, 498, 499, 510, 511]);
  });

  it('has no score in a session that lacks a measure or many securities', () => {
    const missing = (change: Partial<{ market: readonly Row[][]; bonds: readonly Row[] }>): number[] => {
      const { score } = mood(benchmark, change.market ?? market, change.bonds ?? bonds);
      return [500, 501, 502].filter((index) => Number.isNaN(score[index]));
    };
    expect(missing({})).toEqual([]);
    expect(missing({ bonds: without(bonds, 501) })).toEqual([501]);
    expect(missing({ market: market.map((rows, index) => (index < 2 ? without(rows, 501) : rows)) })).toEqual([501]);
    expect(missing({ market: market.map((rows, index) => (index < 1 ? without(rows, 501) : rows)) })).toEqual([]);
  });

  it('is 50 if prices never change, and has no score in the first year', () => {
    const flat = benchmark.map((row) => ({ ...row, close: 7, adj: 7 }));
    const { score } = mood(flat, [flat, flat], flat);
    expect([score[271], score.findIndex((value) => value === 50)]).toEqual([50, 270]);
    expect(mood([], [], null).score).toHaveLength(0);
  });
});

describe('the band of the mood', () => {
  const path = (scores: readonly number[], first: MoodBand | null = null): MoodBand[] => {
    let band = first;
    return scores.map((score) => (band = moodBand(score, band)));
  };

  it.each([
    [0, 'extreme_fear'],
    [19.94, 'extreme_fear'],
    [19.95, 'fear'],
    [39.9, 'fear'],
    [40, 'neutral'],
    [60, 'greed'],
    [79.9, 'greed'],
    [80, 'extreme_greed'],
    [100, 'extreme_greed'],
  ] as const)('of a first score of %d is the one that contains it: %s', (score, band) => {
    expect(moodBand(score, null)).toBe(band);
  });

  it('changes only once the score is a point beyond the border', () => {
    expect(path([59, 60.9, 61, 60, 59, 58.9])).toEqual(['neutral', 'neutral', 'greed', 'greed', 'greed', 'neutral']);
  });

  it('can skip bands, and settles where the last border is a point away', () => {
    expect(path([5, 95, 3])).toEqual(['extreme_fear', 'extreme_greed', 'extreme_fear']);
    expect([moodBand(60.5, 'extreme_fear'), moodBand(59.5, 'extreme_greed')]).toEqual(['neutral', 'greed']);
  });
});
