import { expect, it } from '@jest/globals';
import { parseIsoDate } from '../calendar/days.js';
import { financialStatements, statementCount, statementsKnownBy, type StatementRow } from './financial-statements.js';
import { figureName } from './statement-figures.js';

const day = (text: string): number => parseIsoDate(text) ?? NaN;
const ENDS = ['03-31', '06-30', '09-30', '12-31'];
const FILED = ['05-01', '08-01', '11-01', '02-15'];

function row(year: number, quarter: number, given: Partial<StatementRow> = {}): StatementRow {
  const filingDay = day(`${quarter === 4 ? year + 1 : year}-${FILED[quarter - 1] ?? ''}`);
  const { figures = { revenue: 100 * quarter } } = given;
  return {
    span: 'quarter',
    fiscalYear: year,
    fiscalQuarter: quarter,
    periodEnd: day(`${year}-${ENDS[quarter - 1] ?? ''}`),
    filingDay,
    acceptedAt: null,
    accession: null,
    currency: 'USD',
    figures,
    shareDays: { epsDiluted: filingDay, sharesDiluted: filingDay },
    firstFigures: figures,
    missing: {},
    shownSplits: [],
    ...given,
  };
}

const quarters = (year: number, scale = 1, given: Partial<StatementRow> = {}): readonly StatementRow[] =>
  [1, 2, 3, 4].map((quarter) =>
    row(year, quarter, {
      figures: { revenue: 100 * quarter * scale, assets: 10 * quarter, operatingCashFlow: 7 },
      ...given,
    }),
  );
const yearRow = (year: number, figures: StatementRow['figures']): StatementRow =>
  row(year, 4, { span: 'year', figures });

it('quarters and years are told apart, newest first, with growth over the same period a year before', () => {
  const rows = [
    ...quarters(2023),
    yearRow(2023, { revenue: 1000 }),
    ...quarters(2024, 1.5),
    yearRow(2024, { revenue: 1500 }),
  ];
  const byQuarter = financialStatements({ rows, splits: [], period: 'QUARTER' });
  expect(byQuarter.map(({ fiscalYear, fiscalQuarter }) => `${fiscalYear} ${fiscalQuarter}`)).toEqual([
    '2024 4',
    '2024 3',
    '2024 2',
    '2024 1',
    '2023 4',
    '2023 3',
    '2023 2',
    '2023 1',
  ]);
  expect(byQuarter.map(({ income }) => income.revenueGrowth)).toEqual([0.5, 0.5, 0.5, 0.5, null, null, null, null]);
  const byYear = financialStatements({ rows, splits: [], period: 'YEAR' });
  expect(
    byYear.map(({ fiscalYear, fiscalQuarter, income }) => [
      fiscalYear,
      fiscalQuarter,
      income.revenue,
      income.revenueGrowth,
    ]),
  ).toEqual([
    [2024, null, 1500, 0.5],
    [2023, null, 1000, null],
  ]);
});

it('a trailing year is the fiscal year, or the sum of four quarters in a row with the balance of the last', () => {
  const rows = [...quarters(2023), yearRow(2023, { revenue: 1001, epsDiluted: 3 }), ...quarters(2024, 2).slice(0, 2)];
  const trailing = financialStatements({ rows, splits: [], period: 'TRAILING_YEAR' });
  expect(
    trailing.map(({ periodEnd, fiscalQuarter, income, balanceSheet, cashFlow }) => [
      periodEnd,
      fiscalQuarter,
      income.revenue,
      income.epsDiluted,
      balanceSheet.assets,
      cashFlow.operatingCashFlow,
    ]),
  ).toEqual([
    ['2024-06-30', 2, 300 + 400 + 200 + 400, null, 20, 28],
    ['2024-03-31', 1, 200 + 300 + 400 + 200, null, 10, 28],
    ['2023-12-31', 4, 1001, 3, null, null],
  ]);
});

it('a trailing year without one of its quarters is left out, and without one figure says which', () => {
  const all = quarters(2023);
  const gap = [...all.slice(0, 2), ...all.slice(3), ...quarters(2024).slice(0, 1)];
  expect(financialStatements({ rows: gap, splits: [], period: 'TRAILING_YEAR' })).toEqual([]);
  const doubtful = row(2023, 3, {
    figures: { assets: 1 },
    missing: { revenue: 'the revenue in the filings is negative' },
  });
  const rows = [...all.slice(1, 2), doubtful, ...all.slice(3), ...quarters(2024).slice(0, 1)];
  const [statement] = financialStatements({ rows, splits: [], period: 'TRAILING_YEAR' });
  expect([statement?.income.revenue, statement?.missing]).toEqual([
    null,
    [
      { figure: 'REVENUE', reason: 'quarter 3 of 2023: the revenue in the filings is negative' },
      { figure: 'OPERATING_CASH_FLOW', reason: 'quarter 3 of 2023: no filing has it for the quarter' },
    ],
  ]);
});

