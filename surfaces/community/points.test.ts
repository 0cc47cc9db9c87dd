import { describe, expect, it } from '@jest/globals';
import { LEVELS, levelOf } from './points.js';

describe('levels', () => {
  it.each([
    [0, 1, 50, 0],
    [25, 1, 50, 0.5],
    [49, 1, 50, 0.98],
    [50, 2, 150, 0],
    [62, 2, 150, 0.12],
    [14_999, 7, 15_000, 8_999 / 9_000],
    [15_000, 8, null, 1],
    [1_000_000, 8, null, 1],
    [-5, 1, 50, 0],
  ])('%i points are level %i, with the next at %s and %d of the way', (points, level, nextLevelPoints, progress) => {
    const found = levelOf(points);
    expect([found.level, found.nextLevelPoints]).toEqual([level, nextLevelPoints]);
    expect(found.progress).toBeCloseTo(progress, 12);
  });

  it('begin at ever more points', () => expect(LEVELS).toEqual(LEVELS.toSorted((a, b) => a - b)));
});
