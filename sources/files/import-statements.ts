import { z } from 'zod';
import { isoDate } from '../../calendar/days.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { isShareFigure, isStatementFigure, type StatementFigure } from '../../engines/statement-figures.js';
import { oneOf, ticker as tickerField } from '../../store/field-schemas.js';
import type { NewFinancialStatement } from '../../store/financial-statements.js';
import { MOST_AMOUNT } from '../sec/facts.js';
import { CellError } from './cells.js';
import type { ImportContext } from './import-files.js';
import { newYorkDay, number, text, ticker, type Cell, type Column } from './read-cells.js';
import { rowImport } from './row-import.js';

/** Vendors' names of each figure, besides its own. */
const NAMES: Readonly<Record<StatementFigure, readonly string[]>> = {
  revenue: ['revenues', 'totalRevenue', 'sales'],
  costOfRevenue: ['costOfGoodsSold'],
  grossProfit: [],
  researchAndDevelopment: ['researchAndDevelopmentExpenses', 'researchDevelopment'],
  sellingGeneralAndAdministrative: ['sellingGeneralAndAdministrativeExpenses', 'sellingGeneralAdministrative'],
  operatingIncome: ['operatingIncomeLoss', 'opIncome'],
  interestExpense: [],
  incomeBeforeTax: ['pretaxIncome', 'incomeLossBeforeTax'],
  incomeTax: ['incomeTaxExpense', 'provisionForIncomeTaxes'],
  netIncome: ['netIncomeLoss'],
  epsBasic: ['eps', 'basicEps'],
  epsDiluted: ['dilutedEps'],
  sharesBasic: ['weightedAverageShsOut', 'weightedAverageShares'],
  sharesDiluted: ['weightedAverageShsOutDil', 'weightedAverageSharesDiluted'],
  dividendsPerShare: ['dividendPerShare', 'commonStockDividendsPerShareDeclared'],
  cash: ['cashAndCashEquivalents'],
  shortTermInvestments: [],
  receivables: ['netReceivables', 'accountsReceivable'],
  inventory: ['inventories'],
  currentAssets: ['totalCurrentAssets'],
  assets: ['totalAssets'],
  currentLiabilities: ['totalCurrentLiabilities'],
  longTermDebt: [],
  liabilities: ['totalLiabilities'],
  equity: ['totalStockholdersEquity', 'stockholdersEquity', 'shareholdersEquity'],
  operatingCashFlow: ['netCashProvidedByOperatingActivities', 'cashFlowFromOperations'],
  investingCashFlow: [
    'netCashUsedForInvestingActivites',
    'netCashProvidedByInvestingActivities',
    'cashFlowFromInvestment',
  ],
  financingCashFlow: [
    'netCashUsedProvidedByFinancingActivities',
    'netCashProvidedByFinancingActivities',
    'cashFlowFromFinancing',
  ],
  capitalExpenditures: ['capitalExpenditure', 'capex'],
  depreciationAndAmortization: [],
  stockCompensation: ['stockBasedCompensation'],
  dividendsPaid: ['commonDividendsPaid'],
  shareRepurchases: ['commonStockRepurchased'],
};

/** Payments, which some vendors write as negative amounts. */
const PAYMENTS: ReadonlySet<string> = new Set<StatementFigure>([
  'capitalExpenditures',
  'dividendsPaid',
  'shareRepurchases',
]);

/** Vendors write 0 for what they do not have. */
function figureCell(name: StatementFigure): Column {
  const read = (cell: Cell, label: string): number | null => {
    if (['', 'null', 'None', '-'].includes(text(cell))) return null;
    const value = number(cell, label);
    if (Math.abs(value) > MOST_AMOUNT) throw new CellError(`${label} ${value} is beyond 10^15`);
    return (PAYMENTS.has(name) ? Math.abs(value) : value) || null;
  };
  return [read, ...NAMES[name]];
}

const PERIODS = ['FY', 'Q1', 'Q2', 'Q3', 'Q4'] as const;

/** `Annual` and `year` are `FY`, `1` is `Q1`. */
function periodOf(cell: Cell): string {
  const given = text(cell).toUpperCase();
  if (/^(ANNUAL|YEAR|12M|A)$/.test(given)) return 'FY';
  return /^[1-4]$/.test(given) ? `Q${given}` : given;
}

const FIGURES = Object.keys(NAMES) as StatementFigure[];
const figure = z.number().nullable();
const row = z.object({
  ticker: tickerField,
  period: oneOf('period', PERIODS),
  fiscalYear: z
    .int({ error: ({ input }) => `fiscal year ${String(input)} is not a whole number` })
    .min(1900)
    .max(2100),
  periodEnd: z.int(),
  filingDay: z.int().nullable(),
  currency: z.string().nullable(),
  ...(Object.fromEntries(FIGURES.map((name) => [name, figure])) as Record<StatementFigure, typeof figure>),
});
type Row = z.infer<typeof row>;

/** Vendors give the revenue as the gross profit of those, such as banks, that report no cost of revenue. */
function isNoGrossProfit(name: string, { revenue, costOfRevenue, grossProfit }: Row): boolean {
  return name === 'grossProfit' && costOfRevenue === null && grossProfit === revenue;
}

const figuresOf = (given: Row): Record<string, number> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      isStatementFigure(name) && typeof value === 'number' && !isNoGrossProfit(name, given) ? [[name, value]] : [],
    ),
  );

