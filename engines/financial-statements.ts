import { isoDate } from '../calendar/days.js';
import { unstoredSplit, type ShownSplit } from './earnings-reports.js';
import { endOfDayMs } from './known-by.js';
import type { ShareSplit } from './rating-actions.js';
import {
  figureName,
  FLOW_FIGURES,
  isShareFigure,
  isStatementFigure,
  SHARE_FIGURES,
  STATEMENT_FIGURES,
  type BalanceFigure,
  type CashFlowFigure,
  type FigureName,
  type IncomeFigure,
  type ShareFigure,
  type StatementFigure,
} from './statement-figures.js';

const QUARTERS = 4;

/** Fiscal quarters, fiscal years, or the four quarters up to each quarter. */
export type StatementPeriod = 'QUARTER' | 'YEAR' | 'TRAILING_YEAR';

type Figures = Readonly<Partial<Record<string, number>>>;

/** Stored statements of one period. Days since 1970-01-01; amounts in USD, figures per share in USD, and shares. */
export interface StatementRow {
  readonly span: 'quarter' | 'year';
  readonly fiscalYear: number;
  readonly fiscalQuarter: number;
  readonly periodEnd: number;
  readonly filingDay: number | null;
  readonly acceptedAt: Date | null;
  readonly accession: string | null;
  readonly currency: string;
  readonly figures: Figures;
  /** The day of the filing that a figure per share, or a count of shares, has the share basis of. */
  readonly shareDays: Figures;
  /** Those of the period's own filing. */
  readonly firstFigures: Figures;
  readonly missing: Readonly<Record<string, string>>;
  readonly shownSplits: readonly ShownSplit[];
}

export interface StatementsInput {
  /** Oldest first. */
  readonly rows: readonly StatementRow[];
  readonly splits: readonly ShareSplit[];
  readonly period: StatementPeriod;
}

type Values<Name extends string> = Readonly<Record<Name, number | null>>;

/** A figure that filings have and that is null, and why. */
export interface MissingFigure {
  readonly figure: FigureName;
  readonly reason: string;
}

/** The statements of one period. Fractions are decimals, 0.05 is 5 percent. */
export interface FinancialStatement {
  readonly fiscalYear: number;
  /** The last one of the period; null for a fiscal year. */
  readonly fiscalQuarter: number | null;
  readonly periodEnd: string;
  readonly filingDate: string | null;
  /** The acceptance of the filing, else the end of its day in New York. */
  readonly knownAt: string | null;
  readonly accession: string | null;
  readonly currency: string;
  readonly income: Values<IncomeFigure | 'grossMargin' | 'operatingMargin' | 'netMargin' | 'revenueGrowth'>;
  readonly balanceSheet: Values<BalanceFigure | 'currentRatio'>;
  readonly cashFlow: Values<CashFlowFigure | 'freeCashFlow'>;
  readonly missing: readonly MissingFigure[];
}

/** When a statement's own filing was known, epoch milliseconds: its acceptance, else the end of its day in New York. */
export function statementKnownMs({ acceptedAt, filingDay }: StatementRow): number | null {
  if (acceptedAt !== null) return acceptedAt.getTime();
  return filingDay === null ? null : endOfDayMs(filingDay);
}

/**
 * The statements whose own filing was known at an instant, epoch milliseconds, with the figures of that filing: when a
 * later one restated them is not stored.
 */
export function statementsKnownBy(rows: readonly StatementRow[], instantMs: number): readonly StatementRow[] {
  return rows.flatMap((row) => {
    const ownMs = statementKnownMs(row);
    if (ownMs === null || ownMs > instantMs || row.filingDay === null) return [];
    const { filingDay, figures, firstFigures } = row;
    const dayOf = (name: string): number =>
      firstFigures[name] === figures[name] ? (row.shareDays[name] ?? filingDay) : filingDay;
    const shares = Object.keys(firstFigures).filter(isShareFigure);
    return [
      {
        ...row,
        figures: firstFigures,
        shareDays: Object.fromEntries(shares.map((name) => [name, dayOf(name)])),
        missing: {},
      },
    ];
  });
}

