/**
 * Best bid and offer of one session by minute, oldest first: the last quote of each minute that has one.
 *
 * `day` is the session's calendar day since 1970-01-01; `minutes` count from midnight New York, strictly increasing, 0
 * to 1439. Prices in USD as traded, bid at most ask; sizes in shares, NaN where the file has none.
 */
export interface MinuteQuotes {
  readonly day: number;
  readonly minutes: Int32Array;
  readonly bid: Float64Array;
  readonly ask: Float64Array;
  readonly bidSize: Float64Array;
  readonly askSize: Float64Array;
}
