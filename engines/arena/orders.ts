import { at, lowerBound } from '../series.js';
import { STARTING_CASH, type ArenaTrade } from './portfolio.js';
import type { ArenaSeries } from './prices.js';

/** An order for the close of a day. */
export interface ArenaOrder {
  readonly id: string;
  /** The first day whose close may fill it, since 1970-01-01. */
  readonly fromDay: number;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  /** Shares of the day on which it is filled; null to sell all. */
  readonly shares: number | null;
}

/** What became of an order; `shares` (positive) and `price` (USD) as traded on `day`. */
export type OrderFill =
  | { readonly state: 'pending' }
  | { readonly state: 'rejected'; readonly day: number }
  | { readonly state: 'filled'; readonly day: number; readonly shares: number; readonly price: number };

/** The orders of a portfolio with what became of each, in the same order, and the trades that they led to. */
export interface FilledOrders {
  readonly fills: readonly OrderFill[];
  readonly trades: readonly ArenaTrade[];
}

/** Days after its first one on which an order may still be filled, if its security has no close before. */
const WAITING_DAYS = 14;

/** Fewer shares than these are rounding, and are not traded. */
const LEAST_SHARES = 1e-6;

interface Close {
  readonly day: number;
  /** As traded, USD. */
  readonly price: number;
  /** Units of total-return price in one share of that day. */
  readonly units: number;
}

/** The first close from `fromDay` to `lastDay`; undefined without one. */
function closeFrom(
  { bars: { days, close, adjClose }, splits }: ArenaSeries,
  fromDay: number,
  lastDay: number,
): Close | undefined {
  for (let i = lowerBound(days, fromDay); i < days.length && at(days, i) <= lastDay; i += 1) {
    if (!(at(close, i) > 0 && at(adjClose, i) > 0)) continue;
    const day = at(days, i);
    const later = splits.reduce((ratio, split) => (split.day > day ? ratio * split.ratio : ratio), 1);
    return { day, price: at(close, i) * later, units: (later * at(close, i)) / at(adjClose, i) };
  }
  return undefined;
}

/**
 * Fills orders at closes up to `lastDay`, in the order of those, then as given. A purchase is cut to what the cash pays
 * for, a sale to what is held; what leaves nothing is rejected. An order without a close waits for 14 days, and is
 * rejected after them.
 */
export function fillOrders(
  orders: readonly ArenaOrder[],
  seriesOf: (symbol: string) => ArenaSeries | undefined,
  lastDay: number,
): FilledOrders {
  const fills: OrderFill[] = orders.map(() => ({ state: 'pending' }));
  const due = orders.flatMap((order, place) => {
    const series = seriesOf(order.symbol);
    const end = order.fromDay + WAITING_DAYS;
    const close = series === undefined ? undefined : closeFrom(series, order.fromDay, Math.min(lastDay, end));
    if (close === undefined && lastDay > end) fills[place] = { state: 'rejected', day: end };
    return close === undefined ? [] : [{ order, place, close }];
  });
  due.sort((a, b) => a.close.day - b.close.day || a.place - b.place);
  const trades: ArenaTrade[] = [];
  const held = new Map<string, number>();
  let cash = STARTING_CASH;
  for (const {
    order: { symbol, side, shares: wanted },
    place,
    close: { day, price, units },
  } of due) {
    const own = held.get(symbol) ?? 0;
    const most = side === 'buy' ? Math.max(0, cash) / price : own / units;
    const shares = Math.min(wanted ?? most, most);
    if (!(shares >= LEAST_SHARES)) {
      fills[place] = { state: 'rejected', day };
      continue;
    }
    const change = side === 'buy' ? shares : -shares;
    cash -= change * price;
    held.set(symbol, side === 'sell' && shares === most ? 0 : own + change * units);
    trades.push({ day, symbol, shares: change, price });
    fills[place] = { state: 'filled', day, shares, price };
  }
  return { fills, trades };
}