/** Figures on today's share basis, and why others are null. */
interface Period extends Omit<StatementRow, 'shareDays' | 'firstFigures' | 'shownSplits' | 'figures' | 'missing'> {
  readonly figures: Readonly<Partial<Record<StatementFigure, number>>>;
  readonly missing: Readonly<Partial<Record<StatementFigure, string>>>;
}

/** A period by the rows that it is told from: one, or four quarters that are added up. */
type Span = readonly [StatementRow, ...StatementRow[]];

/** The statements of the asked periods, newest first, `most` at most. */
export function financialStatements(
  { rows, splits, period }: StatementsInput,
  most = Infinity,
): readonly FinancialStatement[] {
  const spans = spansOf(rows, period);
  const byOrdinal = new Map(spans.map((span) => [ordinal(lastOf(span)), span]));
  const known = new Map<StatementRow, Period>();
  const adjustedRow = (row: StatementRow): Period => {
    const own = known.get(row) ?? adjusted(row, splits);
    known.set(row, own);
    return own;
  };
  const told = (span: Span): Period =>
    span.length === 1 ? adjustedRow(span[0]) : sumOf(span.map(adjustedRow), adjustedRow(lastOf(span)));
  return spans
    .slice(-Math.min(most, spans.length))
    .map((span) => {
      const before = byOrdinal.get(ordinal(lastOf(span)) - QUARTERS);
      return shown(told(span), before === undefined ? null : revenueOf(before), period === 'YEAR');
    })
    .toReversed();
}

/** How many statements of the asked periods there are. */
export const statementCount = ({ rows, period }: StatementsInput): number => spansOf(rows, period).length;

const lastOf = (span: Span): StatementRow => span.at(-1) ?? span[0];

/** Null unless all rows have it. */
function revenueOf(span: Span): number | null {
  const values = span.flatMap(({ figures }) => figures['revenue'] ?? []);
  return values.length === span.length ? values.reduce((sum, value) => sum + value, 0) : null;
}

/** Fiscal quarters in a row differ by 1. */
function ordinal({ fiscalYear, fiscalQuarter }: Pick<StatementRow, 'fiscalYear' | 'fiscalQuarter'>): number {
  return fiscalYear * QUARTERS + fiscalQuarter;
}

/** On today's share basis; figures from before a split that is not stored are left out. */
function adjusted(row: StatementRow, splits: readonly ShareSplit[]): Period {
  const figures: Partial<Record<StatementFigure, number>> = {};
  const missing: Partial<Record<StatementFigure, string>> = {};
  for (const [name, reason] of Object.entries(row.missing)) if (isStatementFigure(name)) missing[name] = reason;
  for (const [name, value] of Object.entries(row.figures)) {
    if (!isStatementFigure(name) || value === undefined) continue;
    if (!isShareFigure(name)) figures[name] = value;
    else {
      const day = row.shareDays[name] ?? row.periodEnd;
      const unstored = unstoredSplit(row.shownSplits, splits, day);
      if (unstored === undefined) figures[name] = onTodaysBasis(name, value, day, splits);
      else missing[name] = unstored;
    }
  }
  const { span, fiscalYear, fiscalQuarter, periodEnd, filingDay, acceptedAt, accession, currency } = row;
  return { span, fiscalYear, fiscalQuarter, periodEnd, filingDay, acceptedAt, accession, currency, figures, missing };
}

function onTodaysBasis(name: ShareFigure, value: number, day: number, splits: readonly ShareSplit[]): number {
  const ratio = splits.reduce((product, split) => (split.day > day ? product * split.ratio : product), 1);
  return SHARE_FIGURES[name] === 'perShare' ? value / ratio : value * ratio;
}

/**
 * The periods that are asked for, oldest first. The four quarters up to each one are the fiscal year if they are one,
 * else their sums, if all four are stored.
 */
