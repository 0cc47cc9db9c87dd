/** Figures of an income statement. Those of shares and per share are no sums over a period. */
const INCOME = [
  'revenue',
  'costOfRevenue',
  'grossProfit',
  'researchAndDevelopment',
  'sellingGeneralAndAdministrative',
  'operatingIncome',
  'interestExpense',
  'incomeBeforeTax',
  'incomeTax',
  'netIncome',
  'epsBasic',
  'epsDiluted',
  'sharesBasic',
  'sharesDiluted',
  'dividendsPerShare',
] as const;
/** Figures of a balance sheet, at the end of a period. */
const BALANCE_SHEET = [
  'cash',
  'shortTermInvestments',
  'receivables',
  'inventory',
  'currentAssets',
  'assets',
  'currentLiabilities',
  'longTermDebt',
  'liabilities',
  'equity',
] as const;
/** Figures of a cash flow statement; payments are positive. */
const CASH_FLOW = [
  'operatingCashFlow',
  'investingCashFlow',
  'financingCashFlow',
  'capitalExpenditures',
  'depreciationAndAmortization',
  'stockCompensation',
  'dividendsPaid',
  'shareRepurchases',
] as const;

/** The figures of each statement, as they are reported. */
export const STATEMENT_FIGURES = { income: INCOME, balanceSheet: BALANCE_SHEET, cashFlow: CASH_FLOW } as const;

export type IncomeFigure = (typeof INCOME)[number];
export type BalanceFigure = (typeof BALANCE_SHEET)[number];
export type CashFlowFigure = (typeof CASH_FLOW)[number];
export type StatementFigure = IncomeFigure | BalanceFigure | CashFlowFigure;

/** What a split does to a figure: per share it is divided by the ratio, shares are multiplied. */
export const SHARE_FIGURES = {
  epsBasic: 'perShare',
  epsDiluted: 'perShare',
  dividendsPerShare: 'perShare',
  sharesBasic: 'shares',
  sharesDiluted: 'shares',
} as const satisfies Partial<Record<StatementFigure, 'perShare' | 'shares'>>;

export type ShareFigure = keyof typeof SHARE_FIGURES;

export const isShareFigure = (figure: string): figure is ShareFigure => Object.hasOwn(SHARE_FIGURES, figure);

const NAMES: ReadonlySet<string> = new Set(Object.values(STATEMENT_FIGURES).flat());

export const isStatementFigure = (name: string): name is StatementFigure => NAMES.has(name);

/** Amounts of a period, whose sum over its parts is that of the whole. */
export const FLOW_FIGURES: readonly (IncomeFigure | CashFlowFigure)[] = [...INCOME, ...CASH_FLOW].filter(
  (figure) => !isShareFigure(figure),
);

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? '' : '_'}${Uppercase<First>}${SnakeCase<Rest>}`
  : '';

/** The name of a figure as a value of an enum: `COST_OF_REVENUE`. */
export type FigureName = SnakeCase<StatementFigure>;

export function figureName(figure: StatementFigure): FigureName {
  return figure.replace(/[A-Z]/g, '_$&').toUpperCase() as FigureName;
}
