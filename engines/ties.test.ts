import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { externalFile, hasExternalData } from '../test/independent/datasets.js';
import { exactCloses, exactSides, type ExactCloses } from '../test/independent/ties.js';
import { breadthCounter } from './breadth.js';
import { sma } from './indicators.js';
import { positionsOf } from './strategies.js';
import { isAbove } from './ties.js';

const external = hasExternalData ? describe : describe.skip;
const FOLDERS = ['daily_etf_yahoo', 'daily_recent_yahoo', path.join('lean', 'daily')];
const FILES = hasExternalData
  ? FOLDERS.flatMap((folder) =>
      readdirSync(externalFile(folder))
        .filter((name) => name.endsWith('.csv'))
        .map((name) => path.join(folder, name)),
    )
  : [];

/** Sessions whose close was at its mean in exact arithmetic, but above or below it by a plain running sum. */
const KNOWN_TIES = [
  ['qqq', '2016-11-18'],
  ['bac', '2015-04-20'],
  ['wm', '2019-04-04'],
] as const;

/** The closes of a LEAN file up to a date. */
function closesUpTo(name: string, date: string): Omit<ExactCloses, 'dates'> {
  const all = exactCloses(externalFile(path.join('lean', 'daily', `${name}.csv`)));
  const place = all.dates.indexOf(date);
  return { closes: all.closes.slice(0, place + 1), exact: all.exact.slice(0, place + 1) };
}

/** Sides of the mean as the engines take them, from the first close with one on. */
function sidesOf(close: Float64Array, period: number): (1 | 0 | -1)[] {
  const average = sma(close, period);
  return [...close.keys()].slice(period - 1).map((i) => {
    const [price, mean] = [close[i] ?? NaN, average[i] ?? NaN];
    return isAbove(price, mean) ? 1 : isAbove(mean, price) ? -1 : 0;
  });
}

describe('a comparison with a mean', () => {
  it('is a tie within 1e-12 of it', () => {
    expect([1 + 0.9e-12, 1 + 1.1e-12, 1].map((value) => isAbove(value, 1))).toEqual([false, true, false]);
    expect(isAbove(2e-13, 1e-13, 1)).toBe(false);
    expect(isAbove(NaN, 1)).toBe(false);
  });

  it('does not drift after prices that were a billion times higher', () => {
    const close = Float64Array.from({ length: 6_000 }, (_, i) => (i < 3_000 ? 1e10 / 3 + i / 7 : 1.1 + (i % 2) / 10));
    const means = sma(close, 50).slice(3_100);
    expect(Math.max(...means.map((mean) => Math.abs(mean / 1.15 - 1)))).toBeLessThan(1e-12);
  });

  it('is never above for constant prices, in breadth and in the trend strategies', () => {
    const close = new Float64Array(3_000).fill(0.1);
    for (const strategy of ['trend', 'golden_cross', 'macd'] as const)
      expect(positionsOf(strategy, close, 0).includes(1)).toBe(false);
    const days = Int32Array.from(close.keys());
    const breadth = breadthCounter(days);
    breadth.add({ days, close });
    expect([breadth.counts.averaged.at(-1), breadth.counts.above.some((count) => count > 0)]).toEqual([1, false]);
  });
});

external('over real prices, by exact arithmetic, a comparison with a mean', () => {
  it.each(FILES)('is right at every session of %s for 20, 50 and 200 sessions', (file) => {
    const { closes, exact } = exactCloses(externalFile(file));
    for (const period of [20, 50, 200]) expect(sidesOf(closes, period)).toEqual(exactSides(exact, period));
  });

  it.each(KNOWN_TIES)('of %s on %s is a tie', (name, date) => {
    const { closes, exact } = closesUpTo(name, date);
    const sides = [20, 50, 200].map((period) => [exactSides(exact, period).at(-1), sidesOf(closes, period).at(-1)]);
    expect(sides.filter(([side]) => side === 0)).toEqual([[0, 0]]);
  });
});
