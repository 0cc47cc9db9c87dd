import type { Row } from './rows.js';

type Part = (date: string) => number | null;

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function spread(values: readonly number[]): number {
  return Math.sqrt(values.reduce((sum, value) => sum + (value - average(values)) ** 2, 0) / (values.length - 1));
}

/** The newest `count` rows up to and including a date; empty if that date has no row, or there are fewer rows. */
function upTo(rows: readonly Row[], date: string, count: number): readonly Row[] {
  const index = rows.findIndex((row) => row.date === date);
  return index + 1 < count ? [] : rows.slice(index + 1 - count, index + 1);
}

function gain(rows: readonly Row[]): number | null {
  const [first, last] = [rows[0], rows.at(-1)];
  return first === undefined || last === undefined ? null : last.adj / first.adj - 1;
}

/**
 * Mean over the securities with a value on a date; null if they are fewer than 4 of 5 of those on any of the ten
 * previous dates.
 */
function overMarket(
  market: readonly (readonly Row[])[],
  dates: readonly string[],
  answer: (rows: readonly Row[], date: string) => number | null,
): Part {
  const on = (date: string): number[] => market.map((rows) => answer(rows, date)).filter((value) => value !== null);
  const counts = new Map(dates.map((date) => [date, on(date).length]));
  const countOn = (date: string): number => counts.get(date) ?? 0;
  return (date) => {
    const here = dates.indexOf(date);
    const answers = on(date);
    const isThin = dates.slice(Math.max(0, here - 10), here).some((before) => answers.length < 0.8 * countOn(before));
    return answers.length === 0 || isThin ? null : average(answers);
  };
}

/** The five measures of mood by date, from plain rows: higher is more positive. */
function measures(
  benchmark: readonly Row[],
  market: readonly (readonly Row[])[],
  bonds: readonly Row[],
): Record<string, Part> {
  const dates = benchmark.map(({ date }) => date);
  return {
    lowVolatility(date) {
      const rows = upTo(benchmark, date, 22);
      return rows.length === 0 ? null : -spread(rows.slice(1).map((row, i) => row.adj / (rows[i]?.adj ?? NaN) - 1));
    },
    breadth: overMarket(market, dates, (rows, date) => {
      const window = upTo(rows, date, 50).map(({ close }) => close);
      // Within 1e-12 of its mean a close is neither above nor below it.
      return window.length === 0 ? null : Number((window.at(-1) ?? NaN) / average(window) - 1 > 1e-12);
    }),
    momentum: (date) => gain(upTo(benchmark, date, 126)),
    newHighs: overMarket(market, dates, (rows, date) => {
      const window = upTo(rows, date, 20).map(({ close }) => close);
      const last = window.pop();
      if (last === undefined) return null;
      return Number(last > Math.max(...window)) - Number(last < Math.min(...window));
    }),
    stocksOverBonds(date) {
      const rows = upTo(benchmark, date, 21);
      const [from, stocks] = [rows[0]?.date, gain(rows)];
      const held = [bonds.find((row) => row.date === from), bonds.find((row) => row.date === date)].filter(
        (row) => row !== undefined,
      );
      const safe = held.length === 2 ? gain(held) : null;
      return stocks === null || safe === null ? null : stocks - safe;
    },
  };
}

/** Mood at each date of the benchmark: percentiles of the measures among their newest 252 values, and their mean. */
export function plainMood(benchmark: readonly Row[], market: readonly (readonly Row[])[], bonds: readonly Row[]) {
  const parts = Object.entries(measures(benchmark, market, bonds)).map(([name, part]) => ({
    name,
    values: [] as number[],
    part,
  }));
  const before: string[][] = [];
  return benchmark.map(({ date }) => {
    const ranks: Record<string, number> = {};
    for (const { name, values, part } of parts) {
      const value = part(date);
      if (value === null) continue;
      values.push(value);
      const newest = values.slice(-252);
      if (newest.length < 252) continue;
      const sorted = [...newest].sort((a, b) => a - b);
      ranks[name] = (50 * (sorted.indexOf(value) + sorted.lastIndexOf(value) + 1)) / 252;
    }
    const isComplete = before
      .slice(-10)
      .flat()
      .every((name) => name in ranks);
    before.push(Object.keys(ranks));
    const score = isComplete && Object.keys(ranks).length > 0 ? average(Object.values(ranks)) : null;
    return { date, score, ranks };
  });
}
