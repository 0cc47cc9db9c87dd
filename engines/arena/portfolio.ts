import { at } from '../series.js';
import { sessionAt, type ArenaPrices, type SymbolPrices } from './prices.js';

/** Simulated USD that each portfolio starts with. */
export const STARTING_CASH = 100_000;

/** What is left of a position below this share of its largest size is rounding: it has been sold. */
const SOLD_SHARE = 1e-9;

/** `shares` are those of its day, bought if positive; `price` in USD, unadjusted. Days since 1970-01-01. */
export interface ArenaTrade {
  readonly day: number;
  readonly symbol: string;
  readonly shares: number;
  readonly price: number;
}

export interface ArenaPortfolio {
  readonly startedDay: number;
  readonly trades: readonly ArenaTrade[];
}

/** Shares of the last session; money in USD, `weight` and `unrealisedPct` as decimals. */
export interface ArenaHolding {
  readonly symbol: string;
  readonly shares: number;
  readonly averageCost: number;
  readonly lastClose: number;
  readonly value: number;
  readonly weight: number | null;
  readonly unrealised: number;
  readonly unrealisedPct: number | null;
}

export interface ArenaHoldings {
  readonly cash: number;
  readonly value: number;
  readonly holdings: readonly ArenaHolding[];
}

/** Account values in USD at the close of each session, the first at the start. `days` is a view of the sessions. */
export interface ArenaCurve {
  readonly days: Int32Array;
  readonly values: Float64Array;
}

/** A position from session `from` on: `units` of total-return price, bought for `cost` USD. */
interface Step {
  readonly from: number;
  readonly units: number;
  readonly cost: number;
}

interface Position {
  readonly symbol: string;
  readonly prices: SymbolPrices;
  readonly steps: readonly Step[];
}

function todaysShares({ shares, day }: ArenaTrade, { splits }: SymbolPrices): number {
  return splits.reduce((held, split) => (split.day > day ? held * split.ratio : held), shares);
}

function stepsOf(trades: readonly ArenaTrade[], prices: SymbolPrices, days: Int32Array, start: number): Step[] {
  const steps: Step[] = [];
  let units = 0;
  let cost = 0;
  let largest = 0;
  for (const trade of trades) {
    const from = Math.max(start, sessionAt(days, trade.day));
    const change = (todaysShares(trade, prices) * at(prices.close, from)) / at(prices.total, from);
    if (change > 0) cost += trade.shares * trade.price;
    else if (units > 0) cost *= Math.max(0, 1 + change / units);
    units += change;
    largest = Math.max(largest, Math.abs(change), Math.abs(units));
    if (Math.abs(units) <= largest * SOLD_SHARE) units = cost = 0;
    steps.push({ from, units, cost });
  }
  return steps;
}

/** A trade without a price at or before its day cannot be valued and is left out, with its cash. */
function isPriced(trade: ArenaTrade, { days, bySymbol }: ArenaPrices, start: number): boolean {
  const total = bySymbol.get(trade.symbol)?.total;
  return total !== undefined && at(total, Math.max(start, sessionAt(days, trade.day))) > 0;
}

function pricedTrades({ trades }: ArenaPortfolio, prices: ArenaPrices, start: number): ArenaTrade[] {
  return trades.filter((trade) => isPriced(trade, prices, start)).sort((a, b) => a.day - b.day);
}

function positionsOf(trades: readonly ArenaTrade[], prices: ArenaPrices, start: number): Position[] {
  const bySymbol = new Map<string, ArenaTrade[]>();
  for (const trade of trades) {
    const list = bySymbol.get(trade.symbol);
    if (list === undefined) bySymbol.set(trade.symbol, [trade]);
    else list.push(trade);
  }
  const positions: Position[] = [];
  for (const [symbol, list] of bySymbol) {
    const own = prices.bySymbol.get(symbol);
    if (own !== undefined) positions.push({ symbol, prices: own, steps: stepsOf(list, own, prices.days, start) });
  }
  return positions;
}

function cashAfter(trades: readonly ArenaTrade[]): number {
  return trades.reduce((cash, { shares, price }) => cash - shares * price, STARTING_CASH);
}

function cashAtSessions(trades: readonly ArenaTrade[], days: Int32Array): Float64Array {
  const cash = new Float64Array(days.length);
  for (const { day, shares, price } of trades) {
    const session = sessionAt(days, day);
    cash[session] = at(cash, session) - shares * price;
  }
  let sum = STARTING_CASH;
  for (let i = 0; i < cash.length; i += 1) {
    sum += at(cash, i);
    cash[i] = sum;
  }
  return cash;
}

function holdingOf({ symbol, prices, steps }: Position, last: number): Omit<ArenaHolding, 'weight'> {
  const { units = 0, cost = 0 } = steps.at(-1) ?? {};
  const value = units * at(prices.total, last);
  const lastClose = at(prices.close, last);
  const shares = value / lastClose;
  return {
    symbol,
    shares,
    lastClose,
    value,
    averageCost: shares === 0 ? 0 : cost / shares,
    unrealised: value - cost,
    unrealisedPct: cost > 0 ? value / cost - 1 : null,
  };
}

/** What the portfolio holds at the last session, largest value first, then by symbol. */
export function holdingsOf(portfolio: ArenaPortfolio, prices: ArenaPrices): ArenaHoldings {
  const start = sessionAt(prices.days, portfolio.startedDay);
  const trades = pricedTrades(portfolio, prices, start);
  const held = positionsOf(trades, prices, start)
    .map((position) => holdingOf(position, prices.days.length - 1))
    .filter(({ shares }) => shares !== 0)
    .sort((a, b) => b.value - a.value || (a.symbol < b.symbol ? -1 : 1));
  const cash = cashAfter(trades);
  const value = held.reduce((sum, holding) => sum + holding.value, cash);
  return { cash, value, holdings: held.map((each) => ({ ...each, weight: value > 0 ? each.value / value : null })) };
}

/**
 * Values at each session from the last at or before the start. A trade counts from the last session at or before its
 * day, whose close it paid; dividends are reinvested, as in dollar-cost averaging.
 */
export function curveOf(portfolio: ArenaPortfolio, prices: ArenaPrices): ArenaCurve {
  const start = sessionAt(prices.days, portfolio.startedDay);
  const days = prices.days.subarray(start);
  const trades = pricedTrades(portfolio, prices, start);
  const values = cashAtSessions(trades, days);
  for (const {
    prices: { total },
    steps,
  } of positionsOf(trades, prices, start)) {
    steps.forEach(({ from, units }, index) => {
      if (units !== 0) addPosition(values, total, units, { start, from, to: steps[index + 1]?.from ?? total.length });
    });
  }
  return { days, values };
}

interface Span {
  readonly start: number;
  readonly from: number;
  readonly to: number;
}

function addPosition(values: Float64Array, total: Float64Array, units: number, { start, from, to }: Span): void {
  for (let i = from; i < to; i += 1) values[i - start] = at(values, i - start) + units * at(total, i);
}
