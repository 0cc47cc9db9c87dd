import { expect, it } from '@jest/globals';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { companyFacts, readFacts } from './facts.js';
import { calendarYear, companyFactsFile, type TestFact } from './fixtures/facts.js';
import { quartersOf } from './quarters.js';
import { readStatementFacts } from './statement-facts.js';
import { statementsOf } from './statements.js';

const TODAY = parseIsoDate('2030-01-01') ?? 0;
const ENDS = ['03-31', '06-30', '09-30', '12-31'];
/** 40 days after the end of a quarter. */
const FILED = ['05-10', '08-09', '11-09', '02-09'];

function read(facts: readonly TestFact[]) {
  const given = companyFacts.parse(companyFactsFile(facts));
  const { facts: ofReports } = readFacts(given, TODAY);
  const { facts: others, refused } = readStatementFacts(given, TODAY);
  const { reports } = quartersOf(ofReports, { ticker: 'PBLO', cik: 1 });
  return { refused, statements: statementsOf([...ofReports, ...others], reports) };
}

const filedOn = (year: number, quarter: number): string => `${quarter === 3 ? year + 1 : year}-${FILED[quarter] ?? ''}`;

/** What a year had come to by the end of each of its quarters, as cash flow statements tell it. */
function toDate(year: number, tag: string, values: readonly (number | null)[]): TestFact[] {
  return values.flatMap((val, quarter) =>
    val === null
      ? []
      : [
          {
            tag,
            val,
            start: `${year}-01-01`,
            end: `${year}-${ENDS[quarter] ?? ''}`,
            filed: filedOn(year, quarter),
            form: quarter === 3 ? '10-K' : '10-Q',
            fy: year,
          },
        ],
  );
}

/** Balances at the ends of a year's quarters. */
function balances(year: number, tag: string, values: readonly number[]): TestFact[] {
  return toDate(year, tag, values).map((fact) => ({ ...fact, start: fact.end }));
}

const REVENUE = [...calendarYear(2024, [100, 110, 120, 450]), ...calendarYear(2025, [130, 140, 150, 590])];
const CASH = 'NetCashProvidedByUsedInOperatingActivities';
const valuesOf = (statements: ReturnType<typeof read>['statements'], figure: string) =>
  statements.map(({ span, fiscalYear, fiscalQuarter, figures }) => [
    `${fiscalYear}${span === 'year' ? '' : ` Q${fiscalQuarter}`}`,
    figures[figure] ?? null,
  ]);

it('a quarter of a cash flow is the year to date less that of the quarter before', () => {
  const { statements, refused } = read([...REVENUE, ...toDate(2024, CASH, [10, 25, 45, 70])]);
  expect(refused).toEqual([]);
  expect(valuesOf(statements, 'operatingCashFlow').slice(0, 5)).toEqual([
    ['2024 Q1', 10],
    ['2024 Q2', 15],
    ['2024 Q3', 20],
    ['2024 Q4', 25],
    ['2024', 70],
  ]);
  expect(statements.map(({ missing }) => missing)).toEqual(statements.map(() => ({})));
});

it('a first payment of a year is not taken for the whole of it, and says why', () => {
  const { statements } = read([...REVENUE, ...toDate(2024, 'PaymentsOfDividends', [null, null, 30, 42])]);
  expect(valuesOf(statements, 'dividendsPaid').slice(0, 5)).toEqual([
    ['2024 Q1', null],
    ['2024 Q2', null],
    ['2024 Q3', null],
    ['2024 Q4', 12],
    ['2024', 42],
  ]);
  expect(statements[2]?.missing).toEqual({
    dividendsPaid: 'no filing has this figure for the year up to the quarter before',
  });
});

it('is no difference of a figure before a restatement and one after it', () => {
  const restated: TestFact = {
    tag: CASH,
    val: 14,
    start: '2024-01-01',
    end: '2024-03-31',
    filed: '2025-05-10',
    fy: 2025,
  };
  const half: TestFact = { ...restated, val: 31, end: '2024-06-30', filed: '2025-08-09' };
  const before = read([...REVENUE, ...toDate(2024, CASH, [10, 25, 45, 70]), restated]);
  expect(valuesOf(before.statements, 'operatingCashFlow').slice(0, 2)).toEqual([
    ['2024 Q1', 14],
    ['2024 Q2', null],
  ]);
  expect(before.statements[1]?.missing).toEqual({
    operatingCashFlow: 'the year or some of its quarters were restated',
  });
  const after = read([...REVENUE, ...toDate(2024, CASH, [10, 25, 45, 70]), restated, half]);
  expect(valuesOf(after.statements, 'operatingCashFlow').slice(0, 2)).toEqual([
    ['2024 Q1', 14],
    ['2024 Q2', 17],
  ]);
  // What was known then stays.
  expect(after.statements.slice(0, 4).map(({ firstFigures }) => firstFigures['operatingCashFlow'])).toEqual([
    10, 15, 20, 25,
  ]);
});

