import { newYorkTime } from '../../calendar/new-york-time.js';
import { FLOW_FIGURES, type StatementFigure } from '../../engines/statement-figures.js';
import type { NewEarningsReport } from '../../store/earnings.js';
import type { NewFinancialStatement } from '../../store/financial-statements.js';
import { sharesOn, simulatedQuarters } from './earnings.js';
import { INSTRUMENTS } from './instruments.js';
import { hashText, seededRandom } from './random.js';
import { SIMULATED, type SimulatedRows } from './simulated-rows.js';

const SEED = hashText('statements');
const MILLION = 1_000_000;
const QUARTERS = 4;
const DILUTION = 0.985;
/** Of revenue, unless said otherwise: what a company keeps for all its quarters. */
const RANGES = {
  taxRate: [0.16, 0.08],
  interest: [0.004, 0.012],
  research: [0.02, 0.12],
  selling: [0.05, 0.12],
  depreciation: [0.03, 0.04],
  stockCompensation: [0.01, 0.03],
  capitalExpenditures: [0.03, 0.05],
  workingCapital: [-0.02, 0.04],
  otherInvesting: [-0.03, 0.04],
  /** Assets over the revenue of four quarters. */
  assets: [0.9, 0.9],
  /** Of assets. */
  equity: [0.3, 0.3],
  cash: [0.05, 0.09],
  shortTermInvestments: [0.03, 0.08],
  currentAssets: [0.3, 0.15],
  currentRatio: [1, 1.1],
  /** Of the revenue of the quarter. */
  receivables: [0.3, 0.3],
  inventory: [0.1, 0.3],
  /** Of what is neither equity nor current. */
  longTermDebt: [0.5, 0.4],
  /** Of what financing pays. */
  shareRepurchases: [0.4, 0.5],
} as const satisfies Readonly<Record<string, readonly [least: number, range: number]>>;

type Ratios = Readonly<Record<keyof typeof RANGES, number>>;
type Figures = Readonly<Partial<Record<StatementFigure, number>>>;

function ratiosOf(twinOf: string): Ratios {
  const random = seededRandom(SEED, 0, hashText(twinOf));
  return Object.fromEntries(
    Object.entries(RANGES).map(([name, [least, range]]) => [name, least + range * random()]),
  ) as Ratios;
}

const millions = (value: number): number => Math.round(value / MILLION) * MILLION;

/** The balance sheet at the end of a quarter: liabilities and equity add up to the assets. */
function balanceSheet(revenue: number, ratios: Ratios): Figures & { readonly cash: number } {
  const assets = millions(QUARTERS * revenue * ratios.assets);
  const equity = millions(assets * ratios.equity);
  const liabilities = assets - equity;
  const currentAssets = millions(assets * ratios.currentAssets);
  const currentLiabilities = millions(Math.min(currentAssets / ratios.currentRatio, 0.9 * liabilities));
  return {
    cash: millions(assets * ratios.cash),
    shortTermInvestments: millions(assets * ratios.shortTermInvestments),
    receivables: millions(revenue * ratios.receivables),
    inventory: millions(revenue * ratios.inventory),
    currentAssets,
    assets,
    currentLiabilities,
    longTermDebt: millions((liabilities - currentLiabilities) * ratios.longTermDebt),
    liabilities,
    equity,
  };
}

/** The statements of a quarter; the three cash flows add up to the change of the cash. */
function figuresOf(report: NewEarningsReport, before: NewEarningsReport | undefined, ratios: Ratios): Figures {
  const [revenue, netIncome] = [report.revenue ?? 0, report.netIncome ?? 0];
  const of = (ratio: number): number => millions(revenue * ratio);
  const incomeTax = netIncome > 0 ? millions((netIncome * ratios.taxRate) / (1 - ratios.taxRate)) : 0;
  const [interestExpense, researchAndDevelopment] = [of(ratios.interest), of(ratios.research)];
  const sellingGeneralAndAdministrative = of(ratios.selling);
  const operatingIncome = netIncome + incomeTax + interestExpense;
  const grossProfit = operatingIncome + researchAndDevelopment + sellingGeneralAndAdministrative;
  const balance = balanceSheet(revenue, ratios);
  const cashBefore = balanceSheet(before?.revenue ?? revenue, ratios).cash;
  const [depreciationAndAmortization, stockCompensation] = [of(ratios.depreciation), of(ratios.stockCompensation)];
  const capitalExpenditures = of(ratios.capitalExpenditures);
  const operatingCashFlow = netIncome + depreciationAndAmortization + stockCompensation + of(ratios.workingCapital);
  const investingCashFlow = of(ratios.otherInvesting) - capitalExpenditures;
  const financingCashFlow = balance.cash - cashBefore - operatingCashFlow - investingCashFlow;
  return {
    revenue,
    costOfRevenue: revenue - grossProfit,
    grossProfit,
    researchAndDevelopment,
    sellingGeneralAndAdministrative,
    operatingIncome,
    interestExpense,
    incomeBeforeTax: netIncome + incomeTax,
    incomeTax,
    netIncome,
    ...balance,
    operatingCashFlow,
    investingCashFlow,
    financingCashFlow,
    capitalExpenditures,
    depreciationAndAmortization,
    stockCompensation,
    shareRepurchases: millions(Math.max(0, -financingCashFlow) * ratios.shareRepurchases),
  };
}

