import { describe, expect, it } from '@jest/globals';
import { isoDate } from '../../calendar/days.js';
import { plainBreaches, type PlainDay } from '../../test/independent/breaches.js';
import { appleRows, externalFile, hasExternalData } from '../../test/independent/datasets.js';
import { plainStep } from '../../test/independent/hmm.js';
import { barsOf, readRows, type Row } from '../../test/independent/rows.js';
import { jointHistory, type Closes, type JointHistory } from './joint-history.js';
import { kupiecP } from './kupiec.js';
import { breachRecord } from './past-breaches.js';
import { Random } from './random.js';
import { fitRegimes, type RegimeFit } from './regime.js';

function historyOf(bars: Closes, years: number): JointHistory {
  const history = jointHistory([{ ticker: 'X', valueUsd: 1, bars }], years);
  if ('ok' in history) throw new Error(history.message);
  return history;
}

function fitOf(benchmark: Closes, years: number): RegimeFit {
  const fit = fitRegimes(benchmark, years);
  if (fit === null) throw new Error('no regimes');
  return fit;
}

/** The days as a plain list; the ticker is its own benchmark. */
function plainDays(rows: readonly Row[], fit: RegimeFit): PlainDay[] {
  const returns = rows.slice(1).map(({ adj }, i) => adj / (rows[i]?.adj ?? Number.NaN) - 1);
  const { filtered } = plainStep(returns, { ...fit.hmm.parameters, initial: fit.stationary }, 0);
  return returns.map((simple, i) => ({ start: rows[i]?.date ?? '', end: rows[i + 1]?.date ?? '', log: Math.log(1 + simple), stressed: filtered[i] ?? Number.NaN }));
}

const CASES: readonly (readonly [string, () => readonly Row[], number, number])[] = [
  ['AAPL', appleRows, 2, 21],
  ['AAPL', appleRows, 1, 63],
  ...(hasExternalData ? [['SPY', () => readRows(externalFile('daily_etf_yahoo', 'SPY.csv')).slice(-3000), 5, 21] as const] : []),
];

describe('past breaches', () => {
  it.each(CASES)('of %s match a plain walk through its dates, by independent days and by regimes', (_name, read, lookbackYears, horizonDays) => {
    const rows = read();
    const bars = barsOf(rows);
    const fit = fitOf(bars, lookbackYears);
    const run = { history: historyOf(bars, lookbackYears), benchmark: bars, horizonDays, lookbackYears, p5Pct: -6 };
    const days = plainDays(rows, fit);
    const { transition } = fit.hmm.parameters;
    const chain = { toStressed: transition[0][1], toCalm: transition[1][0] };
    const plainly = breachRecord(run, fit, false);
    expect(plainly.plain).toMatchObject(plainBreaches(days, lookbackYears, horizonDays, -6, null));
    expect(plainly.auto).toMatchObject(plainBreaches(days, lookbackYears, horizonDays, -6, chain, null));
    expect(breachRecord(run, fit, true).auto).toMatchObject(plainBreaches(days, lookbackYears, horizonDays, -6, chain));
    expect(plainly.plain?.dates).toBeGreaterThan(20);
  });

  /** Twelve years of returns whose size alternates between 0.5% and 2% a day, a year each, ending calm. */
  function alternating(): Closes {
    const draws = new Float64Array(3200);
    new Random([1, 6, 1, 8], 0).fillNormal(draws);
    let close = 100;
    return {
      days: Int32Array.from(draws, (_, i) => 10_000 + Math.floor(i / 5) * 7 + (i % 5)),
      adjClose: draws.map((z, i) => (close *= 1 + 0.0002 + z * (Math.floor(i / 252) % 2 === 1 ? 0.02 : 0.005))),
    };
  }

  it('find the plain quantile too wide on a calm day of a market with regimes, and that of the regimes nearly right', () => {
    const bars = alternating();
    const history = historyOf(bars, 5);
    const fit = fitOf(bars, 5);
    expect([fit.today.state, isoDate(history.days.at(-1) ?? 0)]).toEqual(['calm', '2009-08-21']);
    // The 5% quantile of 21 independent days, in deviations of their sum.
    const { plain, auto } = breachRecord({ history, benchmark: bars, horizonDays: 21, lookbackYears: 5, p5Pct: -10 }, fit, false);
    expect(plain?.rate).toBeLessThan(0.03);
    expect(plain?.pValue).toBe(kupiecP(plain?.rate ?? 0, plain?.independent ?? 0, 0.05));
    expect(Math.abs((auto?.rate ?? 0) - 0.05)).toBeLessThan(Math.abs((plain?.rate ?? 0) - 0.05));
  });

  it('are null without a date to test, or without variation', () => {
    const bars = barsOf(appleRows().slice(0, 245));
    expect(breachRecord({ history: historyOf(bars, 5), benchmark: bars, horizonDays: 21, lookbackYears: 5, p5Pct: -6 }, null, false)).toEqual({ plain: null, auto: null });
    const constant = { days: barsOf(appleRows()).days, adjClose: new Float64Array(appleRows().length).fill(5) };
    expect(breachRecord({ history: historyOf(constant, 2), benchmark: bars, horizonDays: 21, lookbackYears: 2, p5Pct: 0 }, null, false)).toEqual({ plain: null, auto: null });
  });
});
