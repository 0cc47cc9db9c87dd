import { describe, expect, it } from '@jest/globals';
import { plainBacktest } from '../test/independent/backtest.js';
import { differences, notFinite } from '../test/independent/closeness.js';
import { appleRows, realHistories } from '../test/independent/datasets.js';
import { barsOf, type Row } from '../test/independent/rows.js';
import { backtest } from './backtest.js';
import { STRATEGY_IDS } from './strategies.js';

const histories = realHistories().filter(({ rows }) => rows.length >= 260);

function flat(count: number, price: number): Row[] {
  return Array.from({ length: count }, (_, i) => ({
    date: new Date(Date.UTC(2020, 0, 1 + i)).toISOString().slice(0, 10),
    open: price, high: price, low: price, close: price, adj: price, volume: 0,
  }));
}

describe('backtest', () => {
  it.each(histories.flatMap((history) => STRATEGY_IDS.map((strategy) => ({ ...history, strategy }))))(
    'agrees with a plain computation of $strategy over $name',
    ({ rows, strategy }) => {
      for (const years of [1, 10]) {
        const { strategyMetrics, buyHoldMetrics, edge, walkForward, curve } = backtest(barsOf(rows), strategy, years);
        const { curve: whole, ...expected } = plainBacktest(rows, strategy, years);
        expect(differences({ strategyMetrics, buyHoldMetrics, edge, walkForward }, expected)).toEqual([]);
        const sampled = (curve ?? []).map(({ i }) => ({ i, strat: whole.strat[i], bh: whole.bh[i] }));
        expect(differences(curve, sampled)).toEqual([]);
      }
    },
  );

  it('keeps at most 250 curve points, from 1 at the first session to the last, evenly spread', () => {
    const curve = backtest(barsOf(appleRows()), 'trend', 10).curve ?? [];
    expect(curve).toHaveLength(250);
    expect(curve[0]).toEqual({ i: 0, strat: 1, bh: 1 });
    expect(curve.at(-1)?.i).toBe(appleRows().length - 1);
    const steps = curve.slice(1).map(({ i }, k) => i - (curve[k]?.i ?? 0));
    expect(Math.max(...steps) - Math.min(...steps)).toBeLessThanOrEqual(1);
  });

  it.each(STRATEGY_IDS)('does not use the last session in earlier positions (%s)', (strategy) => {
    const rows = appleRows();
    const jump = rows.with(-1, { ...(rows.at(-1) as Row), adj: 1000 });
    const [actual, other] = [rows, jump].map((history) => backtest(barsOf(history), strategy, 10));
    expect(other?.curve?.slice(0, -1)).toEqual(actual?.curve?.slice(0, -1));
    expect(other?.strategyMetrics?.exposurePct).toBe(actual?.strategyMetrics?.exposurePct);
  });

  it('refuses fewer than 260 stored closes and accepts 260', () => {
    expect(backtest(barsOf(appleRows().slice(0, 259)), 'trend', 1)).toMatchObject({
      ok: false, status: 'insufficient_data', strategy: 'trend', years: 1, strategyMetrics: null, curve: null,
    });
    expect(backtest(barsOf(appleRows().slice(0, 260)), 'trend', 1)).toMatchObject({ ok: true, status: null, message: null });
    expect(backtest(barsOf([]), 'macd', 5).ok).toBe(false);
  });

  it.each(STRATEGY_IDS)('has no Sharpe, no edge and only finite numbers on constant prices (%s)', (strategy) => {
    const result = backtest(barsOf(flat(600, 10)), strategy, 1);
    expect(notFinite(result)).toEqual([]);
    expect(result.strategyMetrics).toMatchObject({ totalReturnPct: 0, sharpe: null, maxDrawdownPct: 0 });
    expect(result.walkForward).toMatchObject({ trainSharpe: null, testSharpe: null, verdict: 'NO_EDGE', positiveWindows: 0 });
  });

  it('treats rounding noise as no variation when a price grows at a constant rate', () => {
    const rows = flat(400, 1).map((row, i) => ({ ...row, adj: 1.01 ** i }));
    expect(backtest(barsOf(rows), 'buy_hold', 1).strategyMetrics?.sharpe).toBeNull();
  });
});
