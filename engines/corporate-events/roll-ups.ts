import { isoDate } from '../../calendar/days.js';
import type { EarningsCalendar } from '../earnings-calendar.js';
import type { RatingAction, ShareSplit } from '../rating-actions.js';
import { valueOf } from './insider-events.js';
import type { InsiderFiling } from './insider-filings.js';
import type { CashDividend, FiledQuarter } from './market-events.js';

const YEAR_DAYS = 365;
const ANALYST_DAYS = 90;

export interface EarningsRollUp {
  readonly lastReportDate: string | null;
  readonly nextEarningsEstimate: string | null;
  readonly daysUntilEarnings: number | null;
  readonly revenueGrowth: number | null;
  readonly epsGrowth: number | null;
}

export function earningsRollUp(
  reports: readonly FiledQuarter[],
  { nextEarningsEstimate, daysUntilEarnings, revenueGrowth, epsGrowth }: EarningsCalendar,
): EarningsRollUp {
  const last = Math.max(...reports.map(({ filingDay }) => filingDay ?? -Infinity));
  const lastReportDate = Number.isFinite(last) ? isoDate(last) : null;
  return { lastReportDate, nextEarningsEstimate, daysUntilEarnings, revenueGrowth, epsGrowth };
}

export interface DividendRollUp {
  readonly lastExDate: string | null;
  readonly lastAmount: number | null;
  /** The sum of the 365 days up to the last stored session, USD per share of today, and over its close. */
  readonly trailingAmount: number | null;
  readonly trailingPayments: number;
  readonly trailingYield: number | null;
}

/** `last`: the last stored session; undefined without prices. */
export function dividendRollUp(
  dividends: readonly CashDividend[],
  last: { readonly day: number; readonly close: number } | undefined,
): DividendRollUp {
  const newest = dividends.reduce<CashDividend | undefined>(
    (found, each) => (found === undefined || each.day > found.day ? each : found),
    undefined,
  );
  const trailing = dividends.filter(({ day }) => last !== undefined && day > last.day - YEAR_DAYS && day <= last.day);
  const amount = trailing.length === 0 ? null : trailing.reduce((total, each) => total + each.amount, 0);
  return {
    lastExDate: newest === undefined ? null : isoDate(newest.day),
    lastAmount: newest?.amount ?? null,
    trailingAmount: amount,
    trailingPayments: trailing.length,
    trailingYield: amount === null || last === undefined ? null : amount / last.close,
  };
}

export interface AnalystRollUp {
  readonly windowDays: number;
  readonly upgrades: number;
  readonly downgrades: number;
  readonly initiations: number;
  readonly otherActions: number;
  readonly firms: number;
  readonly lastActionDate: string | null;
}

/** Actions of the 90 days up to `today`. */
export function analystRollUp(actions: readonly RatingAction[], today: number): AnalystRollUp {
  const recent = actions.filter(({ day }) => day > today - ANALYST_DAYS && day <= today);
  const count = (kind: RatingAction['action']): number => recent.filter(({ action }) => action === kind).length;
  const [upgrades, downgrades, initiations] = [count('upgrade'), count('downgrade'), count('initiation')];
  const last = Math.max(...actions.map(({ day }) => day));
  return {
    windowDays: ANALYST_DAYS,
    upgrades,
    downgrades,
    initiations,
    otherActions: recent.length - upgrades - downgrades - initiations,
    firms: new Set(recent.map(({ firmKey }) => firmKey)).size,
    lastActionDate: Number.isFinite(last) ? isoDate(last) : null,
  };
}

export interface InsiderTotals {
  readonly transactions: number;
  /** On today's share basis. */
  readonly shares: number;
  /** USD, of those with a price; null if none has one. */
  readonly value: number | null;
}

export interface InsiderRollUp {
  readonly windowDays: number;
  /** Null while the contents of no form are stored: that a form was filed does not tell what it reports. */
  readonly bought: InsiderTotals | null;
  readonly sold: InsiderTotals | null;
}

function totalsOf(
  reports: readonly InsiderFiling[],
  splits: readonly ShareSplit[],
  code: string,
  isInside: (day: number) => boolean,
): InsiderTotals {
  const given = reports
    .flatMap(({ transactions }) => transactions)
    .filter((each) => each.code === code && !each.isDerivative && isInside(each.day));
  const shares = given.reduce(
    (total, { day, shares: count }) =>
      total + splits.reduce((number, split) => (split.day > day ? number * split.ratio : number), count ?? 0),
    0,
  );
  const values = given.map(valueOf).filter((value) => value !== null);
  return {
    transactions: given.length,
    shares,
    value: values.length === 0 ? null : values.reduce((total, value) => total + value, 0),
  };
}

/** Purchases and sales of shares, not of derivative securities, of the 365 days up to `today`. */
export function insiderRollUp(
  reports: readonly InsiderFiling[],
  splits: readonly ShareSplit[],
  today: number,
): InsiderRollUp {
  const isInside = (day: number): boolean => day > today - YEAR_DAYS && day <= today;
  return {
    windowDays: YEAR_DAYS,
    bought: reports.length === 0 ? null : totalsOf(reports, splits, 'P', isInside),
    sold: reports.length === 0 ? null : totalsOf(reports, splits, 'S', isInside),
  };
}
