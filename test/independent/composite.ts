/** Nominal weights in percent, in the order of the methodology's table. */
const PERCENT: Readonly<Record<string, number>> = {
  technical: 30,
  momentum: 25,
  fundamentals: 20,
  microstructure: 15,
  optionsFlow: 10,
};

/** Correlation of two factors' scores; 0 for pairs that are not in the methodology. */
function correlation(one: string, other: string): number {
  return [one, other].sort().join() === 'momentum,technical' ? 0.79 : 0;
}

/** The label of a score by the floors 70, 56, 44 and 31, counted in tenths. */
export function plainLabel(score: number): string {
  const tenths = Math.floor(score * 10 + 0.5);
  if (tenths >= 700) return 'Strong Buy';
  if (tenths >= 560) return 'Buy';
  if (tenths >= 440) return 'Neutral';
  return tenths >= 310 ? 'Sell' : 'Strong Sell';
}

/**
 * The composite of at least one factor with data, with weights in whole percent. `shares` says of how much of its
 * inputs a factor's score is; all of them by default. Agreement compares the factors pair by
 * pair: each pair's squared difference is what independent factors would show once the pairs are counted by 1 − ρ.
 */
export function plainComposite(
  scores: Readonly<Record<string, number | null>>,
  shares: Readonly<Record<string, number>> = {},
) {
  const rows = Object.entries(PERCENT).map(([name, percent]) => ({ name, percent, score: scores[name] ?? null }));
  const known = rows.flatMap((row) => (row.score === null ? [] : [{ ...row, score: row.score }]));
  const covered = known.reduce((sum, { percent }) => sum + percent, 0);
  const percentOfInputs = known.reduce((sum, { name, percent }) => sum + percent * (shares[name] ?? 1), 0);
  const mean = known.reduce((sum, { percent, score }) => sum + percent * score, 0) / covered;
  const pairs = known.flatMap((a, i) =>
    known.slice(i + 1).map((b) => ({
      weight: (a.percent / covered) * (b.percent / covered),
      squared: (a.score - b.score) ** 2,
      free: 1 - correlation(a.name, b.name),
    })),
  );
  const total = (value: (pair: (typeof pairs)[number]) => number): number =>
    pairs.reduce((sum, pair) => sum + pair.weight * value(pair), 0);
  const deviation = Math.sqrt((total(({ squared }) => squared) * total(() => 1)) / total(({ free }) => free));
  const agreement = pairs.length === 0 ? 0 : Math.max(0, (50 - deviation) / 50);
  return {
    score: mean,
    label: plainLabel(mean),
    coverage: percentOfInputs / 100,
    agreement,
    confidence: percentOfInputs * agreement,
    weights: Object.fromEntries(rows.map(({ name, percent, score }) => [name, score === null ? 0 : percent / covered])),
  };
}
