import { describe, expect, it } from '@jest/globals';
import { isoDate } from '../../calendar/days.js';
import { curveOf, holdingsOf, type ArenaTrade } from '../../engines/arena/portfolio.js';
import { arenaPrices, type ArenaSeries } from '../../engines/arena/prices.js';
import { recordOf } from '../../engines/arena/record.js';
import { seededRandom } from '../../sources/simulated/random.js';
import { plainArena, plainRecord, type Market, type PlainPortfolio } from './arena.js';
import { differences } from './closeness.js';
import { appleRows } from './datasets.js';
import { barsOf, epochDay, type Row } from './rows.js';

/** A history on the dates of real sessions with gaps, splits and dividends; `close` is split-adjusted. */
function inventedRows(dates: readonly string[], seed: number): { rows: Row[]; splits: Market['splits'] } {
  const random = seededRandom(seed, 1, 1);
  let close = 20 + 100 * random();
  let factor = 1;
  const splits: Market['splits'] = [];
  const rows: Row[] = [];
  for (const date of dates) {
    if (rows.length > 0 && random() < 0.05) continue;
    close *= 1 + 0.04 * (random() - 0.49);
    if (random() < 0.02) factor *= 1.01;
    if (random() < 0.01) splits.push({ date, ratio: random() < 0.3 ? 0.5 : 2 });
    rows.push({ date, open: close, high: close, low: close, close, adj: close * factor, volume: 1 });
  }
  return { rows, splits };
}

const dates = appleRows()
  .slice(0, 300)
  .map(({ date }) => date);
const SYMBOLS = ['A', 'B', 'C', 'D', 'E'];
const invented = new Map(SYMBOLS.map((symbol, index) => [symbol, inventedRows(dates, index + 1)]));
const markets = new Map<string, Market>();
const series: ArenaSeries[] = [];
for (const [symbol, { rows, splits }] of invented) {
  markets.set(symbol, { rows: new Map(rows.map((row) => [row.date, row])), splits });
  const byDay = splits.map(({ date, ratio }) => ({ day: epochDay(date), ratio }));
  series.push({ symbol, bars: barsOf(rows), splits: byDay });
}
const benchmarkRows = dates.map((date, index): Row => {
  const price = 100 + 10 * Math.sin(index / 17) + index / 20;
  return { date, open: price, high: price, low: price, close: price, adj: price * 1.1, volume: 1 };
});
const prices = arenaPrices(series, barsOf(benchmarkRows), epochDay(dates[0] ?? ''));

/** The price as traded on a day, of the last row at or before it. */
function tradedPrice(symbol: string, date: string): number {
  const { rows = [], splits = [] } = invented.get(symbol) ?? {};
  const close = rows.filter((row) => row.date <= date).at(-1)?.close ?? 0;
  return splits.filter((split) => split.date > date).reduce((price, { ratio }) => price * ratio, close);
}

/** Buys and part sales on any day of the week, weekends too. */
function inventedPortfolio(seed: number): PlainPortfolio {
  const random = seededRandom(seed, 2, 2);
  const start = epochDay(dates[0] ?? '') + Math.floor(380 * random());
  const end = epochDay(dates.at(-1) ?? '');
  const trades = Array.from({ length: Math.floor(8 * random()) }, () => {
    const date = isoDate(start + Math.floor((end - start + 1) * random()));
    const symbol = SYMBOLS[Math.floor(SYMBOLS.length * random())] ?? 'A';
    return { date, symbol, shares: Math.floor(1 + 60 * random()), price: tradedPrice(symbol, date) };
  }).sort((a, b) => (a.date < b.date ? -1 : 1));
  const [sold] = trades;
  // A sale on the last day, of fewer shares than the splits can have left of the first purchase.
  if (sold !== undefined) {
    const date = isoDate(end);
    trades.push({ ...sold, date, shares: -sold.shares / 64, price: tradedPrice(sold.symbol, date) });
  }
  return { started: isoDate(start), trades };
}

function engineTrades({ trades }: PlainPortfolio): ArenaTrade[] {
  return trades.map(({ date, ...trade }) => ({ day: epochDay(date), ...trade }));
}

describe('the arena, computed again session by session', () => {
  const portfolios = Array.from({ length: 200 }, (_, seed) => inventedPortfolio(seed + 1));

  it('covers splits, dividends, missing sessions and trades at weekends', () => {
    const weekday = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();
    const all = portfolios.flatMap(({ trades }) => trades);
    expect(all.filter(({ date }) => [0, 6].includes(weekday(date))).length).toBeGreaterThan(50);
    expect([...invented.values()].flatMap(({ splits }) => splits).length).toBeGreaterThan(5);
    expect([...invented.values()].every(({ rows }) => rows.length < dates.length)).toBe(true);
  });

  it('has the same curves, records, cash and holdings', () => {
    for (const portfolio of portfolios) {
      const own = { startedDay: epochDay(portfolio.started), trades: engineTrades(portfolio) };
      const curve = curveOf(own, prices);
      const closes = prices.benchmark.subarray(prices.benchmark.length - curve.days.length);
      const { points, cash, held } = plainArena(portfolio, markets, dates);
      const shown = Array.from(curve.days, (day, index) => ({ date: isoDate(day), value: curve.values[index] }));
      expect(differences(shown, points)).toEqual([]);
      const benchmark = benchmarkRows.slice(dates.length - points.length).map(({ adj }) => adj);
      expect(differences(recordOf(curve, closes), plainRecord(points, benchmark))).toEqual([]);
      const result = holdingsOf(own, prices);
      expect(differences(result.cash, cash)).toEqual([]);
      const kept = [...held].filter(([, { shares }]) => shares > 0);
      const expected = kept.map(([symbol, { shares, cost, close }]) => ({
        symbol,
        shares,
        averageCost: cost / shares,
        lastClose: close,
        value: shares * close,
        weight: (shares * close) / (points.at(-1)?.value ?? 0),
        unrealised: shares * close - cost,
        unrealisedPct: (shares * close) / cost - 1,
      }));
      expected.sort((a, b) => b.value - a.value);
      expect(differences(result.holdings, expected)).toEqual([]);
    }
  });
});
