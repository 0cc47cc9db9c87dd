import { isoDate } from '../calendar/days.js';
import type { ShareSplit } from './rating-actions.js';

/** Stored ratios are rounded in some vendors' files. */
const MOST_RATIO_ERROR = 0.01;

/** The values of a report that may be missing, by their names in the result. */
export const REPORT_VALUES = {
  filingDay: 'FILING_DATE',
  epsBasic: 'EPS_BASIC',
  epsDiluted: 'EPS_DILUTED',
  revenue: 'REVENUE',
  netIncome: 'NET_INCOME',
} as const;

export type ReportValue = keyof typeof REPORT_VALUES;

/**
 * One reported fiscal quarter. Days since 1970-01-01; earnings per share have the share basis of `epsBasicDay` and
 * `epsDilutedDay`. `missing` has the reason for each value that is null.
 */
export interface ReportedQuarter {
  readonly fiscalYear: number;
  readonly fiscalQuarter: number;
  readonly periodEnd: number;
  readonly filingDay: number | null;
  readonly acceptedAt: Date | null;
  readonly epsBasic: number | null;
  readonly epsBasicDay: number | null;
  readonly epsDiluted: number | null;
  readonly epsDilutedDay: number | null;
  readonly revenue: number | null;
  readonly netIncome: number | null;
  readonly currency: string;
  readonly missing: Readonly<Partial<Record<ReportValue, string>>>;
  /** Splits that the filings show after the day `after` and no later than `by`. */
  readonly shownSplits: readonly ShownSplit[];
}

export interface ShownSplit {
  readonly after: number;
  readonly by: number;
  readonly ratio: number;
}

/** A result, or why there is none. */
export type Outcome = { readonly result: number } | { readonly reason: string };

export const NO_REPORTS: Outcome = { reason: 'no report is stored for the ticker' };

export function resultOf(outcome: Outcome): number | null {
  return 'result' in outcome ? outcome.result : null;
}

/** The report with earnings per share on today's share basis; null from before a split that is not stored. */
export function adjustedReport(report: ReportedQuarter, splits: readonly ShareSplit[]): ReportedQuarter {
  const missing: Partial<Record<ReportValue, string>> = { ...report.missing };
  const perShare = (name: 'epsBasic' | 'epsDiluted', day: number | null): number | null => {
    const eps = report[name];
    if (eps === null || day === null) return null;
    const unstored = unstoredSplit(report.shownSplits, splits, day);
    if (unstored !== undefined) missing[name] = unstored;
    return unstored === undefined
      ? splits.reduce((value, each) => (each.day > day ? value / each.ratio : value), eps)
      : null;
  };
  return {
    ...report,
    epsBasic: perShare('epsBasic', report.epsBasicDay),
    epsDiluted: perShare('epsDiluted', report.epsDilutedDay),
    missing,
  };
}

/** Why figures per share of a filing on a day cannot be adjusted: a split since then is not stored. */
export function unstoredSplit(
  shownSplits: readonly ShownSplit[],
  splits: readonly ShareSplit[],
  day: number,
): string | undefined {
  const split = shownSplits.find((each) => each.by > day && !isStored(each, splits));
  return split === undefined ? undefined : notStored(split);
}

function isStored({ after, by, ratio }: ShownSplit, splits: readonly ShareSplit[]): boolean {
  const stored = splits.reduce(
    (total, split) => (split.day > after && split.day <= by ? total * split.ratio : total),
    1,
  );
  return Math.abs(stored / ratio - 1) <= MOST_RATIO_ERROR;
}

function notStored({ by, ratio }: ShownSplit): string {
  const shares = ratio > 1 ? `${ratio} for 1` : `1 for ${Math.round(1 / ratio)}`;
  return `the filings show a split of ${shares} by ${isoDate(by)}, and no such split is stored`;
}

/** Fiscal quarters in a row differ by 1. */
export function quarterOrdinal({
  fiscalYear,
  fiscalQuarter,
}: Pick<ReportedQuarter, 'fiscalYear' | 'fiscalQuarter'>): number {
  return fiscalYear * 4 + fiscalQuarter;
}

/** A report's value / the one of the same quarter a year before − 1, if that is positive; of the newest by default. */
export function growth(
  reports: readonly ReportedQuarter[],
  name: 'revenue' | 'epsDiluted' | 'netIncome',
  report = reports.at(-1),
): Outcome {
  if (report === undefined) return NO_REPORTS;
  const before = reports.find((each) => quarterOrdinal(each) === quarterOrdinal(report) - 4);
  if (before === undefined) return { reason: 'no report is stored for the same quarter a year before' };
  const [value, base] = [report[name], before[name]];
  if (value === null) return { reason: `in the newest report: ${report.missing[name] ?? 'missing'}` };
  if (base === null) return { reason: `in the report a year before: ${before.missing[name] ?? 'missing'}` };
  return base > 0 ? { result: value / base - 1 } : { reason: 'the figure a year before is not positive' };
}
