import type { PlainChain } from './hmm.js';

const pick = (list: readonly number[] | undefined, index: number): number => list?.[index] ?? Number.NaN;

/**
 * Mean and variance of one position after a walk of the chain: with P the moves, first and second moments m of a
 * state's days, u(T) = Σ P · m · u(T − 1), over both states the walk may be in.
 */
export function plainRegimeMoments(
  chain: PlainChain,
  states: readonly (readonly { growth: number; share: number }[])[],
  start: number,
  horizon: number,
): { mean: number; variance: number } {
  const moment = (power: number): number => {
    const ofState = states.map((days) => days.reduce((sum, { growth, share }) => sum + share * growth ** power, 0));
    let ahead = [1, 1];
    for (let day = 0; day < horizon; day += 1) {
      ahead = [0, 1].map((from) =>
        [0, 1].reduce((sum, to) => sum + pick(chain.transition[from], to) * pick(ofState, to) * pick(ahead, to), 0),
      );
    }
    return pick(ahead, start);
  };
  return { mean: moment(1), variance: moment(2) - moment(1) ** 2 };
}
