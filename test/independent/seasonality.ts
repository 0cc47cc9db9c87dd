import { earliest, type Row } from './rows.js';

const NAMES = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}

function average(values: number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length;
}

const factorialLike = (halves: number): number =>
  halves === 1 ? Math.sqrt(Math.PI) : halves === 2 ? 1 : ((halves - 2) / 2) * factorialLike(halves - 2);

/** Two-sided p-value of t by Simpson's rule over the density, whose gammas are products of half integers. */
export function plainTwoSided(t: number, degrees: number): number {
  const scale = factorialLike(degrees + 1) / (Math.sqrt(degrees * Math.PI) * factorialLike(degrees));
  const density = (x: number): number => scale * Math.pow(1 + (x * x) / degrees, -(degrees + 1) / 2);
  const steps = 20_000;
  const width = Math.abs(t) / steps;
  let sum = density(0) + density(Math.abs(t));
  for (let k = 1; k < steps; k += 1) sum += density(k * width) * (k % 2 === 1 ? 4 : 2);
  return 1 - (2 * sum * width) / 3;
}

/** t and its p-value for the mean of a list, from sums of squares. */
function testOf(values: number[]) {
  const n = values.length;
  const squares = values.reduce((sum, value) => sum + (value - average(values)) ** 2, 0);
  if (n < 2 || squares === 0) return { tStatistic: null, adjustedPValue: null };
  const t = average(values) / Math.sqrt(squares / (n * (n - 1)));
  return { tStatistic: t, adjustedPValue: Math.min(1, 12 * plainTwoSided(t, n - 1)) };
}

function middle(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const low = sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN;
  const high = sorted[Math.ceil((sorted.length - 1) / 2)] ?? NaN;
  return (low + high) / 2;
}

/** Calendar-month statistics from plain rows, by grouping dates as text. */
export function plainSeasonality(rows: readonly Row[], isMonthComplete: boolean, years = 15) {
  const from = earliest(rows, years);
  const ends = new Map<string, number>();
  for (const row of rows.filter(({ date }) => date >= from)) ends.set(row.date.slice(0, 7), row.adj);
  const months = [...ends.keys()];
  const monthBefore = new Map(months.map((month) => [nextMonth(month), month]));
  const all = months.flatMap((month) => {
    const before = monthBefore.get(month);
    return before === undefined ? [] : [{ month, change: (ends.get(month) ?? NaN) / (ends.get(before) ?? NaN) - 1 }];
  });
  const last = months[months.length - 1] ?? '';
  const used = all.filter(({ month }) => isMonthComplete || month !== last);
  const table = NAMES.map((name, k) => {
    const mine = used.filter(({ month }) => Number(month.slice(5)) === k + 1);
    if (mine.length === 0)
      return {
        month: k + 1,
        name,
        count: 0,
        mean: null,
        median: null,
        winRate: null,
        best: null,
        worst: null,
        tStatistic: null,
        adjustedPValue: null,
      };
    const changes = mine.map(({ change }) => change);
    const year = (target: number) => ({
      year: Number(mine.find(({ change }) => change === target)?.month.slice(0, 4)),
      return: target,
    });
    return {
      month: k + 1,
      name,
      count: changes.length,
      mean: average(changes),
      median: middle(changes),
      winRate: changes.filter((change) => change > 0).length / changes.length,
      best: year(Math.max(...changes)),
      worst: year(Math.min(...changes)),
      ...testOf(changes),
    };
  });
  const ranked = table
    .flatMap(({ month, name, mean, count, tStatistic, adjustedPValue }) =>
      mean === null ? [] : [{ month, name, mean, count, tStatistic, adjustedPValue }],
    )
    .sort((a, b) => a.mean - b.mean);
  const now = table.find(({ month }) => month === Number(last.slice(5)));
  return {
    monthCount: used.length,
    yearsCovered: used.length / 12,
    fromMonth: used[0]?.month ?? null,
    toMonth: used[used.length - 1]?.month ?? null,
    months: table,
    years: [...new Set(used.map(({ month }) => month.slice(0, 4)))].map((year) => ({
      year: Number(year),
      months: used
        .filter(({ month }) => month.startsWith(year))
        .map(({ month, change }) => ({ month: Number(month.slice(5)), return: change })),
    })),
    strongest: ranked[ranked.length - 1] ?? null,
    weakest: ranked[0] ?? null,
    current: {
      month: Number(last.slice(5)),
      name: NAMES[Number(last.slice(5)) - 1],
      mean: now?.mean ?? null,
      winRate: now?.winRate ?? null,
      count: now?.count ?? 0,
      partialReturn: isMonthComplete ? null : (all.find(({ month }) => month === last)?.change ?? null),
    },
  };
}
