import { expect, it } from '@jest/globals';
import { financialStatements, type StatementRow } from '../../engines/financial-statements.js';
import { plainStatements, SPLITS, type Plain } from './financial-statements.js';
import { simulatedStatements } from '../../sources/simulated/statements.js';

const rows = simulatedStatements(new Date('2026-01-02T22:00:00Z')).map((row): StatementRow => ({
  ...row,
  acceptedAt: null,
}));
const tickers = [...new Set(rows.map((row) => ('ticker' in row ? String(row.ticker) : '')))];
const of = (ticker: string): readonly StatementRow[] => rows.filter((row) => 'ticker' in row && row.ticker === ticker);
it.each(['QUARTER', 'YEAR', 'TRAILING_YEAR'] as const)(
  '%s: equal a plain computation from the stored rows',
  (period) => {
    let compared = 0;
    for (const ticker of tickers) {
      const all = of(ticker);
      const expected = plainStatements(all, period);
      const statements = financialStatements({ rows: all, splits: SPLITS, period });
      expect([ticker, statements.length]).toEqual([ticker, expected.size]);
      for (const { fiscalYear, fiscalQuarter, income, balanceSheet, cashFlow } of statements) {
        const ours: Plain = { ...income, ...balanceSheet, ...cashFlow };
        for (const [name, value] of Object.entries(
          expected.get(`${fiscalYear} ${fiscalQuarter ?? ''}`) ?? { none: 1 },
        )) {
          compared += 1;
          const actual = ours[name] ?? null;
          const isEqual =
            value === null || actual === null
              ? value === actual
              : Math.abs(actual - value) <= 1e-9 * Math.max(1, Math.abs(value));
          expect([ticker, fiscalYear, fiscalQuarter, name, isEqual]).toEqual([
            ticker,
            fiscalYear,
            fiscalQuarter,
            name,
            true,
          ]);
        }
      }
    }
    expect(compared).toBeGreaterThan(3500);
  },
);
