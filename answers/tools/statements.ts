import { z } from 'zod';
import { asOfDay } from '../facts/as-of.js';
import type { Unit } from '../facts/fact.js';
import type { FactsAbout } from '../facts/fact-list.js';
import type { StatementsToolQuery } from '../generated/operations.js';
import { entriesOf, graphqlRef, tickersInput } from './inputs.js';
import { defineTool } from './tool.js';

type Statements = NonNullable<
  NonNullable<NonNullable<StatementsToolQuery['securitiesByTicker']>[number]>['financialStatements']
>;
type Statement = NonNullable<Statements['statements']>[number];

interface Told {
  readonly key: string;
  readonly name: string;
  readonly unit: Unit | 'fraction';
  readonly of: (statement: Statement) => number | null;
}

/** What is told of each statement. */
const FIGURES: readonly Told[] = [
  { key: 'revenue', name: 'revenue', unit: 'usd', of: ({ income }) => income.revenue },
  { key: 'cost_of_revenue', name: 'cost of revenue', unit: 'usd', of: ({ income }) => income.costOfRevenue },
  { key: 'gross_profit', name: 'gross profit', unit: 'usd', of: ({ income }) => income.grossProfit },
  {
    key: 'research',
    name: 'research and development expense',
    unit: 'usd',
    of: ({ income }) => income.researchAndDevelopment,
  },
  {
    key: 'selling',
    name: 'selling, general and administrative expense',
    unit: 'usd',
    of: ({ income }) => income.sellingGeneralAndAdministrative,
  },
  { key: 'operating_income', name: 'operating income', unit: 'usd', of: ({ income }) => income.operatingIncome },
  { key: 'interest_expense', name: 'interest expense', unit: 'usd', of: ({ income }) => income.interestExpense },
  { key: 'income_before_tax', name: 'income before tax', unit: 'usd', of: ({ income }) => income.incomeBeforeTax },
  { key: 'income_tax', name: 'income tax expense', unit: 'usd', of: ({ income }) => income.incomeTax },
  { key: 'net_income', name: 'net income', unit: 'usd', of: ({ income }) => income.netIncome },
  { key: 'eps', name: 'diluted earnings per share', unit: 'usd_per_share', of: ({ income }) => income.epsDiluted },
  { key: 'gross_margin', name: 'gross margin', unit: 'fraction', of: ({ income }) => income.grossMargin },
  { key: 'operating_margin', name: 'operating margin', unit: 'fraction', of: ({ income }) => income.operatingMargin },
  { key: 'net_margin', name: 'net margin', unit: 'fraction', of: ({ income }) => income.netMargin },
  { key: 'cash', name: 'cash and equivalents', unit: 'usd', of: ({ balanceSheet }) => balanceSheet.cash },
  {
    key: 'short_term_investments',
    name: 'short-term investments',
    unit: 'usd',
    of: ({ balanceSheet }) => balanceSheet.shortTermInvestments,
  },
  { key: 'receivables', name: 'receivables', unit: 'usd', of: ({ balanceSheet }) => balanceSheet.receivables },
  { key: 'inventory', name: 'inventory', unit: 'usd', of: ({ balanceSheet }) => balanceSheet.inventory },
  { key: 'current_assets', name: 'current assets', unit: 'usd', of: ({ balanceSheet }) => balanceSheet.currentAssets },
  { key: 'assets', name: 'total assets', unit: 'usd', of: ({ balanceSheet }) => balanceSheet.assets },
  {
    key: 'current_liabilities',
    name: 'current liabilities',
    unit: 'usd',
    of: ({ balanceSheet }) => balanceSheet.currentLiabilities,
  },
  { key: 'long_term_debt', name: 'long-term debt', unit: 'usd', of: ({ balanceSheet }) => balanceSheet.longTermDebt },
  { key: 'liabilities', name: 'total liabilities', unit: 'usd', of: ({ balanceSheet }) => balanceSheet.liabilities },
  { key: 'equity', name: 'shareholders’ equity', unit: 'usd', of: ({ balanceSheet }) => balanceSheet.equity },
  {
    key: 'current_ratio',
    name: 'current ratio',
    unit: 'statistic',
    of: ({ balanceSheet }) => balanceSheet.currentRatio,
  },
  {
    key: 'operating_cash_flow',
    name: 'operating cash flow',
    unit: 'usd',
    of: ({ cashFlow }) => cashFlow.operatingCashFlow,
  },
  {
    key: 'investing_cash_flow',
    name: 'investing cash flow',
    unit: 'usd',
    of: ({ cashFlow }) => cashFlow.investingCashFlow,
  },
  {
    key: 'financing_cash_flow',
    name: 'financing cash flow',
    unit: 'usd',
    of: ({ cashFlow }) => cashFlow.financingCashFlow,
  },
  { key: 'capex', name: 'capital expenditures', unit: 'usd', of: ({ cashFlow }) => cashFlow.capitalExpenditures },
  {
    key: 'depreciation',
    name: 'depreciation and amortization',
    unit: 'usd',
    of: ({ cashFlow }) => cashFlow.depreciationAndAmortization,
  },
  {
    key: 'stock_compensation',
    name: 'stock-based compensation',
    unit: 'usd',
    of: ({ cashFlow }) => cashFlow.stockCompensation,
  },
  { key: 'dividends_paid', name: 'dividends paid', unit: 'usd', of: ({ cashFlow }) => cashFlow.dividendsPaid },
  { key: 'repurchases', name: 'share repurchases', unit: 'usd', of: ({ cashFlow }) => cashFlow.shareRepurchases },
  { key: 'free_cash_flow', name: 'free cash flow', unit: 'usd', of: ({ cashFlow }) => cashFlow.freeCashFlow },
];

