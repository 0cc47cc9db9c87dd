/** Simpson's rule with an even number of steps. */
function integral(f: (x: number) => number, from: number, to: number, steps: number): number {
  const width = (to - from) / steps;
  let sum = f(from) + f(to);
  for (let k = 1; k < steps; k += 1) sum += (k % 2 === 1 ? 4 : 2) * f(from + k * width);
  return (sum * width) / 3;
}

/** Upper tail of the normal distribution, by its density. */
function normalTail(z: number): number {
  return integral((x) => Math.exp(-(x * x) / 2), z, z + 14, 2_000) / Math.sqrt(2 * Math.PI);
}

/** Eigenvalues of a symmetric matrix, by Jacobi's rotations. */
function eigenvalues(matrix: number[][]): number[] {
  const n = matrix.length;
  const cell = (i: number, j: number): number => matrix[i]?.[j] ?? NaN;
  for (let sweep = 0; sweep < 12; sweep += 1) {
    for (let p = 0; p < n; p += 1) {
      for (let q = p + 1; q < n; q += 1) {
        if (Math.abs(cell(p, q)) < 1e-15) continue;
        const angle = (cell(q, q) - cell(p, p)) / (2 * cell(p, q));
        const tangent = (angle < 0 ? -1 : 1) / (Math.abs(angle) + Math.sqrt(angle * angle + 1));
        const cosine = 1 / Math.sqrt(tangent * tangent + 1);
        const sine = tangent * cosine;
        for (let k = 0; k < n; k += 1) {
          const row = matrix[k] ?? [];
          const [one, other] = [cell(k, p), cell(k, q)];
          row[p] = cosine * one - sine * other;
          row[q] = sine * one + cosine * other;
        }
        const [top, bottom] = [matrix[p] ?? [], matrix[q] ?? []];
        for (let k = 0; k < n; k += 1) {
          const [one, other] = [top[k] ?? NaN, bottom[k] ?? NaN];
          top[k] = cosine * one - sine * other;
          bottom[k] = sine * one + cosine * other;
        }
      }
    }
  }
  return matrix.map((row, i) => row[i] ?? NaN);
}

const known = new Map<string, number[]>();

/**
 * Weights of the squared normal numbers that the variance of a mean is made of: n values, Bartlett's weights, mean
 * taken out.
 */
function varianceWeights(n: number, lag: number): number[] {
  const key = `${String(n)} ${String(lag)}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const weight = (i: number, j: number): number => Math.max(0, 1 - Math.abs(i - j) / (lag + 1));
  const rowMeans = Array.from(
    { length: n },
    (_, i) => Array.from({ length: n }, (_value, j) => weight(i, j)).reduce((sum, value) => sum + value, 0) / n,
  );
  const all = rowMeans.reduce((sum, value) => sum + value, 0) / n;
  const centred = rowMeans.map((own, i) => rowMeans.map((other, j) => (weight(i, j) - own - other + all) / n));
  const values = eigenvalues(centred).filter((value) => value > 1e-13);
  known.set(key, values);
  return values;
}

/**
 * P(T > x) for the t statistic of the mean of n normal numbers with the variance of Newey and West: the mean of the
 * normal tail beyond x√Q, written as an integral over an angle, with Q from its eigenvalues.
 */
export function plainFixedBTail(x: number, n: number, lag: number): number {
  if (x < 0) return 1 - plainFixedBTail(-x, n, lag);
  const weights = varianceWeights(n, lag);
  const density = (angle: number): number => {
    const scale = (x / Math.sin(angle)) ** 2;
    return Math.exp(-weights.reduce((sum, weight) => sum + Math.log1p(scale * weight), 0) / 2);
  };
  return integral(density, 1e-6, Math.PI / 2, 400) / Math.PI;
}

/**
 * 1 / E after n days: E is the likelihood ratio of days with an effect to days without, averaged over positive effects
 * of variance 1/126.
 */
export function plainAnytime(pValue: number, n: number): number {
  if (pValue >= 0.5) return 1;
  let z = 0;
  for (let step = 4; step > 1e-13; step /= 2) while (normalTail(z + step) > pValue) z += step;
  const likelihood = (effect: number): number =>
    Math.exp(effect * z * Math.sqrt(n) - (effect * effect * n) / 2 - effect * effect * 63);
  const widest = z / Math.sqrt(n) + 12 / Math.sqrt(126 + n);
  return Math.min(1, 1 / (2 * Math.sqrt(63 / Math.PI) * integral(likelihood, 0, widest, 4_000)));
}
