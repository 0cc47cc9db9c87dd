/** What decides whether a filing counts. */
export interface AmendingFiling {
  readonly accession: string;
  readonly filingDay: number;
  readonly form: '13F-HR' | '13F-HR/A';
  readonly amendment: 'RESTATEMENT' | 'NEW HOLDINGS' | null;
  readonly amendmentNumber: number | null;
}

/** Filings of one day: the original, then amendments by number. */
function inOrder(one: AmendingFiling, other: AmendingFiling): number {
  const rank = ({ form, amendmentNumber }: AmendingFiling): number => (form === '13F-HR' ? 0 : (amendmentNumber ?? 1));
  return one.filingDay - other.filingDay || rank(one) - rank(other) || (one.accession < other.accession ? -1 : 1);
}

/**
 * Of a manager's filings about one period, those whose entries together are its report: the newest complete one and
 * what later amendments add to it. The same whatever order they were imported in.
 */
export function countedFilings<Filing extends AmendingFiling>(filings: readonly Filing[]): readonly Filing[] {
  const ordered = filings.toSorted(inOrder);
  const complete = ordered.findLastIndex(({ amendment }) => amendment !== 'NEW HOLDINGS');
  return ordered.slice(Math.max(complete, 0));
}