/** Shares on the basis of the filing's day; earnings per share in cents. */
function shareFigures(shares: number, perShare: Pick<NewEarningsReport, 'epsBasic' | 'epsDiluted'>): Figures {
  return {
    epsBasic: perShare.epsBasic ?? 0,
    epsDiluted: perShare.epsDiluted ?? 0,
    sharesBasic: Math.round(shares),
    sharesDiluted: Math.round((perShare.epsBasic ?? 0) > 0 ? shares / DILUTION : shares),
  };
}

function statementOf(
  report: NewEarningsReport,
  span: NewFinancialStatement['span'],
  figures: Figures,
): NewFinancialStatement {
  const { ticker, fiscalYear, fiscalQuarter, periodEnd, filingDay, currency } = report;
  const shareDays =
    filingDay === null
      ? {}
      : { epsBasic: filingDay, epsDiluted: filingDay, sharesBasic: filingDay, sharesDiluted: filingDay };
  return {
    ticker,
    cik: null,
    span,
    fiscalYear,
    fiscalQuarter,
    periodEnd,
    filingDay,
    accession: null,
    currency,
    figures: { ...figures },
    shareDays,
    firstFigures: { ...figures },
    missing: {},
    shownSplits: [],
    source: SIMULATED,
  };
}

/** The year that ends with the last of four quarters: sums, and the balance sheet of the last one. */
function yearOf(quarters: readonly Figures[], shares: number): Figures {
  const sums = Object.fromEntries(
    FLOW_FIGURES.flatMap((name) => {
      const values = quarters.flatMap((figures) => figures[name] ?? []);
      return values.length === QUARTERS ? [[name, values.reduce((sum, value) => sum + value, 0)]] : [];
    }),
  ) as Figures;
  const cents = (value: number): number => Math.round(value * 100) / 100;
  const perShare = (sums.netIncome ?? 0) / shares;
  return {
    ...quarters.at(-1),
    ...sums,
    ...shareFigures(shares, {
      epsBasic: cents(perShare),
      epsDiluted: cents(perShare > 0 ? perShare * DILUTION : perShare),
    }),
  };
}

/** The statements of one company's filed reports, oldest first. */
function companyStatements(reports: readonly NewEarningsReport[], today: number): readonly NewFinancialStatement[] {
  const [first] = reports;
  if (first === undefined) return [];
  const twinOf = INSTRUMENTS.find(({ symbol }) => symbol === first.ticker)?.twinOf ?? first.ticker;
  const ratios = ratiosOf(twinOf);
  const figures = reports.map((report, index) => figuresOf(report, reports[index - 1], ratios));
  return reports.flatMap((report, index) => {
    const { filingDay, fiscalQuarter } = report;
    if (filingDay === null || filingDay >= today) return [];
    const shares = sharesOn(report.ticker, twinOf, filingDay);
    const quarter = statementOf(report, 'quarter', { ...figures[index], ...shareFigures(shares, report) });
    return fiscalQuarter < QUARTERS
      ? [quarter]
      : [quarter, statementOf(report, 'year', yearOf(figures.slice(index + 1 - QUARTERS, index + 1), shares))];
  });
}

/** The demo market's statements that were filed before New York's day of `now`: invented throughout. */
export function simulatedStatements(now: Date): readonly NewFinancialStatement[] {
  const today = newYorkTime(now.getTime()).day;
  return simulatedQuarters(now).flatMap((reports) => companyStatements(reports, today));
}

/** Leaves out tickers with imported statements. */
export const SIMULATED_ROWS: SimulatedRows = async ({ store, tx, now, isFirst }) => {
  const imported = await store.financialStatements.tickersOfOthers(tx, SIMULATED);
  const statements = simulatedStatements(now).filter(({ ticker }) => !imported.has(ticker));
  if (isFirst)
    for (const ticker of new Set(statements.map((statement) => statement.ticker)))
      await store.financialStatements.replace(tx, ticker, []);
  await store.financialStatements.upsert(tx, statements);
};
