import { describe, expect, it } from '@jest/globals';
import { epochDay } from '../../test/independent/rows.js';
import { actsOf, activityOf, TRADER_RANKS, traderRankOf, XP_ACTS, xpOf, type XpActs } from './experience.js';
import { ARENA_CATALOG, achievementsOf, weeklyQuests } from './goals.js';
import type { ArenaTrade } from './portfolio.js';

const NOTHING: XpActs = { firstTrade: 0, tradedSession: 0, positiveWeek: 0, sharedPortfolio: 0 };
const MONDAY = epochDay('2024-01-08');

/** Weekdays from Friday, the 5th, to Friday, the 19th of January 2024. */
const DAYS = ['05', '08', '09', '10', '11', '12', '15', '16', '17', '18', '19'];
const DATES = DAYS.map((day) => epochDay(`2024-01-${day}`));
const THOUSANDS = [100, 101, 90, 112, 103, 104, 105, 104, 106, 107, 108];
const curve = { days: Int32Array.from(DATES), values: Float64Array.from(THOUSANDS, (each) => each * 1000) };
const benchmarkCloses = Float64Array.from([50, 51, 51, 51, 51, 51, 52, 52, 54, 54, 56]);
const trade = (day: number, symbol: string, shares = 1): ArenaTrade => ({ day, symbol, shares, price: 10 });
const trades = [
  trade(MONDAY - 3, 'A'),
  trade(MONDAY, 'B'),
  trade(MONDAY, 'A'),
  trade(MONDAY + 7, 'C'),
  trade(MONDAY + 8, 'C', -1),
];
const progress = (goals: readonly { id: string; progress: number }[]): Record<string, number> =>
  Object.fromEntries(goals.map((goal) => [goal.id, goal.progress]));

describe('experience', () => {
  it('is the sum of acts times their XP', () => {
    expect(xpOf(NOTHING)).toBe(0);
    expect(xpOf({ firstTrade: 1, tradedSession: 3, positiveWeek: 2, sharedPortfolio: 1 })).toBe(50 + 15 + 50 + 100);
  });

  it.each(Object.entries(XP_ACTS))('of %s ends at its cap', (name, { xp, cap }) => {
    expect(xpOf({ ...NOTHING, [name]: cap })).toBe(xp * cap);
    expect(xpOf({ ...NOTHING, [name]: cap + 1 })).toBe(xp * cap);
  });

  it('is counted from the trades, the weeks and the sharing of a portfolio', () => {
    const activity = activityOf({ trades, curve, benchmarkCloses, isShared: true });
    expect(activity).toEqual({
      trades: 5,
      tradedSessions: 4,
      symbols: 3,
      sessions: 10,
      positiveWeeks: 2,
      longestStreak: 2,
      bestReturnPct: expect.closeTo(12, 9),
      bestAlphaPct: expect.closeTo(10, 9),
      isShared: true,
    });
    expect(actsOf(activity)).toEqual({ firstTrade: 5, tradedSession: 4, positiveWeek: 2, sharedPortfolio: 1 });
  });

  it.each([
    [0, 'Novice', 150, 0],
    [149, 'Novice', 150, 149 / 150],
    [150, 'Trader', 500, 0],
    [850, 'Senior trader', 1200, 0.5],
    [1200, 'Portfolio manager', 2500, 0],
    [9000, 'Partner', null, 1],
  ])('of %d has the rank %s', (xp, name, nextRankXp, share) => {
    expect(traderRankOf(xp)).toEqual({ name, nextRankXp, progress: expect.closeTo(share, 12) });
  });

  it('can reach the highest rank', () => {
    const all = Object.fromEntries(Object.entries(XP_ACTS).map(([name, { cap }]) => [name, cap]));
    expect(xpOf({ ...NOTHING, ...all })).toBeGreaterThanOrEqual(TRADER_RANKS.at(-1)?.xp ?? Infinity);
  });
});

describe('achievements', () => {
  it('tell progress up to their targets', () => {
    expect(progress(achievementsOf(activityOf({ trades, curve, benchmarkCloses, isShared: false })))).toEqual({
      'first-trade': 1,
      'twenty-five-trades': 5,
      'ten-symbols': 3,
      shared: 0,
      'twenty-sessions': 10,
      'one-year': 10,
      'ten-percent': 10,
      'five-points-ahead': 5,
      'four-week-streak': 2,
    });
  });

  it('are at 0 for a portfolio without sessions', () => {
    const none = { days: new Int32Array(), values: new Float64Array() };
    const activity = activityOf({ trades: [], curve: none, benchmarkCloses: new Float64Array(), isShared: false });
    expect(achievementsOf(activity).map((goal) => goal.progress)).toEqual(ARENA_CATALOG.achievements.map(() => 0));
  });
});

describe('weekly quests', () => {
  it.each([
    // The week of the 8th: two trades on one day, B is new, 100 to 104 against 50 to 51.
    ['a Sunday, the last day of its week', MONDAY + 6, [1, 1, 1, 1]],
    // The week of the 15th: bought and sold C on two days, 104 to 108 against 51 to 56.
    ['a Friday', MONDAY + 11, [2, 1, 1, 0]],
    ['a Tuesday on which the portfolio is where it was before the week', MONDAY + 8, [2, 1, 0, 0]],
    ['a Monday after the last session', MONDAY + 14, [0, 0, 0, 0]],
  ])('on %s tell the progress of that week', (_, today, [days, isNew, isPositive, isAhead]) => {
    // Later trades are not known yet.
    const known = trades.filter(({ day }) => day <= today);
    expect(progress(weeklyQuests({ trades: known, curve, benchmarkCloses, today }))).toEqual({
      'trade-on-two-days': days,
      'new-security': isNew,
      'positive-week': isPositive,
      'ahead-this-week': isAhead,
    });
  });

  it('do not count as new what was traded in an earlier week', () => {
    const again = [trade(MONDAY - 3, 'A'), trade(MONDAY, 'A')];
    const quests = progress(weeklyQuests({ trades: again, curve, benchmarkCloses, today: MONDAY }));
    expect(quests['new-security']).toBe(0);
  });
});

describe('the catalog', () => {
  it('has goals with ids of their own, and positive targets', () => {
    const goals = [...ARENA_CATALOG.achievements, ...ARENA_CATALOG.quests];
    expect(new Set(goals.map(({ id }) => id)).size).toBe(goals.length);
    expect(goals.filter(({ target }) => !(target > 0))).toEqual([]);
  });
});
