import { isShareFigure, STATEMENT_FIGURES, type StatementFigure } from '../../engines/statement-figures.js';
import type { EarningsReportFields } from '../../store/earnings.js';
import type { FinancialStatementFields } from '../../store/financial-statements.js';
import type { Fact, Figure } from './facts.js';
import {
  amountOfQuarter,
  factsByEnd,
  instantFigure,
  isMissing,
  quarterFigure,
  REASONS,
  yearFigure,
  type FactsByEnd,
  type FigureOutcome,
} from './figures.js';
import { withoutContradiction } from './quarters.js';

const FIGURES: readonly StatementFigure[] = Object.values(STATEMENT_FIGURES).flat();
const BALANCE: ReadonlySet<StatementFigure> = new Set(STATEMENT_FIGURES.balanceSheet);

type Outcomes = Readonly<Partial<Record<StatementFigure, FigureOutcome>>>;

/** Facts of each figure by the end of their period. */
type Filed = ReadonlyMap<StatementFigure, FactsByEnd>;

interface Quarter {
  readonly end: number;
  readonly quarter: number;
  readonly endBefore: number | null;
}

/** The statements of a filer's quarters, and of the years that end with a fourth one, oldest first. */
export function statementsOf(
  facts: readonly Fact[],
  reports: readonly EarningsReportFields[],
): readonly FinancialStatementFields[] {
  const filed: Filed = new Map(FIGURES.map((figure) => [figure, factsByEnd(facts, figure)]));
  const endOf = new Map(reports.map((report) => [ordinal(report), report.periodEnd]));
  return reports.flatMap((report) => {
    const { periodEnd: end, fiscalQuarter: quarter, filingDay } = report;
    const period = { end, quarter, endBefore: endOf.get(ordinal(report) - 1) ?? null };
    const then =
      filingDay === null
        ? null
        : filedBy(filed, [end, ...(period.endBefore === null ? [] : [period.endBefore])], filingDay);
    const ofQuarter = statementOf(report, 'quarter', {
      now: { ...quarterOutcomes(filed, period), ...outcomesIn(report) },
      first:
        then === null ? {} : { ...quarterOutcomes(then, period), ...perShareOutcomes(then, end), ...firstIn(report) },
    });
    if (quarter !== 4) return [ofQuarter];
    const ofYear = statementOf(report, 'year', {
      now: yearOutcomes(filed, end),
      first: then === null ? {} : yearOutcomes(then, end),
    });
    return Object.keys(ofYear.figures).length === 0 ? [ofQuarter] : [ofQuarter, ofYear];
  });
}

const ordinal = ({ fiscalYear, fiscalQuarter }: EarningsReportFields): number => fiscalYear * 4 + fiscalQuarter;

/** What had been filed by a day about the periods that end on these days. */
function filedBy(filed: Filed, ends: readonly number[], day: number): Filed {
  return new Map(
    [...filed].map(([figure, byEnd]) => [
      figure,
      new Map(ends.map((end) => [end, (byEnd.get(end) ?? []).filter((fact) => fact.filed <= day)])),
    ]),
  );
}

const NONE: FactsByEnd = new Map();

/** Of what the report of the quarter does not have. */
function quarterOutcomes(filed: Filed, period: Quarter): Outcomes {
  return Object.fromEntries(
    FIGURES.map((figure) => {
      const facts = filed.get(figure) ?? NONE;
      if (BALANCE.has(figure)) return [figure, instantFigure(facts, period.end)];
      if (isShareFigure(figure)) return [figure, ofQuarterAlone(facts, period)];
      return [figure, amountOfQuarter(facts, period)];
    }),
  );
}

/** Not that of a year: shares, and figures per share, are no sums. */
function ofQuarterAlone(facts: FactsByEnd, { end, quarter }: Quarter): FigureOutcome {
  const alone = quarterFigure(facts, end);
  const year = quarter === 4 ? yearFigure(facts, end) : REASONS.none;
  return !isMissing(alone) || isMissing(year) ? alone : REASONS.none;
}

const REPORT_FIGURES = ['revenue', 'netIncome', 'epsBasic', 'epsDiluted'] as const satisfies readonly Figure[];

/** The figures that the quarter's report has, so that both tell the same. */
function outcomesIn(report: EarningsReportFields): Outcomes {
  const days = { revenue: null, netIncome: null, epsBasic: report.epsBasicDay, epsDiluted: report.epsDilutedDay };
  return Object.fromEntries(
    REPORT_FIGURES.map((figure) => {
      const value = report[figure];
      const reason = report.missing[figure] ?? REASONS.none.reason;
      return [figure, value === null ? { reason } : { value, filed: days[figure] ?? report.periodEnd }];
    }),
  );
}

function firstIn({ firstRevenue, firstNetIncome, periodEnd: filed }: EarningsReportFields): Outcomes {
  return {
    revenue: firstRevenue === null ? REASONS.none : { value: firstRevenue, filed },
    netIncome: firstNetIncome === null ? REASONS.none : { value: firstNetIncome, filed },
  };
}

function perShareOutcomes(filed: Filed, end: number): Outcomes {
  return {
    epsBasic: quarterFigure(filed.get('epsBasic') ?? NONE, end),
    epsDiluted: quarterFigure(filed.get('epsDiluted') ?? NONE, end),
  };
}

function yearOutcomes(filed: Filed, end: number): Outcomes {
  const outcome = (figure: StatementFigure): FigureOutcome =>
    (BALANCE.has(figure) ? instantFigure : yearFigure)(filed.get(figure) ?? NONE, end);
  return {
    ...Object.fromEntries(FIGURES.map((figure) => [figure, outcome(figure)])),
    ...withoutContradiction({
      epsBasic: outcome('epsBasic'),
      epsDiluted: outcome('epsDiluted'),
      revenue: outcome('revenue'),
      netIncome: outcome('netIncome'),
    }),
  };
}

function statementOf(
  report: EarningsReportFields,
  span: FinancialStatementFields['span'],
  { now, first }: { readonly now: Outcomes; readonly first: Outcomes },
): FinancialStatementFields {
  const { ticker, cik, fiscalYear, fiscalQuarter, periodEnd, filingDay, accession, currency, shownSplits } = report;
  const known = Object.entries(now).flatMap(([name, outcome]) => (isMissing(outcome) ? [] : [{ name, ...outcome }]));
  const shares = known.filter(({ name }) => isShareFigure(name));
  return {
    ticker,
    cik,
    span,
    fiscalYear,
    fiscalQuarter,
    periodEnd,
    filingDay,
    accession,
    currency,
    figures: Object.fromEntries(known.map(({ name, value }) => [name, value])),
    shareDays: Object.fromEntries(shares.map(({ name, filed }) => [name, filed])),
    firstFigures: Object.fromEntries(
      Object.entries(first).flatMap(([name, outcome]) => (isMissing(outcome) ? [] : [[name, outcome.value]])),
    ),
    // Of most figures no filing tells anything, which is no news.
    missing: Object.fromEntries(
      Object.entries(now).flatMap(([name, outcome]) =>
        isMissing(outcome) && outcome.reason !== REASONS.none.reason ? [[name, outcome.reason]] : [],
      ),
    ),
    shownSplits: [...shownSplits],
  };
}
