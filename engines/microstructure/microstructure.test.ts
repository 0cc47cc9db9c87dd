import { describe, expect, it } from '@jest/globals';
import type { MinuteBars } from '../../calendar/bars.js';
import { dayOf } from '../../calendar/days.js';
import { plainMicrostructure } from '../../test/independent/microstructure.js';
import { hasExternalData } from '../../test/independent/datasets.js';
import { leanSession, sessionOf } from '../../test/independent/minutes.js';
import { dailyOf, OPEN, plainDays, plainMinutes, walks } from '../fixtures/minute-walks.js';
import { Random } from '../simulation/random.js';
import { kyleLambda, rollSpread, spreadBasisPoints } from './liquidity.js';
import { microstructure, MINUTE_SESSIONS } from './microstructure.js';
import { minuteTape, type MinuteTape } from '../minute-tape.js';
import { vpin } from './order-flow.js';
import { varianceRatio } from './price-path.js';
import { volumeProfile } from './volume-profile.js';

const REAL: readonly (readonly [string, readonly string[]])[] = [
  ['aig', ['2013-10-04', '2013-10-07', '2013-10-08', '2013-10-09', '2013-10-10', '2013-10-11']],
  ['bac', ['2013-10-04', '2013-10-07', '2013-10-08', '2013-10-09', '2013-10-10', '2013-10-11']],
];

const CASES: readonly (readonly [string, () => MinuteBars[]])[] = [
  ...[1, 2, 3].map((seed) => [`walk ${seed}`, () => walks(8, seed)] as const),
  ...(hasExternalData
    ? REAL.map(
        ([ticker, dates]) =>
          [ticker, () => dates.map((date) => leanSession(ticker, date)).filter((session) => session !== null)] as const,
      )
    : []),
];

