import type { Told } from '../independent/answer-numbers.js';
import { read } from './http.js';

const FIGURES = {
  income:
    'revenue costOfRevenue grossProfit researchAndDevelopment sellingGeneralAndAdministrative operatingIncome ' +
    'interestExpense incomeBeforeTax incomeTax netIncome epsDiluted grossMargin operatingMargin netMargin',
  balanceSheet:
    'cash shortTermInvestments receivables inventory currentAssets assets currentLiabilities longTermDebt ' +
    'liabilities equity currentRatio',
  cashFlow:
    'operatingCashFlow investingCashFlow financingCashFlow capitalExpenditures depreciationAndAmortization ' +
    'stockCompensation dividendsPaid shareRepurchases freeCashFlow',
} as const;

interface Statement {
  readonly fiscalYear: number;
  readonly fiscalQuarter: number | null;
  readonly income: Readonly<Record<string, number | null>>;
  readonly balanceSheet: Readonly<Record<string, number | null>>;
  readonly cashFlow: Readonly<Record<string, number | null>>;
}

/** The operation that tells what the tool `statements` was told: declared variables, selection, variables. */
export const statementsOperation = ({
  tickers,
  period,
}: Readonly<Record<string, unknown>>): readonly [string, string, object] => [
  '$tickers: [Ticker!]!, $period: StatementPeriod!',
  'securitiesByTicker(tickers: $tickers) { ticker financialStatements(period: $period) { statements(last: 24) { ' +
    'fiscalYear fiscalQuarter periodEnd filingDate ' +
    Object.entries(FIGURES)
      .map(([part, names]) => `${part} { ${names} }`)
      .join(' ') +
    ' } } }',
  { tickers, period },
];

const statementsIn = (body: unknown): readonly (readonly Statement[])[] =>
  (
    read(body as object, 'securitiesByTicker') as readonly ({
      readonly financialStatements: { readonly statements: readonly Statement[] } | null;
    } | null)[]
  ).map((security) => security?.financialStatements?.statements ?? []);

/** Percent by which figures changed over a year, and the names of the years. */
export function statementChanges(body: unknown): Told {
  const numbers: number[] = [];
  const years: string[] = [];
  for (const statements of statementsIn(body))
    for (const now of statements) {
      years.push(String(now.fiscalYear));
      const before = statements.find(
        ({ fiscalYear, fiscalQuarter }) => fiscalYear === now.fiscalYear - 1 && fiscalQuarter === now.fiscalQuarter,
      );
      for (const part of ['income', 'balanceSheet', 'cashFlow'] as const)
        for (const [name, value] of Object.entries(now[part])) {
          const base = before?.[part][name] ?? 0;
          if (value !== null && value > 0 && base > 0) numbers.push((value / base - 1) * 100);
        }
    }
  return { numbers, days: new Set(years), texts: [] };
}

/** A figure of a body: of the newest statement, or of the fiscal year or quarter that is named. */
export function statementFigure(body: unknown, [part, name, year, quarter]: readonly string[]): number | null {
  const statement = (statementsIn(body)[0] ?? []).find(
    ({ fiscalYear, fiscalQuarter }) =>
      (year === undefined || fiscalYear === Number(year)) &&
      (quarter === undefined || fiscalQuarter === Number(quarter)),
  );
  const value = statement?.[part as 'income'][String(name)] ?? null;
  return value !== null && /Margin$/.test(String(name)) ? value * 100 : value;
}
