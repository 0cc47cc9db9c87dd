import type { Pair } from './hmm.js';
import type { Random } from './random.js';
import type { DaySampler } from './wealth-paths.js';

/** Independent days, each of `count` equally likely. */
export function independentDays(count: number, random: Random): DaySampler {
  return (path) => {
    for (let day = 0; day < path.length; day += 1) path[day] = random.below(count);
  };
}

/** Independent days from a pool of day indices. */
export function pooledDays(pool: Int32Array, random: Random): DaySampler {
  return (path) => {
    for (let day = 0; day < path.length; day += 1) path[day] = pool[random.below(pool.length)] as number;
  };
}

/**
 * A two-state chain to simulate: start state 0 or 1, probability of state 1 after each state, and the days of each
 * state.
 */
export interface RegimeChain {
  readonly start: 0 | 1;
  readonly toStressed: Pair;
  readonly pools: readonly [Int32Array, Int32Array];
}

/** Each simulated day moves the chain and draws one of the new state's days. */
export function regimeDays({ start, toStressed, pools }: RegimeChain, random: Random): DaySampler {
  return (path) => {
    let isStressed = start === 1;
    for (let day = 0; day < path.length; day += 1) {
      isStressed = random.uniform() < (isStressed ? toStressed[1] : toStressed[0]);
      const pool = isStressed ? pools[1] : pools[0];
      path[day] = pool[random.below(pool.length)] as number;
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
  return (path) => {
    let current = 0;
    for (let day = 0; day < path.length; day += 1) {
      if (day === 0 || random.uniform() < jump) current = random.below(count);
      else current = current + 1 === count ? 0 : current + 1;
      path[day] = current;
    }
  };
}