describe('microstructure', () => {
  it.each(CASES)('of %s matches a plain computation of every measure', (_name, read) => {
    const sessions = read();
    expect(sessions.length).toBeGreaterThanOrEqual(6);
    const bars = dailyOf(400, sessions.at(-1)?.day ?? NaN, 5);
    const found = microstructure(bars, sessions);
    const { profile, hours, delta, volatilityRegime, institutionalFlow, ...numbers } = plainMicrostructure(
      plainDays(bars),
      plainMinutes(sessions),
    );
    for (const [name, expected] of Object.entries(numbers)) {
      const value = found[name as keyof typeof numbers];
      expect([name, value === null]).toEqual([name, expected === null]);
      if (value === null || expected === null) continue;
      expect([name, Math.abs(value - expected) <= 1e-9 * Math.max(Math.abs(expected), 1e-9)]).toEqual([name, true]);
    }
    const hidden = [
      ['roll_spread', numbers.rollSpread],
      ['bid_ask_spread_bps', numbers.bidAskSpreadBasisPoints],
    ].filter(([, value]) => value === null);
    expect([found.basis, found.day, found.volatilityRegime, found.missing.map(({ metric }) => metric)]).toEqual([
      'minute',
      sessions.at(-1)?.day,
      volatilityRegime,
      hidden.map(([metric]) => metric),
    ]);
    expect(found.institutionalFlow?.buyPct).toBeCloseTo(institutionalFlow.buyPct, 9);
    expect(found.institutionalFlow?.sellPct).toBeCloseTo(institutionalFlow.sellPct, 9);
    expect(found.pointOfControl).toBeCloseTo(profile.pointOfControl, 9);
    expect(found.valueArea?.low).toBeCloseTo(profile.valueArea.low, 9);
    expect(found.valueArea?.high).toBeCloseTo(profile.valueArea.high, 9);
    found.volumeProfile.forEach(({ volume }, level) =>
      expect(volume / (profile.levels[level] ?? NaN)).toBeCloseTo(1, 6),
    );
    expect(found.hourlyVolume.map(({ hour }) => hour)).toEqual([9, 10, 11, 12, 13, 14, 15]);
    found.hourlyVolume.forEach(({ share }, i) => expect(share).toBeCloseTo(hours[i] ?? NaN, 12));
    expect(found.cumulativeVolumeDelta.length).toBe(78);
    expect((found.cumulativeVolumeDelta.at(-1)?.value ?? NaN) / (delta.at(-1) ?? NaN)).toBeCloseTo(1, 9);
    expect(found.cumulativeVolumeDelta.at(-1)?.minute).toBe(960);
  });

  it('has daily measures alone, and a reason for each other, without minute bars of the last session', () => {
    const sessions = walks(3, 1);
    const last = sessions.at(-1)?.day ?? NaN;
    const bars = dailyOf(400, last + 1, 5);
    for (const [given, reason] of [
      [[], 'No minute bars are stored.'],
      [sessions, 'The newest minute bars are of 2025-06-04, the last session is 2025-06-05.'],
      [
        [{ ...sessionOf('2025-06-05', [[OPEN, 50, 100]]) }],
        'Fewer than 30 regular minutes of 2025-06-05 traded, or a price is not positive.',
      ],
    ] as const) {
      const found = microstructure(bars, given);
      expect([found.basis, found.day, found.vpin, found.volumeProfile]).toEqual(['daily', last + 1, null, []]);
      expect(found.amihudIlliquidity).toBeGreaterThan(0);
      expect(found.historicalVolatilityPct).toBeGreaterThan(15);
      expect(new Set(found.missing.map((missing) => missing.reason))).toEqual(new Set([reason]));
      expect(found.missing).toHaveLength(15);
    }
  });

  it('is null for each daily measure that a short history cannot give, never 0', () => {
    const last = dayOf(2025, 6, 6);
    const found = microstructure(dailyOf(1, last, 5), []);
    expect([
      found.amihudIlliquidity,
      found.relativeVolume,
      found.historicalVolatilityPct,
      found.volatilityRegime,
    ]).toEqual([null, null, null, null]);
    expect(found.missing).toHaveLength(19);
    expect(microstructure(dailyOf(60, last, 5), []).missing.slice(-1)).toEqual([
      { metric: 'volatility_regime', reason: expect.stringContaining('252 sessions') },
    ]);
  });

  it('of a session in which the price stands still has no profile and no ratios, and a balanced flow', () => {
    const still = sessionOf(
      '2025-06-06',
      Array.from({ length: 60 }, (_, i) => [OPEN + i, 50, 100] as const),
    );
    const found = microstructure(dailyOf(400, still.day, 5), [still]);
    expect([
      found.pointOfControl,
      found.priceEfficiency,
      found.varianceRatio,
      found.orderFlowImbalance,
      found.vpin,
    ]).toEqual([null, null, null, 0, 0]);
    expect(found.missing.map(({ metric }) => metric)).toEqual([
      'kyle_lambda',
      'roll_spread',
      'bid_ask_spread_bps',
      'point_of_control',
      'value_area',
      'price_efficiency',
      'variance_ratio',
      'volume_profile',
    ]);
  });
});

function tapeOf(prices: readonly number[], volumes: readonly number[]): MinuteTape {
  const tape = minuteTape(
    sessionOf(
      '2025-06-06',
      prices.slice(1).map((price, i) => [OPEN + i, [prices[i] ?? price, price], volumes[i] ?? 100] as const),
    ),
  );
  if (tape === null) throw new Error('not usable');
  return tape;
}

function normals(count: number, seed: number): Float64Array {
  const draws = new Float64Array(count);
  new Random([seed, 1, 1, 1], 0).fillNormal(draws);
  return draws;
}

