import { describe, expect, it } from '@jest/globals';
import { parseIsoDate } from '../../calendar/days.js';
import { notFinite } from '../../test/independent/closeness.js';
import { appleRows, realHistories } from '../../test/independent/datasets.js';
import { sessionOf } from '../../test/independent/minutes.js';
import { barsOf, type Row } from '../../test/independent/rows.js';
import { quote } from './quote.js';
import { signal } from './signal.js';

const GIVEN = { benchmark: null, fundamentals: null, optionsFlow: null };

function row(date: string, close: number, volume = 100): Row {
  return { date, open: close, high: close, low: close, close, adj: close / 2, volume };
}

const daily = barsOf([row('2024-03-01', 10), row('2024-03-04', 11, 700)]);

describe('quote', () => {
  it('compares the last daily bar with the previous one, on split-adjusted prices', () => {
    expect(quote(daily, [])).toEqual({
      last: 11,
      previousClose: 10,
      change: 1,
      changePct: 10,
      vwap: null,
      volume: 700,
      afterHours: null,
      open: 11,
      high: 11,
      low: 11,
      session: '2024-03-04',
      asOf: '2024-03-04T21:00:00.000Z',
      currency: 'USD',
    });
  });

  it('takes VWAP and the after-hours price from minute bars of the same day', () => {
    const session = sessionOf('2024-03-04', [
      [570, 10, 100],
      [959, 12, 100],
      [1000, 11.5, 5],
    ]);
    const answer = quote(daily, [session]);
    expect(answer).toMatchObject({
      last: 11,
      previousClose: 10,
      vwap: 11,
      volume: 700,
      afterHours: 11.5,
      asOf: '2024-03-04T21:41:00.000Z',
    });
  });

  it('uses a minute session newer than the last daily bar', () => {
    const session = sessionOf('2024-03-05', [
      [500, 9, 10],
      [570, 12, 20],
      [600, 22, 30],
    ]);
    expect(quote(daily, [session])).toEqual({
      last: 22,
      previousClose: 11,
      change: 11,
      changePct: 100,
      vwap: 18,
      volume: 60,
      afterHours: null,
      open: 12,
      high: 22,
      low: 12,
      session: '2024-03-05',
      asOf: '2024-03-05T15:01:00.000Z',
      currency: 'USD',
    });
    const premarket = quote(daily, [sessionOf('2024-03-05', [[500, 9, 10]])]);
    expect(premarket).toMatchObject({ last: 9, open: 9, high: 9, low: 9, vwap: null, afterHours: null });
  });

  // Daily bars end on Monday 4 March.
  it('compares a newer minute session with the session before it, from its minutes where its daily bar is missing', () => {
    const tuesday = sessionOf('2024-03-05', [
      [570, 12, 20],
      [959, 15, 20],
      [1000, 16, 20],
    ]);
    const wednesday = sessionOf('2024-03-06', [[570, 18, 10]]);
    expect(quote(daily, [tuesday, wednesday])).toMatchObject({ last: 18, previousClose: 15, change: 3, changePct: 20 });
    // Monday's close is not Tuesday's, unless minutes from Monday on say that nothing traded on Tuesday.
    expect(quote(daily, [wednesday])).toMatchObject({ last: 18, previousClose: null, change: null, changePct: null });
    const monday = sessionOf('2024-03-04', [[570, 10, 10]]);
    expect(quote(daily, [monday, wednesday])).toMatchObject({ last: 18, previousClose: 11, change: 7 });
  });

  it('ignores minute bars older than the last daily bar', () => {
    expect(quote(daily, [sessionOf('2024-03-01', [[570, 99, 10]])])).toEqual(quote(daily, []));
  });

  it('is null without any price', () => {
    expect(quote(barsOf([]), [])).toBeNull();
    expect(quote(barsOf([row('2024-03-01', 0)]), [])).toBeNull();
  });
});

