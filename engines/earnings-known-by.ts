import type { ReportedQuarter, ReportValue } from './earnings-reports.js';
import { endOfDayMs } from './known-by.js';

/** A reported quarter with the figures of its own filing. */
export interface FirstReported extends ReportedQuarter {
  readonly epsBasicDay: number | null;
  readonly epsDilutedDay: number | null;
  readonly firstRevenue: number | null;
  readonly firstNetIncome: number | null;
}

const NOT_FIRST = 'the report as first filed does not have it for this quarter';
const LATER = 'it is stored only as a later filing has it';

/** When a quarter's own filing was known, epoch milliseconds: its acceptance, else the end of its day in New York. */
export function knownMs({ acceptedAt, filingDay }: Pick<ReportedQuarter, 'acceptedAt' | 'filingDay'>): number | null {
  if (acceptedAt !== null) return acceptedAt.getTime();
  return filingDay === null ? null : endOfDayMs(filingDay);
}

/**
 * The quarters whose own filing was known at an instant, epoch milliseconds, oldest first. Revenue and net income are
 * those of that filing: when a later one restated them is not stored. Earnings per share of a later filing are left out
 * unless that was known too.
 */
export function reportsKnownBy(reports: readonly FirstReported[], instantMs: number): readonly ReportedQuarter[] {
  return reports.flatMap((report) => {
    const ownMs = knownMs(report);
    return ownMs === null || ownMs > instantMs ? [] : [asKnown(report, instantMs)];
  });
}

function asKnown(report: FirstReported, instantMs: number): ReportedQuarter {
  const { revenue: noRevenue = NOT_FIRST, netIncome: noIncome = NOT_FIRST, ...others } = report.missing;
  const missing: Partial<Record<ReportValue, string>> = {
    ...others,
    ...(report.firstRevenue === null ? { revenue: noRevenue } : {}),
    ...(report.firstNetIncome === null ? { netIncome: noIncome } : {}),
  };
  const perShare = (name: 'epsBasic' | 'epsDiluted', day: number | null): number | null => {
    const isKnown = day === report.filingDay || (day !== null && endOfDayMs(day) <= instantMs);
    if (isKnown || report[name] === null) return report[name];
    missing[name] = LATER;
    return null;
  };
  return {
    ...report,
    revenue: report.firstRevenue,
    netIncome: report.firstNetIncome,
    epsBasic: perShare('epsBasic', report.epsBasicDay),
    epsDiluted: perShare('epsDiluted', report.epsDilutedDay),
    missing,
  };
}
