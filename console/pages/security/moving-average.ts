/** Lengths of the means that are drawn, and their colours. */
export const AVERAGES = [
  [20, 'accent'],
  [50, 'third'],
  [200, 'faint'],
] as const;

/** Mean of the last `length` closes, from the first session that has so many. */
export function movingAverage(closes: readonly number[], length: number): readonly (number | null)[] {
  let sum = 0;
  return closes.map((close, index) => {
    sum += close - (index >= length ? (closes[index - length] ?? 0) : 0);
    return index >= length - 1 ? sum / length : null;
  });
}
