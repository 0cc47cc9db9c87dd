import { FACTOR_NAMES, type FactorName } from '../signal/constants.js';
import type { CardDay } from './card-sums.js';
import { CARD } from './constants.js';
import { meanOfKnown, overlapTest } from './overlap-test.js';

export type FactorVerdict = 'STABLE' | 'DECAYING' | 'BROKEN' | 'INVERTED';

type Spelling = Exclude<FactorName, 'optionsFlow'> | 'options_flow';

export interface FactorHealth {
  /** As the contract spells it. */
  readonly factor: Spelling;
  readonly verdict: FactorVerdict;
  /** Mean daily rank correlation with the return over the horizon, in each half of the days. */
  readonly rankIcFirstHalf: number;
  readonly rankIcSecondHalf: number;
  /** Of the mean over all days. */
  readonly tStatistic: number;
  /** Two-sided p-value of the mean over all days, by which the verdict is made. */
  readonly pValue: number;
  /** Days over the horizon: periods of the days that do not overlap. */
  readonly effectiveCount: number;
}

interface HealthTest {
  readonly t: number;
  readonly pValue: number;
  readonly first: number;
  readonly second: number;
}

/** The first verdict that holds. */
function verdictOf({ t, pValue, first, second }: HealthTest): FactorVerdict {
  const differs = pValue <= CARD.alpha;
  if (differs && t < 0) return 'INVERTED';
  if (!differs || second <= 0) return 'BROKEN';
  return second < CARD.decayedShare * first ? 'DECAYING' : 'STABLE';
}

/** A factor's health by its daily rank correlations, oldest first; null with too few days. */
export function healthOf(factor: FactorName, correlations: Float64Array): FactorHealth | null {
  const test = overlapTest(correlations);
  const middle = correlations.length >> 1;
  const [first, second] = [meanOfKnown(correlations.subarray(0, middle)), meanOfKnown(correlations.subarray(middle))];
  if (test === null || first === null || second === null) return null;
  const verdict = verdictOf({ ...test, first, second });
  const spelled = factor === 'optionsFlow' ? 'options_flow' : factor;
  return {
    factor: spelled,
    verdict,
    rankIcFirstHalf: first,
    rankIcSecondHalf: second,
    tStatistic: test.t,
    pValue: test.pValue,
    effectiveCount: test.n / CARD.horizonSessions,
  };
}

/** Of the factors with data on enough days. */
export function factorHealth(days: readonly CardDay[]): readonly FactorHealth[] {
  return FACTOR_NAMES.flatMap((factor, place) => {
    const known = days.map(({ factorIcs }) => factorIcs[place] ?? Number.NaN).filter((value) => !Number.isNaN(value));
    return healthOf(factor, Float64Array.from(known)) ?? [];
  });
}
