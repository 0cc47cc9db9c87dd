interface After {
  readonly count: number;
  /** Sessions that their returns start at: those of one session have one return. */
  readonly days: number;
  readonly median: number | null;
}

/** Below so many actions, or sessions, a median says little. */
const FEW = 10;

/** The smallest difference that is shown, percent. */
const SHOWN_POINT = 0.1;

/** One decimal, without a minus before zero. */
const percent = (value: number): string => (value * 100).toFixed(1).replace(/^-(0\.0)$/, '$1');

/** In points between the two medians as they are shown, with one decimal, so that a reader can subtract them. */
function compared(median: number, edge: number): string {
  const points = Number(percent(median)) - Number(percent(median - edge));
  if (Math.abs(points) < SHOWN_POINT / 2) return 'the same as over all sessions of that time';
  return `${Math.abs(points).toFixed(1)} points ${points > 0 ? 'above' : 'below'} that over all sessions of that time`;
}

function clause(noun: string, { count, days, median }: After, edge: number | null): readonly string[] {
  if (median === null || edge === null) return [];
  const onFewDays = ` (on ${days} ${days === 1 ? 'day' : 'days'}, too few to judge)`;
  const few = count < FEW ? ' (too few to judge)' : days < FEW ? onFewDays : '';
  return [
    `after ${count} ${noun}${count === 1 ? '' : 's'}${few} it was ${percent(median)} percent, ${compared(median, edge)}`,
  ];
}

/** One sentence on the median three-month returns. */
export function streetSummary(
  actionCount: number,
  { upgrades, downgrades }: Readonly<Record<'upgrades' | 'downgrades', After>>,
  edge: Readonly<Record<'upgrades' | 'downgrades', number | null>>,
): string {
  if (actionCount === 0) return 'No analyst rating action of the last six years is stored.';
  const clauses = [...clause('upgrade', upgrades, edge.upgrades), ...clause('downgrade', downgrades, edge.downgrades)];
  if (clauses.length === 0) return 'No upgrade or downgrade has three months of prices after it.';
  return `Median return over three months: ${clauses.join('; ')}.`;
}