function faultOf(given: Row, now: Date): string | undefined {
  const { periodEnd, filingDay, currency, netIncome, revenue } = given;
  const today = newYorkTime(now.getTime()).day;
  if (periodEnd > today) return `date ${isoDate(periodEnd)} is in the future`;
  if (filingDay !== null && filingDay > today) return `filing date ${isoDate(filingDay)} is in the future`;
  if (filingDay !== null && filingDay < periodEnd) return 'the filing is earlier than the end of the period';
  if (currency !== null && currency.toUpperCase() !== 'USD')
    return `the amounts are in ${currency}; only US dollars are stored`;
  if (Object.keys(figuresOf(given)).length === 0) return 'the row has no figure';
  if (revenue !== null && revenue < 0) return `revenue ${revenue} is negative`;
  const eps = given.epsDiluted ?? given.epsBasic;
  return netIncome !== null && eps !== null && Math.sign(netIncome) !== Math.sign(eps)
    ? 'net income and earnings per share have opposite signs'
    : undefined;
}

/** Vendors adjust figures per share for the splits until now. */
function statementOf(given: Row, { source, now }: Pick<ImportContext, 'source' | 'now'>): NewFinancialStatement {
  const { ticker: symbol, period, fiscalYear, periodEnd } = given;
  // Vendors repeat the end of the period where they do not know the filing.
  const filingDay = given.filingDay === periodEnd ? null : given.filingDay;
  const figures = figuresOf(given);
  const shares = Object.keys(figures).filter(isShareFigure);
  return {
    ticker: symbol,
    cik: null,
    span: period === 'FY' ? 'year' : 'quarter',
    fiscalYear,
    fiscalQuarter: period === 'FY' ? 4 : Number(period.slice(1)),
    periodEnd,
    filingDay,
    accession: null,
    currency: 'USD',
    figures,
    shareDays: Object.fromEntries(shares.map((name) => [name, newYorkTime(now.getTime()).day])),
    firstFigures: figures,
    missing: {},
    shownSplits: [],
    source,
  };
}

/** Income statements, balance sheets and cash flows of vendors: one row for each ticker and period. */
export const IMPORT = rowImport<typeof row>({
  kind: 'statements',
  noun: 'list of financial statements',
  summary:
    'Income statements, balance sheets and cash flows of vendors, CSV or JSON rows; several files about the same ' +
    'periods complete each other.',
  columns: {
    ticker: [ticker, 'symbol'],
    period: [periodOf, 'periodFocus', 'fiscalPeriod'],
    fiscalYear: [(cell, label) => number(cell, label), 'calendarYear', 'year'],
    periodEnd: [newYorkDay, 'date', 'endDate', 'fiscalDateEnding', 'reportDate'],
    filingDay: [(cell) => (text(cell) === '' ? null : newYorkDay(cell)), 'fillingDate', 'filingDate', 'filed'],
    currency: [(cell) => text(cell) || null, 'reportedCurrency'],
    ...(Object.fromEntries(FIGURES.map((name) => [name, figureCell(name)])) as Record<StatementFigure, Column>),
  },
  model: row,
  keyOf: ({ ticker: symbol, period, periodEnd }) => `${symbol} ${period} ${periodEnd}`,
  nameOf: ({ ticker: symbol, period, periodEnd }) => `${symbol}, ${period} to ${isoDate(periodEnd)},`,
  faultOf,
  async save(store, tx, rows, context) {
    const statements = rows.map((each) => statementOf(each, context));
    const filed = await store.financialStatements.merge(tx, statements, context.source);
    const tickers = [...new Set(rows.map((each) => each.ticker))];
    const stored = await store.securities.within(tx, tickers);
    const unseen = tickers.filter((each) => (stored.get(each)?.lastDay ?? null) === null).length;
    return [
      ...(filed.size === 0
        ? []
        : [`Tickers with statements from filings, which stay: ${[...filed].sort().join(', ')}.`]),
      ...(unseen === 0 ? [] : [`Tickers without stored bars so far: ${unseen}.`]),
    ];
  },
  sample: {
    file: [
      'date,symbol,reportedCurrency,fillingDate,calendarYear,period,revenue,netIncome,epsdiluted,totalAssets,capitalExpenditure',
      '2024-12-31,PBLO,USD,2025-02-14,2024,FY,1200000000,90000000,0.9,0,-40000000',
      '2024-12-31,PBLO,USD,2025-02-14,2024,Q4,320000000,25000000,0.25,1500000000,-9000000',
      '2024-12-31,PBLO,USD,2025-02-14,2024,FY,1100000000,90000000,0.9,,',
      '2024-12-31,CNDR,EUR,2025-02-14,2024,FY,1200000000,90000000,0.9,,',
      '2024-12-31,CNDR,USD,2025-02-14,2024,H2,1200000000,90000000,0.9,,',
      '2024-12-31,CNDR,USD,2024-12-30,2024,FY,1200000000,90000000,0.9,,',
      '2024-12-31,CNDR,USD,2025-02-14,2024,FY,1200000000,-90000000,0.9,,',
      '2024-12-31,CNDR,USD,2025-02-14,2024,FY,0,0,0,0,0',
      '2024-12-31,CNDR,USD,,2024,FY,lots,90000000,0.9,,',
    ].join('\n'),
    stored: 2,
    refused: [
      'line 4: PBLO, FY to 2024-12-31, is already on line 2; the first one counts',
      'line 5: the amounts are in EUR; only US dollars are stored',
      'line 6: period "H2" is not FY, Q1, Q2, Q3 or Q4',
      'line 7: the filing is earlier than the end of the period',
      'line 8: net income and earnings per share have opposite signs',
      'line 9: the row has no figure',
      'line 10: revenue "lots" is not a number',
    ],
  },
});
