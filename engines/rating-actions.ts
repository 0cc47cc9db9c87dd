import type { DailyBars } from '../calendar/bars.js';

export type Stance = 'buy_like' | 'hold_like' | 'sell_like';
export type RatingActionKind = 'upgrade' | 'downgrade' | 'initiation' | 'reiteration' | 'resumption' | 'termination';

/**
 * A rating action. `priceTarget` in USD per share, on the share basis of `day`; `firmKey` is the same for all names of
 * one firm. `knownAt` is when its source first told it, if it was known to tell none like it before.
 */
export interface RatingAction {
  readonly day: number;
  readonly firm: string;
  readonly firmKey: string;
  readonly action: RatingActionKind;
  readonly fromGrade: string | null;
  readonly toGrade: string;
  readonly toStance: Stance | null;
  readonly priceTarget: number | null;
  readonly knownAt?: Date | null;
}

/** A split that took effect at the open of `day`: `ratio` new shares for one old share. */
export interface ShareSplit {
  readonly day: number;
  readonly ratio: number;
}

/** What is known of one security. */
export interface StreetInput {
  readonly bars: DailyBars;
  readonly splits: readonly ShareSplit[];
  /** Oldest first. */
  readonly actions: readonly RatingAction[];
  /** Undefined if none is stored: no call is scored then. */
  readonly benchmark: DailyBars | undefined;
}
