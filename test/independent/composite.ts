/** Nominal weights in percent, in the order of the methodology's table. */
const PERCENT: Readonly<Record<string, number>> = {
  technical: 30,
  momentum: 25,
  fundamentals: 20,
  microstructure: 15,
  optionsFlow: 10,
};

/** The label of a score by the floors 70, 56, 44 and 31, counted in tenths. */
export function plainLabel(score: number): string {
  const tenths = Math.floor(score * 10 + 0.5);
  if (tenths >= 700) return 'Strong Buy';
  if (tenths >= 560) return 'Buy';
  if (tenths >= 440) return 'Neutral';
  return tenths >= 310 ? 'Sell' : 'Strong Sell';
}

/**
 * The composite of at least one factor with data, with weights in whole percent, and the variance from the differences
 * of all pairs.
 */
export function plainComposite(scores: Readonly<Record<string, number | null>>) {
  const rows = Object.entries(PERCENT).map(([name, percent]) => ({ name, percent, score: scores[name] ?? null }));
  const known = rows.flatMap((row) => (row.score === null ? [] : [{ ...row, score: row.score }]));
  const covered = known.reduce((sum, { percent }) => sum + percent, 0);
  const mean = known.reduce((sum, { percent, score }) => sum + percent * score, 0) / covered;
  const pairs = known.flatMap((a) => known.map((b) => a.percent * b.percent * (a.score - b.score) ** 2));
  const deviation = Math.sqrt(pairs.reduce((sum, pair) => sum + pair, 0) / 2) / covered;
  return {
    score: mean,
    label: plainLabel(mean),
    confidence: covered * (1 - Math.min(1, deviation / 50)),
    weights: Object.fromEntries(rows.map(({ name, percent, score }) => [name, score === null ? 0 : percent / covered])),
  };
}
