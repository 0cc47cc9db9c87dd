import { describe, expect, it } from '@jest/globals';
import type { MinuteBars } from '../../calendar/bars.js';
import type { MinuteTrades } from '../../calendar/trades.js';
import { hasExternalData } from '../../test/independent/datasets.js';
import { leanSession } from '../../test/independent/minutes.js';
import { leanTrades, plainTradeFlow, sharesOf, type PlainTrade } from '../../test/independent/trades.js';
import { dailyOf, plainMinutes, walks } from '../fixtures/minute-walks.js';
import { minuteTape } from '../minute-tape.js';
import { microstructure } from './microstructure.js';
import { tradeFlow } from './trade-flow.js';
import { NO_TICK, tickAfter, tradeSide } from './trade-side.js';

/** Trades as they are stored, by the rule of sides and a running tick. */
function stored(day: number, trades: readonly PlainTrade[]): MinuteTrades {
  const rows = new Map<number, { trades: number; bought: number; sold: number; unknown: number }>();
  let tick = NO_TICK;
  for (const { minute, price, size, bid, ask } of trades) {
    tick = tickAfter(tick, price);
    const row = rows.get(minute) ?? { trades: 0, bought: 0, sold: 0, unknown: 0 };
    row.trades += 1;
    row[tradeSide(price, Number.isNaN(bid + ask) ? null : (bid + ask) / 2, tick).side] += size;
    rows.set(minute, row);
  }
  const column = (name: 'trades' | 'bought' | 'sold' | 'unknown') =>
    Float64Array.from(rows.values(), (row) => row[name]);
  return {
    day,
    minutes: Int32Array.from(rows.keys()),
    trades: column('trades'),
    bought: column('bought'),
    sold: column('sold'),
    unknown: column('unknown'),
  };
}

/** Two trades a minute of an invented session: its first and its last price, with a quote beside the second. */
function invented(session: MinuteBars): PlainTrade[] {
  return plainMinutes([session]).flatMap(({ minute, open, close, volume }, i) => [
    { minute, price: open, size: volume / 2, bid: NaN, ask: NaN },
    { minute, price: close, size: volume / 2, bid: close - 0.01 * (i % 3), ask: close + 0.01 },
  ]);
}

const REAL = ['2013-10-07', '2013-10-08', '2013-10-10'].flatMap((date) =>
  ['aig', 'bac'].map((ticker) => [ticker, date] as const),
);
const CASES: readonly (readonly [string, () => readonly [MinuteBars | null, PlainTrade[]]])[] = [
  ...[1, 2, 3].map((seed) => {
    const [session = null] = walks(1, seed);
    return [`walk ${seed}`, () => [session, session === null ? [] : invented(session)] as const] as const;
  }),
  ...(hasExternalData
    ? REAL.map(
        ([ticker, date]) =>
          [
            `${ticker} on ${date}`,
            () => [leanSession(ticker, date), leanTrades(ticker, date.replaceAll('-', ''))] as const,
          ] as const,
      )
    : []),
];

