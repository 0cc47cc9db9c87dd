import { describe, expect, it } from '@jest/globals';
import { dayOf, isoDate, weekdayOf } from '../../calendar/days.js';
import { appleRows } from '../../test/independent/datasets.js';
import { plainJointGrowth } from '../../test/independent/joint-history.js';
import { barsOf, type Row } from '../../test/independent/rows.js';
import {
  jointHistory,
  mergedPositions,
  portfolioReturns,
  type Closes,
  type JointHistory,
  type Position,
} from './joint-history.js';

const START = dayOf(2024, 1, 1);

/** Closes 100, 101, 102, … on consecutive days. */
function rising(count: number, firstDay = START): Closes {
  return {
    days: Int32Array.from({ length: count }, (_, i) => firstDay + i),
    adjClose: Float64Array.from({ length: count }, (_, i) => 100 + i),
  };
}

function without({ days, adjClose }: Closes, hole: (i: number) => boolean): Closes {
  return { days: days.filter((_, i) => !hole(i)), adjClose: adjClose.filter((_, i) => !hole(i)) };
}

function position(ticker: string, bars: Closes, valueUsd = 100): Position {
  return { ticker, valueUsd, bars };
}

function joined(positions: readonly Position[], years = 5): JointHistory {
  const history = jointHistory(positions, years);
  if ('ok' in history) throw new Error(history.message);
  return history;
}

describe('joint history', () => {
  it('has every position on the same days, padded to whole groups', () => {
    const doubled = { days: rising(60).days, adjClose: rising(60).adjClose.map((close) => 2 * close) };
    const history = joined([position('A', rising(60), 300), position('B', doubled, 100)]);
    expect(history).toMatchObject({ stride: 6, sessions: 60, overlap: 1, startValueUsd: 400 });
    expect([...history.weights]).toEqual([0.75, 0.25, 0, 0, 0, 0]);
    expect([...history.factors.subarray(0, 6)]).toEqual([101 / 100, 101 / 100, 1, 1, 1, 1]);
    expect(history.days[0]).toBe(START + 1);
    expect(portfolioReturns(history, history)[58]).toBeCloseTo(159 / 158 - 1, 15);
  });

  it('accepts 60 common sessions and rejects 59', () => {
    expect(joined([position('A', rising(60))]).sessions).toBe(60);
    expect(jointHistory([position('A', rising(59))], 5)).toMatchObject({
      ok: false,
      status: 'short_common_history',
      ticker: 'A',
      sessions: 59,
    });
  });

  it('names the position that shortens the common history', () => {
    const old = position('OLD', rising(400));
    expect(
      jointHistory([old, position('NEW', rising(30, START + 370)), position('TOO', rising(400))], 5),
    ).toMatchObject({ ticker: 'NEW', sessions: 30 });
    // Delisted two years before the newest bar, outside a window of one year.
    expect(jointHistory([position('GONE', rising(300)), position('LIVE', rising(400, START + 700))], 1)).toMatchObject({
      ticker: 'GONE',
      sessions: 0,
    });
    expect(jointHistory([position('NONE', rising(0)), old], 5)).toMatchObject({ ticker: 'NONE', sessions: 0 });
    expect(jointHistory([position('NONE', rising(0))], 5)).toMatchObject({ ticker: 'NONE', sessions: 0 });
  });

  it('has a return from one common date to the next, none over more than 5 calendar days', () => {
    const whole = position('A', rising(100));
    expect(
      joined([
        whole,
        position(
          'B',
          without(rising(100), (i) => i === 50),
        ),
      ]).sessions,
    ).toBe(99);
    expect(
      joined([
        whole,
        position(
          'B',
          without(rising(100), (i) => i >= 50 && i < 54),
        ),
      ]).sessions,
    ).toBe(96);
    expect(
      joined([
        whole,
        position(
          'B',
          without(rising(100), (i) => i >= 50 && i < 55),
        ),
      ]).sessions,
    ).toBe(94);
    const halted = joined([
      whole,
      position(
        'B',
        without(rising(100), (i) => i >= 50 && i < 80),
      ),
    ]);
    expect(halted.sessions).toBe(69);
    expect(Math.max(...portfolioReturns(halted, halted))).toBeLessThan(0.011);
  });

  const apple = appleRows();
  /** A coin that trades every day of the same years. */
  function everyDay(): Row[] {
    const [first, last] = [apple[0], apple.at(-1)].map((row) => Date.parse(row?.date ?? '') / 86_400_000) as [
      number,
      number,
    ];
    return Array.from({ length: last - first + 1 }, (_, i) => {
      const adj = 50 + 10 * Math.sin(i / 9) + (i % 7);
      return { date: isoDate(first + i), open: adj, high: adj, low: adj, close: adj, adj, volume: 1 };
    });
  }

  it('keeps the returns over weekends beside a ticker that trades every day', () => {
    const alone = joined([position('AAPL', barsOf(apple))]);
    const beside = joined([position('AAPL', barsOf(apple)), position('COIN', barsOf(everyDay()))]);
    expect([...beside.days]).toEqual([...alone.days]);
    expect(Array.from(beside.days, (_, row) => beside.factors[row * beside.stride])).toEqual(
      Array.from(alone.days, (_, row) => alone.factors[row * alone.stride]),
    );
    expect([...beside.days].filter((day) => weekdayOf(day) === 1).length).toBeGreaterThan(200);
    expect(beside.overlap).toBe(1);
  });

  it.each([1, 3])(
    'matches a plain computation by dates, over %p years of histories with holes and other calendars',
    (years) => {
      const holes = apple.filter((_, i) => i % 11 !== 5 && (i < 700 || i > 708));
      const positions = [apple, everyDay(), holes];
      const { days, factors, stride } = joined(
        positions.map((rows, j) => position(`T${j}`, barsOf(rows))),
        years,
      );
      const plain = plainJointGrowth(positions, years);
      expect(Array.from(days, isoDate)).toEqual([...plain.keys()]);
      [...plain.values()].forEach((growth, row) =>
        growth.forEach((factor, j) => expect(factors[row * stride + j]).toBe(factor)),
      );
    },
  );

  it('keeps what is stored before the lookback, with the same rows at its end', () => {
    const { days, factors, stored } = joined([position('AAPL', barsOf(apple))], 1);
    expect(stored.days.length).toBe(apple.length - 1);
    expect([...stored.days.slice(-days.length)]).toEqual([...days]);
    expect([...stored.factors.slice(-factors.length)]).toEqual([...factors]);
  });

  it('merges positions of one ticker and sorts them', () => {
    const [bars, other] = [rising(60), rising(70)];
    const merged = mergedPositions([position('B', bars, 1), position('A', other, 5), position('B', bars, 2)]);
    expect(merged).toEqual([position('A', other, 5), position('B', bars, 3)]);
  });

  it('skips bars without a price', () => {
    const zero = rising(100);
    zero.adjClose[20] = 0;
    zero.adjClose[40] = Number.NaN;
    expect(joined([position('A', zero)]).sessions).toBe(98);
  });

  it('uses only the requested last years', () => {
    const history = joined([position('A', rising(1000))], 1);
    expect(history.sessions).toBe(366);
    expect(history.overlap).toBe(1);
  });

  it('measures overlap against the longest history in the window', () => {
    const history = joined([position('A', rising(400)), position('B', rising(100, START + 300))]);
    expect(history.overlap).toBeCloseTo(99 / 399, 12);
    expect(history.shortestTicker).toBe('B');
  });
});
