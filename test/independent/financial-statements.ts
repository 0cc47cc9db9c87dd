import type { StatementPeriod, StatementRow } from '../../engines/financial-statements.js';

/** Invented splits, one of them a reverse one. */
export const SPLITS = [
  { day: 18_000, ratio: 3 },
  { day: 19_500, ratio: 0.5 },
];

/** Figures by name. */
export type Plain = Record<string, number | null>;

/** The figures of a period by a table of quarters and years alone. */
export function plainStatements(all: readonly StatementRow[], period: StatementPeriod): Map<string, Plain> {
  const found = new Map<string, Plain>();
  const at = (span: string, year: number, quarter: number): StatementRow | undefined =>
    all.find((row) => row.span === span && row.fiscalYear === year && row.fiscalQuarter === quarter);
  const back = (year: number, quarter: number, by: number): [number, number] => {
    const place = year * 4 + quarter - 1 - by;
    return [Math.floor(place / 4), (place % 4) + 1];
  };
  for (const row of all) {
    if (row.span !== (period === 'YEAR' ? 'year' : 'quarter')) continue;
    const { fiscalYear: year, fiscalQuarter: quarter } = row;
    const valuesOf = (name: string, y: number, q: number): number | null => {
      if (period !== 'TRAILING_YEAR') return at(row.span, y, q)?.figures[name] ?? null;
      if (q === 4) return at('year', y, 4)?.figures[name] ?? null;
      const four = [0, 1, 2, 3].map((by) => at('quarter', ...back(y, q, by))?.figures[name] ?? null);
      return four.includes(null) ? null : four.reduce<number>((sum, value) => sum + (value ?? 0), 0);
    };
    if (
      period === 'TRAILING_YEAR' &&
      [0, 1, 2, 3].some((by) => at('quarter', ...back(year, quarter, by)) === undefined)
    )
      continue;
    const own = (name: string): number | null => valuesOf(name, year, quarter);
    const ratio = (one: number | null, other: number | null): number | null =>
      one === null || other === null || other <= 0 ? null : one / other;
    const before = valuesOf('revenue', year - 1, quarter);
    const hasBefore =
      period !== 'TRAILING_YEAR' ||
      [0, 1, 2, 3].every((by) => at('quarter', ...back(year - 1, quarter, by)) !== undefined);
    const growth = hasBefore ? ratio(own('revenue'), before) : null;
    const later = SPLITS.filter((split) => split.day > (row.shareDays['epsDiluted'] ?? 0)).reduce(
      (all, { ratio: by }) => all * by,
      1,
    );
    const isSum = period === 'TRAILING_YEAR' && quarter !== 4;
    const eps = isSum ? null : own('epsDiluted');
    const shares = isSum ? null : own('sharesDiluted');
    found.set(`${year} ${period === 'YEAR' ? '' : quarter}`, {
      revenue: own('revenue'),
      netIncome: own('netIncome'),
      operatingMargin: ratio(own('operatingIncome'), own('revenue')),
      grossMargin: ratio(own('grossProfit'), own('revenue')),
      revenueGrowth: growth === null ? null : growth - 1,
      epsDiluted: eps === null ? null : eps / later,
      sharesDiluted: shares === null ? null : shares * later,
      equity: row.figures['equity'] ?? null,
      currentRatio: ratio(row.figures['currentAssets'] ?? null, row.figures['currentLiabilities'] ?? null),
      freeCashFlow: (own('operatingCashFlow') ?? NaN) - (own('capitalExpenditures') ?? NaN),
    });
  }
  return found;
}
