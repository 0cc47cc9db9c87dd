/**
 * Daily history of one security, oldest session first, as parallel typed arrays of equal length.
 *
 * `open`, `high`, `low`, `close` (USD) and `volume` (shares) are split-adjusted; `adjClose` (USD) is adjusted for
 * splits and dividends (total return). `days` are calendar days since 1970-01-01, strictly increasing. All readers
 * share the arrays and must not write to them.
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
 * (570 = 09:30, 960 = 16:00, the first minute after the close), strictly increasing, 0 to 1439. Prices in USD,
 * split-adjusted; volume in shares.
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
