import { describe, expect, it } from '@jest/globals';
import { barsOf, epochDay, type Row } from '../test/independent/rows.js';
import type { RatingAction, StreetInput } from './rating-actions.js';
import { streetGrades } from './street-grades.js';

/** Sessions of every weekday from Monday 2024-01-01 on, with one price each; the total-return close may differ. */
function prices(close: (index: number) => number, count = 300, adj = close): Row[] {
  const days = Array.from({ length: Math.ceil((count * 7) / 5) + 7 }, (_, i) => epochDay('2024-01-01') + i);
  const weekdays = days.filter((_, i) => i % 7 < 5).slice(0, count);
  return weekdays.map((day, i) => ({
    date: new Date(day * 86_400_000).toISOString().slice(0, 10),
    open: close(i),
    high: close(i),
    low: close(i),
    close: close(i),
    adj: adj(i),
    volume: 1,
  }));
}

function action(date: string, change: Partial<RatingAction> = {}): RatingAction {
  return {
    day: epochDay(date),
    firm: 'Alder',
    firmKey: 'alder',
    action: 'upgrade',
    fromGrade: 'Hold',
    toGrade: 'Buy',
    toStance: 'buy_like',
    priceTarget: null,
    ...change,
  };
}

const grades = (rows: readonly Row[], actions: readonly RatingAction[], more: Partial<StreetInput> = {}) =>
  streetGrades({ bars: barsOf(rows), splits: [], actions, benchmark: undefined, ...more });
const NONE = { count: 0, median: null, winRate: null };
const GROWTH = prices((i) => 100 + i);

