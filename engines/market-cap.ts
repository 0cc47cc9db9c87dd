import { lowerBound, at } from './series.js';

/** A number of shares that a filing states. Days since 1970-01-01. */
export interface ShareCount {
  /** The day that it is of. */
  readonly day: number;
  /** Of all classes together. */
  readonly shares: number;
  /** The day since which it is known: New York's of the acceptance, else of the filing. */
  readonly knownDay: number;
}

/** A market value that a vendor tells. */
export interface ToldValue {
  /** Of the price that it is computed with, since 1970-01-01. */
  readonly day: number;
  readonly usd: number;
}

/** A security's closes, adjusted for the splits, oldest first. */
export interface SplitHistory {
  readonly days: Int32Array;
  readonly close: Float64Array;
  readonly splits: readonly { readonly day: number; readonly ratio: number }[];
}

/** The market value of all shares of a company. */
export interface MarketCap {
  readonly usd: number;
  /** Day of the close. */
  readonly asOfDay: number;
  /** Shares on the basis of the close. */
  readonly shares: number;
  /** The day that the number of shares is of. */
  readonly sharesDay: number;
}

/**
 * Companies state their shares every quarter, or with a year's report: an older number tells of one that files no more.
 */
const MOST_DAYS = 400;

/** A price, unlike a number of shares, is soon another one. */
const MOST_TOLD_DAYS = 7;

/** Whether a vendor's value is of a price at most seven days from a day. */
export function isValueOf(told: ToldValue, day: number): boolean {
  return Math.abs(told.day - day) <= MOST_TOLD_DAYS;
}

/** The newest count that was known on a day, of a day up to that of the close; of one day the one filed last. */
function newestCount(counts: readonly ShareCount[], closeDay: number, today: number): ShareCount | undefined {
  return counts
    .filter(({ day, knownDay }) => knownDay <= today && day <= closeDay && day >= closeDay - MOST_DAYS)
    .toSorted((one, other) => other.day - one.day || other.knownDay - one.knownDay)[0];
}

/**
 * Shares outstanding × the last close on or before a day, by what was known on that day; null without one of the two.
 * Closes are adjusted for all splits that are stored, so the shares are, too: for those after the day that they are of.
 */
export function marketCap(
  counts: readonly ShareCount[],
  { days, close, splits }: SplitHistory,
  today: number,
): MarketCap | null {
  const place = lowerBound(days, today + 1) - 1;
  const [asOfDay, price] = [at(days, place), at(close, place)];
  if (place < 0 || !(price > 0)) return null;
  const count = newestCount(counts, asOfDay, today);
  if (count === undefined) return null;
  const ratio = splits.reduce((product, split) => (split.day > count.day ? product * split.ratio : product), 1);
  const shares = count.shares * ratio;
  return { usd: shares * price, asOfDay, shares, sharesDay: count.day };
}
