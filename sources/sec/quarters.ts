import { isoDate } from '../../calendar/days.js';
import type { EarningsReportFields, ShownSplit } from '../../store/earnings.js';
import type { Fact, Figure } from './facts.js';
import {
  factsByEnd,
  fourthQuarterFigure,
  isMissing,
  isQuarter,
  quarterFigure,
  REASONS,
  type FactsByEnd,
  type FigureOutcome,
} from './figures.js';
import { shownSplits } from './shown-splits.js';
import { fiscalCalendar, ownFilings, type FiscalQuarter, type OwnFiling } from './fiscal-years.js';

const FIGURES = ['epsBasic', 'epsDiluted', 'revenue', 'netIncome'] as const satisfies readonly Figure[];
/** Ends of odd periods in a note. */
const MOST_NOTED = 5;
const NO_FILING = 'only later filings have this quarter, for comparison';

/** The reports of one filer, oldest first, and notes on what was left out. */
export interface Quarters {
  readonly reports: readonly EarningsReportFields[];
  readonly notes: readonly string[];
}

type FirstFigures = Pick<EarningsReportFields, 'firstRevenue' | 'firstNetIncome'>;
type Report = Omit<EarningsReportFields, 'shownSplits' | keyof FirstFigures>;

interface Filer {
  readonly ticker: string;
  readonly cik: number;
}

interface Period extends FiscalQuarter {
  readonly end: number;
  readonly own: OwnFiling | undefined;
}

/** The fiscal quarters in the facts of one filer's filings. */
export function quartersOf(facts: readonly Fact[], filer: Filer): Quarters {
  const byFigure = figuresIn(facts);
  const { periods, notes } = periodsOf(facts);
  const reports = periods.map((period) => ({
    ...reportOf(period, filer, byFigure, currencyAt(facts, period.end)),
    ...firstFigures(period, filer, facts),
  }));
  const splits = shownSplits(facts);
  return { reports: reports.filter(isKnown).map((report) => withSplits(report, splits)), notes };
}

type Figures = Readonly<Record<Figure, FactsByEnd>>;

function figuresIn(facts: readonly Fact[]): Figures {
  return Object.fromEntries(FIGURES.map((figure) => [figure, factsByEnd(facts, figure)])) as Figures;
}

/** The figures of a quarter as they were known once its own filing was there. */
function firstFigures(period: Period, filer: Filer, facts: readonly Fact[]): FirstFigures {
  const { own } = period;
  if (own === undefined) return { firstRevenue: null, firstNetIncome: null };
  const then = facts.filter(({ filed }) => filed <= own.filed);
  // Later annual reports may have moved the fiscal year, and with it the quarters.
  const known = periodsOf(then).periods.find(({ end }) => end === period.end);
  if (known === undefined) return { firstRevenue: null, firstNetIncome: null };
  const { revenue, netIncome } = reportOf(known, filer, figuresIn(then), currencyAt(then, period.end));
  return { firstRevenue: revenue, firstNetIncome: netIncome };
}

/** The report with the splits since the filings of its earnings per share. */
function withSplits(report: Report & FirstFigures, splits: readonly ShownSplit[]): EarningsReportFields {
  const days = [report.epsBasicDay, report.epsDilutedDay].filter((day) => day !== null);
  return { ...report, shownSplits: splits.filter(({ by }) => days.some((day) => day < by)) };
}

/** Of a quarter without its own filing and without figures there is nothing to tell. */
function isKnown({ accession, ...report }: Report): boolean {
  return accession !== null || FIGURES.some((figure) => report[figure] !== null);
}

/** The quarters, one period each. Periods that are no quarter of the fiscal year are noted. */
function periodsOf(facts: readonly Fact[]): { readonly periods: readonly Period[]; readonly notes: readonly string[] } {
  const own = ownFilings(facts);
  const quarterAt = fiscalCalendar(own);
  const ends = new Set([...facts.filter(isQuarter).map(({ end }) => end), ...own.keys()]);
  const periods = new Map<string, Period>();
  const leftOut: number[] = [];
  for (const end of [...ends].sort((one, other) => one - other)) {
    const at = quarterAt(end);
    const key = at === undefined ? '' : `${at.year} ${at.quarter}`;
    const known = periods.get(key);
    if (at === undefined) leftOut.push(end);
    else if (known === undefined || (known.own === undefined && own.has(end))) {
      if (known !== undefined) leftOut.push(known.end);
      periods.set(key, { ...at, end, own: own.get(end) });
    } else leftOut.push(end);
  }
  const notes =
    leftOut.length === 0 ? [] : [`Periods that are no fiscal quarter were left out; they end on ${endsOf(leftOut)}.`];
  return { periods: [...periods.values()].sort((one, other) => one.end - other.end), notes };
}

