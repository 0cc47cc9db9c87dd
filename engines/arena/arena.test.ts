import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '../../sources/simulated/random.js';
import { notFinite } from '../../test/independent/closeness.js';
import { barsOf, epochDay, type Row } from '../../test/independent/rows.js';
import { curveOf, holdingsOf, STARTING_CASH, type ArenaTrade } from './portfolio.js';
import { arenaPrices } from './prices.js';
import { rankPortfolios, type ArenaSort, type RankedRecord } from './ranking.js';
import { positiveWeeks, recordOf } from './record.js';

function row(date: string, close: number, adj: number): Row {
  return { date, open: close, high: close, low: close, close, adj, volume: 1 };
}

/*
 * As traded: Thursday 100, Friday 102, Monday 52 after a split of 2 for 1, Tuesday 50 without its dividend of 1. Closes
 * before Monday are halved, total-return closes before Tuesday are times 1 − 1 / 52.
 */
const THURSDAY = epochDay('2024-03-07');
const SATURDAY = epochDay('2024-03-09');
const TUESDAY = epochDay('2024-03-12');
const X = [
  row('2024-03-07', 50, (50 * 51) / 52),
  row('2024-03-08', 51, (51 * 51) / 52),
  row('2024-03-11', 52, 51),
  row('2024-03-12', 50, 50),
];
const MARKET = [
  row('2024-03-07', 500, 490),
  row('2024-03-08', 505, 495),
  row('2024-03-11', 510, 500),
  row('2024-03-12', 511, 502.25),
];
const SPLITS = [{ day: epochDay('2024-03-11'), ratio: 2 }];
const prices = arenaPrices([{ symbol: 'X', bars: barsOf(X), splits: SPLITS }], barsOf(MARKET), THURSDAY);
const BOUGHT: ArenaTrade = { day: THURSDAY, symbol: 'X', shares: 10, price: 100 };
const AT_WEEKEND: ArenaTrade = { day: SATURDAY, symbol: 'X', shares: 5, price: 102 };

const valuesOf = (startedDay: number, trades: readonly ArenaTrade[]): number[] => [
  ...curveOf({ startedDay, trades }, prices).values,
];
const expectClose = (actual: readonly number[], expected: readonly number[]): void => {
  expect(actual).toHaveLength(expected.length);
  actual.forEach((value, index) => {
    expect(value).toBeCloseTo(expected[index] ?? Number.NaN, 6);
  });
};

describe('a portfolio by hand', () => {
  it('keeps its starting cash without a trade', () => {
    expect(STARTING_CASH).toBe(100_000);
    expect(valuesOf(THURSDAY, [])).toEqual(Array.from(X, () => STARTING_CASH));
  });

  it('doubles its shares at a split and reinvests a dividend', () => {
    // 99,000 and 10 × 100; 10 × 102; 20 × 52; 20 × 50 × 52 / 51.
    expectClose(valuesOf(THURSDAY, [BOUGHT]), [100_000, 100_020, 100_040, 99_000 + 1_000 * (52 / 51)]);
  });

  it('counts a trade at the weekend from the close of Friday, with the split of Monday', () => {
    // 98,490 and 15 × 102; 30 × 52; 30 × 50 × 52 / 51.
    expectClose(valuesOf(THURSDAY, [BOUGHT, AT_WEEKEND]), [100_000, 100_020, 100_050, 98_490 + 1_500 * (52 / 51)]);
  });

  it('begins with the last session when it starts at the weekend', () => {
    expectClose(valuesOf(SATURDAY, [AT_WEEKEND]), [100_000, 99_490 + 520, 99_490 + 500 * (52 / 51)]);
  });

  it('holds shares of the last session, at the average cost of them', () => {
    const { cash, value, holdings } = holdingsOf({ startedDay: THURSDAY, trades: [BOUGHT, AT_WEEKEND] }, prices);
    expectClose([cash, value], [98_490, 98_490 + 1_500 * (52 / 51)]);
    const [held] = holdings;
    expect(held?.symbol).toBe('X');
    const { shares = 0, averageCost = 0, lastClose = 0, weight, unrealised = 0 } = held ?? {};
    expectClose([shares, averageCost, lastClose], [30 * (52 / 51), 1_510 / (30 * (52 / 51)), 50]);
    expectClose([weight ?? 0, unrealised], [(1_500 * (52 / 51)) / value, 1_500 * (52 / 51) - 1_510]);
  });

  it('sells at the price of its day, and keeps the cost of what is left', () => {
    const sold: ArenaTrade = { day: epochDay('2024-03-11'), symbol: 'X', shares: -5, price: 52 };
    const { cash, holdings } = holdingsOf({ startedDay: THURSDAY, trades: [BOUGHT, sold] }, prices);
    expectClose([cash, ...holdings.map(({ shares }) => shares)], [99_260, 15 * (52 / 51)]);
    expectClose(
      holdings.map(({ shares, averageCost }) => shares * averageCost),
      [750],
    );
  });

  it('has no holding after selling what holdings show', () => {
    const { holdings } = holdingsOf({ startedDay: THURSDAY, trades: [BOUGHT] }, prices);
    expect(holdings).toHaveLength(1);
    const sales = holdings.map(({ symbol, shares }) => ({ day: TUESDAY, symbol, shares: -shares, price: 50 }));
    const trades = [BOUGHT, ...sales];
    expect(holdingsOf({ startedDay: THURSDAY, trades }, prices).holdings).toEqual([]);
  });

  it('is compared with the total return of the benchmark', () => {
    const record = recordOf(curveOf({ startedDay: THURSDAY, trades: [] }, prices), prices.benchmark);
    expect(record).toEqual({ returnPct: 0, alphaPct: expect.closeTo(-2.5, 9), sharpe: null, streak: 0, score: null });
  });
});

