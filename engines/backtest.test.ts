import { describe, expect, it } from '@jest/globals';
import { plainBacktest } from '../test/independent/backtest.js';
import { differences, notFinite } from '../test/independent/closeness.js';
import { appleRows, realHistories } from '../test/independent/datasets.js';
import { barsOf, type Row } from '../test/independent/rows.js';
import { backtest, type Backtest } from './backtest.js';
import { STRATEGY_IDS, type StrategyId } from './strategies.js';

const histories = realHistories().filter(({ rows }) => rows.length >= 260);

function flat(count: number, price: number): Row[] {
  return Array.from({ length: count }, (_, i) => ({
    date: new Date(Date.UTC(2020, 0, 1 + i)).toISOString().slice(0, 10),
    open: price,
    high: price,
    low: price,
    close: price,
    adj: price,
    volume: 0,
  }));
}

function done(rows: readonly Row[], strategy: StrategyId, years: number, costBasisPoints = 0): Backtest {
  const result = backtest(barsOf(rows), strategy, years, costBasisPoints);
  if ('ok' in result) throw new Error(result.message);
  return result;
}

describe('backtest', () => {
  it.each(histories.flatMap((history) => STRATEGY_IDS.map((strategy) => ({ ...history, strategy }))))(
    'agrees with a plain computation of $strategy over $name',
    ({ rows, strategy }) => {
      for (const [years, cost] of [
        [1, 0],
        [10, 0],
        [10, 12.5],
      ] as const) {
        const { curve, ...numbers } = done(rows, strategy, years, cost);
        const { curve: whole, ...expected } = plainBacktest(rows, strategy, years, cost);
        expect(differences(numbers, expected)).toEqual([]);
        expect(
          differences(
            curve,
            curve.map(({ index }) => whole[index]),
          ),
        ).toEqual([]);
      }
    },
  );

  it('keeps at most 250 curve points, from 1 at the first session to the last, evenly spread', () => {
    const rows = appleRows();
    const { curve, from, to } = done(rows, 'trend', 10);
    expect(curve).toHaveLength(250);
    expect(curve[0]).toEqual({
      index: 0,
      date: from,
      strategy: 1,
      buyHold: 1,
      strategyDrawdownPct: 0,
      buyHoldDrawdownPct: 0,
    });
    expect(curve.at(-1)).toMatchObject({ index: rows.length - 1, date: to });
    expect([from, to]).toEqual([rows[0]?.date, rows.at(-1)?.date]);
    const steps = curve.slice(1).map(({ index }, k) => index - (curve[k]?.index ?? 0));
    expect(Math.max(...steps) - Math.min(...steps)).toBeLessThanOrEqual(1);
  });

  it('measures the drawdown of a point from a peak between two points', () => {
    // 600 sessions, so that more than half of them are left out; the peak lasts for one session that is.
    const peak = 302;
    const rows = flat(600, 10).map((row, i) => ({ ...row, adj: i === peak ? 20 : 10 }));
    const { curve, buyHoldMetrics } = done(rows, 'buy_hold', 10);
    expect(curve.some(({ index }) => index === peak)).toBe(false);
    expect(
      curve.filter(({ index }) => index > peak).every(({ buyHoldDrawdownPct }) => buyHoldDrawdownPct === -50),
    ).toBe(true);
    expect(buyHoldMetrics.maxDrawdownPct).toBe(-50);
  });

  it('buys and sells at the closes of the decisions, and leaves the last trade open while it lasts', () => {
    // Below the average of 200 sessions, above it for three, below it again, and above it to the end.
    const prices = [...Array.from({ length: 300 }, () => 10), 9, 11, 12, 13, 8, 8, 11, 12];
    const rows = flat(prices.length, 10).map((row, i) => ({ ...row, adj: prices[i] ?? 0 }));
    const { trades, strategyMetrics } = done(rows, 'trend', 10);
    const [bought, sold, again] = [301, 304, 306].map((i) => rows[i]?.date);
    expect(
      differences(trades, [
        { entryDate: bought, entryPrice: 11, exitDate: sold, exitPrice: 8, sessions: 3, returnPct: (8 / 11 - 1) * 100 },
        {
          entryDate: again,
          entryPrice: 11,
          exitDate: null,
          exitPrice: 12,
          sessions: 1,
          returnPct: (12 / 11 - 1) * 100,
        },
      ]),
    ).toEqual([]);
    expect(strategyMetrics).toMatchObject({ tradeCount: 2, hitRatePct: 50 });
    // Without the last session, the position opened at its close has not earned a return.
    expect(done(rows.slice(0, -1), 'trend', 10).trades).toHaveLength(1);
  });

  it.each(STRATEGY_IDS)('does not use the last session in earlier positions (%s)', (strategy) => {
    const rows = appleRows();
    const jump = rows.with(-1, { ...(rows.at(-1) as Row), adj: 1000 });
    const [actual, other] = [done(rows, strategy, 10), done(jump, strategy, 10)];
    expect(other.curve.slice(0, -1)).toEqual(actual.curve.slice(0, -1));
    expect(other.strategyMetrics.exposurePct).toBe(actual.strategyMetrics.exposurePct);
  });

  it('refuses fewer than 260 stored closes and accepts 260', () => {
    const message = 'A backtest needs at least 260 daily closes; 259 are stored.';
    expect(backtest(barsOf(appleRows().slice(0, 259)), 'trend', 1)).toEqual({
      ok: false,
      status: 'insufficient_data',
      message,
    });
    expect(done(appleRows().slice(0, 260), 'trend', 1)).toMatchObject({ strategy: 'trend', years: 1 });
    expect(backtest(barsOf([]), 'macd', 5)).toMatchObject({ status: 'insufficient_data' });
  });

  it.each(STRATEGY_IDS)('has no Sharpe, no edge and only finite numbers on constant prices (%s)', (strategy) => {
    const result = done(flat(600, 10), strategy, 1);
    expect(notFinite(result)).toEqual([]);
    expect(result.strategyMetrics).toMatchObject({ totalReturnPct: 0, sharpe: null, maxDrawdownPct: 0 });
    expect(result.walkForward).toMatchObject({
      trainSharpe: null,
      testSharpe: null,
      verdict: 'NO_EDGE',
      positiveWindows: 0,
    });
  });

  it('treats rounding noise as no variation when a price grows at a constant rate', () => {
    const rows = flat(400, 1).map((row, i) => ({ ...row, adj: 1.01 ** i }));
    expect(done(rows, 'buy_hold', 1).strategyMetrics.sharpe).toBeNull();
  });
});

it.each([9.3, 10.1, 13.37, 7.77, 99.9])(
  'a window that ends at the price it began with is not positive: between 10 and %d',
  (price) => {
    const rows = flat(401, 10).map((row, i) => ({ ...row, adj: i % 2 === 1 ? price : 10 }));
    expect(done(rows, 'buy_hold', 10).walkForward.positiveWindows).toBe(0);
  },
);
