import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { differences } from '../test/independent/closeness.js';
import { appleRows, externalFile, hasExternalData } from '../test/independent/datasets.js';
import { plainEma, plainMacd, plainRsi, plainSma } from '../test/independent/indicators.js';
import { barsOf, readRows } from '../test/independent/rows.js';
import { atr, ema, macd, rsi, sma, volumeRatio } from './indicators.js';

const external = hasExternalData ? describe : describe.skip;

function defined(series: Float64Array): (number | null)[] {
  return Array.from(series, (value) => (Number.isNaN(value) ? null : value));
}

external('indicators against the golden values of Skender.Stock.Indicators', () => {
  const folder = ['oracle_indicators', 'skender'];
  const bars = hasExternalData ? barsOf(readRows(externalFile(...folder, 'quotes', 'default.csv'))) : barsOf([]);
  const golden = (name: string, field: string): (number | null)[] =>
    (
      JSON.parse(readFileSync(externalFile(...folder, 'results', `${name}.standard.json`), 'utf8')) as Record<
        string,
        number | null
      >[]
    ).map((row) => row[field] ?? null);

  it.each([
    { name: 'sma', field: 'sma', actual: () => sma(bars.close, 20) },
    { name: 'ema', field: 'ema', actual: () => ema(bars.close, 20) },
    { name: 'rsi', field: 'rsi', actual: () => rsi(bars.close) },
    { name: 'atr', field: 'atr', actual: () => atr(bars.high, bars.low, bars.close) },
    { name: 'macd', field: 'macd', actual: () => macd(bars.close).line },
    { name: 'macd', field: 'signal', actual: () => macd(bars.close).signal },
    { name: 'macd', field: 'histogram', actual: () => macd(bars.close).histogram },
  ])('$field agrees at all 502 bars, warm-up included', ({ name, field, actual }) => {
    expect(golden(name, field)).toHaveLength(502);
    expect(differences(defined(actual()), golden(name, field))).toEqual([]);
  });

  it.each(hasExternalData ? readdirSync(externalFile(...folder, 'quotes')) : [])('stay finite or NaN on %s', (file) => {
    const rows = readRows(externalFile(...folder, 'quotes', file));
    const { high, low, close, volume } = barsOf(rows);
    const { line, signal, histogram } = macd(close);
    for (const series of [
      sma(close, 200),
      ema(close, 20),
      rsi(close),
      atr(high, low, close),
      line,
      signal,
      histogram,
      volumeRatio(volume),
    ]) {
      expect(series).toHaveLength(rows.length);
      expect(series.findIndex((value) => Math.abs(value) === Infinity)).toBe(-1);
    }
  });
});

describe('indicators', () => {
  it('agree with a plain computation over five years of AAPL', () => {
    const closes = appleRows().map(({ close }) => close);
    const close = Float64Array.from(closes);
    const orNull = (values: (number | undefined)[]) => values.map((value) => value ?? null);
    expect(differences(defined(sma(close, 200)), orNull(plainSma(closes, 200)))).toEqual([]);
    expect(differences(defined(ema(close, 26)), orNull(plainEma(closes, 26)))).toEqual([]);
    expect(differences(defined(rsi(close)), orNull(plainRsi(closes)))).toEqual([]);
    expect(differences(defined(macd(close).signal), orNull(plainMacd(closes).map(({ signal }) => signal)))).toEqual([]);
  });

  it('give an RSI of 100 without losses, 0 without gains and 50 without changes', () => {
    const ramp = Float64Array.from({ length: 20 }, (_, i) => 10 + i);
    expect(rsi(ramp).at(-1)).toBe(100);
    expect(rsi(ramp.toReversed()).at(-1)).toBe(0);
    expect(rsi(new Float64Array(20).fill(10)).at(-1)).toBe(50);
  });

  it('warm up again after a hole instead of propagating it', () => {
    const close = Float64Array.from({ length: 60 }, (_, i) => (i === 30 ? Number.NaN : 10 + Math.sin(i)));
    const after = close.subarray(31);
    for (const indicator of [(values: Float64Array) => sma(values, 5), (values: Float64Array) => ema(values, 5), rsi]) {
      const whole = defined(indicator(close));
      expect(whole[29]).not.toBeNull();
      expect(whole[30]).toBeNull();
      expect(differences(whole.slice(31), defined(indicator(after)))).toEqual([]);
    }
  });

  it('are empty for no bars and all NaN for one', () => {
    for (const indicator of [
      rsi,
      volumeRatio,
      (values: Float64Array) => sma(values, 20),
      (values: Float64Array) => macd(values).histogram,
    ]) {
      expect(indicator(new Float64Array())).toHaveLength(0);
      expect(defined(indicator(Float64Array.of(5)))).toEqual([null]);
    }
  });

  it('have no volume ratio if the previous 20 sessions had no volume', () => {
    const volume = Float64Array.from({ length: 22 }, (_, i) => (i >= 20 ? 100 : 0));
    expect(defined(volumeRatio(volume)).slice(20)).toEqual([null, 20]);
  });
});
