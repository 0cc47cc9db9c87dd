import { aMinuteAgo, useAsOf } from '../../app/as-of.js';
import { reportsNote, sourcesOfKinds } from '../../app/data-sources.js';
import { day, multiple, price, share, signedShare, usd, whole } from '../../app/format.js';
import { keepInAddress, place } from '../../app/router.js';
import { useStore } from '../../app/store.js';
import { errorAt, useQuery } from '../../app/use-query.js';
import { FinancialsPageDocument } from '../../generated/documents.js';
import type { FinancialsPanelFragment } from '../../generated/types.js';
import { AsOfNote } from '../../parts/as-of-note.js';
import { Gate } from '../../parts/gate.js';
import { Panel } from '../../parts/panel.js';
import { Empty } from '../../parts/states.js';
import { Table, type Column } from '../../parts/table.js';
import type { TabProps } from './tab-props.js';
import { Unknown } from './unknown.js';

type Statement = NonNullable<NonNullable<FinancialsPanelFragment['financialStatements']>['statements']>[number];

const PERIODS = [
  ['QUARTER', 'Quarters'],
  ['YEAR', 'Years'],
  ['TRAILING_YEAR', 'Trailing years'],
] as const;
/** Periods side by side; of them, those that phones show. */
const STATEMENTS = 8;
const ON_PHONES = 2;

type Row = readonly [
  name: string,
  format: (value: number | null) => string,
  of: (statement: Statement) => number | null,
];

const INCOME: readonly Row[] = [
  ['Revenue', usd, ({ income }) => income.revenue],
  ['Revenue growth', signedShare, ({ income }) => income.revenueGrowth],
  ['Cost of revenue', usd, ({ income }) => income.costOfRevenue],
  ['Gross profit', usd, ({ income }) => income.grossProfit],
  ['Gross margin', share, ({ income }) => income.grossMargin],
  ['Research and development', usd, ({ income }) => income.researchAndDevelopment],
  ['Selling, general, administrative', usd, ({ income }) => income.sellingGeneralAndAdministrative],
  ['Operating income', usd, ({ income }) => income.operatingIncome],
  ['Operating margin', share, ({ income }) => income.operatingMargin],
  ['Interest expense', usd, ({ income }) => income.interestExpense],
  ['Income before tax', usd, ({ income }) => income.incomeBeforeTax],
  ['Income tax', usd, ({ income }) => income.incomeTax],
  ['Net income', usd, ({ income }) => income.netIncome],
  ['Net margin', share, ({ income }) => income.netMargin],
  ['Diluted EPS', price, ({ income }) => income.epsDiluted],
];
const BALANCE: readonly Row[] = [
  ['Cash and equivalents', usd, ({ balanceSheet }) => balanceSheet.cash],
  ['Short-term investments', usd, ({ balanceSheet }) => balanceSheet.shortTermInvestments],
  ['Receivables', usd, ({ balanceSheet }) => balanceSheet.receivables],
  ['Inventory', usd, ({ balanceSheet }) => balanceSheet.inventory],
  ['Current assets', usd, ({ balanceSheet }) => balanceSheet.currentAssets],
  ['Total assets', usd, ({ balanceSheet }) => balanceSheet.assets],
  ['Current liabilities', usd, ({ balanceSheet }) => balanceSheet.currentLiabilities],
  ['Long-term debt', usd, ({ balanceSheet }) => balanceSheet.longTermDebt],
  ['Total liabilities', usd, ({ balanceSheet }) => balanceSheet.liabilities],
  ['Shareholders’ equity', usd, ({ balanceSheet }) => balanceSheet.equity],
  ['Current ratio', multiple, ({ balanceSheet }) => balanceSheet.currentRatio],
];
const CASH_FLOW: readonly Row[] = [
  ['Operating cash flow', usd, ({ cashFlow }) => cashFlow.operatingCashFlow],
  ['Depreciation and amortization', usd, ({ cashFlow }) => cashFlow.depreciationAndAmortization],
  ['Stock compensation', usd, ({ cashFlow }) => cashFlow.stockCompensation],
  ['Investing cash flow', usd, ({ cashFlow }) => cashFlow.investingCashFlow],
  ['Capital expenditures', usd, ({ cashFlow }) => cashFlow.capitalExpenditures],
  ['Financing cash flow', usd, ({ cashFlow }) => cashFlow.financingCashFlow],
  ['Dividends paid', usd, ({ cashFlow }) => cashFlow.dividendsPaid],
  ['Share repurchases', usd, ({ cashFlow }) => cashFlow.shareRepurchases],
  ['Free cash flow', usd, ({ cashFlow }) => cashFlow.freeCashFlow],
];

