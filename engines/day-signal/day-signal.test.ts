import { describe, expect, it } from '@jest/globals';
import type { DailyBars, MinuteBars } from '../../calendar/bars.js';
import type { MinuteTrades } from '../../calendar/trades.js';
import { plainDaySignal } from '../../test/independent/day-signal.js';
import { sessionOf } from '../../test/independent/minutes.js';
import { dailyOf, OPEN, plainDays, plainMinutes, walks } from '../fixtures/minute-walks.js';
import { signal, type SignalResult } from '../signal/signal.js';
import { daySignal, withCurrentPlan, type DaySignal } from './day-signal.js';
import { tradePlan, type PlanInput } from './trade-plan.js';

function composite(bars: DailyBars, sessions: readonly MinuteBars[]): SignalResult {
  const read = signal({ bars, sessions, benchmark: null, fundamentals: null, optionsFlow: null });
  if (read === null) throw new Error('there is no signal');
  return read;
}

/** Daily bars that end with the newest session and have its prices on that day. */
function daysUpTo(sessions: readonly MinuteBars[], seed: number): DailyBars {
  const newest = sessions.at(-1);
  const bars = dailyOf(320, newest?.day ?? 0, seed);
  const scale = (newest?.close[0] ?? 1) / (bars.close[318] ?? 1);
  const scaled = (values: Float64Array): Float64Array => values.map((value) => value * scale);
  const [open, high, low, close] = [scaled(bars.open), scaled(bars.high), scaled(bars.low), scaled(bars.close)];
  close[319] = newest?.close.at(-1) ?? NaN;
  high[319] = Math.max(...(newest?.high ?? []));
  low[319] = Math.min(...(newest?.low ?? []));
  return { ...bars, open, high, low, close, adjClose: close };
}

function read(bars: DailyBars, sessions: readonly MinuteBars[], trades?: MinuteTrades): DaySignal {
  const found = daySignal({ bars, sessions, trades, composite: composite(bars, sessions) });
  if (found === null) throw new Error('there is no day signal');
  return found;
}

/** Trades of a session, a share of each minute bought. */
function tradesOf({ day, minutes, volume }: MinuteBars, share: number): MinuteTrades {
  return {
    day,
    minutes,
    trades: volume.map(() => 1),
    bought: volume.map((shares) => share * shares),
    sold: volume.map((shares) => (1 - share) * shares),
    unknown: volume.map(() => 0),
  };
}

/** The first bars of a session. */
const upTo = (session: MinuteBars, count: number): MinuteBars => ({
  ...session,
  minutes: session.minutes.slice(0, count),
  open: session.open.slice(0, count),
  high: session.high.slice(0, count),
  low: session.low.slice(0, count),
  close: session.close.slice(0, count),
  volume: session.volume.slice(0, count),
});