describe('flow of trades', () => {
  it.each(CASES)('of %s matches a plain computation', (_name, read) => {
    const [session, trades] = read();
    const tape = session === null ? null : minuteTape(session);
    if (session === null || tape === null) throw new Error('The session has no regular minutes.');
    const all = stored(session.day, trades);
    for (const side of ['bought', 'sold'] as const)
      all.minutes.forEach((minute, i) =>
        expect(all[side][i]).toBe(sharesOf(trades, minute, side === 'bought' ? 1 : -1)),
      );
    const changes = new Map(Array.from(tape.minutes, (minute, i) => [minute, tape.changes[i] ?? NaN]));
    const plain = plainTradeFlow(trades, changes);
    const found = tradeFlow(all, tape);
    expect(found?.orderFlowImbalance).toBeCloseTo(plain.orderFlowImbalance, 12);
    expect(found?.institutionalFlow.buyPct).toBeCloseTo(plain.buyPct, 9);
    expect(found?.institutionalFlow.sellPct).toBeCloseTo(100 - plain.buyPct, 9);
    expect((found?.kyleLambda ?? NaN) / plain.kyleLambda).toBeCloseTo(1, 9);
    expect(found?.cumulativeVolumeDelta.length).toBe(78);
    expect(found?.cumulativeVolumeDelta.at(-1)).toEqual({ minute: 960, value: expect.closeTo(plain.delta, 6) });
  });

  const even = (count: number, from = 570, sides: readonly [number, number, number] = [60, 40, 0]): MinuteTrades => ({
    day: 20_240,
    minutes: Int32Array.from({ length: count }, (_, i) => from + i),
    trades: new Float64Array(count).fill(3),
    bought: new Float64Array(count).fill(sides[0]),
    sold: new Float64Array(count).fill(sides[1]),
    unknown: new Float64Array(count).fill(sides[2]),
  });

  it('counts regular hours alone, needs 30 minutes of them, and no minute bars but for Kyle’s lambda', () => {
    expect(tradeFlow(even(30), undefined)).toEqual({
      orderFlowImbalance: 0.2,
      institutionalFlow: { buyPct: 60, sellPct: 40 },
      cumulativeVolumeDelta: [575, 580, 585, 590, 595, 600].map((minute, i) => ({ minute, value: 100 * (i + 1) })),
      kyleLambda: null,
    });
    expect(tradeFlow(even(29), undefined)).toBeNull();
    expect(tradeFlow(even(60, 960), undefined)).toBeNull();
    expect(tradeFlow(even(40, 560), undefined)?.cumulativeVolumeDelta.at(-1)).toEqual({ minute: 600, value: 600 });
  });

  it('is null where fewer than half of the shares have a known side', () => {
    expect(tradeFlow(even(60, 570, [30, 20, 50]), undefined)?.orderFlowImbalance).toBeCloseTo(0.1, 12);
    expect(tradeFlow(even(60, 570, [30, 19, 51]), undefined)).toBeNull();
    expect(tradeFlow(even(60, 570, [0, 0, 0]), undefined)).toBeNull();
  });
});

describe('microstructure', () => {
  const sessions = walks(3, 1);
  const newest = sessions.at(-1);
  if (newest === undefined) throw new Error('There is no session.');
  const bars = dailyOf(400, newest.day, 5);
  const trades = stored(newest.day, invented(newest));

  it('has sides of the session’s trades, and the estimate without them or with a part of them', () => {
    const without = microstructure(bars, sessions);
    const withTrades = microstructure(bars, sessions, undefined, trades);
    const FROM_TRADES = ['orderFlowImbalance', 'institutionalFlow', 'cumulativeVolumeDelta', 'kyleLambda'] as const;
    expect([without.orderFlowBasis, withTrades.orderFlowBasis, withTrades.basis]).toEqual([
      'prices',
      'trades',
      'minute',
    ]);
    for (const name of FROM_TRADES) expect(withTrades[name]).not.toEqual(without[name]);
    expect({ ...withTrades, ...Object.fromEntries(FROM_TRADES.map((name) => [name, without[name]])) }).toEqual({
      ...without,
      orderFlowBasis: 'trades',
    });
    const part = { ...trades, bought: trades.bought.map((n) => n / 4), sold: trades.sold.map((n) => n / 4) };
    for (const given of [{ ...trades, day: newest.day - 1 }, part])
      expect(microstructure(bars, sessions, undefined, given)).toEqual(without);
  });

  it('has sides of trades without minute bars, too, and says what is missing', () => {
    const { basis, orderFlowBasis, orderFlowImbalance, kyleLambda, missing } = microstructure(
      bars,
      [],
      undefined,
      trades,
    );
    expect([basis, orderFlowBasis, typeof orderFlowImbalance, kyleLambda, missing.length]).toEqual([
      'daily',
      'trades',
      'number',
      null,
      12,
    ]);
    expect(missing.find(({ metric }) => metric === 'kyle_lambda')?.reason).toBe('No minute bars are stored.');
    expect(microstructure(bars, []).orderFlowBasis).toBeNull();
  });
});
