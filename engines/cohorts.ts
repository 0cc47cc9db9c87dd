import type { DailyBars } from '../calendar/bars.js';
import { anytimePValue } from './anytime.js';
import { fixedBTail } from './fixed-b.js';
import { neweyWestMean, type MeanTest } from './newey-west.js';
import { at, lowerBound } from './series.js';
import { labelOf, type SignalLabel } from './signal/composite.js';
import { LABEL_FLOORS } from './signal/constants.js';

/** Every constant of the cohorts' evidence. */
export const COHORT = {
  /** Sessions of the security over which a composite is judged. */
  horizonSessions: 21,
  /** Daily means overlap over this many sessions. */
  lagSessions: 20,
  /** The probability that any label is ever called working although its claim is false, at most. */
  alpha: 0.05,
  /** Neutral claims to differ from the baseline by less than this, over the horizon (decimal). */
  levelMargin: 0.0025,
  /** Fewer daily means than this (three horizons) give no verdict. */
  minDays: 63,
} as const;

/** Where a cohort's returns must lie relative to the baseline for its label to work. */
export const CLAIMS: Readonly<Record<SignalLabel, 'above' | 'level' | 'below'>> = {
  'Strong Buy': 'above',
  Buy: 'above',
  Neutral: 'level',
  Sell: 'below',
  'Strong Sell': 'below',
};

export type Verdict = 'working' | 'not_working';

export interface CohortEvidence {
  readonly label: SignalLabel;
  /** Mean forward return above the baseline's (decimal), over daily means; null without variation. */
  readonly excess: MeanTest | null;
  /**
   * Of the test of the label's claim, corrected for a look on every day and for five labels; null without a verdict.
   */
  readonly pValue: number | null;
  /** Null if there are too few days for a verdict. */
  readonly verdict: Verdict | null;
}

/** Recorded composites of one security. */
export interface CompositeRecord {
  readonly days: Int32Array;
  readonly score: Float64Array;
}

/**
 * Accumulated sums, as plain values that can be passed between threads: days since 1970-01-01, oldest first, and the
 * sums of each day, concatenated.
 */
export interface CohortSums {
  readonly days: Int32Array;
  /** For each day: sums of forward returns by cohort, then their counts, as `[sum, …, count, …]`. */
  readonly sums: Float64Array;
}

/** Takes one security at a time, so that a whole market needs the memory of one and some sums per day. */
export interface CohortCounter {
  /**
   * Adds the forward returns of a security's composites. Composites without a score or the complete horizon, or on days
   * without a bar, are ignored.
   */
  add(record: CompositeRecord, bars: Pick<DailyBars, 'days' | 'adjClose'>): void;
  /** The accumulated sums, from which another counter can continue. */
  sums(): CohortSums;
  /** The evidence of each label, best label first. */
  evidence(): readonly CohortEvidence[];
}

const COHORTS = LABEL_FLOORS.map(({ label }) => label);

/**
 * p-value of a label's claim, corrected for a look on every day. Above and below are one-sided; level is two one-sided
 * tests against the margin (D. Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics 15, 1987). Null below three
 * horizons of days.
 */
function claimPValue(label: SignalLabel, excess: MeanTest | null): number | null {
  if (excess === null || excess.n < COHORT.minDays) return null;
  const { n, mean, standardError } = excess;
  const above = (distance: number): number =>
    anytimePValue(fixedBTail(distance / standardError, n, COHORT.lagSessions), n);
  if (CLAIMS[label] === 'level') return Math.max(above(COHORT.levelMargin + mean), above(COHORT.levelMargin - mean));
  return above(CLAIMS[label] === 'above' ? mean : -mean);
}

/**
 * Corrects p-values for their number, those that are null included (S. Holm, Scandinavian Journal of Statistics 6,
 * 1979).
 */
function holm(pValues: readonly (number | null)[]): (number | null)[] {
  const ascending = pValues.filter((value) => value !== null).sort((one, other) => one - other);
  let least = 0;
  const corrected = new Map(
    ascending.map((value, place) => [value, (least = Math.max(least, Math.min(1, value * (pValues.length - place))))]),
  );
  return pValues.map((value) => (value === null ? null : (corrected.get(value) ?? null)));
}

const SUMS_PER_DAY = 2 * COHORTS.length;

/** The sums before any composite is counted. */
export const NO_COHORTS: CohortSums = { days: new Int32Array(), sums: new Float64Array() };

/** The sums of one day, as in `CohortSums`. */
type DaySums = Float64Array;

/** Mean forward return of a cohort less that of all, for each day with the cohort, oldest first. */
function excesses(days: readonly DaySums[], cohort: number): Float64Array {
  const size = COHORTS.length;
  return Float64Array.from(
    days.filter((sums) => at(sums, size + cohort) > 0),
    (sums) => {
      const baseline =
        sums.subarray(0, size).reduce((sum, value) => sum + value, 0) /
        sums.subarray(size).reduce((sum, count) => sum + count, 0);
      return at(sums, cohort) / at(sums, size + cohort) - baseline;
    },
  );
}

/**
 * Tests whether each label works: forward 21-session total returns of recorded composites, as means by day and label
 * less the mean of all composites of that day (the baseline), Newey & West at lag 20. Buys work if shown to be above 0,
 * sells if below, neutrals if shown to be within the margin. The chance that any label is ever called working without
 * being so is at most 5%. Continues from `before`.
 */
export function cohortCounter(before = NO_COHORTS): CohortCounter {
  const size = COHORTS.length;
  const byDay = new Map<number, DaySums>(
    Array.from(before.days, (day, i) => [day, before.sums.slice(i * SUMS_PER_DAY, (i + 1) * SUMS_PER_DAY)]),
  );
  const inOrder = (): (readonly [number, DaySums])[] => [...byDay].sort(([one], [other]) => one - other);
  return {
    add({ days, score }, bars) {
      for (let i = 0, b = lowerBound(bars.days, at(days, 0)); i < days.length; i += 1) {
        while (b < bars.days.length && at(bars.days, b) < at(days, i)) b += 1;
        const [start, end] = [at(bars.adjClose, b), at(bars.adjClose, b + COHORT.horizonSessions)];
        if (bars.days[b] !== days[i] || !(start > 0 && end > 0) || Number.isNaN(at(score, i))) continue;
        const cohort = COHORTS.indexOf(labelOf(at(score, i)));
        const sums = byDay.get(at(days, i)) ?? new Float64Array(SUMS_PER_DAY);
        byDay.set(at(days, i), sums);
        sums[cohort] = at(sums, cohort) + end / start - 1;
        sums[size + cohort] = at(sums, size + cohort) + 1;
      }
    },
    sums() {
      const days = inOrder();
      const sums = new Float64Array(days.length * SUMS_PER_DAY);
      days.forEach(([, daySums], i) => sums.set(daySums, i * SUMS_PER_DAY));
      return { days: Int32Array.from(days, ([day]) => day), sums };
    },
    evidence() {
      const days = inOrder().map(([, sums]) => sums);
      const tests = COHORTS.map((_, cohort) => neweyWestMean(excesses(days, cohort), COHORT.lagSessions));
      const pValues = holm(COHORTS.map((label, cohort) => claimPValue(label, tests[cohort] ?? null)));
      return COHORTS.map((label, cohort) => {
        const pValue = pValues[cohort] ?? null;
        return {
          label,
          excess: tests[cohort] ?? null,
          pValue,
          verdict: pValue === null ? null : pValue <= COHORT.alpha ? 'working' : 'not_working',
        };
      });
    },
  };
}
