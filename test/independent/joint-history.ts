import { epochDay, type Row } from './rows.js';

/** Growth of every position between consecutive dates that all have, by the later date; none over more than 5 days. */
export function plainJointGrowth(positions: readonly (readonly Row[])[], years: number): Map<string, number[]> {
  const prices = positions.map(
    (rows) => new Map(rows.filter(({ adj }) => adj > 0).map(({ date, adj }) => [date, adj])),
  );
  const newest = positions
    .flatMap((rows) => rows.slice(-1))
    .reduce((latest, { date }) => (date > latest ? date : latest), '');
  const first = `${Number(newest.slice(0, 4)) - years}${newest.slice(4)}`;
  const [dates] = prices.map((known) => [...known.keys()]);
  const common = (dates ?? []).filter((date) => date >= first && prices.every((known) => known.has(date))).sort();
  const growth = new Map<string, number[]>();
  common.forEach((date, i) => {
    const before = common[i - 1];
    if (before === undefined || epochDay(date) - epochDay(before) > 5) return;
    growth.set(
      date,
      prices.map((known) => (known.get(date) ?? Number.NaN) / (known.get(before) ?? Number.NaN)),
    );
  });
  return growth;
}
