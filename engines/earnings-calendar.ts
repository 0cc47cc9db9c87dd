import { isoDate } from '../calendar/days.js';
import { newYorkUtcMs } from '../calendar/new-york-time.js';
import { nextSession } from '../calendar/nyse.js';

const HISTORY_REPORTS = 8;
const SPACING_YEARS = 4;
/** Stored ratios are rounded in some vendors' files. */
const MOST_RATIO_ERROR = 0.01;

/** The values of a report that may be missing, by their names in the result. */
const REPORT_VALUES = {
  filingDay: 'FILING_DATE',
  epsBasic: 'EPS_BASIC',
  epsDiluted: 'EPS_DILUTED',
  revenue: 'REVENUE',
  netIncome: 'NET_INCOME',
} as const;

type ReportValue = keyof typeof REPORT_VALUES;

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

interface ShownSplit {
  readonly after: number;
  readonly by: number;
  readonly ratio: number;
}

export interface EarningsInput {
  /** Oldest first. */
  readonly reports: readonly ReportedQuarter[];
  /** `ratio` new shares for one old share from `day` on. */
  readonly splits: readonly { readonly day: number; readonly ratio: number }[];
  /** New York's calendar day, since 1970-01-01. */
  readonly today: number;
}

export type EarningsValue =
  (typeof REPORT_VALUES)[ReportValue] | 'NEXT_EARNINGS_ESTIMATE' | 'REVENUE_GROWTH' | 'EPS_GROWTH';

export interface MissingEarnings {
  readonly value: EarningsValue;
  readonly reason: string;
}

/** A report as it is shown: dates, and earnings per share adjusted for the splits since their filing. */
export interface EarningsReport {
  readonly fiscalYear: number;
  readonly fiscalQuarter: number;
  readonly periodEnd: string;
  readonly filingDate: string | null;
  /** The acceptance of the filing, else the end of its day in New York. */
  readonly knownAt: string | null;
  readonly epsBasic: number | null;
  readonly epsDiluted: number | null;
  readonly revenue: number | null;
  readonly netIncome: number | null;
  readonly currency: string;
  readonly missing: readonly MissingEarnings[];
}

export interface EarningsCalendar {
  readonly nextEarningsEstimate: string | null;
  readonly daysUntilEarnings: number | null;
  /** Newest first. */
  readonly earningsHistory: readonly EarningsReport[];
  readonly revenueGrowth: number | null;
  readonly epsGrowth: number | null;
  readonly totalReports: number;
  readonly missing: readonly MissingEarnings[];
}

/** A result, or why there is none. */
type Outcome = { readonly result: number } | { readonly reason: string };

/** All reports as they are shown, in the same order. */
export function shownReports({ reports, splits }: Pick<EarningsInput, 'reports' | 'splits'>): readonly EarningsReport[] {
  return reports.map((report) => shown(adjust(report, splits)));
}

/** The last eight reports, year-over-year growth of the newest one, and an estimate of the next filing's date. */
export function earningsCalendar({ reports, splits, today }: EarningsInput): EarningsCalendar {
  const adjusted = reports.map((report) => adjust(report, splits));
  const next = nextFiling(adjusted, today);
  const revenue = growth(adjusted, 'revenue');
  const eps = growth(adjusted, 'epsDiluted');
  const nextDay = resultOf(next);
  return {
    nextEarningsEstimate: nextDay === null ? null : isoDate(nextDay),
    daysUntilEarnings: nextDay === null ? null : nextDay - today,
    earningsHistory: adjusted.slice(-HISTORY_REPORTS).reverse().map(shown),
    revenueGrowth: resultOf(revenue),
    epsGrowth: resultOf(eps),
    totalReports: reports.length,
    missing: [
      ...missingOf('NEXT_EARNINGS_ESTIMATE', next),
      ...missingOf('REVENUE_GROWTH', revenue),
      ...missingOf('EPS_GROWTH', eps),
    ],
  };
}

function resultOf(outcome: Outcome): number | null {
  return 'result' in outcome ? outcome.result : null;
}

