import { at } from './series.js';

/** Index of the first of the `count` ascending values that is at or above `target` (above it if `isAfter`). */
function placeOf(ascending: Float64Array, count: number, target: number, isAfter = false): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const value = at(ascending, middle);
    if (value < target || (isAfter && value === target)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Percentile rank, 0 to 100, of each value among the newest `window` up to it, itself included: the share below it plus
 * half of the share equal to it (SciPy's `percentileofscore(…, kind='mean')`). Values that are not finite are skipped;
 * the result is NaN at them, and until there are `window` others.
 */
export function rollingPercentile(values: Float64Array, window: number): Float64Array {
  const out = new Float64Array(values.length).fill(Number.NaN);
  const seen = values.filter((value) => Number.isFinite(value));
  const sorted = new Float64Array(window + 1);
  let count = 0;
  for (let i = 0; i < values.length; i += 1) {
    const value = at(values, i);
    if (!Number.isFinite(value)) continue;
    const held = Math.min(count, window);
    const place = placeOf(sorted, held, value);
    sorted.copyWithin(place + 1, place, held);
    sorted[place] = value;
    if (held === window) {
      const oldest = placeOf(sorted, held + 1, at(seen, count - window));
      sorted.copyWithin(oldest, oldest + 1, held + 1);
    }
    count += 1;
    if (count < window) continue;
    out[i] = (50 * (placeOf(sorted, window, value) + placeOf(sorted, window, value, true))) / window;
  }
  return out;
}
