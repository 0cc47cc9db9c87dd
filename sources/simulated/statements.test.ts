import { expect, it } from '@jest/globals';
import { forEachDatabase } from '../../store/fixtures/databases.js';
import { simulatedEarnings } from './earnings.js';
import { SIMULATED_ROWS, simulatedStatements } from './statements.js';

const NOW = new Date('2026-01-02T22:00:00Z');
const ROWS = simulatedStatements(NOW);
const figure = (row: (typeof ROWS)[number], name: string): number => row.figures[name] ?? NaN;

it('quarters are those of the reports, with their revenue and net income', () => {
  const told = (row: { ticker: string; periodEnd: number }, revenue: unknown, netIncome: unknown): string =>
    [row.ticker, row.periodEnd, revenue, netIncome].join(' ');
  expect(
    ROWS.filter(({ span }) => span === 'quarter').map((row) =>
      told(row, row.figures['revenue'], row.figures['netIncome']),
    ),
  ).toEqual(simulatedEarnings(NOW).map((row) => told(row, row.revenue, row.netIncome)));
});

it('statements add up', () => {
  expect(ROWS.length).toBeGreaterThan(1500);
  for (const row of ROWS) {
    const of = (name: string): number => figure(row, name);
    expect([row.ticker, row.periodEnd, of('revenue') - of('costOfRevenue')]).toEqual([
      row.ticker,
      row.periodEnd,
      of('grossProfit'),
    ]);
    expect(of('incomeBeforeTax') - of('incomeTax')).toBe(of('netIncome'));
    expect(of('liabilities') + of('equity')).toBe(of('assets'));
    expect(of('currentAssets')).toBeLessThanOrEqual(of('assets'));
    expect(of('currentLiabilities')).toBeLessThanOrEqual(of('liabilities'));
    for (const part of ['costOfRevenue', 'cash', 'equity', 'currentLiabilities', 'longTermDebt', 'capitalExpenditures'])
      expect([row.ticker, part, of(part) > 0]).toEqual([row.ticker, part, true]);
  }
});

it('the three cash flows are the change of the cash, and the quarters of a year add up to it', () => {
  for (const ticker of new Set(ROWS.map((row) => row.ticker))) {
    const own = ROWS.filter((row) => row.ticker === ticker);
    const quarters = own.filter(({ span }) => span === 'quarter');
    for (const [index, quarter] of quarters.entries()) {
      const before = quarters[index - 1];
      const flows = ['operatingCashFlow', 'investingCashFlow', 'financingCashFlow'].map((name) =>
        figure(quarter, name),
      );
      if (before !== undefined)
        expect([ticker, flows.reduce((sum, flow) => sum + flow, 0)]).toEqual([
          ticker,
          figure(quarter, 'cash') - figure(before, 'cash'),
        ]);
    }
    for (const year of own.filter(({ span }) => span === 'year')) {
      const four = quarters.filter(({ fiscalYear }) => fiscalYear === year.fiscalYear);
      for (const name of ['revenue', 'netIncome', 'operatingCashFlow', 'shareRepurchases'])
        expect([ticker, four.length, four.reduce((sum, row) => sum + figure(row, name), 0)]).toEqual([
          ticker,
          4,
          figure(year, name),
        ]);
      expect(figure(year, 'equity')).toBe(figure(four[3] ?? year, 'equity'));
    }
  }
});

it('a later day adds statements and changes none', () => {
  const later = new Map(
    simulatedStatements(new Date('2026-06-01T22:00:00Z')).map((row) => [
      `${row.ticker} ${row.span} ${row.periodEnd}`,
      row,
    ]),
  );
  expect(later.size).toBeGreaterThan(ROWS.length);
  expect(
    ROWS.filter(
      (row) => JSON.stringify(later.get(`${row.ticker} ${row.span} ${row.periodEnd}`)) !== JSON.stringify(row),
    ),
  ).toEqual([]);
});

forEachDatabase((_, open) => {
  it('are loaded once, and leave tickers with imported statements alone', async () => {
    const store = await open();
    const [first] = ROWS.filter((row) => row.ticker === 'AAPL');
    if (first === undefined) throw new Error('no statements');
    await store.db.transaction().execute(async (tx) => {
      await store.financialStatements.merge(tx, [{ ...first, source: 'files', figures: { revenue: 7 } }], 'files');
      await SIMULATED_ROWS({ store, tx, now: NOW, isFirst: true });
      await SIMULATED_ROWS({ store, tx, now: NOW, isFirst: false });
    });
    const stored = await store.financialStatements.byTickers(['AAPL', 'MSFT']);
    expect([stored.get('AAPL')?.map(({ figures }) => figures), stored.get('MSFT')?.length]).toEqual([
      [{ revenue: 7 }],
      ROWS.filter((row) => row.ticker === 'MSFT').length,
    ]);
    await store.close();
  });
});
