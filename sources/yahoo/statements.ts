import { z } from 'zod';
import { isoDate } from '../../calendar/days.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { earningsReport, type EarningsReportFields } from '../../store/earnings.js';
import { ReadError } from '../live/read-error.js';
import { quarterByYearEnd } from '../sec/fiscal-years.js';

/**
 * The modules of a quoteSummary that quarterly statements are read from: the figures, their currency, and the fiscal
 * year.
 */
export const STATEMENT_MODULES = ['incomeStatementHistoryQuarterly', 'earnings', 'defaultKeyStatistics'] as const;

const DAY_S = 86_400;

/** Yahoo writes 0 for what it does not have; `{}`, null and nothing at all stand for none too. */
const figure = z
  .union([z.number(), z.object({ raw: z.number().nullish() }).transform(({ raw }) => raw ?? null)])
  .nullish()
  .transform((given) => given || null);

const statement = z.object({ endDate: figure, totalRevenue: figure, netIncome: figure });
type Statement = z.infer<typeof statement>;
const modules = z.object({
  incomeStatementHistoryQuarterly: z.object({ incomeStatementHistory: z.array(statement) }),
  earnings: z.object({ financialCurrency: z.string().nullish() }).nullish(),
  defaultKeyStatistics: z.object({ lastFiscalYearEnd: figure }).nullish(),
});

const REASONS = {
  filingDay: 'the vendor does not tell the filing of the quarter',
  eps: 'the vendor does not tell earnings per share as they were filed',
  figure: 'the vendor does not tell it',
  negative: 'the revenue that the vendor tells is negative',
} as const;
/** Figures are in it alone. */
const USD = 'USD';

export interface ReadStatements {
  /** Oldest first, one of each quarter. */
  readonly reports: readonly EarningsReportFields[];
  /** What an operator should know of it. */
  readonly notes: readonly string[];
}

interface Company {
  readonly ticker: string;
  readonly currency: string;
  /** The last day of a fiscal year. */
  readonly yearEnd: number;
}

/** A figure in USD, or why there is none. */
function figureOf(value: number | null, currency: string): { readonly value: number | null; readonly reason?: string } {
  if (value === null) return { value, reason: REASONS.figure };
  return currency === USD
    ? { value }
    : { value: null, reason: `the company reports in ${currency}, not in US dollars` };
}

function revenueOf(value: number | null, currency: string) {
  const told = figureOf(value, currency);
  return (told.value ?? 0) < 0 ? { value: null, reason: REASONS.negative } : told;
}

/** The report, or why the statement is none that counts. */
function reportOf(
  { endDate, totalRevenue, netIncome: income }: Statement,
  { ticker, currency, yearEnd }: Company,
  now: Date,
): EarningsReportFields | string {
  const periodEnd = (endDate ?? NaN) / DAY_S;
  if (!Number.isSafeInteger(periodEnd)) return 'it has no date';
  if (periodEnd > newYorkTime(now.getTime()).day) return `its date ${isoDate(periodEnd)} is in the future`;
  if (totalRevenue === null && income === null)
    return `of ${isoDate(periodEnd)}, it has neither revenue nor net income`;
  const fiscal = quarterByYearEnd(yearEnd, periodEnd);
  if (fiscal === undefined) return `${isoDate(periodEnd)} is no end of a fiscal quarter`;
  const [revenue, netIncome] = [revenueOf(totalRevenue, currency), figureOf(income, currency)];
  const parsed = earningsReport.safeParse({
    ticker,
    cik: null,
    fiscalYear: fiscal.year,
    fiscalQuarter: fiscal.quarter,
    periodEnd,
    filingDay: null,
    accession: null,
    epsBasic: null,
    epsBasicDay: null,
    epsDiluted: null,
    epsDilutedDay: null,
    revenue: revenue.value,
    netIncome: netIncome.value,
    firstRevenue: revenue.value,
    firstNetIncome: netIncome.value,
    currency,
    missing: {
      filingDay: REASONS.filingDay,
      epsBasic: REASONS.eps,
      epsDiluted: REASONS.eps,
      ...(revenue.reason === undefined ? {} : { revenue: revenue.reason }),
      ...(netIncome.reason === undefined ? {} : { netIncome: netIncome.reason }),
    },
    knownAt: now,
    shownSplits: [],
  } satisfies EarningsReportFields);
  return parsed.success ? parsed.data : (parsed.error.issues[0]?.message ?? 'it is not valid');
}

/**
 * Revenue and net income of the newest quarters in a result of a quoteSummary with `STATEMENT_MODULES`; in another
 * currency than USD they are null, with a reason. Throws ReadError: `unreadable`, or `unknown_ticker` if no quarter can
 * be told.
 */
export function readStatements(result: unknown, ticker: string, now: Date): ReadStatements {
  const parsed = modules.safeParse(result);
  if (!parsed.success) throw new ReadError('unreadable', "Yahoo's quarterly statements are not as expected.");
  const { incomeStatementHistoryQuarterly: given, earnings, defaultKeyStatistics } = parsed.data;
  const currency = earnings?.financialCurrency ?? null;
  const yearEndS = defaultKeyStatistics?.lastFiscalYearEnd ?? null;
  const statements = given.incomeStatementHistory;
  if (statements.length === 0) throw new ReadError('unknown_ticker', `Yahoo has no quarterly statement of ${ticker}.`);
  if (currency === null)
    throw new ReadError('unknown_ticker', `Yahoo does not tell the currency of the reports of ${ticker}.`);
  if (yearEndS === null)
    throw new ReadError('unknown_ticker', `Yahoo does not tell when the fiscal year of ${ticker} ends.`);
  const company = { ticker, currency, yearEnd: Math.floor(yearEndS / DAY_S) };
  const byQuarter = new Map<string, EarningsReportFields>();
  const notes: string[] = [];
  for (const each of statements) {
    const report = reportOf(each, company, now);
    if (typeof report === 'string') notes.push(`A statement was left out: ${report}.`);
    else if (byQuarter.has(quarterOf(report)))
      notes.push(`A statement was left out: there are two of ${isoDate(report.periodEnd)}.`);
    else byQuarter.set(quarterOf(report), report);
  }
  if (byQuarter.size === 0)
    throw new ReadError('unknown_ticker', `Yahoo has no quarter of ${ticker} that counts. ${notes.join(' ')}`);
  return { reports: [...byQuarter.values()].sort((one, other) => one.periodEnd - other.periodEnd), notes };
}

const quarterOf = ({ fiscalYear, fiscalQuarter }: EarningsReportFields): string => `${fiscalYear} ${fiscalQuarter}`;
