import { describe, expect, it } from '@jest/globals';
import { realHistories } from '../../test/independent/datasets.js';
import { barsOf } from '../../test/independent/rows.js';
import type { DailyBars, MinuteBars } from '../bars.js';
import { compositesAt } from './composite-history.js';
import { FACTOR_NAMES } from './constants.js';
import { signal } from './signal.js';

function upTo(bars: DailyBars, length: number): DailyBars {
  const cut = <T extends Int32Array | Float64Array>(column: T): T => column.slice(0, length) as T;
  return {
    days: cut(bars.days), open: cut(bars.open), high: cut(bars.high), low: cut(bars.low), close: cut(bars.close),
    adjClose: cut(bars.adjClose), volume: cut(bars.volume),
  };
}

/** A made-up session of 100 minutes whose drift depends on its day. */
function session(day: number): MinuteBars {
  const minutes = Int32Array.from({ length: 100 }, (_, index) => 570 + index);
  const close = Float64Array.from(minutes, (minute) => 50 + Math.sin(day) * (minute - 570) * 0.01 + Math.sin(minute * day) * 0.05);
  return { day, minutes, open: close.map((price) => price - 0.01), high: close.map((price) => price + 0.02), low: close.map((price) => price - 0.02), close, volume: close.map((_price, index) => 100 + ((index * day) % 37)) };
}

describe('composites of a history', () => {
  it('are at each bar what the signal says over the bars and minute sessions up to that day, whatever comes later', () => {
    for (const { rows } of realHistories().filter(({ rows: { length } }) => length > 300)) {
      const bars = barsOf(rows);
      const count = bars.days.length;
      // With a session missing, and one newer than the last bar.
      const sessions = [...Array.from(bars.days.slice(-12)).filter((_day, index) => index !== 5), (bars.days[count - 1] ?? 0) + 1].map(session);
      const indices = Int32Array.from([0, 1, 19, 20, 60, 199, 250, 283, ...Array.from({ length: 14 }, (_, index) => count - 14 + index)]);
      const { score, factors } = compositesAt(bars, sessions, indices);
      indices.forEach((index, place) => {
        const cut = upTo(bars, index + 1);
        const alone = signal({ bars: cut, sessions: sessions.filter(({ day }) => day <= (bars.days[index] ?? 0)), fundamentals: null, optionsFlow: null });
        expect([index, score[place]]).toEqual([index, alone?.compositeScore]);
        for (const name of FACTOR_NAMES) expect([index, name, factors[name][place]]).toEqual([index, name, alone?.scores[name]?.score ?? Number.NaN]);
      });
    }
  });

  it('are none for no bars', () => {
    expect(compositesAt(barsOf([]), [], new Int32Array()).score).toHaveLength(0);
  });
});
