/** One entry of a manager's report, in USD. */
export interface ReportedEntry {
  /** The manager. */
  readonly cik: string;
  readonly periodDay: number;
  /** What it is of: the same for all CUSIPs of one security. */
  readonly issue: string;
  readonly cusip: string;
  readonly issuer: string;
  readonly titleOfClass: string;
  readonly kind: 'SHARES' | 'PRINCIPAL' | 'PUT' | 'CALL';
  /** Shares, USD of principal, or shares that options are on. */
  readonly amount: number;
  readonly value: number;
  readonly votingSole: number;
  readonly votingShared: number;
  readonly votingNone: number;
}

/**
 * What of a manager's report is stored: all of it, all but entries that were refused, or only what amendments added to
 * it, without the filing that they amend.
 */
export type Completeness = 'COMPLETE' | 'ENTRIES_REFUSED' | 'AMENDMENTS_ONLY';

export type HoldingChangeKind = 'NEW' | 'INCREASED' | 'DECREASED' | 'UNCHANGED' | 'CLOSED';

/** How a holding differs from that of the quarter before. */
export interface HoldingChange {
  readonly kind: HoldingChangeKind;
  /** On the share basis of the period. */
  readonly previousAmount: number;
  readonly amount: number;
  /** Of the previous amount; null if there was none. */
  readonly fraction: number | null;
}

/** What a manager holds of one issue in one form, all its entries together. */
export interface InstitutionalHolding extends ReportedEntry {
  /** Null if the manager's reports of both quarters do not tell. */
  readonly change: HoldingChange | null;
}

export interface HoldingsInput {
  /** Entries of the period and of the quarter before, in the order of filing. */
  readonly entries: readonly ReportedEntry[];
  readonly periodDay: number;
  /** Stored reports of the period, by manager. */
  readonly reports: ReadonlyMap<string, Completeness>;
  /** Stored reports of the quarter before, by manager. */
  readonly reportsBefore: ReadonlyMap<string, Completeness>;
  /** New shares for an old one by issue, of all splits after the quarter before and up to the period. */
  readonly splits: ReadonlyMap<string, number>;
}

/** Changes below one share are of rounding in splits. */
const LEAST_CHANGE = 1;

const keyOf = ({ cik, issue, kind }: ReportedEntry): string => `${cik}\u0000${issue}\u0000${kind}`;

/** Sums of entries by manager, issue and kind. */
function summed(entries: readonly ReportedEntry[]): ReadonlyMap<string, ReportedEntry> {
  const sums = new Map<string, ReportedEntry>();
  for (const entry of entries) {
    if (entry.amount === 0) continue;
    const key = keyOf(entry);
    const sum = sums.get(key);
    const added =
      sum === undefined
        ? entry
        : {
            ...sum,
            amount: sum.amount + entry.amount,
            value: sum.value + entry.value,
            votingSole: sum.votingSole + entry.votingSole,
            votingShared: sum.votingShared + entry.votingShared,
            votingNone: sum.votingNone + entry.votingNone,
          };
    sums.set(key, added);
  }
  return sums;
}

function changeKind(previous: number, amount: number): HoldingChangeKind {
  if (amount === 0) return 'CLOSED';
  if (previous === 0) return 'NEW';
  if (Math.abs(amount - previous) < LEAST_CHANGE) return 'UNCHANGED';
  return amount > previous ? 'INCREASED' : 'DECREASED';
}

function changeOf(previous: number, amount: number): HoldingChange {
  return {
    kind: changeKind(previous, amount),
    previousAmount: previous,
    amount: amount - previous,
    fraction: previous === 0 ? null : amount / previous - 1,
  };
}

/** Whether what a report has of an issue is all of it. */
const isBasis = (report: Completeness | undefined): boolean => report !== undefined && report !== 'AMENDMENTS_ONLY';

/**
 * The holdings of a period with what changed since the quarter before, and those that were closed since, with an
 * amount of 0, of managers that reported both times. What may be among refused entries is neither new nor closed.
 */
export function institutionalHoldings({
  entries,
  periodDay,
  reports,
  reportsBefore,
  splits,
}: HoldingsInput): readonly InstitutionalHolding[] {
  const current = summed(entries.filter((entry) => entry.periodDay === periodDay));
  const before = summed(entries.filter((entry) => entry.periodDay < periodDay));
  const previousOf = ({ kind, issue, amount }: ReportedEntry): number =>
    kind === 'PRINCIPAL' ? amount : amount * (splits.get(issue) ?? 1);
  const held = [...current].map(([key, holding]) => {
    const previous = before.get(key);
    const reportBefore = reportsBefore.get(holding.cik);
    const isListed = previous !== undefined || reportBefore === 'COMPLETE';
    const isKnown = isListed && isBasis(reportBefore) && isBasis(reports.get(holding.cik));
    const amount = previous === undefined ? 0 : previousOf(previous);
    return { ...holding, change: isKnown ? changeOf(amount, holding.amount) : null };
  });
  const none = { periodDay, amount: 0, value: 0, votingSole: 0, votingShared: 0, votingNone: 0 };
  const closed = [...before]
    .filter(([key]) => !current.has(key))
    .filter(([, { cik }]) => reports.get(cik) === 'COMPLETE' && isBasis(reportsBefore.get(cik)))
    .map(([, holding]) => ({ ...holding, ...none, change: changeOf(previousOf(holding), 0) }));
  return [...held, ...closed];
}

/** What holdings of one kind come to. */
export interface KindTotals {
  readonly kind: ReportedEntry['kind'];
  readonly managers: number;
  readonly amount: number;
  readonly value: number;
}

const KINDS = ['SHARES', 'PRINCIPAL', 'PUT', 'CALL'] as const;

/** Totals of what is held, by kind, without kinds that nobody holds. */
export function holdingTotals(holdings: readonly InstitutionalHolding[]): readonly KindTotals[] {
  return KINDS.flatMap((kind) => {
    const held = holdings.filter((holding) => holding.kind === kind && holding.amount > 0);
    if (held.length === 0) return [];
    return [
      {
        kind,
        managers: new Set(held.map(({ cik }) => cik)).size,
        amount: held.reduce((sum, { amount }) => sum + amount, 0),
        value: held.reduce((sum, { value }) => sum + value, 0),
      },
    ];
  });
}