/** Values on weekdays from a Monday. */
function weekdays(values: readonly number[]): { days: Int32Array; values: Float64Array } {
  const monday = epochDay('2024-01-01');
  const days = Int32Array.from(values, (_, index) => monday + Math.floor(index / 5) * 7 + (index % 5));
  return { days, values: Float64Array.from(values) };
}

describe('a record', () => {
  it('needs 20 returns for a Sharpe ratio and a score', () => {
    const alternating = Array.from({ length: 21 }, (_, index) => 100_000 + (index % 2) * 1_000);
    const short = weekdays(alternating.slice(0, 20));
    expect(recordOf(short, short.values)).toMatchObject({ sharpe: null, score: null });
    const long = weekdays(alternating);
    // Ten returns of 1/100 and ten of −1/101: the deviation is half their distance times √(20/19).
    const [up, down] = [1 / 100, -1 / 101];
    const sharpe = ((up + down) / 2 / (((up - down) / 2) * Math.sqrt(20 / 19))) * Math.sqrt(252);
    const record = recordOf(long, long.values);
    expect(record.sharpe).toBeCloseTo(sharpe, 9);
    expect(record.score).toBeCloseTo(35 + 15 * (1 + sharpe / (1 + sharpe)), 9);
  });

  it('has no Sharpe ratio without deviation, and a score of 50 level with the benchmark', () => {
    const flat = weekdays(Array.from({ length: 30 }, () => 100_000));
    expect(recordOf(flat, flat.values)).toEqual({ returnPct: 0, alphaPct: 0, sharpe: null, streak: 0, score: 50 });
  });

  it.each([
    ['three weeks that end on a Friday', [10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 12, 12, 12, 12, 12], [true, true]],
    ['a week in progress, which does not count', [10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 9], [true]],
    ['a week that ends where it began', [10, 10, 10, 10, 10, 9, 12, 12, 12, 10, 11, 11, 11, 11, 11], [false, true]],
    ['a start in the first week alone', [10, 11, 12, 13, 14], []],
  ])('tells positive weeks of %s', (_, values, expected) => {
    expect(positiveWeeks(weekdays(values))).toEqual(expected);
    const streak = expected.length - 1 - expected.lastIndexOf(false);
    expect(recordOf(weekdays(values), weekdays(values).values).streak).toBe(streak);
  });

  it('ends a week whose Friday is a holiday with the first session of the next', () => {
    const { days, values } = weekdays([10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 11]);
    const isOpen = (_: number, index: number): boolean => index !== 9;
    const later = { days: days.filter(isOpen), values: values.filter(isOpen) };
    const onThursday = { days: later.days.subarray(0, 9), values: later.values.subarray(0, 9) };
    expect(positiveWeeks(onThursday)).toEqual([]);
    expect(positiveWeeks(later)).toEqual([true]);
  });
});

