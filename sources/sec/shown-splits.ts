import type { ShownSplit } from '../../store/earnings.js';
import type { Fact } from './facts.js';

/** Usual ratios of splits, new shares for one old share. */
const WHOLE = Array.from({ length: 49 }, (_, index) => index + 2);
const RATIOS: readonly number[] = [...WHOLE, ...WHOLE.map((shares) => 1 / shares), 1.5];
/** Earnings per share are in cents. */
const ROUNDING = 0.005;
const EPSILON = 1e-9;
/** One pair of figures may be a restatement; basic and diluted ones, or several periods, agree on a split alone. */
const LEAST_PAIRS = 2;
const MOST_INCOME_CHANGE = 0.05;

interface Pair extends ShownSplit {
  readonly pairs: number;
}

/**
 * Splits that the facts show: a later filing has the earnings per share of the same period, divided by a usual ratio.
 */
export function shownSplits(facts: readonly Fact[]): readonly ShownSplit[] {
  const income = new Map(
    facts
      .filter(({ figure }) => figure === 'netIncome')
      .map((fact) => [`${fact.accession} ${period(fact)}`, fact.value]),
  );
  const splits: Pair[] = [];
  for (const list of perShareFacts(facts)) {
    for (const [index, later] of list.entries()) {
      const earlier = list[index - 1];
      const ratio = earlier === undefined ? undefined : ratioOf(earlier.value, later.value);
      if (earlier === undefined || ratio === undefined || earlier.filed === later.filed) continue;
      if (!isRestated(income, earlier, later)) addPair(splits, { after: earlier.filed, by: later.filed, ratio });
    }
  }
  return splits
    .filter(({ pairs }) => pairs >= LEAST_PAIRS)
    .map(({ after, by, ratio }) => ({ after, by, ratio }))
    .sort((one, other) => one.by - other.by);
}

function period({ start, end }: Fact): string {
  return `${start} ${end}`;
}

/** The facts of each tag and period, oldest filing first. */
function perShareFacts(facts: readonly Fact[]): readonly (readonly Fact[])[] {
  const lists = new Map<string, Fact[]>();
  for (const fact of facts.filter(({ figure }) => figure.startsWith('eps'))) {
    const key = `${fact.figure} ${fact.tag} ${fact.currency} ${period(fact)}`;
    const known = lists.get(key);
    if (known === undefined) lists.set(key, [fact]);
    else known.push(fact);
  }
  return [...lists.values()].map((list) => list.sort((one, other) => one.filed - other.filed));
}

/** The one usual ratio that explains both values, rounded to cents. */
function ratioOf(earlier: number, later: number): number | undefined {
  if (earlier === 0 || later === 0) return undefined;
  const isNear = (ratio: number): boolean => Math.abs(earlier - later * ratio) <= ROUNDING * (1 + ratio) + EPSILON;
  const possible = isNear(1) ? [] : RATIOS.filter(isNear);
  return possible.length === 1 ? possible[0] : undefined;
}

/** Whether net income of the period has changed too. */
function isRestated(income: ReadonlyMap<string, number>, earlier: Fact, later: Fact): boolean {
  const [before, after] = [earlier, later].map((fact) => income.get(`${fact.accession} ${period(fact)}`));
  if (before === undefined || after === undefined) return false;
  return Math.abs(after - before) > MOST_INCOME_CHANGE * Math.abs(before);
}

/** Pairs of the same ratio whose times overlap are of one split. */
function addPair(splits: Pair[], { after, by, ratio }: ShownSplit): void {
  const at = splits.findIndex((each) => each.ratio === ratio && each.after < by && after < each.by);
  const known = splits[at];
  if (known === undefined) splits.push({ after, by, ratio, pairs: 1 });
  else
    splits[at] = {
      ratio,
      after: Math.max(known.after, after),
      by: Math.min(known.by, by),
      pairs: known.pairs + 1,
    };
}
