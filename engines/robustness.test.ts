import { describe, expect, it } from '@jest/globals';
import { notFinite } from '../test/independent/closeness.js';
import { appleRows } from '../test/independent/datasets.js';
import { barsOf, type Row } from '../test/independent/rows.js';
import { backtest } from './backtest.js';
import { longerBars } from './bar-intervals.js';
import type { DailyBars } from '../calendar/bars.js';
import { breadthCounter } from './breadth.js';
import { cohortCounter } from './cohorts.js';
import { dca } from './dca.js';
import { earningsCalendar } from './earnings-calendar.js';
import { earningsSetup } from './earnings-setup.js';
import { gapStats } from './gaps.js';
import { microstructure } from './microstructure/microstructure.js';
import { moodSeries } from './mood.js';
import { seasonality } from './seasonality.js';
import { signal } from './signal/signal.js';
import { STRATEGY_IDS } from './strategies.js';
import type { RatingAction } from './rating-actions.js';
import { streetGrades } from './street-grades.js';

/** The columns as lists, whose numbers are compared one by one. */
function rowsOf(bars: DailyBars): unknown {
  return Object.values(bars).map((column: Float64Array | Int32Array) => [...column]);
}

const ENGINES: Readonly<Record<string, (bars: DailyBars) => unknown>> = {
  seasonality: (bars) => seasonality(bars),
  gapStats,
  streetGrades(bars) {
    const actions = Array.from(
      bars.days.filter((_, index) => index % 9 === 0),
      (day): RatingAction => ({
        day: day + 1,
        firm: `Firm ${day % 4}`,
        firmKey: `firm${day % 4}`,
        action: day % 2 === 0 ? 'upgrade' : 'downgrade',
        fromGrade: null,
        toGrade: 'Buy',
        toStance: 'buy_like',
        priceTarget: 80,
      }),
    );
    return streetGrades({ bars, splits: [{ day: bars.days[20] ?? 0, ratio: 2 }], actions, benchmark: bars });
  },
  earningsSetup(bars) {
    const today = (bars.days.at(-1) ?? 20_000) + 1;
    const reports = [...bars.days]
      .filter((_, index) => index % 63 === 9)
      .map((filingDay, index) => ({
        fiscalYear: 2010 + Math.floor(index / 4),
        fiscalQuarter: (index % 4) + 1,
        periodEnd: filingDay - 30,
        filingDay,
        acceptedAt: null,
        epsBasic: 1,
        epsBasicDay: filingDay,
        epsDiluted: 1,
        epsDilutedDay: filingDay,
        revenue: 1,
        netIncome: -1,
        currency: 'USD',
        missing: {},
        shownSplits: [],
      }));
    const quotes = (['call', 'put'] as const).map((optionType) => ({
      strike: 60,
      optionType,
      bid: 4,
      ask: 5,
      minute: null,
      underlyingPrice: null,
    }));
    const calendar = { ...earningsCalendar({ reports, splits: [], today }), daysUntilEarnings: 9 };
    const chain = { day: today - 1, expiry: today + 20, quotes, hasSpot: true };
    return earningsSetup({ bars, splits: [], reports, actions: [], calendar, chain, today });
  },
  weeks: (bars) => rowsOf(longerBars(bars, 'WEEK')),
  months: (bars) => rowsOf(longerBars(bars, 'MONTH')),
  dca: (bars) => dca(bars, { monthlyAmount: 500, years: 15 }, { ticker: 'SPY', bars }),
  signal: (bars) => signal({ bars, sessions: [], benchmark: bars, fundamentals: null, optionsFlow: null }),
  // What is stored has a bar.
  microstructure: (bars) => (bars.days.length === 0 ? null : microstructure(bars, [])),
  mood(bars) {
    const breadth = breadthCounter(bars.days);
    breadth.add(bars);
    // NaN means no score; nothing else may replace it.
    return [...moodSeries(bars, breadth.counts, bars).score].map((score) => (Number.isNaN(score) ? null : score));
  },
  cohorts(bars) {
    const counter = cohortCounter();
    counter.add({ days: bars.days, score: Float64Array.from(bars.days, (day) => (day * 37) % 101) }, bars);
    counter.add(
      { days: bars.days, score: Float64Array.from(bars.days, (day) => (day * 53) % 101) },
      { days: bars.days, adjClose: bars.close },
    );
    return counter.evidence();
  },
  ...Object.fromEntries(STRATEGY_IDS.map((id) => [`backtest ${id}`, (bars: DailyBars) => backtest(bars, id, 10)])),
};

const rows = appleRows().slice(0, 600);
const everyTenth = (change: (row: Row) => Row) => rows.map((row, i) => (i % 10 === 7 ? change(row) : row));
const constant = (row: Row): Row => ({ ...row, open: 7, high: 7, low: 7, close: 7, adj: 7 });

const HISTORIES: Readonly<Record<string, Row[]>> = {
  'no bars': [],
  'one bar': rows.slice(0, 1),
  'two bars': rows.slice(0, 2),
  'a short history': rows.slice(0, 40),
  'constant prices': rows.map(constant),
  'no volume': rows.map((row) => ({ ...row, volume: 0 })),
  'all zeros': rows.map((row) => ({ ...constant(row), open: 0, high: 0, low: 0, close: 0, adj: 0, volume: 0 })),
  'bars of zeros': everyTenth((row) => ({ ...row, open: 0, high: 0, low: 0, close: 0, adj: 0, volume: 0 })),
  'bars of NaN': everyTenth((row) => ({ ...row, open: NaN, high: NaN, low: NaN, close: NaN, adj: NaN, volume: NaN })),
  'a first and a last bar of zeros': rows.map((row, i) =>
    i === 0 || i === 599 ? { ...row, open: 0, close: 0, adj: 0 } : row,
  ),
  'missing months': rows.filter(({ date }) => !['03', '04', '09'].includes(date.slice(5, 7))),
  'prices of a millionth': rows.map((row) => ({
    ...row,
    open: row.open / 1e8,
    high: row.high / 1e8,
    low: row.low / 1e8,
    close: row.close / 1e8,
    adj: row.adj / 1e8,
  })),
  'prices of 1e14': rows.map((row) => ({
    ...row,
    open: row.open * 1e12,
    high: row.high * 1e12,
    low: row.low * 1e12,
    close: row.close * 1e12,
    adj: row.adj * 1e12,
  })),
};

describe('every engine', () => {
  it.each(
    Object.keys(ENGINES).flatMap((engine) => Object.keys(HISTORIES).map((history) => [engine, history] as const)),
  )('%s returns no NaN or infinity on %s', (engine, history) => {
    expect(notFinite(ENGINES[engine]?.(barsOf(HISTORIES[history] ?? [])))).toEqual([]);
  });

  it.each(Object.keys(ENGINES))('%s does not modify the shared bars', (engine) => {
    const bars = barsOf(rows);
    ENGINES[engine]?.(bars);
    expect(bars).toEqual(barsOf(rows));
  });
});