function endsOf(days: readonly number[]): string {
  const more = days.length - MOST_NOTED;
  return `${days.slice(0, MOST_NOTED).map(isoDate).join(', ')}${more > 0 ? ` and ${more} more days` : ''}`;
}

function currencyAt(facts: readonly Fact[], end: number): string {
  const currencies = new Set(facts.filter((fact) => fact.end === end).map(({ currency }) => currency));
  return currencies.has('USD') ? 'USD' : ([...currencies][0] ?? 'USD');
}

function reportOf(
  { year, quarter, end, own }: Period,
  { ticker, cik }: Filer,
  byFigure: Figures,
  currency: string,
): Report {
  const outcomes =
    quarter === 4
      ? outcomesOf((name) => fourthQuarterFigure(byFigure[name], end, name, (of) => isDoubtful(byFigure, of, name)))
      : outcomesOf((name) => quarterFigure(byFigure[name], end));
  const missing = Object.fromEntries(
    FIGURES.flatMap((name) => {
      const outcome = outcomes[name];
      return isMissing(outcome) ? [[name, outcome.reason]] : [];
    }),
  );
  const { epsBasic, epsDiluted, revenue, netIncome } = outcomes;
  return {
    ticker,
    cik,
    fiscalYear: year,
    fiscalQuarter: quarter,
    periodEnd: end,
    filingDay: own?.filed ?? null,
    accession: own?.accession ?? null,
    epsBasic: valueOf(epsBasic),
    epsBasicDay: dayOf(epsBasic),
    epsDiluted: valueOf(epsDiluted),
    epsDilutedDay: dayOf(epsDiluted),
    revenue: valueOf(revenue),
    netIncome: valueOf(netIncome),
    currency,
    missing: own === undefined ? { ...missing, filingDay: NO_FILING } : missing,
    knownAt: null,
  };
}

type Outcomes = Readonly<Record<Figure, FigureOutcome>>;

function outcomesOf(figure: (name: Figure) => FigureOutcome): Outcomes {
  return withoutContradiction({
    epsBasic: figure('epsBasic'),
    epsDiluted: figure('epsDiluted'),
    revenue: figure('revenue'),
    netIncome: figure('netIncome'),
  });
}

/** Whether a figure of one of the first three quarters has a wrong sign, by itself or beside the others. */
function isDoubtful(byFigure: Figures, end: number, name: Figure): boolean {
  const outcome = outcomesOf((each) => quarterFigure(byFigure[each], end))[name];
  return outcome === REASONS.negative || outcome === REASONS.signs;
}

/** A loss has a negative net income and negative earnings per share: if the signs differ, one of them is wrong. */
export function withoutContradiction(outcomes: Outcomes): Outcomes {
  const { epsBasic, epsDiluted, netIncome } = outcomes;
  const signs = [epsBasic, epsDiluted, netIncome]
    .map((outcome) => Math.sign(valueOf(outcome) ?? 0))
    .filter((sign) => sign !== 0);
  if (new Set(signs).size < 2) return outcomes;
  const doubtful = (outcome: FigureOutcome): FigureOutcome => (isMissing(outcome) ? outcome : REASONS.signs);
  return {
    ...outcomes,
    epsBasic: doubtful(epsBasic),
    epsDiluted: doubtful(epsDiluted),
    netIncome: doubtful(netIncome),
  };
}

function valueOf(outcome: FigureOutcome): number | null {
  return isMissing(outcome) ? null : outcome.value;
}

function dayOf(outcome: FigureOutcome): number | null {
  return isMissing(outcome) ? null : outcome.filed;
}
