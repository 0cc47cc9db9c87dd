/** A close of one day: as plain objects, looked up by symbol and day. */
export interface NaiveRow {
  readonly close: number;
  readonly adjClose: number;
}

export interface NaiveTrade {
  readonly day: number;
  readonly symbol: string;
  readonly shares: number;
  readonly price: number;
}

export interface NaiveRecord {
  readonly id: string;
  readonly score: number | null;
}

const half = (x: number): number => 0.5 + (0.5 * x) / (1 + Math.abs(x));

/** The account on each day, every holding looked up every day. For trades on sessions, without splits. */
function naiveValues(
  trades: readonly NaiveTrade[],
  rows: ReadonlyMap<string, ReadonlyMap<number, NaiveRow>>,
  days: readonly number[],
): number[] {
  const units = new Map<string, number>();
  let cash = 100_000;
  return days.map((day) => {
    for (const { day: traded, symbol, shares, price } of trades) {
      const row = rows.get(symbol)?.get(day);
      if (traded !== day || row === undefined) continue;
      units.set(symbol, (units.get(symbol) ?? 0) + (shares * row.close) / row.adjClose);
      cash -= shares * price;
    }
    let value = cash;
    for (const [symbol, held] of units) value += held * (rows.get(symbol)?.get(day)?.adjClose ?? 0);
    return value;
  });
}

/** The score of one portfolio as the methodology defines it. */
export function naiveRecord(
  id: string,
  trades: readonly NaiveTrade[],
  rows: ReadonlyMap<string, ReadonlyMap<number, NaiveRow>>,
  benchmark: ReadonlyMap<number, number>,
): NaiveRecord {
  const days = [...benchmark.keys()];
  const values = naiveValues(trades, rows, days);
  const [first = 1, last = 1] = [values[0], values.at(-1)];
  const returns = values.slice(1).map((value, index) => value / (values[index] ?? 1) - 1);
  const mean = returns.reduce((sum, each) => sum + each, 0) / returns.length;
  const variance = returns.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (returns.length - 1);
  const sharpe = variance > 0 ? (mean / Math.sqrt(variance)) * Math.sqrt(252) : 0;
  const market = [...benchmark.values()];
  const returned = 100 * (last / first - 1);
  const alpha = returned - 100 * ((market.at(-1) ?? 1) / (market[0] ?? 1) - 1);
  return { id, score: 35 * half(returned / 20) + 35 * half(alpha / 10) + 30 * half(sharpe) };
}

/** The ids by score; each comparison looks both records up. */
export function naiveRanking(records: readonly NaiveRecord[]): string[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  return [...byId.keys()].sort((a, b) => {
    const [one, other] = [byId.get(a)?.score ?? -Infinity, byId.get(b)?.score ?? -Infinity];
    return one === other ? a.localeCompare(b) : other - one;
  });
}
