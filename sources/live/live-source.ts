import type { DailyBars } from '../../calendar/bars.js';
import type { Dividend, Split, StoredSeries } from '../../store/series.js';
import type { SecurityProfile } from '../models/security-profile.js';

/** A daily history as a source gives it: settled sessions only. */
export interface ReadHistory {
  readonly profile: SecurityProfile;
  readonly bars: DailyBars;
  /** For which the bars are adjusted, also one of the session under way. */
  readonly splits: readonly Split[];
  readonly dividends: readonly Dividend[];
  /** Whether it replaces the stored history, or the days from its first to its last. */
  readonly isWhole: boolean;
  /** Since when the source says that the security has been traded; null or absent if it does not tell. */
  readonly firstTradeDay?: number | null;
  /** What an operator should know of it. */
  readonly notes: readonly string[];
}

/** A history that is stored, and when the source last gave a part of it; null if that is not known. */
export interface StoredHistory extends Pick<StoredSeries, 'bars' | 'splits'> {
  readonly fetchedMs: number | null;
}

/** A source that is asked while the program runs. */
export interface LiveSource {
  /** As stored with the data and sent as `X-Data-Source`. */
  readonly name: string;
  /** Whether it is asked for the ticker: one that it cannot have is unknown without a request. */
  mayHave(ticker: string): boolean;
  /**
   * Reads a ticker's daily history, if `stored` is its history from this source only what is newer, unless the stored
   * one lacks sessions. Throws ReadError.
   */
  readDaily(ticker: string, stored: StoredHistory | null, nowMs: number): Promise<ReadHistory>;
  /** Throws ReadError unless the source answers. */
  probe(nowMs: number): Promise<void>;
}
