const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;

/** Mean of the last `n` values at each index; undefined while there are fewer. */
export function plainSma(values: readonly number[], n: number): (number | undefined)[] {
  return values.map((_, i) => (i < n - 1 ? undefined : mean(values.slice(i - n + 1, i + 1))));
}

/** Exponential average seeded with the mean of its first `n` defined values. */
export function plainEma(values: readonly (number | undefined)[], n: number): (number | undefined)[] {
  const start = values.findIndex((value) => value !== undefined);
  let previous: number | undefined;
  return values.map((value, i) => {
    if (value === undefined || i < start + n - 1) return undefined;
    const seed = values.slice(start, start + n) as number[];
    previous = previous === undefined ? mean(seed) : (2 / (n + 1)) * value + (1 - 2 / (n + 1)) * previous;
    return previous;
  });
}

/** Wilder's relative strength index over 14 changes. */
export function plainRsi(values: readonly number[]): (number | undefined)[] {
  const changes = values.slice(1).map((value, i) => value - (values[i] ?? NaN));
  let up = mean(changes.slice(0, 14).map((change) => Math.max(change, 0)));
  let down = mean(changes.slice(0, 14).map((change) => Math.max(-change, 0)));
  return values.map((_, i) => {
    if (i < 14) return undefined;
    const change = changes[i - 1] ?? NaN;
    if (i > 14) {
      up = (up * 13 + Math.max(change, 0)) / 14;
      down = (down * 13 + Math.max(-change, 0)) / 14;
    }
    return up + down === 0 ? 50 : (100 * up) / (up + down);
  });
}

/** MACD 12/26/9: line and signal. */
export function plainMacd(values: readonly number[]): { line?: number; signal?: number }[] {
  const [fast, slow] = [plainEma(values, 12), plainEma(values, 26)];
  const line = fast.map((value, i) => {
    const other = slow[i];
    return value === undefined || other === undefined ? undefined : value - other;
  });
  const signal = plainEma(line, 9);
  return line.map((value, i) => {
    const average = signal[i];
    return value === undefined || average === undefined ? {} : { line: value, signal: average };
  });
}
