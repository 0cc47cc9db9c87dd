import { describe, expect, it } from '@jest/globals';
import { levelOf, LEVELS, POINTS, pointsOf, UPVOTE_CAP } from './points.js';

describe('points of a member', () => {
  it('are 10 a post, 2 a comment and 1 a vote received', () => {
    expect(POINTS).toEqual({ post: 10, comment: 2, upvote: 1 });
    expect(pointsOf({ post: 3, comment: 4, upvote: 5 })).toBe(30 + 8 + 5);
  });

  it('grow with votes up to the cap', () => {
    expect(pointsOf({ post: 0, comment: 0, upvote: UPVOTE_CAP })).toBe(UPVOTE_CAP);
    expect(pointsOf({ post: 1, comment: 0, upvote: UPVOTE_CAP + 1 })).toBe(UPVOTE_CAP + 10);
  });
});

describe('the level of points', () => {
  it.each([
    [0, { level: 1, points: 0, nextLevelPoints: 50, progress: 0 }],
    [49, { level: 1, points: 49, nextLevelPoints: 50, progress: 0.98 }],
    [50, { level: 2, points: 50, nextLevelPoints: 150, progress: 0 }],
    [275, { level: 3, points: 275, nextLevelPoints: 400, progress: 0.5 }],
    [15_000, { level: 8, points: 15_000, nextLevelPoints: null, progress: 1 }],
    [99_999, { level: 8, points: 99_999, nextLevelPoints: null, progress: 1 }],
  ])('%d is', (points, expected) => {
    expect(levelOf(points)).toEqual(expected);
  });

  it('never falls as points grow, and its progress stays between 0 and 1', () => {
    const levels = Array.from({ length: 1600 }, (_, index) => levelOf(index * 10));
    levels.slice(1).forEach((next, index) => { expect(next.level).toBeGreaterThanOrEqual(levels[index]?.level ?? 0); });
    expect(levels.every(({ progress }) => progress >= 0 && progress <= 1)).toBe(true);
    expect(levels.at(-1)?.level).toBe(LEVELS.length);
  });
});