describe('estimates of known quantities', () => {
  const random = new Random([3, 1, 4, 1], 0);
  const sides = Array.from({ length: 391 }, () => (random.below(2) === 0 ? -1 : 1));

  it('find the spread between which prices bounce (Roll)', () => {
    // A constant value, bought at half a spread above it and sold at half a spread below.
    expect(
      rollSpread(
        tapeOf(
          sides.map((side) => 100 + 0.05 * side),
          [],
        ),
      ),
    ).toBeCloseTo(0.1, 2);
  });

  it('find the impact of a share (Kyle)', () => {
    const volumes = Array.from({ length: 390 }, () => 100 * (1 + random.below(50)));
    let price = 100;
    const prices = [price, ...volumes.map((volume, i) => (price += 2e-6 * volume * (sides[i] ?? 1)))];
    expect(kyleLambda(tapeOf(prices, volumes))).toBeCloseTo(2e-6, 12);
  });

  it('find the variance ratio of independent and of dependent returns (Lo and MacKinlay)', () => {
    const pathOf = (dependence: number, seed: number): number[] => {
      let [log, before] = [0, 0];
      return [0, ...normals(389, seed)].map((draw) => {
        before = dependence * before + draw;
        return 100 * Math.exp((log += 0.0005 * before));
      });
    };
    const meanRatio = (dependence: number): number => {
      const ratios = Array.from(
        { length: 60 },
        (_, seed) => varianceRatio(tapeOf(pathOf(dependence, seed + 1), [])) ?? NaN,
      );
      return ratios.reduce((total, ratio) => total + ratio, 0) / ratios.length;
    };
    // Standard error of a mean of 60: √(2(2q − 1)(q − 1) / (3q · 389 · 60)) = 0.014.
    expect(meanRatio(0)).toBeGreaterThan(0.94);
    expect(meanRatio(0)).toBeLessThan(1.06);
    // VR(q) = 1 + 2 Σ (1 − k/q) ρ^k for an autoregression.
    const expected = 1 + 2 * [1, 2, 3, 4].reduce((total, k) => total + (1 - k / 5) * 0.3 ** k, 0);
    expect(Math.abs(meanRatio(0.3) - expected)).toBeLessThan(0.1);
  });

  /**
   * Estimate, and mean quoted spread of the minutes' last quotes, basis points, over the recorded sessions of a ticker.
   */
  const QUOTED: readonly (readonly [string, number, number])[] = [
    ['aig', 0.8, 2.15],
    ['bac', 5.67, 7.16],
    ['ibm', 2.63, 2.28],
  ];
  (hasExternalData ? it.each(QUOTED) : it.skip.each(QUOTED))(
    'find the spread of %s, %d basis points, of the order of the quoted one, %d',
    (ticker, expected, quoted) => {
      const dates = ['2013-10-04', '2013-10-07', '2013-10-08', '2013-10-09', '2013-10-10', '2013-10-11'];
      const tapes = dates
        .map((date) => leanSession(ticker, date))
        .map((session) => (session === null ? null : minuteTape(session)))
        .filter((tape) => tape !== null);
      expect(spreadBasisPoints(tapes)).toBeCloseTo(expected, 1);
      expect(Math.abs(Math.log(expected / quoted))).toBeLessThan(Math.log(3));
    },
  );

  it('hold 70% of the volume in the value area, around the level with the most', () => {
    const tape = walks(1, 4).map(minuteTape)[0];
    const profile = tape === null || tape === undefined ? null : volumeProfile(tape);
    const total = profile?.levels.reduce((sum, { volume }) => sum + volume, 0) ?? NaN;
    const inside =
      profile?.levels
        .filter(({ price }) => price > profile.valueArea.low && price < profile.valueArea.high)
        .reduce((sum, { volume }) => sum + volume, 0) ?? NaN;
    expect(inside / total).toBeGreaterThanOrEqual(0.7);
    expect(inside / total).toBeLessThan(0.85);
    expect(profile?.pointOfControl).toBe([...(profile?.levels ?? [])].sort((a, b) => b.volume - a.volume)[0]?.price);
  });

  it('are 1 for one-sided and low for mixed flow (VPIN), and null before 50 buckets', () => {
    const tapes = walks(MINUTE_SESSIONS, 6)
      .map(minuteTape)
      .filter((tape) => tape !== null);
    expect(vpin(tapes)).toBeLessThan(0.6);
    const rising = tapeOf(
      Array.from({ length: 391 }, (_, i) => 100 + i + (i % 2) * 0.001),
      [],
    );
    expect(vpin([rising])).toBeGreaterThan(0.99);
    expect(vpin([])).toBeNull();
  });
});