describe('signal', () => {
  it('assembles the composite of the factors that have data', () => {
    const result = signal({ bars: barsOf(appleRows()), sessions: [], ...GIVEN });
    expect(result?.asOf).toBe('2018-05-11T20:00:00.000Z');
    const { technical, momentum, ...others } = result?.scores ?? {};
    expect(others).toEqual({ fundamentals: null, microstructure: null, optionsFlow: null });
    expect(technical?.weight).toBeCloseTo(0.3 / 0.55, 12);
    expect(momentum?.weight).toBeCloseTo(0.25 / 0.55, 12);
    expect(result?.compositeScore).toBeCloseTo(
      ((technical?.score ?? 0) * 0.3 + (momentum?.score ?? 0) * 0.25) / 0.55,
      9,
    );
    expect(technical?.details).toEqual(result?.indicators);
  });

  it('covers more of the model with 3,000 bars than with 30', () => {
    const dateOf = (i: number): string => new Date(Date.UTC(2010, 0, 1 + i)).toISOString().slice(0, 10);
    const priceOf = (i: number): number => 100 + 10 * Math.sin(i) + i / 50;
    const rows = Array.from({ length: 3_000 }, (_, i) => row(dateOf(i), priceOf(i), 100 + (i % 7)));
    const of = (length: number) => signal({ bars: barsOf(rows.slice(0, length)), sessions: [], ...GIVEN });
    const [thin, full] = [of(30), of(3_000)];
    // Of 30 bars: close over SMA 20 and RSI, 0.15 each; the last month and the last session, 0.2 and 0.1.
    expect(thin?.coverage).toBeCloseTo(0.3 * 0.3 + 0.25 * 0.3, 12);
    expect(full?.coverage).toBeCloseTo(0.55, 12);
    for (const { confidence, coverage, agreement } of [thin, full].filter((read) => read !== null)) {
      expect(confidence).toBeCloseTo(100 * coverage * agreement, 9);
    }
  });

  it('includes given factors and the session of the quote', () => {
    const minutes = Array.from({ length: 60 }, (_, k) => [570 + k, 11 + k / 100 + Math.sin(k) / 50, 100] as const);
    const day = parseIsoDate('2024-02-27') ?? 0;
    const chain = {
      day,
      volatilitySpread: -0.01,
      pairs: 1,
      isWeighted: true,
      volatilitySmirk: 0.05 - 0.05 * Math.log(0.25),
      missing: null,
    };
    const known = Int32Array.of(parseIsoDate('2024-02-20') ?? 0);
    const fundamentals = {
      days: known,
      knownFrom: known,
      earnings: Float64Array.of(Math.log(4)),
      revenue: Float64Array.of(Number.NaN),
    };
    const given = { bars: daily, benchmark: null, fundamentals, optionsFlow: [chain] };
    const fresh = signal({ ...given, sessions: [sessionOf('2024-03-04', minutes)] });
    expect(fresh?.scores).toMatchObject({
      technical: null,
      momentum: null,
      fundamentals: null,
      optionsFlow: { score: 35 },
    });
    expect(fresh?.optionsFlow).toMatchObject({
      chainDay: '2024-02-27',
      volatilitySpreadPct: -1,
      pairs: 1,
      missing: null,
    });
    const old = signal({ ...given, optionsFlow: [{ ...chain, day: day - 5 }], sessions: [] });
    expect([old?.scores.optionsFlow, old?.optionsFlow.missing]).toEqual([null, 'chain_too_old']);
    expect(fresh?.scores.microstructure?.score).toBe(fresh?.microstructure.score);
    expect(fresh?.scores.microstructure?.weight).toBeCloseTo(0.15 / 0.25, 12);
    const stale = signal({ ...given, sessions: [sessionOf('2024-03-01', minutes)] });
    expect(stale?.microstructure).toEqual({ score: null, health: null, bias: null });
  });

  it('reads reports beside prices alone, which have their score and weight then', () => {
    const rows = Array.from({ length: 60 }, (_, k) =>
      row(new Date(Date.UTC(2024, 0, 1 + k)).toISOString().slice(0, 10), 10 + Math.sin(k)),
    );
    const known = Int32Array.of(parseIsoDate('2024-02-20') ?? 0);
    const fundamentals = {
      days: known,
      knownFrom: known,
      earnings: Float64Array.of(Math.log(4)),
      revenue: Float64Array.of(Number.NaN),
    };
    const of = (count: number) => signal({ ...GIVEN, bars: barsOf(rows.slice(0, count)), sessions: [], fundamentals });
    expect(of(60)?.scores.fundamentals).toEqual({
      score: expect.closeTo(80, 9),
      weight: expect.any(Number),
      details: { earningsSurprise: Math.log(4), revenueSurprise: null, knownFrom: '2024-02-20' },
    });
    const alone = signal({ ...GIVEN, bars: barsOf([row('2024-03-04', 11)]), sessions: [], fundamentals });
    expect([alone?.label, alone?.compositeScore, alone?.scores.fundamentals]).toEqual([null, null, null]);
  });

  it('has no score and no label on one bar, and is null on none', () => {
    const result = signal({ bars: barsOf([row('2024-03-01', 10)]), sessions: [], ...GIVEN });
    expect(result).toMatchObject({
      label: null,
      compositeScore: null,
      confidence: 0,
      quote: { last: 10, previousClose: null, change: null, changePct: null },
      indicators: { rsi: null, sma20: null, sma50: null, sma200: null, macdHistogram: null },
      scores: { technical: null, momentum: null },
    });
    expect(signal({ bars: barsOf([]), sessions: [], ...GIVEN })).toBeNull();
  });

  it.each(realHistories())('contains no NaN and no infinity over $name', ({ rows }) => {
    for (const length of [1, 2, 15, 21, 40, 210, rows.length]) {
      const result = signal({ bars: barsOf(rows.slice(0, length)), sessions: [], ...GIVEN });
      expect(result).not.toBeNull();
      expect(notFinite(result)).toEqual([]);
    }
  });
});
