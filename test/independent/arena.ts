import { epochDay } from './rows.js';

/** A trade of a paper portfolio with a date; `shares` as traded that day, negative if sold. */
export interface DatedTrade {
  date: string;
  symbol: string;
  shares: number;
  price: number;
}

/** One security: its rows by date, split-adjusted and total-return closes, and its splits. */
export interface Market {
  rows: Map<string, { close: number; adj: number }>;
  splits: { date: string; ratio: number }[];
}

export interface PlainPortfolio {
  started: string;
  trades: DatedTrade[];
}

export interface PlainPoint {
  date: string;
  value: number;
}

interface Held {
  shares: number;
  cost: number;
  close: number;
  factor: number;
}

/** The shares that one share of `date` has become by `until`. */
function splitBetween(market: Market, date: string, until = '9999'): number {
  const between = market.splits.filter((split) => split.date > date && split.date <= until);
  return between.reduce((all, { ratio }) => all * ratio, 1);
}

/** The account, walked session by session with the shares and the prices of that day. */
export function plainArena({ started, trades }: PlainPortfolio, markets: Map<string, Market>, sessions: string[]) {
  const first = sessions.filter((date) => date <= started).at(-1) ?? sessions[0] ?? '';
  const held = new Map<string, Held>();
  const points: PlainPoint[] = [];
  let cash = 100_000;
  let previous = '';
  for (const [index, date] of sessions.entries()) {
    for (const symbol of new Set(trades.map((trade) => trade.symbol))) {
      const market = markets.get(symbol);
      if (market === undefined) continue;
      const own = held.get(symbol) ?? { shares: 0, cost: 0, close: 0, factor: 0 };
      const row = market.rows.get(date);
      own.shares *= splitBetween(market, previous, date);
      if (row !== undefined) {
        // What a share pays is more of it: the total-return close grows faster than the close.
        if (own.factor > 0) own.shares *= row.adj / row.close / own.factor;
        own.factor = row.adj / row.close;
        own.close = row.close;
      }
      held.set(symbol, own);
    }
    const next = sessions[index + 1] ?? '9999';
    const due = trades.filter((trade) => (date <= first || trade.date >= date) && trade.date < next && date >= first);
    for (const trade of due.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))) {
      const own = held.get(trade.symbol);
      if (own === undefined || own.close === 0) continue;
      if (trade.shares > 0) own.cost += trade.shares * trade.price;
      else own.cost -= (own.cost * -trade.shares) / own.shares;
      own.shares += trade.shares;
      cash -= trade.shares * trade.price;
    }
    previous = date;
    if (date < first) continue;
    let value = cash;
    for (const [symbol, own] of held) {
      const market = markets.get(symbol);
      if (market !== undefined) value += own.shares * own.close * splitBetween(market, date);
    }
    points.push({ date, value });
  }
  return { points, cash, held };
}

/** Monday of the week of a date. */
function mondayOf(date: string): number {
  const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
  return epochDay(date) - weekday;
}

function plainStreak(points: PlainPoint[]): number {
  const byWeek = new Map<number, PlainPoint>();
  for (const point of points) byWeek.set(mondayOf(point.date), point);
  const weeks = [...byWeek.values()];
  const last = weeks.at(-1);
  if (last !== undefined && new Date(`${last.date}T00:00:00Z`).getUTCDay() < 5) weeks.pop();
  let streak = 0;
  for (let index = weeks.length - 1; index > 0; index -= 1) {
    if ((weeks[index]?.value ?? 0) / (weeks[index - 1]?.value ?? 1) - 1 <= 1e-12) break;
    streak += 1;
  }
  return streak;
}

/** The record by the words of the methodology. */
export function plainRecord(points: PlainPoint[], benchmark: number[]) {
  const values = points.map(({ value }) => value);
  const growth = (list: number[]): number => 100 * ((list.at(-1) ?? 0) / (list[0] ?? 1) - 1);
  const returns = values.slice(1).map((value, index) => value / (values[index] ?? 1) - 1);
  const average = returns.reduce((sum, each) => sum + each, 0) / returns.length;
  const variance = returns.reduce((sum, each) => sum + (each - average) ** 2, 0) / (returns.length - 1);
  const sharpe = returns.length < 20 || variance < 1e-28 ? null : (Math.sqrt(252) * average) / Math.sqrt(variance);
  const returnPct = growth(values);
  const alphaPct = returnPct - growth(benchmark);
  const squash = (x: number): number => 0.5 + (0.5 * x) / (1 + Math.abs(x));
  const score = 100 * (0.35 * squash(returnPct / 20) + 0.35 * squash(alphaPct / 10) + 0.3 * squash(sharpe ?? 0));
  return { returnPct, alphaPct, sharpe, streak: plainStreak(points), score: returns.length < 20 ? null : score };
}
