import type { DailyBars } from '../calendar/bars.js';

/** Share of common days that must agree before a difference counts as another adjustment basis. */
const AGREEING_SHARE = 0.9;
/** Maximum relative deviation of a day's ratio from the median: vendors round prices to cents. */
const RATIO_TOLERANCE = 0.005;
/** A close ratio nearer to 1 than this is rounding, not a split. */
const CLOSE_NOISE = 0.002;
const ADJ_CLOSE_NOISE = 1e-6;

/**
 * Merges a history from the same source into the stored one: `added` replaces the days from its first to its last.
 *
 * A later split or dividend changes the adjustment of all earlier days, so the two may have different adjustment bases.
 * The median ratios of `close` and `adjClose` on common days give the step; the side that ends earlier is rescaled
 * (prices by the ratio, volume by its inverse). Without common days, or if their ratio is not constant, nothing is
 * rescaled.
 */
export function mergeBars(stored: DailyBars, added: DailyBars): DailyBars {
  const first = added.days[0];
  const last = added.days.at(-1);
  if (first === undefined || last === undefined) return stored;
  const storedIsNewer = (stored.days.at(-1) ?? last) > last;
  const { close, adjClose } = basisRatios(stored, added);
  const old = storedIsNewer ? stored : rescale(stored, close, adjClose);
  const fresh = storedIsNewer ? rescale(added, 1 / close, 1 / adjClose) : added;
  const before = lowerBound(old.days, first);
  const after = lowerBound(old.days, last + 1);
  return concatenate([slice(old, 0, before), fresh, slice(old, after, old.days.length)]);
}

/** The median of `added` over `stored` on common days; 1 if they have the same basis. */
function basisRatios(stored: DailyBars, added: DailyBars): { readonly close: number; readonly adjClose: number } {
  const close: number[] = [];
  const adjClose: number[] = [];
  for (let one = 0, other = 0; one < stored.days.length && other < added.days.length;) {
    const difference = (stored.days[one] ?? 0) - (added.days[other] ?? 0);
    if (difference === 0) {
      close.push((added.close[other] ?? 0) / (stored.close[one] ?? 0));
      adjClose.push((added.adjClose[other] ?? 0) / (stored.adjClose[one] ?? 0));
    }
    if (difference <= 0) one += 1;
    if (difference >= 0) other += 1;
  }
  return { close: constantRatio(close, CLOSE_NOISE), adjClose: constantRatio(adjClose, ADJ_CLOSE_NOISE) };
}

function constantRatio(ratios: readonly number[], noise: number): number {
  const sorted = ratios.filter((ratio) => Number.isFinite(ratio) && ratio > 0).sort((one, other) => one - other);
  const median = sorted[sorted.length >> 1];
  if (median === undefined || Math.abs(median - 1) <= noise) return 1;
  const agreeing = sorted.filter((ratio) => Math.abs(ratio / median - 1) <= RATIO_TOLERANCE).length;
  return agreeing >= AGREEING_SHARE * ratios.length ? median : 1;
}

function rescale(bars: DailyBars, close: number, adjClose: number): DailyBars {
  if (close === 1 && adjClose === 1) return bars;
  const times = (column: Float64Array, factor: number): Float64Array =>
    factor === 1 ? column : column.map((value) => value * factor);
  return {
    days: bars.days,
    open: times(bars.open, close),
    high: times(bars.high, close),
    low: times(bars.low, close),
    close: times(bars.close, close),
    adjClose: times(bars.adjClose, adjClose),
    volume: times(bars.volume, 1 / close),
  };
}

function slice(bars: DailyBars, from: number, to: number): DailyBars {
  return {
    days: bars.days.subarray(from, to),
    open: bars.open.subarray(from, to),
    high: bars.high.subarray(from, to),
    low: bars.low.subarray(from, to),
    close: bars.close.subarray(from, to),
    adjClose: bars.adjClose.subarray(from, to),
    volume: bars.volume.subarray(from, to),
  };
}

function concatenate(parts: readonly DailyBars[]): DailyBars {
  const length = parts.reduce((sum, { days }) => sum + days.length, 0);
  const column = (name: Exclude<keyof DailyBars, 'days'>): Float64Array => {
    const joined = new Float64Array(length);
    let at = 0;
    for (const part of parts) {
      joined.set(part[name], at);
      at += part.days.length;
    }
    return joined;
  };
  const days = new Int32Array(length);
  let at = 0;
  for (const part of parts) {
    days.set(part.days, at);
    at += part.days.length;
  }
  return {
    days,
    open: column('open'),
    high: column('high'),
    low: column('low'),
    close: column('close'),
    adjClose: column('adjClose'),
    volume: column('volume'),
  };
}

/** Index of the first day that is not before `day`. */
function lowerBound(days: Int32Array, day: number): number {
  let from = 0;
  let to = days.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((days[middle] ?? 0) < day) from = middle + 1;
    else to = middle;
  }
  return from;
}
