const SCALES: Readonly<Record<string, number>> = { k: 1e3, t: 1e3, m: 1e6, b: 1e9 };

/** The value of digits, with commas of thousands, before a word of scale such as `k`, `million` or `bn`. */
export function scaledValue(digits: string, scale: string | undefined): number {
  const value = Number(digits.replaceAll(',', ''));
  if (scale === undefined) return value;
  return value * (scale === 'trillion' ? 1e12 : (SCALES[scale.charAt(0)] ?? 1));
}