const nameOf = ({ fiscalYear, fiscalQuarter }: Statement): string =>
  fiscalQuarter === null ? `FY ${fiscalYear}` : `Q${fiscalQuarter} ${fiscalYear}`;

/** Figures of one statement, a column for each period. */
function Figures({
  caption,
  rows,
  statements,
}: {
  readonly caption: string;
  readonly rows: readonly Row[];
  readonly statements: readonly Statement[];
}) {
  const columns: readonly Column<Row>[] = [
    { name: caption, cell: ([name]) => name },
    ...statements.map((statement, index): Column<Row> => ({
      name: nameOf(statement),
      kind: 'number',
      hint: `To ${day(statement.periodEnd)}`,
      cell: ([, format, of]) => format(of(statement)),
      isMinor: index >= ON_PHONES,
    })),
  ];
  return <Table caption={caption} rows={rows} rowKey={([name]) => name} columns={columns} />;
}

/** Income statements, balance sheets and cash flows side by side. */
export function Financials({ ticker, account }: TabProps) {
  const asked = useStore(place).query.get('period');
  const [period] = PERIODS.find(([name]) => name === asked) ?? PERIODS[0];
  const shownAt = useAsOf();
  const variables = {
    ticker,
    period,
    last: STATEMENTS,
    withStatements: account.allows('Security.financialStatements'),
    ...(shownAt.asOf === undefined ? {} : { asOf: shownAt.asOf }),
  };
  const { data, errors, isLoading, again } = useQuery(FinancialsPageDocument, variables);
  const security = data?.security ?? null;
  const [first] = errors;
  if (security === null && !isLoading) return <Unknown ticker={ticker} error={first} again={again} />;
  const sources = sourcesOfKinds(security?.sources ?? [], 'FUNDAMENTALS');
  const statements = security?.financialStatements?.statements ?? [];
  const total = security?.financialStatements?.totalStatements ?? 0;
  const count = total > statements.length ? `; the newest ${whole(statements.length)} of ${whole(total)} stored` : '';
  const note = statements.length === 0 ? undefined : `USD, newest first${count}`;
  return (
    <>
      <h1 class="sr-only">{ticker}: financial statements</h1>
      <AsOfNote ofNow="nothing is" />
      <div class="grid">
        {(
          [
            ['Income statement', INCOME],
            ['Balance sheet', BALANCE],
            ['Cash flow', CASH_FLOW],
          ] as const
        ).map(([title, rows], index) => (
          <Panel
            key={title}
            title={title}
            class="wide"
            rows={rows.length + 1}
            isLoading={isLoading && variables.withStatements}
            again={again}
            dataSources={sources}
            note={note}
            noteRoom="USD, newest first; the newest 8 of 40 stored"
            error={errorAt(errors, 'security', 'financialStatements')}
            source={{ panel: 'FinancialsPanel', variables }}
            link={{ asOf: shownAt.asOf ?? aMinuteAgo() }}
            tools={
              index === 0 ? (
                <div class="segments" role="group" aria-label="Periods">
                  {PERIODS.map(([name, text]) => (
                    <button
                      key={name}
                      type="button"
                      aria-pressed={name === period}
                      onClick={() => keepInAddress({ period: name })}
                    >
                      {text}
                    </button>
                  ))}
                </div>
              ) : undefined
            }
          >
            <Gate account={account} field="Security.financialStatements" what={title}>
              {statements.length === 0 ? (
                <Empty>No financial statements are stored.</Empty>
              ) : (
                <Figures caption={title} rows={rows} statements={statements} />
              )}
            </Gate>
          </Panel>
        ))}
      </div>
      {statements.length > 0 && <p class="note">{reportsNote(sources)}</p>}
    </>
  );
}
