/**
 * Wilson's interval of a share over `n` independent trials, by the normal quantile `z`.
 *
 * Source: E. B. Wilson, Journal of the American Statistical Association 22 (1927).
 */
export function wilsonInterval(share: number, n: number, z: number): { readonly low: number; readonly high: number } {
  const scale = 1 + (z * z) / n;
  const centre = (share + (z * z) / (2 * n)) / scale;
  const half = (z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))) / scale;
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}
