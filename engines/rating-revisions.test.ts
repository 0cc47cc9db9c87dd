import { expect, it } from '@jest/globals';
import type { RatingAction } from './rating-actions.js';
import { ratingRevisions } from './rating-revisions.js';
import { targetConsensus } from './target-consensus.js';

const TODAY = 20_000;
const act = (day: number, firm: string, change: Partial<RatingAction> = {}): RatingAction => ({
  day: TODAY + day,
  firm,
  firmKey: firm,
  action: 'reiteration',
  fromGrade: null,
  toGrade: 'Buy',
  toStance: null,
  priceTarget: null,
  ...change,
});
const revisions = (...actions: readonly RatingAction[]) => ratingRevisions(actions, [], TODAY);

it('counts upgrades, downgrades and changed targets of 30 and of 90 days that end today', () => {
  const counts = revisions(
    act(-400, 'A', { priceTarget: 50 }),
    act(-90, 'A', { action: 'downgrade' }),
    act(-89, 'A', { action: 'downgrade', priceTarget: 40 }),
    act(-30, 'B', { action: 'upgrade' }),
    act(-29, 'B', { action: 'upgrade', priceTarget: 70 }),
    act(-3, 'B', { priceTarget: 70 }),
    act(-2, 'A', { priceTarget: 45 }),
    act(0, 'B', { priceTarget: 60 }),
    act(1, 'B', { action: 'upgrade', priceTarget: 90 }),
  );
  expect(counts).toEqual({
    upgrades: 1,
    downgrades: 0,
    targetRaises: 1,
    targetCuts: 1,
    upCount: 2,
    downCount: 1,
    momentum: 1,
    balance: 1 / 3,
    quarter: {
      upgrades: 2,
      downgrades: 1,
      targetRaises: 1,
      targetCuts: 2,
      upCount: 3,
      downCount: 3,
      momentum: 0,
      balance: 0,
    },
  });
});

it('a target that only a split has changed is no revision; a terminated coverage starts anew', () => {
  const actions = [
    act(-60, 'A', { priceTarget: 400 }),
    act(-20, 'A', { priceTarget: 100 }),
    act(-10, 'A', { action: 'termination' }),
    act(-5, 'A', { action: 'initiation', priceTarget: 140 }),
  ];
  const { upCount, downCount, momentum, balance } = ratingRevisions(actions, [{ day: TODAY - 30, ratio: 4 }], TODAY);
  expect([upCount, downCount, momentum, balance]).toEqual([0, 0, 0, null]);
});

it('without any stored action nothing is counted as zero', () => {
  expect(new Set(Object.values(revisions()))).toEqual(new Set([null]));
});

it('of a ticker without any action for a year nothing is counted as zero', () => {
  expect(new Set(Object.values(revisions(act(-365, 'A', { action: 'upgrade' }))))).toEqual(new Set([null]));
  expect(revisions(act(-364, 'A', { action: 'upgrade' }))).toMatchObject({ upCount: 0, downCount: 0, momentum: 0 });
  expect(new Set(Object.values(revisions(act(1, 'A', { action: 'upgrade' }))))).toEqual(new Set([null]));
});

it("the consensus is over each firm's latest target of the last year, on today's share basis", () => {
  const actions = [
    act(-366, 'Old', { priceTarget: 999 }),
    act(-300, 'A', { priceTarget: 200 }),
    act(-200, 'B', { priceTarget: 120 }),
    act(-150, 'Gone', { priceTarget: 5 }),
    act(-100, 'Gone', { action: 'termination' }),
    act(-50, 'A', { priceTarget: 50 }),
    act(-10, 'A', {}),
    act(-9, 'C', { priceTarget: 40 }),
    act(1, 'D', { priceTarget: 1000 }),
  ];
  const splits = [{ day: TODAY - 100, ratio: 2 }];
  expect(targetConsensus(actions, splits, { today: TODAY, price: 40 })).toEqual({
    consensus: 50,
    median: 50,
    high: 60,
    low: 40,
    count: 3,
    upsidePct: 25,
  });
  expect(targetConsensus(actions, splits, { today: TODAY, price: NaN }).upsidePct).toBeNull();
  expect(targetConsensus([], [], { today: TODAY, price: 40 })).toEqual({
    consensus: null,
    median: null,
    high: null,
    low: null,
    count: 0,
    upsidePct: null,
  });
});
