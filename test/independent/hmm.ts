/** A two-state chain with normal observations, as plain lists. */
export interface PlainChain {
  initial: readonly number[];
  transition: readonly (readonly number[])[];
  means: readonly number[];
  variances: readonly number[];
}

const STATES = [0, 1];

function logDensity(x: number, mean: number, variance: number): number {
  return -0.5 * Math.log(2 * Math.PI * variance) - (x - mean) ** 2 / (2 * variance);
}

function logSum(terms: readonly number[]): number {
  const largest = Math.max(...terms);
  return largest === -Infinity
    ? -Infinity
    : largest + Math.log(terms.reduce((sum, term) => sum + Math.exp(term - largest), 0));
}

const pick = (list: readonly number[], state: number): number => list[state] ?? Number.NaN;

/** Log-likelihood and probabilities of state 1, as a sum over every path of states: for about a dozen observations. */
export function byEveryPath(observations: readonly number[], chain: PlainChain) {
  const weightOf = (states: readonly number[]): number =>
    states.reduce((product, state, t) => {
      const step = t === 0 ? pick(chain.initial, state) : pick(chain.transition[states[t - 1] ?? 0] ?? [], state);
      return (
        product *
        step *
        Math.exp(logDensity(observations[t] ?? 0, pick(chain.means, state), pick(chain.variances, state)))
      );
    }, 1);
  const pathsOf = (length: number): number[][] =>
    Array.from({ length: 2 ** length }, (_, code) => Array.from({ length }, (__, t) => (code >> t) & 1));
  const share = (length: number, holds: (states: number[]) => boolean): number => {
    const paths = pathsOf(length).map((states) => ({ states, weight: weightOf(states) }));
    const sum = (list: typeof paths): number => list.reduce((total, { weight }) => total + weight, 0);
    return sum(paths.filter(({ states }) => holds(states))) / sum(paths);
  };
  const n = observations.length;
  return {
    logLikelihood: Math.log(pathsOf(n).reduce((sum, states) => sum + weightOf(states), 0)),
    filtered: observations.map((_, t) => share(t + 1, (states) => states[t] === 1)),
    smoothed: observations.map((_, t) => share(n, (states) => states[t] === 1)),
    moves: STATES.map((from) =>
      STATES.map((to) =>
        observations
          .slice(1)
          .reduce((sum, _, t) => sum + share(n, (states) => states[t] === from && states[t + 1] === to), 0),
      ),
    ),
  };
}

/** One step of expectation-maximisation in logarithms, without scaling. */
export function plainStep(observations: readonly number[], chain: PlainChain, floor: number) {
  const n = observations.length;
  const emit = (t: number, state: number): number =>
    logDensity(observations[t] ?? 0, pick(chain.means, state), pick(chain.variances, state));
  const step = (from: number, to: number): number => Math.log(pick(chain.transition[from] ?? [], to));
  const ahead: number[][] = [STATES.map((state) => Math.log(pick(chain.initial, state)) + emit(0, state))];
  for (let t = 1; t < n; t += 1) {
    ahead.push(
      STATES.map((to) => logSum(STATES.map((from) => pick(ahead[t - 1] ?? [], from) + step(from, to))) + emit(t, to)),
    );
  }
  const behind: number[][] = Array.from({ length: n }, () => [0, 0]);
  for (let t = n - 2; t >= 0; t -= 1) {
    behind[t] = STATES.map((from) =>
      logSum(STATES.map((to) => step(from, to) + emit(t + 1, to) + pick(behind[t + 1] ?? [], to))),
    );
  }
  const logLikelihood = logSum(ahead[n - 1] ?? []);
  const chance = (t: number, state: number): number =>
    Math.exp(pick(ahead[t] ?? [], state) + pick(behind[t] ?? [], state) - logLikelihood);
  const moves = STATES.map((from) =>
    STATES.map((to) => {
      let sum = 0;
      for (let t = 0; t + 1 < n; t += 1)
        sum += Math.exp(
          pick(ahead[t] ?? [], from) + step(from, to) + emit(t + 1, to) + pick(behind[t + 1] ?? [], to) - logLikelihood,
        );
      return sum;
    }),
  );
  const average = (state: number, of: (x: number) => number): number =>
    observations.reduce((sum, x, t) => sum + chance(t, state) * of(x), 0) /
    observations.reduce((sum, _, t) => sum + chance(t, state), 0);
  const means = STATES.map((state) => average(state, (x) => x));
  const next: PlainChain = {
    initial: STATES.map((state) => chance(0, state)),
    transition: moves.map((row) => row.map((move) => move / row.reduce((sum, other) => sum + other, 0))),
    means,
    variances: STATES.map((state) =>
      Math.max(
        floor,
        average(state, (x) => (x - pick(means, state)) ** 2),
      ),
    ),
  };
  const filtered = observations.map((_, t) => Math.exp(pick(ahead[t] ?? [], 1) - logSum(ahead[t] ?? [])));
  return { next, logLikelihood, filtered, smoothed: observations.map((_, t) => chance(t, 1)) };
}