/** What a figure is called, by the end of its key. */
export const STATEMENT_NAMES: ReadonlyMap<string, string> = new Map(FIGURES.map(({ key, name }) => [key, name]));

const PERIODS = ['TRAILING_YEAR', 'QUARTER', 'YEAR'] as const;
type Period = (typeof PERIODS)[number];
/** Statements that are read; of trailing years the newest, and the one a year before. */
const READ: Readonly<Record<Period, number>> = { TRAILING_YEAR: 5, QUARTER: 12, YEAR: 10 };

/** The statements that are told, each with its row: a fiscal year, or its place. */
function toldOf(period: Period, all: readonly Statement[]): readonly (readonly [row: number, Statement])[] {
  if (period === 'YEAR') return all.map((statement) => [statement.fiscalYear, statement]);
  if (period === 'QUARTER') return [...all.entries()];
  const [newest] = all;
  const before = all.find(
    ({ fiscalYear, fiscalQuarter }) => fiscalYear + 1 === newest?.fiscalYear && fiscalQuarter === newest.fiscalQuarter,
  );
  return [newest, before].flatMap((statement, row) => (statement === undefined ? [] : [[row, statement] as const]));
}

const QUARTERS = 4;

function tellStatement(facts: FactsAbout, row: number, statement: Statement, isTrailing: boolean): void {
  const { fiscalYear: year, fiscalQuarter: quarter, periodEnd } = statement;
  if (quarter === null) facts.date('year', 'fiscal year', String(year), { row });
  else facts.quarter('quarter', 'fiscal quarter', { year, quarter }, { row });
  facts.date('end', 'end of the period', periodEnd, { row });
  if (isTrailing) facts.count('quarters', 'quarters of the period', QUARTERS, 'quarters', { row });
  // Other currencies have no unit of facts.
  if (statement.currency !== 'USD') return;
  for (const { key, name, unit, of } of FIGURES) {
    if (unit === 'fraction') facts.fraction(key, name, of(statement), { row, measure: name });
    else facts.number(key, name, of(statement), unit, { row, measure: name });
  }
}

/** Income statements, balance sheets and cash flows, as filings have them. */
export const TOOL = defineTool<{ readonly tickers: readonly string[]; readonly period: Period }, StatementsToolQuery>({
  name: 'statements',
  description: 'Income statements, balance sheets, cash flows.',
  input: tickersInput.extend({ period: z.enum(PERIODS).default('TRAILING_YEAR') }),
  variables: ({ tickers, period }) => ({ tickers, period, last: READ[period] }),
  operation: /* GraphQL */ `
    query StatementsTool($tickers: [Ticker!]!, $period: StatementPeriod!, $last: Int!) {
      securitiesByTicker(tickers: $tickers) {
        ticker
        financialStatements(period: $period) {
          statements(last: $last) {
            fiscalYear fiscalQuarter periodEnd filingDate currency
            income {
              revenue costOfRevenue grossProfit researchAndDevelopment sellingGeneralAndAdministrative operatingIncome
              interestExpense incomeBeforeTax incomeTax netIncome epsDiluted grossMargin operatingMargin netMargin
            }
            balanceSheet {
              cash shortTermInvestments receivables inventory currentAssets assets currentLiabilities longTermDebt
              liabilities equity currentRatio
            }
            cashFlow {
              operatingCashFlow investingCashFlow financingCashFlow capitalExpenditures depreciationAndAmortization
              stockCompensation dividendsPaid shareRepurchases freeCashFlow
            }
          }
        }
      }
    }
  `,
  tell({ securitiesByTicker }, list, { tickers, period }) {
    for (const [ticker, { financialStatements }] of entriesOf(tickers, securitiesByTicker)) {
      const told = toldOf(period, financialStatements?.statements ?? []);
      const [newest] = told;
      if (newest === undefined) continue;
      const [, { filingDate, periodEnd }] = newest;
      const facts = list.about(ticker, {
        title: `Financial statements of ${ticker}`,
        ref: graphqlRef('financialStatements'),
        asOf: asOfDay(filingDate ?? periodEnd),
      });
      for (const [row, statement] of told) tellStatement(facts, row, statement, period === 'TRAILING_YEAR');
    }
  },
});
