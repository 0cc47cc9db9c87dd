/** A number of an address, within bounds; `otherwise` for what is no number. */
export function within(text: string | null, low: number, high: number, otherwise: number): number {
  const value = Number(text ?? '');
  return text === null || text === '' || !Number.isFinite(value) ? otherwise : Math.min(high, Math.max(low, value));
}

/** A whole one. */
export function wholeWithin(text: string | null, low: number, high: number, otherwise: number): number {
  return Math.round(within(text, low, high, otherwise));
}
