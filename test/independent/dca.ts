import { earliest, epochDay, type Row } from './rows.js';

interface Flow {
  date: string;
  amount: number;
}

/** The rate at which dated flows have a present value of 0, by bisection. */
function plainXirr(flows: readonly Flow[]): number | null {
  const start = epochDay(flows[0]?.date ?? '1970-01-01');
  if (flows.every(({ date }) => epochDay(date) === start)) return null;
  const timed = flows.map(({ date, amount }) => ({ amount, years: (epochDay(date) - start) / 365 }));
  const worth = (rate: number) => timed.reduce((sum, { amount, years }) => sum + amount / Math.pow(1 + rate, years), 0);
  let [low, high] = [-0.9999, 100];
  if (worth(low) * worth(high) > 0) return null;
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (worth(middle) * worth(low) > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Dollar-cost averaging from plain rows; the caller computes the benchmark. */
export function plainDca(rows: readonly Row[], monthlyAmount: number, years: number) {
  const from = earliest(rows, years);
  const byMonth = new Map<string, Row[]>();
  for (const row of rows) {
    const month = byMonth.get(row.date.slice(0, 7));
    if (month === undefined) byMonth.set(row.date.slice(0, 7), [row]);
    else month.push(row);
  }
  const months = [...byMonth.values()].filter(([first]) => first !== undefined && first.date >= from);
  const lastRow = rows[rows.length - 1] as Row;
  const run = (buys: Row[], amount: number) => {
    const finalValue = buys.reduce((units, buy) => units + amount / buy.adj, 0) * lastRow.adj;
    const invested = amount * buys.length;
    const flows = [...buys.map(({ date }) => ({ date, amount: -amount })), { date: lastRow.date, amount: finalValue }];
    return { invested, finalValue, multiple: finalValue / invested, xirr: plainXirr(flows) };
  };
  const extreme = (list: Row[], sign: number) =>
    list.reduce((best, row) => ((row.adj - best.adj) * sign > 0 ? row : best));
  const buys = months.map((month) => month[0] as Row);
  const main = run(buys, monthlyAmount);
  const buyDates = new Set(buys.map(({ date }) => date));
  const account = { units: 0, invested: 0 };
  const values = rows
    .filter(({ date }) => date >= (buys[0]?.date ?? ''))
    .map(({ date, adj }) => {
      if (buyDates.has(date)) {
        account.units += monthlyAmount / adj;
        account.invested += monthlyAmount;
      }
      return { date, invested: account.invested, value: account.units * adj };
    });
  let peak = 0;
  const falls = values.map(({ value }) => {
    peak = Math.max(peak, value);
    return value / peak - 1;
  });
  const lump = run(buys.slice(0, 1), main.invested);
  const paid = (row: Row) => ({ date: row.date, price: row.adj });
  return {
    monthlyAmount,
    purchaseCount: buys.length,
    from: buys[0]?.date,
    to: lastRow.date,
    years,
    invested: main.invested,
    finalValue: main.finalValue,
    profit: main.finalValue - main.invested,
    multiple: main.multiple,
    xirr: main.xirr,
    maxDrawdown: Math.min(...falls),
    bestPurchase: paid(extreme(buys, -1)),
    worstPurchase: paid(extreme(buys, 1)),
    lucky: run(
      months.map((month) => extreme(month, -1)),
      monthlyAmount,
    ),
    unlucky: run(
      months.map((month) => extreme(month, 1)),
      monthlyAmount,
    ),
    lumpSum: { finalValue: lump.finalValue, multiple: lump.multiple, xirr: lump.xirr },
    series: values.filter(({ date }) => buyDates.has(date) || date === lastRow.date),
  };
}
