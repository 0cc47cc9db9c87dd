import type { Pair } from './hmm.js';
import type { Random } from './random.js';

/**
 * Draws a simulated session for all paths: replaces their rows of the growth table in the session before by those in
 * this one. Called for the sessions 0, 1, 2, … in order.
 */
export type DaySampler = (rows: Uint16Array, session: number) => void;

/** Running sums of weights that are not negative, as shares of their sum. */
export function cumulative(weights: Float64Array): Float64Array {
  let sum = 0;
  const sums = weights.map((weight) => (sum += weight));
  return sums.map((part) => part / sum);
}

/**
 * Fills `rows` with draws from a distribution, stratified and in random order: of N draws a row with probability p gets
 * ⌊Np⌋ or ⌈Np⌉ (systematic sampling), independently of other sessions. Over many sessions this is Latin hypercube
 * sampling, whose variance for any mean over paths is at most N/(N − 1) times that of independent draws.
 *
 * Source: P. Glasserman, Monte Carlo Methods in Financial Engineering (2004), 4.3-4.4; A. B. Owen, SIAM
 * J. Numer. Anal. 34 (1997).
 */
export function drawStratified(sums: Float64Array, random: Random, rows: Uint16Array): void {
  const offset = random.uniform();
  const last = sums.length - 1;
  let row = 0;
  for (let k = 0; k < rows.length; k += 1) {
    const share = (k + offset) / rows.length;
    while (row < last && (sums[row] as number) <= share) row += 1;
    // Fisher and Yates' shuffle, inside out.
    const place = random.below(k + 1);
    rows[k] = rows[place] as number;
    rows[place] = row;
  }
}

/** Independent days, each of `count` equally likely. */
export function independentDays(count: number, random: Random): DaySampler {
  const sums = cumulative(new Float64Array(count).fill(1));
  return (rows) => drawStratified(sums, random, rows);
}

/** Independent days with these probabilities. */
export function weightedDays(weights: Float64Array, random: Random): DaySampler {
  const sums = cumulative(weights);
  return (rows) => drawStratified(sums, random, rows);
}

/**
 * A two-state chain to simulate: probability of state 1 in the first session, and in the session after each state, and
 * the weights of the days in each state, which sum to 1.
 */
export interface RegimeChain {
  readonly firstStressed: number;
  readonly toStressed: Pair;
  readonly weights: readonly [Float64Array, Float64Array];
}

/** Running sums over the rows of state 0, then those of state 1. */
function rowsOfBoth([calm, stressed]: RegimeChain['weights'], stressedShare: number): Float64Array {
  const both = new Float64Array(calm.length + stressed.length);
  both.set(calm.map((weight) => weight * (1 - stressedShare)));
  both.set(
    stressed.map((weight) => weight * stressedShare),
    calm.length,
  );
  return cumulative(both);
}

/**
 * Each simulated session moves the chain and draws one of the new state's days; rows of state 1 follow those of state
 * 0. Stratified among the paths that were in the same state.
 */
export function regimeDays({ firstStressed, toStressed, weights }: RegimeChain, random: Random): DaySampler {
  const firstRowOfStressed = weights[0].length;
  const first = rowsOfBoth(weights, firstStressed);
  const after = [rowsOfBoth(weights, toStressed[0]), rowsOfBoth(weights, toStressed[1])] as const;
  let drawn = new Uint16Array(0);
  return (rows, session) => {
    if (session === 0) return drawStratified(first, random, rows);
    if (drawn.length !== rows.length) drawn = new Uint16Array(rows.length);
    let stressed = 0;
    for (let path = 0; path < rows.length; path += 1) if ((rows[path] as number) >= firstRowOfStressed) stressed += 1;
    const calm = rows.length - stressed;
    drawStratified(after[0], random, drawn.subarray(0, calm));
    drawStratified(after[1], random, drawn.subarray(calm));
    let nextCalm = 0;
    let nextStressed = calm;
    for (let path = 0; path < rows.length; path += 1) {
      // The sign of the difference as a number, without a branch: which state a path is in cannot be predicted.
      const state = (firstRowOfStressed - 1 - (rows[path] as number)) >>> 31;
      rows[path] = drawn[nextCalm + state * (nextStressed - nextCalm)] as number;
      nextCalm += 1 - state;
      nextStressed += state;
    }
  };
}

/**
 * Runs of consecutive days with geometric lengths of mean `meanBlock`; the history is circular.
 *
 * Source: D. N. Politis, J. P. Romano, "The stationary bootstrap", JASA 89 (1994).
 */
export function stationaryBlocks(count: number, meanBlock: number, random: Random): DaySampler {
  const jump = 1 / meanBlock;
  const starts = cumulative(new Float64Array(count).fill(1));
  return (rows, session) => {
    if (session === 0) return drawStratified(starts, random, rows);
    for (let path = 0; path < rows.length; path += 1) {
      const next = (rows[path] as number) + 1;
      if (random.uniform() < jump) rows[path] = random.below(count);
      else rows[path] = next === count ? 0 : next;
    }
  };
}