describe('any portfolio', () => {
  const random = seededRandom(3, 0, 0);
  const someDay = (): number => THURSDAY + Math.floor(8 * random()) - 1;
  const one = (): ArenaTrade => ({
    day: someDay(),
    symbol: random() < 0.9 ? 'X' : 'unknown',
    shares: Math.round(4_000 * (random() - 0.4)),
    price: 50 + 50 * random(),
  });
  const portfolios = Array.from({ length: 300 }, () => ({
    startedDay: someDay(),
    trades: Array.from({ length: Math.floor(6 * random()) }, one),
  }));

  it('has finite numbers, even if it sells or spends more than it has', () => {
    for (const portfolio of portfolios) {
      const curve = curveOf(portfolio, prices);
      const closes = prices.benchmark.subarray(prices.benchmark.length - curve.values.length);
      expect(notFinite([[...curve.values], holdingsOf(portfolio, prices), recordOf(curve, closes)])).toEqual([]);
    }
  });

  it('is worth its cash and holdings at the end of its curve', () => {
    for (const portfolio of portfolios) {
      const { value } = holdingsOf(portfolio, prices);
      expect(curveOf(portfolio, prices).values.at(-1)).toBeCloseTo(value, 6);
    }
  });

  it('does not depend on the level of the total-return closes', () => {
    const scaled = X.map((each) => ({ ...each, adj: each.adj * 0.37 }));
    const other = arenaPrices([{ symbol: 'X', bars: barsOf(scaled), splits: SPLITS }], barsOf(MARKET), THURSDAY);
    for (const portfolio of portfolios) {
      expectClose([...curveOf(portfolio, other).values], [...curveOf(portfolio, prices).values]);
    }
  });

  it('has no lead over a benchmark that it holds with all its cash', () => {
    const market = arenaPrices([{ symbol: 'M', bars: barsOf(MARKET), splits: [] }], barsOf(MARKET), THURSDAY);
    const trades = [{ day: THURSDAY, symbol: 'M', shares: 200, price: 500 }];
    const curve = curveOf({ startedDay: THURSDAY, trades }, market);
    expect(recordOf(curve, market.benchmark).alphaPct).toBeCloseTo(0, 9);
  });

  it('has no holdings, and no sessions, without prices', () => {
    const none = arenaPrices([], barsOf([]), THURSDAY);
    expect(curveOf({ startedDay: THURSDAY, trades: [BOUGHT] }, none).values).toHaveLength(0);
    const held = holdingsOf({ startedDay: THURSDAY, trades: [BOUGHT] }, none);
    expect(held).toEqual({ cash: 100_000, value: 100_000, holdings: [] });
  });
});

describe('the ranking', () => {
  const random = seededRandom(5, 0, 0);
  const some = (): number | null => (random() < 0.2 ? null : Math.floor(10 * random()) - 5);
  const records = Array.from({ length: 200 }, (_, index): RankedRecord => ({
    id: `p${(index * 77) % 200}`,
    score: some(),
    returnPct: some(),
    alphaPct: some(),
    sharpe: some(),
    streak: Math.floor(5 * random()),
    xp: Math.floor(5 * random()),
  }));
  const FIELDS = {
    score: 'score',
    return: 'returnPct',
    alpha: 'alphaPct',
    sharpe: 'sharpe',
    streak: 'streak',
    xp: 'xp',
  } as const;

  it.each(Object.entries(FIELDS))('by %s is descending, nulls last, ties by id', (sort, field) => {
    const before = [...records];
    const ranked = rankPortfolios(records, sort as ArenaSort);
    expect(records).toEqual(before);
    expect(ranked.map(({ id }) => id).sort()).toEqual(records.map(({ id }) => id).sort());
    for (const [index, next] of ranked.slice(1).entries()) {
      const [a, b] = [ranked[index]?.[field] ?? null, next[field]];
      const isOrdered = a === b ? (ranked[index]?.id ?? '') < next.id : b === null || (a !== null && a > b);
      expect(isOrdered).toBe(true);
    }
  });
});
