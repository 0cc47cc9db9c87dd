import { existsSync, readFileSync } from 'node:fs';
import type { MinuteBars } from '../../calendar/bars.js';
import { externalFile } from './datasets.js';
import { epochDay } from './rows.js';

/**
 * A session given minute by minute: [minute of the New York day, close, volume]; each bar is one price, or [open,
 * close].
 */
export function sessionOf(
  date: string,
  bars: readonly (readonly [number, number | readonly [number, number], number])[],
): MinuteBars {
  const prices = bars.map(([, price]) => (typeof price === 'number' ? ([price, price] as const) : price));
  return {
    day: epochDay(date),
    minutes: Int32Array.from(bars, ([minute]) => minute),
    open: Float64Array.from(prices, ([open]) => open),
    high: Float64Array.from(prices, (pair) => Math.max(...pair)),
    low: Float64Array.from(prices, (pair) => Math.min(...pair)),
    close: Float64Array.from(prices, ([, close]) => close),
    volume: Float64Array.from(bars, ([, , volume]) => volume),
  };
}

/** One of LEAN's recorded minute sessions (`spy`, `2013-10-07`); null if it is not stored. */
export function leanSession(ticker: string, date: string): MinuteBars | null {
  const file = externalFile('lean', 'minute', `${ticker}_${date.replaceAll('-', '')}_trade.csv`);
  if (!existsSync(file)) return null;
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(',').map(Number));
  const column = (k: number, scale: number) => Float64Array.from(rows, (row) => (row[k] ?? Number.NaN) / scale);
  return {
    day: epochDay(date),
    minutes: Int32Array.from(rows, ([ms = 0]) => ms / 60_000),
    open: column(1, 10_000),
    high: column(2, 10_000),
    low: column(3, 10_000),
    close: column(4, 10_000),
    volume: column(5, 1),
  };
}