it('does not mix two tags in one difference', () => {
  const { statements } = read([
    ...REVENUE,
    ...toDate(2024, 'PaymentsToAcquirePropertyPlantAndEquipment', [5, 11, null, null]),
    ...toDate(2024, 'PaymentsToAcquireProductiveAssets', [null, null, 21, 33]),
  ]);
  expect(valuesOf(statements, 'capitalExpenditures').slice(0, 5)).toEqual([
    ['2024 Q1', 5],
    ['2024 Q2', 6],
    ['2024 Q3', null],
    ['2024 Q4', 12],
    ['2024', 33],
  ]);
});

it('a balance is that of the last day, as the newest filing has it; its first is that of its own filing', () => {
  const { statements } = read([
    ...REVENUE,
    ...balances(2024, 'Assets', [1000, 1100, 1200, 1300]),
    // The next 10-Q repeats the balance of the year's end, restated.
    { tag: 'Assets', val: 1290, start: '2024-12-31', end: '2024-12-31', filed: '2025-05-10', fy: 2025 },
  ]);
  expect(valuesOf(statements, 'assets').slice(0, 6)).toEqual([
    ['2024 Q1', 1000],
    ['2024 Q2', 1100],
    ['2024 Q3', 1200],
    ['2024 Q4', 1290],
    ['2024', 1290],
    ['2025 Q1', null],
  ]);
  expect(statements[4]?.firstFigures['assets']).toBe(1300);
});

it('of two tags in one filing the more comprehensive one counts, and two values under one tag are no figure', () => {
  const [first] = balances(2024, 'CashAndDueFromBanks', [7]);
  const { statements } = read([
    ...REVENUE,
    ...(first === undefined ? [] : [first]),
    ...balances(2024, 'CashAndCashEquivalentsAtCarryingValue', [9, 10, 11, 12]),
    ...balances(2024, 'InventoryNet', [3, 4, 5, 6]),
    ...balances(2024, 'InventoryNet', [3, 40, 5, 6]),
  ]);
  expect(valuesOf(statements, 'cash')[0]).toEqual(['2024 Q1', 9]);
  expect(valuesOf(statements, 'inventory').slice(0, 3)).toEqual([
    ['2024 Q1', 3],
    ['2024 Q2', null],
    ['2024 Q3', 5],
  ]);
  expect(statements[1]?.missing).toEqual({ inventory: 'the filing has two figures for the quarter' });
});

it('a year has its own earnings per share; shares are neither added nor subtracted', () => {
  const { statements } = read([
    ...REVENUE,
    ...calendarYear(2024, [1, 1.1, 1.2, 4.46], { tag: 'EarningsPerShareDiluted' }),
    ...calendarYear(2024, [50, 49, 48, 49], { tag: 'WeightedAverageNumberOfDilutedSharesOutstanding' }).map((fact) => ({
      ...fact,
      unit: 'shares',
    })),
  ]);
  expect(valuesOf(statements, 'epsDiluted').slice(0, 5)).toEqual([
    ['2024 Q1', 1],
    ['2024 Q2', 1.1],
    ['2024 Q3', 1.2],
    ['2024 Q4', null],
    ['2024', 4.46],
  ]);
  expect(valuesOf(statements, 'sharesDiluted').slice(3, 5)).toEqual([
    ['2024 Q4', null],
    ['2024', 49],
  ]);
  const [year] = statements.filter(({ span }) => span === 'year');
  expect([year?.shareDays, year?.filingDay]).toEqual([
    { epsDiluted: year?.filingDay, sharesDiluted: year?.filingDay },
    parseIsoDate(filedOn(2024, 3)),
  ]);
});

it('a year whose net income and earnings per share have opposite signs has neither', () => {
  const { statements } = read([
    ...REVENUE,
    ...toDate(2024, 'NetIncomeLoss', [null, null, null, -30]),
    ...toDate(2024, 'EarningsPerShareDiluted', [null, null, null, 0.3]),
  ]);
  const [year] = statements.filter(({ span }) => span === 'year');
  expect([year?.figures, year?.missing]).toEqual([
    { revenue: 450 },
    {
      netIncome: 'net income and earnings per share have opposite signs',
      epsDiluted: 'net income and earnings per share have opposite signs',
    },
  ]);
});

it('amounts in another currency are no figures, and what a filing tells ahead is left out', () => {
  const { statements, refused } = read([
    ...REVENUE,
    ...toDate(2024, CASH, [10, 25, 45, 70]).map((fact) => ({ ...fact, unit: 'EUR' })),
    {
      tag: 'CommonStockDividendsPerShareDeclared',
      unit: 'USD/shares',
      val: 0.5,
      start: '2024-07-01',
      end: '2024-09-30',
      filed: '2024-08-09',
    },
    { tag: 'InventoryNet', val: 3, start: '', end: '2024-06-31', filed: '2024-08-09' },
  ]);
  expect(refused.map(({ reason }) => reason)).toEqual(['InventoryNet: date "2024-06-31" does not exist']);
  const [first] = statements;
  expect([first?.figures, first?.missing]).toEqual([
    { revenue: 100 },
    { operatingCashFlow: 'the filer reports in EUR, not in US dollars' },
  ]);
  expect(statements.map(({ periodEnd }) => isoDate(periodEnd)).slice(0, 2)).toEqual(['2024-03-31', '2024-06-30']);
});
