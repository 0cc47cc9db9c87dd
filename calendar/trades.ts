/**
 * Shares traded in one session by minute and side, oldest first: the minutes that have a trade.
 *
 * `day` is the session's calendar day since 1970-01-01; `minutes` count from midnight New York, strictly increasing, 0
 * to 1439. Shares as traded: those that buyers started, those that sellers started, and those of which neither is
 * known.
 */
export interface MinuteTrades {
  readonly day: number;
  readonly minutes: Int32Array;
  readonly trades: Float64Array;
  readonly bought: Float64Array;
  readonly sold: Float64Array;
  readonly unknown: Float64Array;
}
