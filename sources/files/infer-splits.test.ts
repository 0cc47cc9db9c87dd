import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '../simulated/random.js';
import type { RawBar } from './daily-rows.js';
import { inferSplits, usualRatio } from './infer-splits.js';

const SESSIONS = 200;
const EVENT = 100;

interface Event {
  /** Adjusted close to close, after the event by before it. */
  readonly jump: number;
  /** Of the price, apart from the jump. */
  readonly move?: number;
  /** Volume after by volume before. */
  readonly volume: number;
}

/** An as-traded history with one event and noisy volumes. */
function history({ jump, move = 1, volume }: Event): RawBar[] {
  const random = seededRandom(7, 1, 1);
  return Array.from({ length: SESSIONS }, (_, day) => {
    const isAfter = day >= EVENT;
    const close = isAfter ? (100 * move) / jump : 100;
    const adjClose = isAfter ? close : close / jump;
    const shares = 1e6 * (0.5 + random()) * (isAfter ? volume : 1);
    return {
      bar: { day, open: close, high: close, low: close, close, adjClose, volume: shares },
      split: 1,
      dividend: 0,
    };
  });
}

const splitsOf = (event: Event): readonly (readonly [day: number, ratio: number])[] =>
  inferSplits(history(event))
    .bars.filter(({ split }) => split !== 1)
    .map(({ bar, split }) => [bar.day, split]);
const reasonsOf = (event: Event): readonly string[] => inferSplits(history(event)).unread.map(({ reason }) => reason);

describe('splits inferred from an adjusted close', () => {
  it.each([2, 3, 7, 20, 1 / 8, 1 / 20, 3 / 2, 5 / 2, 4 / 3, 5 / 4, 2 / 3])(
    'are read at a usual ratio with its volume: %p',
    (ratio) => {
      expect(splitsOf({ jump: ratio, volume: ratio })).toEqual([[EVENT, ratio]]);
      expect(splitsOf({ jump: ratio * 1.004, volume: ratio * 1.1 })).toEqual([[EVENT, ratio]]);
    },
  );

  it('are read where trading in dollars changes with them', () => {
    expect(splitsOf({ jump: 2, volume: 1.4 })).toEqual([[EVENT, 2]]);
    expect(splitsOf({ jump: 1 / 20, volume: 0.4 })).toEqual([[EVENT, 1 / 20]]);
  });

  it('are not read from a special dividend of 20%: the volume stays', () => {
    expect(splitsOf({ jump: 1.25, volume: 1 })).toEqual([]);
    expect(reasonsOf({ jump: 1.25, volume: 1 })).toEqual(['volume did not move with it']);
  });

  it('are not read at 2:1 without the volume, nor with volume the other way, nor without any', () => {
    for (const volume of [1, 0.5, 0]) expect(reasonsOf({ jump: 2, volume })).toEqual(['volume did not move with it']);
  });

  it.each([7 / 3, 2.343, 1.231, 1.6, 5 / 3, 7 / 4])(
    'are not read at an unusual ratio, as of a spin-off: %p',
    (jump) => {
      expect(splitsOf({ jump, volume: jump })).toEqual([]);
      expect(reasonsOf({ jump, volume: jump })).toEqual(['not a usual split ratio']);
    },
  );

  it('are not read where the price did not move', () => {
    expect(reasonsOf({ jump: 2, move: 2, volume: 2 })).toEqual(['the price did not move with it']);
  });

  it('compares volumes only between one jump and the next', () => {
    const bars = history({ jump: 2, volume: 2 }).map(({ bar, ...row }) => ({
      ...row,
      bar:
        bar.day < EVENT ? bar : { ...bar, adjClose: bar.day < EVENT + 3 ? bar.close / 2 : bar.close, close: bar.close },
    }));
    const again = bars.map(({ bar, ...row }) => ({
      ...row,
      bar:
        bar.day < EVENT
          ? { ...bar, adjClose: bar.adjClose / 2 }
          : bar.day < EVENT + 3
            ? bar
            : { ...bar, close: bar.close / 2, adjClose: bar.adjClose / 2, volume: bar.volume * 2 },
    }));
    expect(
      inferSplits(again)
        .bars.filter(({ split }) => split !== 1)
        .map(({ bar, split }) => [bar.day, split]),
    ).toEqual([
      [EVENT, 2],
      [EVENT + 3, 2],
    ]);
  });

  it('keeps a spin-off of 2.343:1 unsplit, in invented prices', () => {
    const factor = 2.343;
    const rows = history({ jump: factor, volume: 1.3 }).map(({ bar, ...row }) => ({
      ...row,
      bar: { ...bar, close: bar.day < EVENT ? 66.29 : 28.57, adjClose: bar.day < EVENT ? 66.29 / factor : 28.57 },
    }));
    expect(inferSplits(rows)).toMatchObject({ unread: [{ day: EVENT, reason: 'not a usual split ratio' }] });
    expect(inferSplits(rows).bars.every(({ split }) => split === 1)).toBe(true);
  });
});

describe('a usual split ratio', () => {
  it.each([
    [2.01, 2],
    [0.4999, 1 / 2],
    [1.4999, 3 / 2],
    [0.75, 3 / 4],
    [0.8, 4 / 5],
    [0.4, 2 / 5],
    [6.99999, 7],
  ])('%p is %p', (jump, ratio) => {
    expect(usualRatio(jump)).toBe(ratio);
  });

  it.each([1.2, 1.75, 2.25, 2.343, 3.5, 7 / 3])('%p is none', (jump) => {
    expect([usualRatio(jump), usualRatio(1 / jump)]).toEqual([undefined, undefined]);
  });
});
