/**
 * Daily history of one security, oldest session first, as parallel typed arrays of equal length.
 *
 * `open`, `high`, `low`, `close` (USD) and `volume` (shares) are split-adjusted; `adjClose` (USD) is
 * adjusted for splits and dividends (total return). `days` are calendar days since 1970-01-01, strictly
 * increasing. What the store hands out is shared: nobody writes to it.
 */
export interface DailyBars {
  readonly days: Int32Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly adjClose: Float64Array;
  readonly volume: Float64Array;
}

/**
 * One session of minute bars, oldest first; a minute without trades has no row.
 *
 * `day` is the session's calendar day since 1970-01-01; `minutes` count from midnight New York
 * (570 = 09:30), strictly increasing, 0 to 1439. Prices in USD, split-adjusted; volume in shares.
 */
export interface MinuteBars {
  readonly day: number;
  readonly minutes: Int32Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

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

/** Everything stored of one security's daily history; splits and dividends oldest first. */
export interface StoredSeries {
  readonly symbol: string;
  /** Grows with every change of what is stored: a key for cached results. */
  readonly version: number;
  readonly source: string;
  readonly bars: DailyBars;
  readonly splits: readonly Split[];
  readonly dividends: readonly Dividend[];
}
