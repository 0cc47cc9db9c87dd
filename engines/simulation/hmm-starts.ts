import { mean, sampleDeviation } from '../statistics.js';
import type { HmmParameters, Pair } from './hmm-pass.js';

/** Initial probability of staying in a state. */
const START_PERSISTENCE = 0.95;
/**
 * Lowest variance of a state as a share of the sample's: otherwise a run of equal observations would collapse a state.
 */
const VARIANCE_FLOOR_SHARE = 0.0025;
/** Sessions of the rolling spreads that further starts group by: a month and a quarter. */
const SPREAD_SESSIONS = [21, 63] as const;
const GROUPING_ROUNDS = 50;

/** Splits positive numbers into a low (0) and a high (1) group by two-means, starting from the overall mean. */
function twoMeans(values: Float64Array): Uint8Array {
  const groups = new Uint8Array(values.length);
  const centre = mean(values);
  let [low, high] = [centre / 2, centre * 2];
  for (let round = 0; round < GROUPING_ROUNDS; round += 1) {
    const border = (low + high) / 2;
    const sums = [0, 0];
    const counts = [0, 0];
    values.forEach((value, i) => {
      const group = value > border ? 1 : 0;
      groups[i] = group;
      sums[group] = (sums[group] ?? 0) + value;
      counts[group] = (counts[group] ?? 0) + 1;
    });
    const next: Pair = [counts[0] ? (sums[0] ?? 0) / counts[0] : low, counts[1] ? (sums[1] ?? 0) / counts[1] : high];
    if (next[0] === low && next[1] === high) break;
    [low, high] = next;
  }
  return groups;
}

function rollingSpread(observations: Float64Array, sessions: number): Float64Array {
  return observations.map((_, i) => {
    const from = Math.max(0, Math.min(i - (sessions >> 1), observations.length - sessions));
    return sampleDeviation(observations, from, Math.min(observations.length, from + sessions));
  });
}

/** Initial parameters: moments of the two groups, or of all observations if a group has fewer than two. */
function startFrom(observations: Float64Array, spread: Float64Array, floor: number): HmmParameters {
  const groups = twoMeans(spread);
  const momentsOf = (group: number): { centre: number; variance: number } => {
    const members = observations.filter((_, i) => groups[i] === group);
    const sample = members.length < 2 ? observations : members;
    return { centre: mean(sample), variance: Math.max(floor, sampleDeviation(sample) ** 2) };
  };
  const [calm, stressed] = [momentsOf(0), momentsOf(1)];
  return {
    initial: [0.5, 0.5],
    transition: [
      [START_PERSISTENCE, 1 - START_PERSISTENCE],
      [1 - START_PERSISTENCE, START_PERSISTENCE],
    ],
    means: [calm.centre, stressed.centre],
    variances: [calm.variance, stressed.variance],
  };
}

/** The three starts of a fit: days grouped by their size, and by the spread around them over a month and a quarter. */
export function startingPoints(observations: Float64Array): HmmParameters[] {
  const centre = mean(observations);
  const floor = varianceFloor(observations);
  const sizes = observations.map((x) => Math.abs(x - centre));
  const spreads = SPREAD_SESSIONS.map((sessions) => rollingSpread(observations, sessions));
  return [sizes, ...spreads].map((spread) => startFrom(observations, spread, floor));
}

export function varianceFloor(observations: Float64Array): number {
  return VARIANCE_FLOOR_SHARE * sampleDeviation(observations) ** 2;
}
