import { describe, expect, it } from '@jest/globals';
import { Random } from '../simulation/random.js';
import { cardSums, joinSums } from './card-sums.js';
import { createCells, fillCells } from './cells.js';
import { healthOf } from './factor-health.js';
import { emptyCard, modelCard, type ModelCard } from './model-card.js';
import { cardPlan } from './plan.js';

const HORIZON = 21;
const FIRST_DAY = 19_000;

/**
 * Sums of 21 successive normal numbers: what daily values look like whose returns overlap, if there is nothing else.
 */
function overlapping(random: Random, count: number, mean = 0): Float64Array {
  const draws = new Float64Array(count + HORIZON + 1);
  random.fillNormal(draws);
  const out = new Float64Array(count);
  for (let i = 0; i < count; i += 1) out[i] = draws.subarray(i, i + HORIZON).reduce((sum, value) => sum + value, mean);
  return out;
}

/** Prices that follow scores, by `drift` for each point above 50, or nothing. */
function market(
  drift: number,
  options: { readonly sessions?: number; readonly securities?: number; readonly seed?: number } = {},
): ModelCard {
  const { sessions = 320, securities = 24, seed = 1 } = options;
  const random = new Random([seed, 2, 3, 4], 0);
  const days = Int32Array.from({ length: sessions + HORIZON }, (_, i) => FIRST_DAY + Math.floor(i / 5) * 7 + (i % 5));
  const span = { fromDay: FIRST_DAY, days: (days.at(-1) ?? 0) - FIRST_DAY + 1, securities };
  const cells = createCells(span);
  const none = new Float64Array(sessions).fill(Number.NaN);
  for (let place = 0; place < securities; place += 1) {
    let [close, score] = [50, 50];
    const scores = new Float64Array(sessions);
    const adjClose = new Float64Array(days.length);
    for (let i = 0; i < days.length; i += 1) {
      close *= Math.exp(0.02 * (random.uniform() - 0.5) + drift * (score - 50));
      score = Math.min(100, Math.max(0, 50 + 0.97 * (score - 50) + 16 * (random.uniform() - 0.5)));
      adjClose[i] = close;
      if (i < sessions) scores[i] = score;
    }
    const factors = {
      technical: scores,
      momentum: scores.map((value) => 100 - value),
      fundamentals: none,
      microstructure: none,
      optionsFlow: none,
    };
    const record = { days: days.subarray(0, sessions), score: scores, factors };
    fillCells(cells, place, [{ record, bars: { days, adjClose } }]);
  }
  return modelCard(cardSums(cells, { after: 0, until: Infinity }));
}

describe('pure noise', () => {
  it.each([
    [62, 300],
    [252, 80],
  ])('of %i days reads as a stable factor at most 5 times in 100', (count, times) => {
    const random = new Random([11, 12, 13, 14], count);
    const verdicts = Array.from({ length: times }, () => healthOf('technical', overlapping(random, count))?.verdict);
    expect(verdicts.filter((verdict) => verdict === 'STABLE').length).toBeLessThanOrEqual(times / 20);
    expect(verdicts.filter((verdict) => verdict === 'BROKEN').length).toBeGreaterThan(0.8 * times);
  });

  it('proves nothing on a whole card, and the card says so', () => {
    const cards = Array.from({ length: 6 }, (_, seed) => market(0, { seed: seed + 30, sessions: 120 }));
    expect(cards.map(({ validation }) => validation.significance?.isProven)).toEqual(cards.map(() => false));
    expect(new Set(cards.map(({ validation }) => validation.significance?.read.split(':')[0]))).toEqual(
      new Set(['Nothing is proven']),
    );
  });
});

describe('a market that follows the scores', () => {
  const card = market(1e-4);

  it('is proven, and well discriminated and calibrated', () => {
    expect(card.validation.significance).toMatchObject({
      isProven: true,
      read: expect.stringMatching(/^The record is better than chance/),
    });
    expect(card.record?.winRate).toBeGreaterThan(0.55);
    expect(card.record?.wilsonLow).toBeGreaterThan(0.5);
    expect(card.validation.discrimination?.rocAuc).toBeGreaterThan(0.55);
    expect(card.validation.calibration?.brierSkill).toBeGreaterThan(0);
    expect(card.validation.robustness?.outOfSampleHold.isHeld).toBe(true);
    expect(card.validation.robustness?.probabilisticSharpe).toBeGreaterThan(0.95);
    expect(card.missing).toEqual([]);
  });

  it('has a stable factor, an inverted one, and none of those without data', () => {
    expect(card.factorHealth?.map(({ factor, verdict }) => [factor, verdict])).toEqual([
      ['technical', 'STABLE'],
      ['momentum', 'INVERTED'],
    ]);
  });

  it('never counts more independent signals than horizons', () => {
    expect(card.record?.effectiveCount).toBeLessThanOrEqual((card.record?.resolvedCount ?? 0) / HORIZON);
  });

  it('says that losses are more than chance where scores are inverted', () => {
    expect(market(-1e-4).validation.significance?.read).toMatch(/^The signals lost more than chance/);
  });
});

