import { describe, expect, it } from '@jest/globals';
import { isoDate } from '../../calendar/days.js';
import { fillOrders, type ArenaOrder } from '../../engines/arena/orders.js';
import type { ArenaSeries } from '../../engines/arena/prices.js';
import { seededRandom } from '../../sources/simulated/random.js';
import { differences } from './closeness.js';
import { barsOf, epochDay, type Row } from './rows.js';

/*
 * Orders of paper portfolios, by the words of the methodology: day by day, with the shares and the prices of that day.
 */

interface Security {
  /** As traded. */
  readonly prices: Map<string, number>;
  readonly splits: Map<string, number>;
  /** USD a share, as paid on the ex-date. */
  readonly dividends: Map<string, number>;
}

const START = epochDay('2024-01-02');
const CALENDAR = Array.from({ length: 200 }, (_, index) => isoDate(START + index)).filter(
  (date) => ![0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay()),
);

function inventedSecurity(seed: number): Security {
  const random = seededRandom(seed, 4, 4);
  const security: Security = { prices: new Map(), splits: new Map(), dividends: new Map() };
  let price = 30 + 100 * random();
  for (const date of CALENDAR) {
    const split = security.prices.size > 0 && random() < 0.015 ? (random() < 0.3 ? 0.5 : 3) : 1;
    price = (price * (1 + 0.05 * (random() - 0.49))) / split;
    if (split !== 1) security.splits.set(date, split);
    // A security misses sessions now and then, once for weeks.
    if (split === 1 && (random() < 0.04 || (seed === 3 && date > '2024-04-01' && date < '2024-04-25'))) continue;
    if (security.prices.size > 0 && split === 1 && random() < 0.02) security.dividends.set(date, price * 0.01);
    security.prices.set(date, price);
  }
  return security;
}

/** Closes as vendors give them: adjusted for later splits, and in `adj` also for later dividends. */
function rowsOf({ prices, splits, dividends }: Security): Row[] {
  const rows: Row[] = [];
  let bySplits = 1;
  let byDividends = 1;
  const dates = [...prices.keys()];
  for (let index = dates.length - 1; index >= 0; index -= 1) {
    const date = dates[index] ?? '';
    const close = (prices.get(date) ?? 0) / bySplits;
    rows.unshift({ date, open: close, high: close, low: close, close, adj: close * byDividends, volume: 1 });
    const before = prices.get(dates[index - 1] ?? '') ?? 1;
    // Reinvesting at the close of the ex-date: the factor that total-return closes need for that.
    const paid = dividends.get(date);
    if (paid !== undefined) byDividends *= 1 / (1 + paid / (prices.get(date) ?? 1));
    if (before > 0) bySplits *= splits.get(date) ?? 1;
  }
  return rows;
}

/** What the methodology says of orders, walked through the calendar. */
function plainFills(
  orders: readonly ArenaOrder[],
  securities: ReadonlyMap<string, Security>,
  lastDate: string,
): unknown[] {
  const fills: unknown[] = orders.map(() => ({ state: 'pending' }));
  const held = new Map<string, number>();
  let cash = 100_000;
  for (let day = START; isoDate(day) <= lastDate; day += 1) {
    const date = isoDate(day);
    for (const [symbol, { prices, splits, dividends }] of securities) {
      const shares = (held.get(symbol) ?? 0) * (splits.get(date) ?? 1);
      const price = prices.get(date);
      held.set(symbol, price === undefined ? shares : shares * (1 + (dividends.get(date) ?? 0) / price));
    }
    orders.forEach(({ symbol, side, shares: wanted, fromDay }, place) => {
      if ((fills[place] as { state: string }).state !== 'pending' || fromDay > day) return;
      const price = securities.get(symbol)?.prices.get(date);
      if (day > fromDay + 14) fills[place] = { state: 'rejected', day: fromDay + 14 };
      else if (price !== undefined) {
        const most = side === 'buy' ? cash / price : (held.get(symbol) ?? 0);
        const shares = wanted === null || wanted > most ? most : wanted;
        if (shares < 0.000001) {
          fills[place] = { state: 'rejected', day };
          return;
        }
        held.set(symbol, (held.get(symbol) ?? 0) + (side === 'buy' ? shares : -shares));
        cash += side === 'buy' ? -shares * price : shares * price;
        if (side === 'buy' && shares === most) cash = 0;
        fills[place] = { state: 'filled', day, shares, price };
      }
    });
  }
  return fills;
}

const SYMBOLS = ['A', 'B', 'C', 'D'];
const securities = new Map(SYMBOLS.map((symbol, index) => [symbol, inventedSecurity(index + 1)]));
const series = new Map(
  [...securities].map(([symbol, security]): [string, ArenaSeries] => [
    symbol,
    {
      symbol,
      bars: barsOf(rowsOf(security)),
      splits: [...security.splits].map(([date, ratio]) => ({ day: epochDay(date), ratio })),
    },
  ]),
);

function inventedOrders(seed: number): ArenaOrder[] {
  const random = seededRandom(seed, 5, 5);
  return Array.from({ length: 30 }, (_, index) => ({
    id: `o${index}`,
    symbol: ['A', 'B', 'C', 'D', 'E'][Math.floor(5 * random())] ?? 'A',
    side: random() < 0.65 ? ('buy' as const) : ('sell' as const),
    shares: random() < 0.15 ? null : 1 + Math.floor(600 * random()),
    fromDay: START + Math.floor(200 * random()),
  }));
}

describe('orders, computed again day by day', () => {
  it('cover splits, dividends, missing sessions, lack of cash and of shares, and orders without a close', () => {
    expect(
      [...securities.values()].filter(({ splits, dividends }) => splits.size > 0 && dividends.size > 0).length,
    ).toBeGreaterThan(1);
    const all = Array.from({ length: 200 }, (_, seed) =>
      plainFills(inventedOrders(seed), securities, CALENDAR.at(-1) ?? ''),
    ).flat() as { state: string; day: number }[];
    for (const state of ['pending', 'filled', 'rejected'])
      expect(all.filter((fill) => fill.state === state).length).toBeGreaterThan(50);
  });

  it.each(Array.from({ length: 200 }, (_, seed) => [seed]))('have the same fills (%i)', (seed) => {
    const orders = inventedOrders(seed);
    const last = START + 199 - (seed % 60);
    const { fills } = fillOrders(orders, (symbol) => series.get(symbol), last);
    expect(differences(fills, plainFills(orders, securities, isoDate(last)))).toEqual([]);
  });
});