describe('streetGrades', () => {
  it('answers a security without actions with counts of 0, nulls and empty lists', () => {
    const horizons = { oneMonth: NONE, threeMonths: NONE, sixMonths: NONE };
    const both = { upgrades: NONE, downgrades: NONE };
    expect(grades(GROWTH, [])).toEqual({
      from: null,
      to: null,
      actionCount: 0,
      upgradeCount: 0,
      downgradeCount: 0,
      firmCount: 0,
      summary: 'No analyst rating action of the last six years is stored.',
      threeMonthEdge: { upgrades: null, downgrades: null },
      scoreboard: { oneMonth: both, threeMonths: both, sixMonths: both },
      baseline: horizons,
      targets: { scoredCount: 0, hitRate: null, medianImplied: null, medianRealized: null },
      firms: [],
      recent: [],
    });
  });

  it('leaves an action out of each horizon without a complete window', () => {
    const { scoreboard } = grades(GROWTH, [action(GROWTH[299 - 63]?.date ?? '')]);
    expect(scoreboard.oneMonth.upgrades.count).toBe(1);
    expect(scoreboard.threeMonths.upgrades).toEqual({ count: 1, median: 63 / 336, winRate: 1 });
    expect(scoreboard.sixMonths.upgrades).toEqual(NONE);
  });

  it('starts at the next session if the day has none, and not at all in a hole or outside the history', () => {
    const [saturday, monday] = ['2024-01-06', '2024-01-08'].map((date) => grades(GROWTH, [action(date)]));
    expect(saturday?.scoreboard).toEqual(monday?.scoreboard);
    expect(saturday?.recent[0]).toMatchObject({ date: '2024-01-06', returnSince: 399 / 105 - 1 });
    const holed = GROWTH.filter(({ date }) => date < '2024-02-01' || date > '2024-02-20');
    const nowhere = [
      grades(holed, [action('2024-02-05')]),
      grades(GROWTH, [action('2023-12-20')]),
      grades(GROWTH, [action('2025-06-01')]),
    ];
    expect(
      nowhere.map(({ recent, scoreboard }) => [recent[0]?.returnSince, scoreboard.oneMonth.upgrades.count]),
    ).toEqual([
      [null, 0],
      [null, 0],
      [null, 0],
    ]);
  });

  it('leaves a window with a hole out of every statistic', () => {
    const holed = GROWTH.filter((_, index) => index < 100 || index > 140);
    const at = (index: number) => action(GROWTH[index]?.date ?? '', { priceTarget: 10_000 });
    const before = grades(holed, [at(90)], { benchmark: barsOf(holed) });
    expect(before.scoreboard.oneMonth.upgrades).toEqual(NONE);
    expect(before.firms[0]).toMatchObject({ callCount: 1, scoredCount: 0 });
    expect(before.baseline.oneMonth).toEqual(NONE);
    const [touching, after] = [grades(holed, [at(78)]), grades(holed, [at(141)])];
    expect(touching.scoreboard.oneMonth.upgrades.count).toBe(1);
    expect(touching.scoreboard.threeMonths.upgrades).toEqual(NONE);
    expect(after.scoreboard.sixMonths.upgrades.count).toBe(1);
    const long = prices((i) => 100 + i, 700).filter((_, index) => index < 100 || index > 140);
    const targets = (index: number) => grades(long, [action(long[index]?.date ?? '', { priceTarget: 101 })]).targets;
    expect([targets(50).scoredCount, targets(100).scoredCount]).toEqual([0, 1]);
  });

  it('counts actions of the last six years before the last bar only', () => {
    const [first, last] = [GROWTH[0]?.date, GROWTH[299]?.date ?? ''];
    const earlier = (years: number, date: string) => `${Number(date.slice(0, 4)) - years}${date.slice(4)}`;
    const result = grades(GROWTH, [action('2010-01-04'), action(earlier(6, last)), action(first ?? '')]);
    expect([result.actionCount, result.from]).toEqual([2, earlier(6, last)]);
  });

  it('puts a target on the share basis of the last bar, also if the action was on the weekend before a split', () => {
    const splits = [{ day: epochDay('2024-01-08'), ratio: 4 }];
    const rows = prices((i) => (i === 100 ? 130 : 100));
    const targets = ['2024-01-05', '2024-01-06', '2024-01-08'].map((date) => action(date, { priceTarget: 520 }));
    const result = grades(rows, targets, { splits });
    expect(result.recent.map(({ priceTarget }) => priceTarget)).toEqual([520, 130, 130]);
    expect(result.targets).toEqual({ scoredCount: 3, hitRate: 2 / 3, medianImplied: 130 / 100 - 1, medianRealized: 0 });
  });

  it('hits a target below the start by a low, exactly, and within 252 sessions', () => {
    const reached = (at: number) =>
      grades(
        prices((i) => (i === at ? 80 : 100)),
        [action('2024-01-01', { action: 'downgrade', priceTarget: 80 })],
      ).targets.hitRate;
    expect([reached(252), reached(253), reached(0)]).toEqual([1, 0, 0]);
  });

  it('measures returns with dividends, and targets and the return since without', () => {
    const paying = prices(
      () => 100,
      300,
      (i) => (i < 10 ? 90 : 100),
    );
    const { scoreboard, recent, targets } = grades(paying, [action('2024-01-01', { priceTarget: 110 })]);
    expect(scoreboard.oneMonth.upgrades.median).toBeCloseTo(1 / 9, 12);
    expect([recent[0]?.returnSince, targets.medianRealized, targets.hitRate]).toEqual([0, 0, 0]);
  });

  it('scores upgrades, downgrades and buy-like initiations of a firm against the benchmark over the same days', () => {
    const actions = [
      action('2024-01-02'),
      action('2024-01-03', { action: 'downgrade' }),
      action('2024-01-04', { action: 'initiation' }),
      action('2024-01-05', { action: 'initiation', toStance: 'hold_like' }),
      action('2024-01-08', { action: 'reiteration', firm: 'ALDER' }),
      action('2025-02-20'),
    ];
    const benchmark = barsOf(prices(() => 50).filter(({ date }) => date > '2024-01-02'));
    expect(grades(GROWTH, actions, { benchmark }).firms).toEqual([
      // The benchmark has no close on or before the first action's day, nor is the last action's window complete.
      { firm: 'Alder', callCount: 4, scoredCount: 2, beatCount: 1, beatRate: 1 / 2, lastAction: '2025-02-20' },
    ]);
    expect(grades(GROWTH, actions).firms[0]).toMatchObject({
      callCount: 4,
      scoredCount: 0,
      beatCount: 0,
      beatRate: null,
    });
    const same = grades(GROWTH, actions, { benchmark: barsOf(GROWTH) }).firms[0];
    expect(same).toMatchObject({ scoredCount: 3, beatCount: 0, beatRate: 0 });
  });

  it('takes no return from a single bar', () => {
    const one = grades(GROWTH.slice(0, 1), [action('2024-01-01', { priceTarget: 5 })], { benchmark: barsOf(GROWTH) });
    expect(one).toMatchObject({ actionCount: 1, baseline: { oneMonth: NONE }, targets: { scoredCount: 0 } });
    expect(one.recent[0]?.returnSince).toBe(0);
    expect(one.summary).toBe('No upgrade or downgrade has three months of prices after it.');
  });

  it('says in one sentence what followed, and which group is too small', () => {
    const ups = GROWTH.slice(0, 12).map(({ date }) => action(date));
    const flat = prices(() => 100);
    expect(grades(flat, [...ups, action('2024-02-01', { action: 'downgrade' })]).summary).toBe(
      'Median return over three months: after 12 upgrades it was 0.0 percent, the same as over all sessions of that time; ' +
        'after 1 downgrade (too few to judge) it was 0.0 percent, the same as over all sessions of that time.',
    );
    // Twelve firms on one day have one return.
    const sameDay = ups.map((up, i) => ({
      ...up,
      firm: `Firm ${i}`,
      firmKey: `firm-${i}`,
      day: ups[i < 3 ? i : 3]?.day ?? 0,
    }));
    expect(grades(flat, sameDay).summary).toBe(
      'Median return over three months: after 12 upgrades (on 4 days, too few to judge) it was 0.0 percent, the same as over all sessions of that time.',
    );
  });
});
