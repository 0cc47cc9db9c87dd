import { readFileSync } from 'node:fs';
import { externalFile } from './datasets.js';

/** A trade with the quote before it; NaN without one. */
export interface PlainTrade {
  readonly minute: number;
  readonly price: number;
  readonly size: number;
  readonly bid: number;
  readonly ask: number;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** 1 for bought, −1 for sold, 0 for unknown; Lee and Ready's rule, looking back for the last other price each time. */
function plainSide(trades: readonly PlainTrade[], place: number): number {
  // Whole units of a hundredth of a cent, so that a middle is exact.
  const units = (value = NaN): number => Math.round(10_000 * value);
  const { price = NaN, bid, ask } = trades[place] ?? {};
  const above = 2 * units(price) - units(bid) - units(ask);
  if (above !== 0 && !Number.isNaN(above)) return Math.sign(above);
  const other = trades
    .slice(0, place)
    .reverse()
    .find((trade) => trade.price !== price);
  return other === undefined ? 0 : Math.sign(price - other.price);
}

/** Shares of one side in a minute. */
export const sharesOf = (trades: readonly PlainTrade[], minute: number, side: number): number =>
  sum(trades.map((trade, i) => (trade.minute === minute && plainSide(trades, i) === side ? trade.size : 0)));

/** Measures of a whole day's trades in regular hours, and of the price change of each minute that has a bar. */
export function plainTradeFlow(trades: readonly PlainTrade[], changes: ReadonlyMap<number, number>) {
  const clock = Array.from({ length: 390 }, (_, i) => 570 + i).filter((minute) =>
    trades.some((trade) => trade.minute === minute),
  );
  const rows = clock.map((minute) => {
    const [bought, sold, unknown] = [1, -1, 0].map((side) => sharesOf(trades, minute, side));
    return { minute, bought: bought ?? NaN, sold: sold ?? NaN, unknown: unknown ?? NaN };
  });
  const netAt = (minute: number): number => sum(rows.map((row) => (row.minute === minute ? row.bought - row.sold : 0)));
  const largest = [...rows].sort((a, b) => b.bought + b.sold - a.bought - a.sold || a.minute - b.minute);
  const large = largest.slice(0, Math.ceil(rows.length / 10));
  const [x, y] = [[...changes.keys()].map(netAt), [...changes.values()]];
  const n = x.length;
  const products = n * sum(x.map((value, i) => value * (y[i] ?? NaN))) - sum(x) * sum(y);
  return {
    orderFlowImbalance:
      sum(rows.map(({ bought, sold }) => bought - sold)) /
      sum(rows.map(({ bought, sold, unknown }) => bought + sold + unknown)),
    buyPct: (100 * sum(large.map(({ bought }) => bought))) / sum(large.map(({ bought, sold }) => bought + sold)),
    delta: sum(clock.map(netAt)),
    kyleLambda: products / (n * sum(x.map((value) => value * value)) - sum(x) ** 2),
  };
}

/**
 * Prices that traded beside real quotes: of each minute of a recorded session its first and its last price, half of the
 * volume each, with the bid and the ask that the minute opened and closed with.
 */
export function leanTrades(ticker: string, date: string): PlainTrade[] {
  const rowsOf = (content: string): number[][] =>
    readFileSync(externalFile('lean', 'minute', `${ticker}_${date}_${content}.csv`), 'utf8')
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(',').map((cell) => (cell === '' ? NaN : Number(cell))));
  const quotes = new Map(rowsOf('quote').map((row) => [row[0], row]));
  return rowsOf('trade').flatMap(([ms = NaN, open = NaN, , , close = NaN, volume = NaN]) => {
    const quote = quotes.get(ms) ?? [];
    const one = (price: number, bid = NaN, ask = NaN): PlainTrade => ({
      minute: ms / 60_000,
      price: price / 10_000,
      size: volume / 2,
      bid: bid / 10_000,
      ask: ask / 10_000,
    });
    return [one(open, quote[1], quote[6]), one(close, quote[4], quote[9])];
  });
}
