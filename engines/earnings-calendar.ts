import { isoDate } from '../calendar/days.js';
import { newYorkUtcMs } from '../calendar/new-york-time.js';
import { nextSession } from '../calendar/nyse.js';
import {
  adjustedReport,
  growth,
  NO_REPORTS,
  quarterOrdinal,
  REPORT_VALUES,
  resultOf,
  type Outcome,
  type ReportedQuarter,
  type ReportValue,
} from './earnings-reports.js';
import type { ShareSplit } from './rating-actions.js';

/** Reports that are shown. */
export const HISTORY_REPORTS = 8;
const SPACING_YEARS = 4;

export interface EarningsInput {
  /** Oldest first. */
  readonly reports: readonly ReportedQuarter[];
  readonly splits: readonly ShareSplit[];
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
  /** The newest eight, newest first. */
  readonly earningsHistory: readonly EarningsReport[];
  /** Those before them, newest first. */
  readonly olderReports: readonly EarningsReport[];
  readonly revenueGrowth: number | null;
  readonly epsGrowth: number | null;
  readonly totalReports: number;
  readonly missing: readonly MissingEarnings[];
}

/** All reports as they are shown, in the same order. */
export function shownReports({
  reports,
  splits,
}: Pick<EarningsInput, 'reports' | 'splits'>): readonly EarningsReport[] {
  return reports.map((report) => shown(adjustedReport(report, splits)));
}

/** All reports, year-over-year growth of the newest one, and an estimate of the next filing's date. */
export function earningsCalendar({ reports, splits, today }: EarningsInput): EarningsCalendar {
  const adjusted = reports.map((report) => adjustedReport(report, splits));
  const all = adjusted.toReversed().map(shown);
  const next = nextFiling(adjusted, today);
  const revenue = growth(adjusted, 'revenue');
  const eps = growth(adjusted, 'epsDiluted');
  const nextDay = resultOf(next);
  return {
    nextEarningsEstimate: nextDay === null ? null : isoDate(nextDay),
    daysUntilEarnings: nextDay === null ? null : nextDay - today,
    earningsHistory: all.slice(0, HISTORY_REPORTS),
    olderReports: all.slice(HISTORY_REPORTS),
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

function missingOf(value: EarningsValue, outcome: Outcome): readonly MissingEarnings[] {
  return 'result' in outcome ? [] : [{ value, reason: outcome.reason }];
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

/** What the next filing's date is estimated from; reports oldest first. */
export type FilingDates = Pick<ReportedQuarter, 'fiscalYear' | 'fiscalQuarter' | 'filingDay'>;

/** The newest filing's day + the median time of the same step in up to four earlier years, moved to a session. */
export function nextFiling(reports: readonly FilingDates[], today: number): Outcome {
  const filingDays = new Map(
    reports.flatMap((report) =>
      report.filingDay === null ? [] : [[quarterOrdinal(report), report.filingDay] as const],
    ),
  );
  const newest = reports.findLast(({ filingDay }) => filingDay !== null);
  if (newest === undefined || newest.filingDay === null)
    return reports.length === 0 ? NO_REPORTS : { reason: 'no filing date is stored' };
  const spacings = Array.from({ length: SPACING_YEARS }, (_, index) => {
    const ordinal = quarterOrdinal(newest) - 4 * (index + 1);
    const [from, to] = [filingDays.get(ordinal), filingDays.get(ordinal + 1)];
    return from === undefined || to === undefined ? [] : [to - from];
  }).flat();
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