function spansOf(rows: readonly StatementRow[], period: StatementPeriod): readonly Span[] {
  const quarters = rows.filter(({ span }) => span === 'quarter');
  const years = rows.filter(({ span }) => span === 'year');
  if (period !== 'TRAILING_YEAR') return (period === 'YEAR' ? years : quarters).map((row): Span => [row]);
  const byOrdinal = new Map(quarters.map((quarter) => [ordinal(quarter), quarter]));
  const yearAt = new Map(years.map((year) => [ordinal(year), year]));
  return quarters.flatMap((last): readonly Span[] => {
    const year = yearAt.get(ordinal(last));
    if (year !== undefined) return [[year]];
    const [first, ...others] = [3, 2, 1, 0].flatMap((back) => byOrdinal.get(ordinal(last) - back) ?? []);
    return first !== undefined && others.length === QUARTERS - 1 ? [[first, ...others]] : [];
  });
}

/** Sums of four quarters, and the balance sheet at the end of the last. */
function sumOf(four: readonly Period[], last: Period): Period {
  const figures: Partial<Record<StatementFigure, number>> = {};
  const missing: Partial<Record<StatementFigure, string>> = {};
  for (const name of STATEMENT_FIGURES.balanceSheet) {
    const value = last.figures[name];
    if (value !== undefined) figures[name] = value;
    const reason = last.missing[name];
    if (reason !== undefined) missing[name] = reason;
  }
  for (const name of FLOW_FIGURES) {
    const values = four.flatMap((quarter) => quarter.figures[name] ?? []);
    if (values.length === QUARTERS) figures[name] = values.reduce((sum, value) => sum + value, 0);
    else if (values.length > 0) {
      const without = four.find((quarter) => quarter.figures[name] === undefined);
      const of = without === undefined ? '' : `quarter ${without.fiscalQuarter} of ${without.fiscalYear}`;
      missing[name] = `${of}: ${without?.missing[name] ?? 'no filing has it for the quarter'}`;
    }
  }
  return { ...last, figures, missing };
}

function shown(row: Period, revenueBefore: number | null, isYear: boolean): FinancialStatement {
  const { figures, missing, filingDay, acceptedAt } = row;
  const value = (name: StatementFigure): number | null => figures[name] ?? null;
  const all = <Name extends StatementFigure>(names: readonly Name[]): Values<Name> =>
    Object.fromEntries(names.map((name) => [name, value(name)])) as Values<Name>;
  const income = all(STATEMENT_FIGURES.income);
  const balanceSheet = all(STATEMENT_FIGURES.balanceSheet);
  const cashFlow = all(STATEMENT_FIGURES.cashFlow);
  const grossProfit = income.grossProfit ?? difference(income.revenue, income.costOfRevenue);
  const margin = (amount: number | null): number | null => quotient(amount, income.revenue);
  const endOfDay = filingDay === null ? null : new Date(endOfDayMs(filingDay));
  return {
    fiscalYear: row.fiscalYear,
    fiscalQuarter: isYear ? null : row.fiscalQuarter,
    periodEnd: isoDate(row.periodEnd),
    filingDate: filingDay === null ? null : isoDate(filingDay),
    knownAt: (acceptedAt ?? endOfDay)?.toISOString() ?? null,
    accession: row.accession,
    currency: row.currency,
    income: {
      ...income,
      grossProfit,
      grossMargin: margin(grossProfit),
      operatingMargin: margin(income.operatingIncome),
      netMargin: margin(income.netIncome),
      revenueGrowth: growthOver(revenueBefore, income.revenue),
    },
    balanceSheet: {
      ...balanceSheet,
      currentRatio: quotient(balanceSheet.currentAssets, balanceSheet.currentLiabilities),
    },
    cashFlow: { ...cashFlow, freeCashFlow: difference(cashFlow.operatingCashFlow, cashFlow.capitalExpenditures) },
    missing: Object.entries(missing).flatMap(([figure, reason]) =>
      isStatementFigure(figure) && (figure !== 'grossProfit' || grossProfit === null)
        ? [{ figure: figureName(figure), reason }]
        : [],
    ),
  };
}

function difference(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one - other;
}

/** Null unless the divisor is positive. */
function quotient(value: number | null, divisor: number | null): number | null {
  return value === null || divisor === null || divisor <= 0 ? null : value / divisor;
}

function growthOver(before: number | null, value: number | null): number | null {
  const ratio = quotient(value, before);
  return ratio === null ? null : ratio - 1;
}
