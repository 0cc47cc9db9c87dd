import { describe, expect, it } from '@jest/globals';
import { isoDate } from '../../calendar/days.js';
import { plainBreaches, type PlainDay } from '../../test/independent/breaches.js';
import { appleRows, externalFile, hasExternalData } from '../../test/independent/datasets.js';
import { barsOf, readRows, type Row } from '../../test/independent/rows.js';
import { jointHistory, type Closes, type JointHistory } from './joint-history.js';
import { kupiecP } from './kupiec.js';
import { breachRecord } from './past-breaches.js';
import { Random } from './random.js';

function historyOf(bars: Closes, years: number): JointHistory {
  const history = jointHistory([{ ticker: 'X', valueUsd: 1, bars }], years);
  if ('ok' in history) throw new Error(history.message);
  return history;
}

function plainDays(rows: readonly Row[]): PlainDay[] {
  const returns = rows.slice(1).map(({ adj }, i) => adj / (rows[i]?.adj ?? Number.NaN) - 1);
  return returns.map((simple, i) => ({
    start: rows[i]?.date ?? '',
    end: rows[i + 1]?.date ?? '',
    log: Math.log(1 + simple),
  }));
}

const CASES: readonly (readonly [string, () => readonly Row[], number, number])[] = [
  ['AAPL', appleRows, 2, 21],
  ['AAPL', appleRows, 1, 63],
  ...(hasExternalData
    ? [['SPY', () => readRows(externalFile('daily_etf_yahoo', 'SPY.csv')).slice(-3000), 5, 21] as const]
    : []),
];

describe('past breaches', () => {
  it.each(CASES)(
    'of %s match a plain walk through its dates, by independent days and by auto',
    (_name, read, lookbackYears, horizonDays) => {
      const rows = read();
      const run = { history: historyOf(barsOf(rows), lookbackYears), horizonDays, lookbackYears, p5Pct: -6 };
      const days = plainDays(rows);
      const plainly = breachRecord({ ...run, regime: null });
      expect(plainly.plain).toMatchObject(plainBreaches(days, lookbackYears, horizonDays, -6, 'plain'));
      expect(plainly.auto).toMatchObject(plainBreaches(days, lookbackYears, horizonDays, -6, 'auto', 'plain'));
      expect(breachRecord({ ...run, regime: 'auto' }).auto).toMatchObject(
        plainBreaches(days, lookbackYears, horizonDays, -6, 'auto'),
      );
      expect(plainly.plain?.dates).toBeGreaterThan(20);
    },
  );

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

  it('find the plain quantile too wide on a calm day of a market with regimes, and that of auto nearly right', () => {
    const history = historyOf(alternating(), 5);
    expect(isoDate(history.days.at(-1) ?? 0)).toBe('2009-08-21');
    // The 5% quantile of 21 independent days, in deviations of their sum.
    const { plain, auto } = breachRecord({ history, horizonDays: 21, lookbackYears: 5, regime: null, p5Pct: -10 });
    expect(plain?.rate).toBeLessThan(0.03);
    expect(plain?.pValue).toBe(kupiecP(plain?.rate ?? 0, plain?.independent ?? 0, 0.05));
    expect(Math.abs((auto?.rate ?? 0) - 0.05)).toBeLessThan(Math.abs((plain?.rate ?? 0) - 0.05));
  });

  it('are null without a date to test, or without variation', () => {
    const run = { horizonDays: 21, regime: null, p5Pct: -6 };
    expect(
      breachRecord({ ...run, history: historyOf(barsOf(appleRows().slice(0, 245)), 5), lookbackYears: 5 }),
    ).toEqual({ plain: null, auto: null });
    const constant = { days: barsOf(appleRows()).days, adjClose: new Float64Array(appleRows().length).fill(5) };
    expect(breachRecord({ ...run, history: historyOf(constant, 2), lookbackYears: 2, p5Pct: 0 })).toEqual({
      plain: null,
      auto: null,
    });
  });
});
