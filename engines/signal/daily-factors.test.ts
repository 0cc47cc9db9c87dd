import { describe, expect, it } from '@jest/globals';
import type { DailyBars } from '../../calendar/bars.js';
import { appleRows } from '../../test/independent/datasets.js';
import { barsOf, type Row } from '../../test/independent/rows.js';
import { momentumAt, momentumDetailsAt } from './momentum.js';
import { signalSeries, type SignalSeries } from './series.js';
import { signalAt } from './signal.js';
import { technicalAt } from './technical.js';

const apple = barsOf(appleRows());

function steady(growth: number, length = 300, volume = 100): DailyBars {
  const rows = Array.from({ length }, (_, i): Row => {
    const close = 100 * growth ** i;
    return { date: new Date(Date.UTC(2020, 0, 1 + i)).toISOString().slice(0, 10), open: close, high: close, low: close, close, adj: close, volume };
  });
  return barsOf(rows);
}

function upTo(bars: DailyBars, length: number): DailyBars {
  const cut = <T extends Int32Array | Float64Array>(column: T): T => column.slice(0, length) as T;
  return {
    days: cut(bars.days), open: cut(bars.open), high: cut(bars.high), low: cut(bars.low), close: cut(bars.close),
    adjClose: cut(bars.adjClose), volume: cut(bars.volume),
  };
}

/** The precomputed series with one value of one series changed. */
function moved(series: SignalSeries, name: Exclude<keyof SignalSeries, 'bars'>, index: number, by: number): SignalSeries {
  const values = series[name].slice();
  values[index] = (values[index] ?? 0) + by;
  return { ...series, [name]: values };
}

describe('daily factors', () => {
  it('at each bar of a long history equal those of the history that ends there', () => {
    const whole = signalSeries(apple);
    for (const index of [0, 1, 13, 20, 33, 60, 199, 252, 500, 1000, apple.days.length - 1]) {
      expect(signalAt(signalSeries(upTo(apple, index + 1)), index)).toEqual(signalAt(whole, index));
    }
  });

  it('stay within 0 and 100 at every bar, and have data from the 21st on', () => {
    const series = signalSeries(apple);
    const scores = Array.from(apple.days, (_, index) => [technicalAt(series, index), momentumAt(series, index)]);
    for (const score of scores.flat()) if (score !== null) expect(score >= 0 && score <= 100).toBe(true);
    expect(scores[0]).toEqual([null, null]);
    expect(scores.findIndex(([, momentum]) => momentum !== null)).toBe(20);
    expect(scores.slice(21).flat()).not.toContain(null);
  });

  it('rise with a rising price, fall with a falling one and stay at 50 for a constant price', () => {
    for (const factor of [technicalAt, momentumAt]) {
      expect(factor(signalSeries(steady(1.002)), 299)).toBeGreaterThan(80);
      expect(factor(signalSeries(steady(0.998)), 299)).toBeLessThan(20);
      expect(factor(signalSeries(steady(1, 300, 0)), 299)).toBeCloseTo(50, 6);
    }
  });

  it('technical rises with RSI and the MACD histogram, and falls as an average rises above the close', () => {
    const series = signalSeries(apple);
    const index = 1000;
    const base = technicalAt(series, index) ?? Number.NaN;
    expect(technicalAt(moved(series, 'rsi', index, 5), index)).toBeGreaterThan(base);
    expect(technicalAt(moved(series, 'macdHistogram', index, 0.1), index)).toBeGreaterThan(base);
    expect(technicalAt(moved(series, 'sma20', index, 1), index)).toBeLessThan(base);
  });

  it('momentum rises with the price at its bar and falls with earlier ones', () => {
    const series = signalSeries(apple);
    const index = 1000;
    const base = momentumAt(series, index) ?? Number.NaN;
    const withClose = (at: number) => {
      const close = apple.close.slice();
      close[at] = (close[at] ?? 0) * 1.02;
      return momentumAt({ ...series, bars: { ...apple, close } }, index) ?? Number.NaN;
    };
    expect(withClose(index)).toBeGreaterThan(base);
    for (const before of [index - 252, index - 126]) expect(withClose(before)).toBeLessThan(base);
    expect(withClose(index - 5)).toBe(base);
  });

  it('momentum details are the last change in percent and the volume over the mean of 20 sessions', () => {
    const rows = appleRows().slice(0, 30);
    const volumes = rows.slice(9, 29).map(({ volume }) => volume);
    const details = momentumDetailsAt(signalSeries(barsOf(rows)), 29);
    expect(details.changePct).toBeCloseTo(100 * ((rows[29]?.close ?? 0) / (rows[28]?.close ?? 0) - 1), 9);
    expect(details.volumeRatio).toBeCloseTo((rows[29]?.volume ?? 0) / (volumes.reduce((a, b) => a + b, 0) / 20), 9);
  });
});
