/**
 * The simple fraction (denominator up to `largestDenominator`, or the reciprocal of one) within `tolerance` (relative)
 * of `ratio`; undefined if there is none. Vendors round factors: 7:1 arrives as 6.99999.
 */
export function simpleRatio(ratio: number, tolerance: number, largestDenominator: number): number | undefined {
  const size = ratio >= 1 ? ratio : 1 / ratio;
  for (let denominator = 1; denominator <= largestDenominator; denominator++) {
    const numerator = Math.round(size * denominator);
    if (Math.abs(numerator / denominator / size - 1) <= tolerance)
      return ratio >= 1 ? numerator / denominator : denominator / numerator;
  }
  return undefined;
}
