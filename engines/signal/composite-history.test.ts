import { describe, expect, it } from '@jest/globals';
import { realHistories } from '../../test/independent/datasets.js';
import { barsOf, type Row } from '../../test/independent/rows.js';
import type { DailyBars, MinuteBars } from '../../calendar/bars.js';
import { civilOf, dayOf, isoDate } from '../../calendar/days.js';
import { lowerBound } from '../series.js';
import { compositesAt } from './composite-history.js';
import { FACTOR_NAMES } from './constants.js';
import { signal } from './signal.js';
import { firstYearRead } from './window.js';

function cut(bars: DailyBars, from: number, to: number): DailyBars {
  const part = <T extends Int32Array | Float64Array>(column: T): T => column.slice(from, to) as T;
  return {
    days: part(bars.days),
    open: part(bars.open),
    high: part(bars.high),
    low: part(bars.low),
    close: part(bars.close),
    adjClose: part(bars.adjClose),
    volume: part(bars.volume),
  };
}

/** A synthetic session of 100 minutes whose drift depends on its day. */
function session(day: number): MinuteBars {
  const minutes = Int32Array.from({ length: 100 }, (_, index) => 570 + index);
  const close = Float64Array.from(
    minutes,
    (minute) => 50 + Math.sin(day) * (minute - 570) * 0.01 + Math.sin(minute * day) * 0.05,
  );
  return {
    day,
    minutes,
    open: close.map((price) => price - 0.01),
    high: close.map((price) => price + 0.02),
    low: close.map((price) => price - 0.02),
    close,
    volume: close.map((_price, index) => 100 + ((index * day) % 37)),
  };
}

/** A benchmark that rises in waves for 70 years, over all days of any history. */
const MARKET = barsOf(
  Array.from({ length: 70 * 365 }, (_, i): Row => {
    const close = 10 * 1.0002 ** i * (1 + 0.02 * Math.sin(i * i));
    return { date: isoDate(dayOf(1960, 1, 1) + i), open: close, high: close, low: close, close, adj: close, volume: 1 };
  }),
);

describe('composites of a history', () => {
  it('equal the signal over the bars and minute sessions up to each bar, whatever comes later', () => {
    for (const { rows } of realHistories().filter(({ rows: { length } }) => length > 300)) {
      const bars = barsOf(rows);
      const count = bars.days.length;
      // One session is missing, and one is newer than the last bar.
      const sessions = [
        ...Array.from(bars.days.slice(-12)).filter((_day, index) => index !== 5),
        (bars.days[count - 1] ?? 0) + 1,
      ].map(session);
      const indices = Int32Array.from([
        0,
        1,
        19,
        20,
        60,
        199,
        250,
        283,
        ...Array.from({ length: 14 }, (_, index) => count - 14 + index),
      ]);
      const { score, factors } = compositesAt({
        bars,
        sessions,
        benchmark: MARKET,
        fundamentals: null,
        optionsFlow: null,
        indices,
      });
      indices.forEach((index, place) => {
        const alone = signal({
          bars: cut(bars, 0, index + 1),
          sessions: sessions.filter(({ day }) => day <= (bars.days[index] ?? 0)),
          benchmark: MARKET,
          fundamentals: null,
          optionsFlow: null,
        });
        expect([index, score[place]]).toEqual([index, alone?.compositeScore ?? Number.NaN]);
        for (const name of FACTOR_NAMES)
          expect([index, name, factors[name][place]]).toEqual([index, name, alone?.scores[name]?.score ?? Number.NaN]);
      });
    }
  });

  it('are bit-identical over the whole history and over only the years that a composite reads', () => {
    const bars = barsOf(
      realHistories()
        .map(({ rows }) => rows)
        .reduce((longest, rows) => (rows.length > longest.length ? rows : longest)),
    );
    const count = bars.days.length;
    const all = Int32Array.from({ length: count }, (_, index) => index);
    const whole = compositesAt({
      bars,
      sessions: [],
      benchmark: MARKET,
      fundamentals: null,
      optionsFlow: null,
      indices: all,
    });
    const last = bars.days[count - 1] ?? 0;
    for (let year = civilOf(bars.days[0] ?? 0).year; year <= civilOf(last).year; year += 1) {
      const [first, from, to] = [firstYearRead(dayOf(year, 1, 1)), year, year + 1].map((start) =>
        lowerBound(bars.days, dayOf(start, 1, 1)),
      );
      const indices = all.slice(from, to);
      const alone = compositesAt({
        bars: cut(bars, first ?? 0, to ?? 0),
        sessions: [],
        benchmark: MARKET,
        fundamentals: null,
        optionsFlow: null,
        indices: indices.map((index) => index - (first ?? 0)),
      });
      expect([year, alone.score]).toEqual([year, whole.score.slice(from, to)]);
    }
  });

  it('are empty for no bars', () => {
    expect(
      compositesAt({
        bars: barsOf([]),
        sessions: [],
        benchmark: null,
        fundamentals: null,
        optionsFlow: null,
        indices: new Int32Array(),
      }).score,
    ).toHaveLength(0);
  });
});
