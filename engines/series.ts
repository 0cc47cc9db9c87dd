/** Value at an index of a typed array; NaN outside it. */
export function at(series: Float64Array | Int32Array, index: number): number {
  return series[index] ?? Number.NaN;
}

/** The number, or null if it is NaN or infinite: results never carry those. */
export function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** Index of the first element at or above `target` in an ascending array; its length if there is none. */
export function lowerBound(ascending: Int32Array, target: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (at(ascending, middle) < target) low = middle + 1;
    else high = middle;
  }
  return low;
}
