import { at } from '../series.js';

/** One number for each of the two states. */
export type Pair = readonly [number, number];

/** A hidden Markov chain of two states with normal observations; rows of `transition` sum to 1. */
export interface HmmParameters {
  readonly initial: Pair;
  readonly transition: readonly [Pair, Pair];
  readonly means: Pair;
  readonly variances: Pair;
}

/** Work area of the passes over n observations: allocate once, reuse for every iteration. */
export interface HmmPass {
  /** Probability of state 1 given the observations up to and including each. */
  readonly filtered: Float64Array;
  /** Probability of state 1 given all observations. */
  readonly smoothed: Float64Array;
  /**
   * Densities of both states relative to the larger of them, and the density of each observation given the previous
   * ones, on that scale.
   */
  readonly density0: Float64Array;
  readonly density1: Float64Array;
  readonly scale: Float64Array;
}

export function hmmPass(observations: number): HmmPass {
  return {
    filtered: new Float64Array(observations),
    smoothed: new Float64Array(observations),
    density0: new Float64Array(observations),
    density1: new Float64Array(observations),
    scale: new Float64Array(observations),
  };
}

/** Long-run share of time in each state; the initial distribution if neither state is ever left. */
export function stationary({ transition, initial }: HmmParameters): Pair {
  const leave = transition[0][1] + transition[1][0];
  return leave > 0 ? [transition[1][0] / leave, transition[0][1] / leave] : initial;
}

/**
 * Forward pass: fills `filtered`, densities and scales, and returns the log-likelihood. Densities are relative to the
 * larger one, so that extreme observations do not underflow.
 *
 * Source: L. R. Rabiner, "A tutorial on hidden Markov models", Proc. IEEE 77 (1989), with its scaling.
 */
export function filter(
  observations: Float64Array,
  { initial, transition, means, variances }: HmmParameters,
  pass: HmmPass,
): number {
  const logNorm0 = -0.5 * Math.log(2 * Math.PI * variances[0]);
  const logNorm1 = -0.5 * Math.log(2 * Math.PI * variances[1]);
  let ahead0 = initial[0];
  let ahead1 = initial[1];
  let logLikelihood = 0;
  for (let t = 0; t < observations.length; t += 1) {
    const x = at(observations, t);
    const log0 = logNorm0 - (x - means[0]) ** 2 / (2 * variances[0]);
    const log1 = logNorm1 - (x - means[1]) ** 2 / (2 * variances[1]);
    const largest = Math.max(log0, log1);
    const density0 = log0 < log1 ? Math.exp(log0 - log1) : 1;
    const density1 = log1 < log0 ? Math.exp(log1 - log0) : 1;
    const scale = ahead0 * density0 + ahead1 * density1;
    const now1 = (ahead1 * density1) / scale;
    pass.density0[t] = density0;
    pass.density1[t] = density1;
    pass.scale[t] = scale;
    pass.filtered[t] = now1;
    logLikelihood += Math.log(scale) + largest;
    ahead0 = (1 - now1) * transition[0][0] + now1 * transition[1][0];
    ahead1 = (1 - now1) * transition[0][1] + now1 * transition[1][1];
  }
  return logLikelihood;
}

/** Expected number of moves from each state to each, given all observations. */
export type ExpectedMoves = readonly [Pair, Pair];

/** Backward pass over the results of {@link filter}: fills `smoothed` and returns the expected moves. */
export function smooth({ transition }: HmmParameters, pass: HmmPass): ExpectedMoves {
  const { filtered, smoothed, density0, density1, scale } = pass;
  const last = filtered.length - 1;
  let beta0 = 1;
  let beta1 = 1;
  let [from00, from01, from10, from11] = [0, 0, 0, 0];
  smoothed[last] = at(filtered, last);
  for (let t = last - 1; t >= 0; t -= 1) {
    const next0 = (at(density0, t + 1) * beta0) / at(scale, t + 1);
    const next1 = (at(density1, t + 1) * beta1) / at(scale, t + 1);
    const now1 = at(filtered, t);
    const move00 = (1 - now1) * transition[0][0] * next0;
    const move01 = (1 - now1) * transition[0][1] * next1;
    const move10 = now1 * transition[1][0] * next0;
    const move11 = now1 * transition[1][1] * next1;
    from00 += move00;
    from01 += move01;
    from10 += move10;
    from11 += move11;
    smoothed[t] = Math.min(1, move10 + move11);
    beta0 = transition[0][0] * next0 + transition[0][1] * next1;
    beta1 = transition[1][0] * next0 + transition[1][1] * next1;
  }
  return [
    [from00, from01],
    [from10, from11],
  ];
}
