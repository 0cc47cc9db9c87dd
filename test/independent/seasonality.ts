import { earliest, type Row } from './rows.js';

const LABELS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}

function average(values: number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length;
}

function middle(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const low = sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN;
  const high = sorted[Math.ceil((sorted.length - 1) / 2)] ?? NaN;
  return (low + high) / 2;
}

/** Calendar-month statistics from plain rows, by grouping dates as text. */
export function plainSeasonality(rows: readonly Row[], isMonthComplete: boolean) {
  const from = earliest(rows, 15);
  const ends = new Map<string, number>();
  for (const row of rows.filter(({ date }) => date >= from)) ends.set(row.date.slice(0, 7), row.adj);
  const months = [...ends.keys()];
  const monthBefore = new Map(months.map((month) => [nextMonth(month), month]));
  const all = months.flatMap((month) => {
    const before = monthBefore.get(month);
    return before === undefined ? [] : [{ month, ret: (ends.get(month) ?? NaN) / (ends.get(before) ?? NaN) - 1 }];
  });
  const last = months[months.length - 1] ?? '';
  const used = all.filter(({ month }) => isMonthComplete || month !== last);
  const table = LABELS.map((label, k) => {
    const mine = used.filter(({ month }) => Number(month.slice(5)) === k + 1);
    if (mine.length === 0) return { month: k + 1, label, n: 0, avg: null, median: null, winRate: null, best: null, worst: null };
    const rets = mine.map(({ ret }) => ret);
    const year = (target: number) => ({ year: Number(mine.find(({ ret }) => ret === target)?.month.slice(0, 4)), ret: target });
    return {
      month: k + 1, label, n: rets.length, avg: average(rets), median: middle(rets),
      winRate: rets.filter((ret) => ret > 0).length / rets.length,
      best: year(Math.max(...rets)), worst: year(Math.min(...rets)),
    };
  });
  const ranked = table.flatMap(({ month, label, avg }) => (avg === null ? [] : [{ month, label, avg }])).sort((a, b) => a.avg - b.avg);
  const now = table.find(({ month }) => month === Number(last.slice(5)));
  return {
    monthCount: used.length,
    yearsCovered: used.length / 12,
    from: used[0]?.month ?? null,
    to: used[used.length - 1]?.month ?? null,
    months: table,
    strongest: ranked[ranked.length - 1] ?? null,
    weakest: ranked[0] ?? null,
    current: {
      month: Number(last.slice(5)), label: LABELS[Number(last.slice(5)) - 1], avg: now?.avg ?? null, winRate: now?.winRate ?? null,
      n: now?.n ?? 0, partialRet: isMonthComplete ? null : (all.find(({ month }) => month === last)?.ret ?? null),
    },
  };
}
