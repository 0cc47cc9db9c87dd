import { epochDay, type Row } from './rows.js';

/** Monday of a date's ISO week, as text, by the platform's calendar. */
function mondayOf(date: string): string {
  const time = new Date(epochDay(date) * 86_400_000);
  time.setUTCDate(time.getUTCDate() - ((time.getUTCDay() + 6) % 7));
  return time.toISOString().slice(0, 10);
}

/** Weekly or monthly rows from daily ones. */
export function plainLongerBars(rows: readonly Row[], interval: 'WEEK' | 'MONTH'): Row[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = interval === 'WEEK' ? mondayOf(row.date) : row.date.slice(0, 7);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].map((group) => {
    const [first, last] = [group[0] as Row, group[group.length - 1] as Row];
    return {
      date: first.date,
      open: first.open,
      high: Math.max(...group.map(({ high }) => high)),
      low: Math.min(...group.map(({ low }) => low)),
      close: last.close,
      adj: last.adj,
      volume: group.reduce((sum, { volume }) => sum + volume, 0),
    };
  });
}
