/** Value on each day of one path of drawn days, each position compounded separately; rows of growth factors. */
export function plainWealth(
  rows: readonly (readonly number[])[],
  weights: readonly number[],
  path: readonly number[],
): number[] {
  return path.map((_, last) =>
    weights.reduce((total, weight, position) => {
      let value = weight;
      for (let day = 0; day <= last; day += 1) value *= rows[path[day] ?? 0]?.[position] ?? Number.NaN;
      return total + value;
    }, 0),
  );
}

/** Type 7 quantile of a sorted copy. */
export function plainQuantile(values: Iterable<number>, probability: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const position = (sorted.length - 1) * probability;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}

/**
 * First two moments of a buy-and-hold portfolio's value after independently drawn days, in closed form: with factors f,
 * E V = Σ wᵢ (E fᵢ)^T and E V² = Σᵢⱼ wᵢ wⱼ (E fᵢfⱼ)^T over the historical days.
 */
export function plainMoments(
  rows: readonly (readonly number[])[],
  weights: readonly number[],
  horizon: number,
): { mean: number; variance: number } {
  const average = (of: (row: readonly number[]) => number): number =>
    rows.reduce((sum, row) => sum + of(row), 0) / rows.length;
  const mean = weights.reduce((sum, weight, i) => sum + weight * average((row) => row[i] ?? Number.NaN) ** horizon, 0);
  const second = weights.reduce(
    (sum, left, i) =>
      sum +
      weights.reduce(
        (inner, right, j) =>
          inner + left * right * average((row) => (row[i] ?? Number.NaN) * (row[j] ?? Number.NaN)) ** horizon,
        0,
      ),
    0,
  );
  return { mean, variance: second - mean ** 2 };
}
