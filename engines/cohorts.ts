import type { DailyBars } from '../calendar/bars.js';
import { neweyWestMean, type MeanTest } from './newey-west.js';
import { at, lowerBound } from './series.js';
import { labelOf, type SignalLabel } from './signal/composite.js';
import { LABEL_FLOORS } from './signal/constants.js';

/** Every constant of the cohorts' evidence. */
const COHORT = {
  /** Sessions of the security over which a composite is judged. */
  horizonSessions: 21,
  /** Daily means overlap over so many sessions. */
  lagSessions: 20,
  /** Two-sided level below which a cohort differs from the baseline. */
  alpha: 0.05,
  /** Fewer daily means than this (three horizons) say nothing. */
  minDays: 63,
} as const;

/** What the returns of a cohort must be, against the baseline, for its label to hold what it says. */
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
  /** Test of the mean forward return above the baseline's (decimal), over daily means; null without variation. */
  readonly excess: MeanTest | null;
  /** Null where there are too few days to say. */
  readonly verdict: Verdict | null;
}

/** Recorded composites of one security. */
export interface CompositeRecord {
  readonly days: Int32Array;
  readonly score: Float64Array;
}

/** What was counted so far, a plain value that threads hand on: days since 1970-01-01, oldest first, and the sums of each, one after the other. */
export interface CohortSums {
  readonly days: Int32Array;
  /** Of each day: sums of forward returns by cohort, and how many of each, as `[sum, …, count, …]`. */
  readonly sums: Float64Array;
}

/** Takes one security at a time, so that a whole market needs the memory of one and some sums a day. */
export interface CohortCounter {
  /** Adds what came of a security's composites; those without the complete horizon, or on days without a bar, count nowhere. */
  add(record: CompositeRecord, bars: Pick<DailyBars, 'days' | 'adjClose'>): void;
  /** What was counted so far, for a counter that goes on from it. */
  sums(): CohortSums;
  /** The evidence of each label, best label first. */
  evidence(): readonly CohortEvidence[];
}

const COHORTS = LABEL_FLOORS.map(({ label }) => label);

function verdictOf(label: SignalLabel, excess: MeanTest | null): Verdict | null {
  if (excess === null || excess.n < COHORT.minDays) return null;
  const side = excess.pValue >= COHORT.alpha ? 'level' : excess.mean > 0 ? 'above' : 'below';
  return side === CLAIMS[label] ? 'working' : 'not_working';
}

const SUMS_PER_DAY = 2 * COHORTS.length;

/** Nothing counted yet. */
export const NO_COHORTS: CohortSums = { days: new Int32Array(), sums: new Float64Array() };

/** Of one day, as in `CohortSums`. */
type DaySums = Float64Array;

/** Mean forward return of a cohort less that of all, at each day that has the cohort, oldest first. */
function excesses(days: readonly DaySums[], cohort: number): Float64Array {
  const size = COHORTS.length;
  return Float64Array.from(
    days.filter((sums) => at(sums, size + cohort) > 0),
    (sums) => {
      const baseline = sums.subarray(0, size).reduce((sum, value) => sum + value, 0) / sums.subarray(size).reduce((sum, count) => sum + count, 0);
      return at(sums, cohort) / at(sums, size + cohort) - baseline;
    },
  );
}

/**
 * Whether each label holds what it says: forward 21-session total returns of recorded composites, as means by day and
 * label less the mean of all composites of that day (the baseline), tested against 0 (Newey & West, lag 20, two-sided
 * 5%). Buys work when significantly above, sells when significantly below, neutrals while neither. Goes on from `before`.
 */
export function cohortCounter(before = NO_COHORTS): CohortCounter {
  const size = COHORTS.length;
  const byDay = new Map<number, DaySums>(Array.from(before.days, (day, i) => [day, before.sums.slice(i * SUMS_PER_DAY, (i + 1) * SUMS_PER_DAY)]));
  const inOrder = (): (readonly [number, DaySums])[] => [...byDay].sort(([one], [other]) => one - other);
  return {
    add({ days, score }, bars) {
      for (let i = 0, b = lowerBound(bars.days, at(days, 0)); i < days.length; i += 1) {
        while (b < bars.days.length && at(bars.days, b) < at(days, i)) b += 1;
        const [start, end] = [at(bars.adjClose, b), at(bars.adjClose, b + COHORT.horizonSessions)];
        if (bars.days[b] !== days[i] || !(start > 0 && end > 0)) continue;
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
      days.forEach(([, own], i) => sums.set(own, i * SUMS_PER_DAY));
      return { days: Int32Array.from(days, ([day]) => day), sums };
    },
    evidence() {
      const days = inOrder().map(([, sums]) => sums);
      return COHORTS.map((label, cohort) => {
        const excess = neweyWestMean(excesses(days, cohort), COHORT.lagSessions);
        return { label, excess, verdict: verdictOf(label, excess) };
      });
    },
  };
}
