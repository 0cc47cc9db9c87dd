import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { isQuarterEnd, quarterEndBefore } from '../../calendar/quarters.js';
import { ApiError } from '../../access/errors.js';
import { locate } from '../../access/parameters/faults.js';
import {
  holdingTotals,
  institutionalHoldings,
  type Completeness,
  type KindTotals,
} from '../../engines/institutional-holdings.js';
import type { InstitutionalFiling } from '../../store/institutional-filings.js';
import type { HeldPosition, SecuritySplit } from '../../store/institutional-positions.js';
import { rowsByKey } from '../../store/rows-by-key.js';
import { rootResultId } from '../result-ids.js';
import type { InstitutionalLinks } from './institutional-links.js';
import type { InstitutionalHoldingParent } from './resolver-parents.js';

/** Days that a manager has to file its report. */
const DAYS_TO_FILE = 45;

/** The day of a filter's `period`; undefined without one. Throws `invalid_parameter` unless a quarter ends on it. */
export function periodDayOf(period: string | null | undefined): number | undefined {
  if (period === null || period === undefined) return undefined;
  const day = parseIsoDate(period);
  if (day !== null && isQuarterEnd(day)) return day;
  const message = `filter.period ${period} is not the last day of a calendar quarter, such as 2025-09-30.`;
  throw new ApiError('invalid_parameter', message, { param: locate('filter', ['period']) });
}

/** The newest period whose time of filing has passed on `newestDay`, else the newest one; null without any. */
export function newestPeriod(days: readonly number[], newestDay: number | null): number | null {
  const ordered = days.toSorted((one, other) => other - one);
  return ordered.find((day) => day + DAYS_TO_FILE <= (newestDay ?? -Infinity)) ?? ordered[0] ?? null;
}

/** A period and the quarter before it. */
export function periodsToRead(days: readonly (number | null)[]): readonly number[] {
  return [...new Set(days.flatMap((day) => (day === null ? [] : [day, quarterEndBefore(day)])))];
}

/** The first and the last of days. */
export function spanOf(days: readonly number[]): readonly [first: number, last: number] {
  return days.length === 0 ? [0, 0] : [Math.min(...days), Math.max(...days)];
}

/** A manager's report of one period: its counted filings together. */
export interface InstitutionalReport {
  readonly cik: string;
  readonly periodDay: number;
  readonly filingDay: number;
  readonly isFilingDateEstimated: boolean;
  readonly value: number;
  readonly completeness: Completeness;
  /** Oldest first. */
  readonly filings: readonly InstitutionalFiling[];
}

/** Of counted filings; only amendments are counted where the filing that they add to is not stored. */
function completenessOf(filings: readonly InstitutionalFiling[]): Completeness {
  if (filings.every(({ amendment }) => amendment === 'NEW HOLDINGS')) return 'AMENDMENTS_ONLY';
  return filings.some(({ refusedEntries }) => refusedEntries > 0) ? 'ENTRIES_REFUSED' : 'COMPLETE';
}

function reportOf([first, ...rest]: readonly InstitutionalFiling[]): readonly InstitutionalReport[] {
  if (first === undefined) return [];
  const filings = [first, ...rest];
  const newest = filings.reduce((last, filing) => (filing.filingDay > last.filingDay ? filing : last), first);
  return [
    {
      cik: first.cik,
      periodDay: first.periodDay,
      filingDay: newest.filingDay,
      isFilingDateEstimated: newest.isFilingDayEstimated,
      value: filings.reduce((sum, { value }) => sum + value, 0),
      completeness: completenessOf(filings),
      filings,
    },
  ];
}

/** Reports of counted filings, in the order of their first filings. */
export function reportsOf(filings: readonly InstitutionalFiling[]): readonly InstitutionalReport[] {
  return [...rowsByKey(filings, ({ cik, periodDay }) => `${cik} ${periodDay}`).values()].flatMap(reportOf);
}

/** All holdings of one list, closed ones too. */
export interface HoldingsList {
  readonly periodDay: number | null;
  readonly asOfDay: number | null;
  readonly holdings: readonly InstitutionalHoldingParent[];
  readonly totals: readonly KindTotals[];
  readonly sources: readonly string[];
}

export interface HoldingsRows {
  readonly periodDay: number | null;
  readonly positions: readonly HeldPosition[];
  readonly reports: readonly InstitutionalReport[];
  readonly links: InstitutionalLinks;
  readonly splits: readonly SecuritySplit[];
}

function splitRatios(splits: readonly SecuritySplit[], after: number, upTo: number): ReadonlyMap<string, number> {
  const ratios = new Map<string, number>();
  for (const { symbol, day, ratio } of splits)
    if (day > after && day <= upTo) ratios.set(symbol, (ratios.get(symbol) ?? 1) * ratio);
  return ratios;
}

const NOTHING: HoldingsList = { periodDay: null, asOfDay: null, holdings: [], totals: [], sources: [] };

/** The holdings of one period among rows of several. */
export function holdingsList({ periodDay, positions, reports, links, splits }: HoldingsRows): HoldingsList {
  if (periodDay === null) return NOTHING;
  const before = quarterEndBefore(periodDay);
  const current = new Map(
    reports.filter((report) => report.periodDay === periodDay).map((report) => [report.cik, report]),
  );
  const completenessIn = (day: number): ReadonlyMap<string, Completeness> =>
    new Map(reports.flatMap((report) => (report.periodDay === day ? [[report.cik, report.completeness]] : [])));
  const own = positions.filter((position) => position.periodDay === periodDay || position.periodDay === before);
  const found = institutionalHoldings({
    entries: own.map((position) => ({
      ...position,
      issue: links.byCusip.get(position.cusip)?.ticker ?? position.cusip,
    })),
    periodDay,
    reports: completenessIn(periodDay),
    reportsBefore: completenessIn(before),
    splits: splitRatios(splits, before, periodDay),
  });
  const holdings = found.flatMap((holding) => {
    const report = current.get(holding.cik);
    if (report === undefined) return [];
    const { filingDay, isFilingDateEstimated, value: reportValue } = report;
    const id = rootResultId('institutionalHolding', holding.cik, isoDate(periodDay), holding.issue, holding.kind);
    const link = links.byCusip.get(holding.cusip);
    return [{ ...holding, id, link, filingDay, isFilingDateEstimated, reportValue }];
  });
  const asOfDay = Math.max(...holdings.map(({ filingDay }) => filingDay));
  return {
    periodDay,
    asOfDay: Number.isFinite(asOfDay) ? asOfDay : null,
    holdings,
    totals: holdingTotals(holdings),
    sources: [...new Set(own.map(({ source }) => source))],
  };
}