function missingOf(value: EarningsValue, outcome: Outcome): readonly MissingEarnings[] {
  return 'result' in outcome ? [] : [{ value, reason: outcome.reason }];
}

/** The report with earnings per share on today's share basis; null from before a split that is not stored. */
function adjust(report: ReportedQuarter, splits: EarningsInput['splits']): ReportedQuarter {
  const unknown = report.shownSplits.filter((shownSplit) => !isStored(shownSplit, splits));
  const missing: Partial<Record<ReportValue, string>> = { ...report.missing };
  const perShare = (name: 'epsBasic' | 'epsDiluted', day: number | null): number | null => {
    const eps = report[name];
    if (eps === null || day === null) return null;
    const split = unknown.find(({ by }) => by > day);
    if (split !== undefined) missing[name] = notStored(split);
    return split === undefined
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

function isStored({ after, by, ratio }: ShownSplit, splits: EarningsInput['splits']): boolean {
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

function shown({ periodEnd, filingDay, acceptedAt, missing, ...report }: ReportedQuarter): EarningsReport {
  const { fiscalYear, fiscalQuarter, epsBasic, epsDiluted, revenue, netIncome, currency } = report;
  const endOfDay = filingDay === null ? null : new Date(newYorkUtcMs(filingDay + 1, 0));
  return {
    fiscalYear,
    fiscalQuarter,
    epsBasic,
    epsDiluted,
    revenue,
    netIncome,
    currency,
    periodEnd: isoDate(periodEnd),
    filingDate: filingDay === null ? null : isoDate(filingDay),
    knownAt: (acceptedAt ?? endOfDay)?.toISOString() ?? null,
    missing: (Object.keys(REPORT_VALUES) as ReportValue[]).flatMap((name) => {
      const reason = missing[name];
      return reason === undefined ? [] : [{ value: REPORT_VALUES[name], reason }];
    }),
  };
}

const NO_REPORTS: Outcome = { reason: 'no report is stored for the ticker' };

function ordinal({ fiscalYear, fiscalQuarter }: Pick<ReportedQuarter, 'fiscalYear' | 'fiscalQuarter'>): number {
  return fiscalYear * 4 + fiscalQuarter;
}

/** The newest value / the one of the same quarter a year before − 1, if that is positive. */
function growth(reports: readonly ReportedQuarter[], name: 'revenue' | 'epsDiluted'): Outcome {
  const newest = reports.at(-1);
  if (newest === undefined) return NO_REPORTS;
  const before = reports.find((report) => ordinal(report) === ordinal(newest) - 4);
  if (before === undefined) return { reason: 'no report is stored for the same quarter a year before' };
  const [value, base] = [newest[name], before[name]];
  if (value === null) return { reason: `in the newest report: ${newest.missing[name] ?? 'missing'}` };
  if (base === null) return { reason: `in the report a year before: ${before.missing[name] ?? 'missing'}` };
  return base > 0 ? { result: value / base - 1 } : { reason: 'the figure a year before is not positive' };
}

/** The newest filing's day + the median time of the same step in up to four earlier years, moved to a session. */
function nextFiling(reports: readonly ReportedQuarter[], today: number): Outcome {
  const filingDays = new Map(
    reports.flatMap((report) => (report.filingDay === null ? [] : [[ordinal(report), report.filingDay] as const])),
  );
  const newest = reports.findLast(({ filingDay }) => filingDay !== null);
  if (newest === undefined || newest.filingDay === null)
    return reports.length === 0 ? NO_REPORTS : { reason: 'no filing date is stored' };
  const spacings = Array.from({ length: SPACING_YEARS }, (_, index) => ordinal(newest) - 4 * (index + 1)).flatMap(
    (at) => {
      const [from, to] = [filingDays.get(at), filingDays.get(at + 1)];
      return from === undefined || to === undefined ? [] : [to - from];
    },
  );
  if (spacings.length === 0) return { reason: 'no two filings of the same quarters in the last four years are stored' };
  const day = nextSession(newest.filingDay + Math.round(median(spacings)) - 1);
  return day < today
    ? { reason: `the estimate, ${isoDate(day)}, has passed, and no later report is stored` }
    : { result: day };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}
