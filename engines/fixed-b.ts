import { at } from './series.js';

/** Nodes of the integral over the angle: the integrand is smooth and periodic, so that the error is below 1e-7. */
const ANGLES = 64;
/** Rows that equal the one before them to this share have reached their limit. */
const SETTLED = 1e-14;

/**
 * Logarithm of det(I + c·M·K·M), K the n × n matrix of Bartlett's weights and M the one that takes the mean out. It is
 * det(A)·(1′A⁻¹1) / n with A = I + c·K, whose Cholesky factor is computed row by row in its band: far from the corner
 * all rows are equal.
 */
function logDeterminant(c: number, n: number, lag: number): number {
  const width = lag + 1;
  // Row i of the factor, `width` entries from column i − lag on, in place i mod width.
  const rows = Array.from({ length: width }, () => new Float64Array(width));
  const solved = new Float64Array(width);
  let [logs, squares, settled] = [0, 0, 0];
  for (let i = 0; i < n; i += 1) {
    const row = rows[i % width] ?? new Float64Array(width);
    const [oldPivot, oldSolved] = [at(rows[(i + lag) % width] ?? row, lag), at(solved, (i + lag) % width)];
    let right = 1;
    const first = Math.max(0, i - lag);
    for (let j = first; j <= i; j += 1) {
      const other = rows[j % width] ?? row;
      let value = c * (1 - (i - j) / width) + (i === j ? 1 : 0);
      const end = j - i + lag;
      for (let k = first - i + lag, l = first - j + lag; k < end; k += 1, l += 1)
        value -= (row[k] as number) * (other[l] as number);
      row[j - i + lag] = j === i ? Math.sqrt(value) : value / at(other, lag);
      if (j < i) right -= at(row, j - i + lag) * at(solved, j % width);
    }
    const pivot = at(row, lag);
    solved[i % width] = right / pivot;
    const isSettled =
      Math.abs(pivot - oldPivot) <= SETTLED * pivot &&
      Math.abs(at(solved, i % width) - oldSolved) <= SETTLED * Math.abs(oldSolved);
    settled = isSettled && i > lag ? settled + 1 : 0;
    const repeats = settled > width ? n - i : 1;
    logs += repeats * Math.log(pivot);
    squares += repeats * at(solved, i % width) ** 2;
    if (repeats > 1) break;
  }
  return 2 * logs + Math.log(squares / n);
}

/**
 * Probability that the t statistic of a mean of `n` values is above `t` if their expectation is 0, with the variance of
 * Newey and West at `lag` and without letting the bandwidth vanish beside n: the statistic is W(1) / √Q, Q the variance
 * that Bartlett's weights give the Brownian bridge in n steps. Its tail is larger than the normal one's.
 *
 * With Z normal, P(Z > √q) = (1/π) ∫ exp(−q / (2 sin²θ)) dθ from 0 to π/2 (J. Craig, MILCOM 1991), so that the
 * expectation over Q, a quadratic form of normal numbers, is an integral over determinants.
 *
 * Source: N. Kiefer & T. Vogelsang, Econometric Theory 21 (2005).
 */
export function fixedBTail(t: number, n: number, lag: number): number {
  if (t < 0) return 1 - fixedBTail(-t, n, lag);
  let sum = 0;
  for (let k = 0; k < ANGLES; k += 1) {
    const sine = Math.sin(((k + 0.5) * Math.PI) / (2 * ANGLES));
    sum += Math.exp(-0.5 * logDeterminant((t * t) / (n * sine * sine), n, lag));
  }
  return sum / (2 * ANGLES);
}
