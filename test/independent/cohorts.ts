/** A recorded composite and its return over the next 21 sessions; −1 or not finite if a price is missing. */
export interface PlainComposite {
  readonly day: number;
  readonly score: number;
  readonly later: number;
}

const LABELS: readonly (readonly [label: string, from: number, sign: 1 | 0 | -1])[] = [
  ['Strong Buy', 69.95, 1], ['Buy', 55.95, 1], ['Neutral', 43.95, 0], ['Sell', 30.95, -1], ['Strong Sell', -Infinity, -1],
];

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** t of a mean: sums the products of all pairs of days, weighted by their distance. */
function tOf(values: readonly number[]): number {
  const centre = average(values);
  let sum = 0;
  values.forEach((one, s) => values.forEach((other, t) => {
    sum += Math.max(0, 1 - Math.abs(s - t) / 21) * (one - centre) * (other - centre);
  }));
  return centre / (Math.sqrt(sum) / values.length);
}

/** Whether returns follow each label, from plain composites. */
export function plainCohorts(composites: readonly PlainComposite[]) {
  const usable = composites.filter(({ later }) => Number.isFinite(later) && later !== -1);
  const days = [...new Set(usable.map(({ day }) => day))].sort((a, b) => a - b);
  return LABELS.map(([label, from, sign], which) => {
    const below = LABELS[which - 1]?.[1] ?? Infinity;
    const excesses = days.flatMap((today) => {
      const all = usable.filter(({ day }) => day === today);
      const mine = all.filter(({ score }) => score >= from && score < below);
      return mine.length === 0 ? [] : [average(mine.map(({ later }) => later)) - average(all.map(({ later }) => later))];
    });
    const t = tOf(excesses);
    const side = Math.abs(t) <= 1.959964 ? 0 : Math.sign(t);
    return { label, n: excesses.length, mean: average(excesses), t, verdict: side === sign ? 'working' : 'not_working' };
  });
}