it('margins, ratios and free cash flow; null where a part is, or the divisor is not positive', () => {
  const figures = {
    revenue: 200,
    costOfRevenue: 120,
    operatingIncome: 50,
    netIncome: -20,
    currentAssets: 90,
    currentLiabilities: 60,
    operatingCashFlow: 30,
    capitalExpenditures: 45,
  };
  const [full] = financialStatements({ rows: [row(2024, 1, { figures })], splits: [], period: 'QUARTER' });
  expect([
    full?.income.grossProfit,
    full?.income.grossMargin,
    full?.income.operatingMargin,
    full?.income.netMargin,
    full?.balanceSheet.currentRatio,
    full?.cashFlow.freeCashFlow,
  ]).toEqual([80, 0.4, 0.25, -0.1, 1.5, -15]);
  const told = { ...figures, grossProfit: 75, revenue: 0, capitalExpenditures: undefined };
  const [other] = financialStatements({ rows: [row(2024, 1, { figures: told })], splits: [], period: 'QUARTER' });
  expect([other?.income.grossProfit, other?.income.grossMargin, other?.cashFlow.freeCashFlow]).toEqual([
    75,
    null,
    null,
  ]);
});

it('per-share figures and share counts are on today’s basis; from before a split that is not stored, they are null', () => {
  const figures = { epsDiluted: 4, sharesDiluted: 100, dividendsPerShare: 1, revenue: 10 };
  const shareDays = {
    epsDiluted: day('2024-05-01'),
    sharesDiluted: day('2024-05-01'),
    dividendsPerShare: day('2024-05-01'),
  };
  const splits = [
    { day: day('2024-06-10'), ratio: 4 },
    { day: day('2024-01-10'), ratio: 7 },
  ];
  const [adjusted] = financialStatements({ rows: [row(2024, 1, { figures, shareDays })], splits, period: 'QUARTER' });
  const { epsDiluted, sharesDiluted, dividendsPerShare, revenue } = adjusted?.income ?? {};
  expect([epsDiluted, sharesDiluted, dividendsPerShare, revenue]).toEqual([1, 400, 0.25, 10]);
  const shownSplits = [{ after: day('2024-05-01'), by: day('2024-08-01'), ratio: 10 }];
  const [unknown] = financialStatements({
    rows: [row(2024, 1, { figures, shareDays, shownSplits })],
    splits,
    period: 'QUARTER',
  });
  expect([unknown?.income.epsDiluted, unknown?.income.sharesDiluted, unknown?.income.revenue]).toEqual([
    null,
    null,
    10,
  ]);
  expect(unknown?.missing.map(({ figure }) => figure)).toEqual([
    'EPS_DILUTED',
    'SHARES_DILUTED',
    'DIVIDENDS_PER_SHARE',
  ]);
});

it('as of an instant has the figures of the period’s own filing, on its share basis', () => {
  const first = row(2024, 1, {
    figures: { revenue: 90, epsDiluted: 1, sharesDiluted: 400 },
    firstFigures: { revenue: 100, epsDiluted: 4, sharesDiluted: 400 },
    shareDays: { epsDiluted: day('2024-08-01'), sharesDiluted: day('2024-08-01') },
    missing: { netIncome: 'the year or some of its quarters were restated' },
  });
  const rows = [first, row(2024, 2), row(2024, 3, { filingDay: null })];
  const splits = [{ day: day('2024-06-10'), ratio: 4 }];
  const known = statementsKnownBy(rows, Date.parse('2024-07-31T12:00:00Z'));
  expect(known).toHaveLength(1);
  const [statement] = financialStatements({ rows: known, splits, period: 'QUARTER' });
  // The shares are the same in a filing after the split: they have its basis.
  expect([
    statement?.income.revenue,
    statement?.income.epsDiluted,
    statement?.income.sharesDiluted,
    statement?.missing,
  ]).toEqual([100, 1, 400, []]);
  // The end of the filing's day in New York.
  expect(statementsKnownBy(rows, Date.parse('2024-05-02T03:59:59Z'))).toHaveLength(0);
  expect(statementsKnownBy(rows, Date.parse('2024-05-02T04:00:00Z'))).toHaveLength(1);
  const accepted = row(2024, 1, { acceptedAt: new Date('2024-05-01T20:30:00Z') });
  expect(statementsKnownBy([accepted], Date.parse('2024-05-01T20:30:00Z'))).toHaveLength(1);
});

it('figures have the names of an enum', () => {
  expect([figureName('sellingGeneralAndAdministrative'), figureName('cash')]).toEqual([
    'SELLING_GENERAL_AND_ADMINISTRATIVE',
    'CASH',
  ]);
});

it('the newest statements are those of all, and as many as are counted', () => {
  const rows = [
    ...quarters(2022),
    yearRow(2022, { revenue: 900 }),
    ...quarters(2023),
    yearRow(2023, { revenue: 1000 }),
    ...quarters(2024, 1.5).slice(0, 2),
  ];
  for (const period of ['QUARTER', 'YEAR', 'TRAILING_YEAR'] as const) {
    const all = financialStatements({ rows, splits: [], period });
    expect([period, statementCount({ rows, splits: [], period })]).toEqual([period, all.length]);
    for (const most of [1, 2, all.length, 100])
      expect([period, most, financialStatements({ rows, splits: [], period }, most)]).toEqual([
        period,
        most,
        all.slice(0, most),
      ]);
  }
});