describe('day signal', () => {
  it('is the plain computation, for 30 invented sessions of both sides', () => {
    const labels = new Set<string>();
    for (let seed = 1; seed <= 30; seed += 1) {
      const all = walks(6, seed);
      // Every other session is still trading.
      const sessions = seed % 2 === 0 ? all : all.map((each, i) => (i === 5 ? upTo(each, 200 + seed) : each));
      const bars = daysUpTo(sessions, seed);
      const { compositeScore, microstructure } = composite(bars, sessions);
      // Of every third one trades are stored, 40% to 60% of them bought.
      const bought = seed % 3 === 0 ? 0.4 + seed / 150 : null;
      const newest = sessions.at(-1);
      if (newest === undefined) throw new Error('There is no session.');
      const found = read(bars, sessions, bought === null ? undefined : tradesOf(newest, bought));
      expect(found.microstructure.orderFlowBasis).toBe(bought === null ? 'prices' : 'trades');
      const expected = plainDaySignal(
        plainDays(bars),
        plainMinutes(sessions),
        compositeScore ?? NaN,
        microstructure.health?.label ?? '',
        bought === null ? undefined : 2 * bought - 1,
      );
      const { signal: one, context, risk, modifiers } = found.layers;
      [one, context, risk, modifiers].forEach((layer, i) =>
        expect(layer?.score).toBeCloseTo(expected.layers[i] ?? NaN, 9),
      );
      expect(found.score).toBeCloseTo(expected.score, 9);
      expect(found.vwap?.value).toBeCloseTo(expected.vwap, 9);
      expect(found.vwap?.distancePct).toBeCloseTo(expected.distancePct, 9);
      expect(found.openingRange).toMatchObject(expected.range);
      labels.add(found.label);
      if (found.direction === 'flat')
        expect(found).toMatchObject({ tradePlan: null, tradePlanReason: 'The signal is neutral.' });
      else
        for (const key of ['entry', 'stop', 'target', 'rewardToRisk'] as const)
          expect(found.tradePlan?.[key]).toBeCloseTo(expected.plan[key], 9);
    }
    expect(labels.size).toBeGreaterThan(3);
  });

  it('of equal prices has them at the average, whatever rounding makes of it', () => {
    const sessions = walks(6, 1);
    const flat = sessions.map((each) => {
      const price = each.close.map(() => 129.21);
      return { ...each, open: price, high: price, low: price, close: price };
    });
    const { vwap } = read(daysUpTo(flat, 1), flat);
    expect([vwap?.distancePct, vwap?.position]).toEqual([0, 'at']);
  });

  it('is the composite alone without minute bars, and says why measures are missing', () => {
    const sessions = walks(6, 1);
    const bars = daysUpTo(sessions, 1);
    const found = read(bars, []);
    expect(found.score).toBe(composite(bars, []).compositeScore);
    expect(found.layers).toMatchObject({ signal: null, context: { weight: 1 }, risk: null, modifiers: null });
    expect([found.vwap, found.openingRange, found.tradePlan]).toEqual([null, null, null]);
    expect(found.tradePlanReason).toBe('No minute bars are stored.');
    const old = [{ ...(sessions[5] as MinuteBars), day: (sessions[5] as MinuteBars).day - 30 }];
    expect(read(bars, old).tradePlanReason).toMatch(
      /^The newest minute bars are of \d{4}-\d{2}-\d{2}, the last session is \d{4}-\d{2}-\d{2}\.$/,
    );
    expect(found.microstructure.missing.find(({ metric }) => metric === 'vpin')?.reason).toBe(
      'No minute bars are stored.',
    );
  });

  it('has a forming opening range in the first half hour, and none if nothing traded in it', () => {
    const bars = dailyOf(320, walks(1, 1)[0]?.day ?? 0, 4);
    const minutesFrom = (from: number, count: number): MinuteBars => ({
      ...sessionOf(
        '2025-06-03',
        Array.from({ length: count }, (_, i) => [OPEN + from + i, [50, 50 + (i % 3)], 100] as const),
      ),
      day: bars.days[319] ?? 0,
    });
    const early = read(bars, [minutesFrom(0, 29)]);
    expect(early.openingRange).toMatchObject({ high: 52, low: 50, status: 'forming' });
    // Fewer than 30 minutes have no measures.
    expect(early.layers.signal).toBeNull();
    expect(read(bars, [minutesFrom(0, 30)]).openingRange?.status).toBe('below');
    expect(read(bars, [minutesFrom(30, 60)]).openingRange).toBeNull();
  });

  it('has no plan once more than five sessions have closed since its prices', () => {
    const [tradePlan, label] = [{ entry: 50, stop: 49, target: 52, rewardToRisk: 2 }, 'Buy' as const];
    const signal = { label, tradePlan, tradePlanReason: null };
    const at = (instant: string) => withCurrentPlan(signal, Date.parse('2025-06-27T20:00:00Z'), Date.parse(instant));
    // The fourth of July is a holiday: the fifth session after the 27th of June closes on the 7th of July.
    expect([at('2025-06-27T20:00:00Z'), at('2025-07-07T20:00:00Z'), at('2025-07-08T19:59:00Z')]).toEqual([
      signal,
      signal,
      signal,
    ]);
    expect(at('2025-07-08T20:00:00Z')).toEqual({
      label,
      tradePlan: null,
      tradePlanReason: 'The newest prices are of 2025-06-27: a plan needs current ones.',
    });
    const without = { ...signal, tradePlan: null, tradePlanReason: 'The signal is neutral.' };
    expect(withCurrentPlan(without, 0, Date.parse('2025-07-08T20:00:00Z'))).toBe(without);
  });

  it('is null without any bar with a price', () => {
    const bars = dailyOf(320, 20_000, 2);
    const priced = composite(bars, []);
    expect(daySignal({ bars, sessions: [], composite: { ...priced, compositeScore: null, label: null } })).toBeNull();
  });
});

describe('trade plan', () => {
  const LONG: PlanInput = {
    direction: 'long',
    last: 100,
    atr: 4,
    levels: [99, 97.5, 101],
    range: { high: 101, low: 98 },
  };
  it.each([
    ['stops at the nearest level behind it', LONG, [99, 102, 2]],
    [
      'mirrors for a short',
      { ...LONG, direction: 'short', levels: [101, 102.5, 99], range: { high: 102, low: 99 } } as const,
      [101, 98, 2],
    ],
    [
      'keeps a quarter of the average true range to a level that is too near',
      { ...LONG, levels: [99.9] },
      [99, 102, 2],
    ],
    ['goes one average true range at most', { ...LONG, levels: [90], range: null }, [96, 104, 1]],
    [
      'has little left to gain once the session has used its range up',
      { ...LONG, levels: [97], range: { high: 101, low: 94 } },
      [97, 101, 1 / 3],
    ],
  ] as const)('%s', (_what, input, [stop, target, rewardToRisk]) => {
    expect(tradePlan(input)).toEqual({ entry: 100, stop, target, rewardToRisk });
  });

  it.each([
    [{ ...LONG, direction: 'flat' } as const, 'The signal is neutral.'],
    [{ ...LONG, atr: Number.NaN }, 'Fewer than 15 sessions are stored, or prices do not move: no average true range.'],
    [{ ...LONG, last: 1, levels: [] }, 'The average true range is larger than the price.'],
  ])('is a reason where there is none', (input, reason) => {
    expect(tradePlan(input)).toBe(reason);
  });
});