describe('factor health', () => {
  const noise = new Random([1, 1, 1, 1], 0);
  const wave = (level: (share: number) => number): Float64Array =>
    Float64Array.from({ length: 120 }, (_, i) => level(i / 120) + 0.02 * (noise.uniform() - 0.5));
  const verdict = (level: (share: number) => number) => healthOf('momentum', wave(level))?.verdict;

  it.each([
    ['INVERTED', () => -0.1],
    ['BROKEN', (share: number) => (share < 0.5 ? 0.3 : -0.01)],
    ['DECAYING', (share: number) => (share < 0.5 ? 0.1 : 0.045)],
    ['STABLE', () => 0.1],
  ] as const)('is %s by the first rule that holds', (expected, level) => {
    expect(verdict(level)).toBe(expected);
  });

  it('is STABLE where only the older half was below 0, since it got stronger', () => {
    const level = (i: number): number => (i < 500 ? -0.007 : 0.199) + 0.02 * (noise.uniform() - 0.5);
    const health = healthOf(
      'technical',
      Float64Array.from({ length: 1000 }, (_, i) => level(i)),
    );
    expect([health?.verdict, Math.sign(health?.rankIcFirstHalf ?? 0)]).toEqual(['STABLE', -1]);
  });

  it('returns the p-value that its verdict goes by, and how many periods it is from', () => {
    const random = new Random([3, 1, 4, 1], 0);
    const health = Array.from({ length: 40 }, () => healthOf('momentum', overlapping(random, 63)) ?? null);
    const wrong = health.filter((row) => row === null || row.pValue <= 0.05 !== (row.verdict !== 'BROKEN'));
    expect(wrong.filter((row) => row === null || row.rankIcSecondHalf > 0)).toEqual([]);
    expect(health.some((row) => row !== null && Math.abs(row.tStatistic) > 1.96 && row.pValue > 0.05)).toBe(true);
    expect(new Set(health.map((row) => row?.effectiveCount))).toEqual(new Set([3]));
  });

  it('has no verdict below two horizons of days', () => {
    expect(healthOf('momentum', wave(() => 0.1).subarray(0, 41))).toBeNull();
  });
});

describe('sections', () => {
  it('are null on their own, each with its reason', () => {
    const short = market(1e-4, { sessions: 30 });
    expect(short.record).toMatchObject({ tStatistic: null, pValue: null });
    expect(short.validation).toMatchObject({
      significance: { standardError: null, deflatedSharpe: null },
      calibration: null,
      robustness: null,
    });
    expect(short.validation.discrimination?.rankIc).not.toBeNull();
    expect(short.missing.map(({ section }) => section)).toEqual(['calibration', 'robustness', 'factor_health']);
    const nothing = modelCard({ days: [], months: [] });
    expect(nothing.missing.length).toBe(6);
    expect(emptyCard('it rains').missing.map(({ reason }) => reason)).toEqual(
      Array.from({ length: 6 }, () => 'it rains'),
    );
  });

  it('need five securities on a day for its rank correlation', () => {
    expect(market(1e-4, { securities: 4 })).toMatchObject({
      factorHealth: null,
      validation: { discrimination: { rankIc: null } },
    });
  });
});

describe('the plan of a card', () => {
  it('reads a window and the year before it, in parts that fit the memory', () => {
    const lastDay = 20_000;
    const small = cardPlan('90d', { firstDay: 14_000, lastDay, securities: 60 });
    expect(small.window).toEqual({ after: lastDay - 90, until: lastDay });
    expect(small.fromDay).toBeLessThan(lastDay - 90 - 365);
    expect(small.years).toEqual([{ first: 2023, last: 2024 }]);
    const large = cardPlan('all', { firstDay: 14_000, lastDay, securities: 5_000 });
    expect(large.years.map(({ first }) => first)).toEqual(Array.from({ length: 17 }, (_, i) => 2008 + i));
    expect(large.window.after).toBe(13_999);
  });

  it('gives the same sums in one part or several', () => {
    const random = new Random([9, 9, 9, 9], 0);
    const days = Int32Array.from({ length: 200 }, (_, i) => FIRST_DAY + i);
    const bars = { days, adjClose: Float64Array.from(days, () => 40 + 20 * random.uniform()) };
    const column = (): Float64Array => Float64Array.from(days, () => 100 * random.uniform());
    const record = {
      days,
      score: column(),
      factors: {
        technical: column(),
        momentum: column(),
        fundamentals: column(),
        microstructure: column(),
        optionsFlow: column(),
      },
    };
    const sums = (fromDay: number, count: number) => {
      const cells = createCells({ fromDay, days: count, securities: 6 });
      for (let place = 0; place < 6; place += 1) fillCells(cells, place, [{ record, bars }]);
      return cardSums(cells, { after: FIRST_DAY + 50, until: FIRST_DAY + 190 });
    };
    expect(joinSums([sums(FIRST_DAY, 90), sums(FIRST_DAY + 90, 110)])).toEqual(sums(FIRST_DAY, 200));
  });
});
