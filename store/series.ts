import type { DailyBars } from '../calendar/bars.js';

/** A split that took effect at the open of `day`: `ratio` new shares for one old share. */
export interface Split {
  readonly day: number;
  readonly ratio: number;
}

/** A cash dividend with ex-date `day`; `amount` in USD per share, split-adjusted. */
export interface Dividend {
  readonly day: number;
  readonly amount: number;
}

/** The history of a security that has no bars. */
export function seriesWithoutBars(symbol: string, source: string): StoredSeries {
  const none = new Float64Array();
  const bars = { days: new Int32Array(), open: none, high: none, low: none, close: none, adjClose: none, volume: none };
  return { symbol, version: 0, source, bars, splits: [], dividends: [] };
}

/** One security's complete daily history; splits and dividends oldest first. */
export interface StoredSeries {
  readonly symbol: string;
  /** Incremented on every change; part of cache keys. */
  readonly version: number;
  readonly source: string;
  readonly bars: DailyBars;
  readonly splits: readonly Split[];
  readonly dividends: readonly Dividend[];
}
