import { describe, expect, it } from '@jest/globals';
import { dayOf } from '../calendar/days.js';
import { isStale } from './stale.js';

describe('a security is stale', () => {
  it('once its last bar is more than 5 sessions older than the newest of the market', () => {
    // 2024-07-04 is a holiday: after Friday, 28 June, the sessions are 1, 2, 3, 5, 8 and 9 July.
    const friday = dayOf(2024, 6, 28);
    expect([friday, dayOf(2024, 7, 5), dayOf(2024, 7, 8)].map((newest) => isStale(friday, newest))).toEqual([false, false, false]);
    expect([dayOf(2024, 7, 9), dayOf(2040, 1, 3)].map((newest) => isStale(friday, newest))).toEqual([true, true]);
    expect(isStale(dayOf(2024, 7, 9), friday)).toBe(false);
  });
});
