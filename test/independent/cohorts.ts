import { plainAnytime, plainFixedBTail } from './tails.js';

/** A recorded composite and its return over the next 21 sessions; −1 or not finite if a price is missing. */
export interface PlainComposite {
  readonly day: number;
  readonly score: number;
  readonly later: number;
}

const LABELS: readonly (readonly [label: string, from: number, sign: 1 | 0 | -1])[] = [
  ['Strong Buy', 69.95, 1],
  ['Buy', 55.95, 1],
  ['Neutral', 43.95, 0],
  ['Sell', 30.95, -1],
  ['Strong Sell', -Infinity, -1],
];

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Mean and standard error: the error sums the products of all pairs of days, weighted by their distance. */
function meanOf(values: readonly number[]): { mean: number; error: number } {
  const mean = average(values);
  let sum = 0;
  values.forEach((one, s) =>
    values.forEach((other, t) => {
      sum += Math.max(0, 1 - Math.abs(s - t) / 21) * (one - mean) * (other - mean);
    }),
  );
  return { mean, error: Math.sqrt(sum) / values.length };
}

/** p of one claim, corrected for daily looks; null below 63 days. */
function claim(sign: 1 | 0 | -1, values: readonly number[]): number | null {
  const n = values.length;
  if (n < 63) return null;
  const { mean, error } = meanOf(values);
  const isPositive = (distance: number): number => plainAnytime(plainFixedBTail(distance / error, n, 20), n);
  return sign === 0 ? Math.max(isPositive(0.0025 - mean), isPositive(mean + 0.0025)) : isPositive(sign * mean);
}

/** The smallest level at which Holm's step-down rejects each of five hypotheses. */
function stepDown(pValues: readonly (number | null)[]): (number | null)[] {
  return pValues.map((own) => {
    if (own === null) return null;
    const earlier = pValues
      .filter((other) => other !== null && other <= own)
      .map((other) => {
        const smaller = pValues.filter((each) => each !== null && each < (other ?? 0)).length;
        return Math.min(1, (5 - smaller) * (other ?? 0));
      });
    return Math.max(...earlier);
  });
}

/** Whether each label's claim is shown, from plain composites. */
export function plainCohorts(composites: readonly PlainComposite[]) {
  const usable = composites.filter(({ later }) => Number.isFinite(later) && later !== -1);
  const days = [...new Set(usable.map(({ day }) => day))].sort((a, b) => a - b);
  const cohorts = LABELS.map(([label, from, sign], which) => {
    const below = LABELS[which - 1]?.[1] ?? Infinity;
    const excesses = days.flatMap((today) => {
      const all = usable.filter(({ day }) => day === today);
      const mine = all.filter(({ score }) => score >= from && score < below);
      return mine.length === 0
        ? []
        : [average(mine.map(({ later }) => later)) - average(all.map(({ later }) => later))];
    });
    const { mean, error } = meanOf(excesses);
    return { label, n: excesses.length, mean, t: mean / error, claimed: claim(sign, excesses) };
  });
  const corrected = stepDown(cohorts.map(({ claimed }) => claimed));
  return cohorts.map(({ claimed: _, ...cohort }, which) => {
    const pValue = corrected[which] ?? null;
    return { ...cohort, pValue, verdict: pValue === null ? null : pValue <= 0.05 ? 'working' : 'not_working' };
  });
}
