import { expect, it } from '@jest/globals';
import { ratingMarks, type RatingAction } from './rating-marks.js';

const action = (date: string, firm: string, rest: Partial<RatingAction> = {}): RatingAction => ({
  date,
  firm,
  action: 'REITERATION',
  previousRating: null,
  rating: 'Buy',
  priceTarget: null,
  returnSince: null,
  ...rest,
});

const SESSIONS = ['2026-01-02', '2026-01-05', '2026-01-06'];

it('marks the session of an action, or the next one, with what the firm said', () => {
  expect(
    ratingMarks(SESSIONS, [
      action('2026-01-06', 'Ash', { action: 'DOWNGRADE', previousRating: 'Buy', rating: 'Hold', priceTarget: 90 }),
      action('2026-01-03', 'Birch', { action: 'UPGRADE', previousRating: 'Hold' }),
    ]),
  ).toEqual([
    { index: 1, direction: 'up', text: 'Jan 3, 2026 · Birch: upgrade, Hold → Buy' },
    { index: 2, direction: 'down', text: 'Jan 6, 2026 · Ash: downgrade, Buy → Hold, target 90.00 USD' },
  ]);
});

it('has one mark for a session, without a direction if its actions disagree or change no rating', () => {
  const marksOf = (...kinds: readonly RatingAction['action'][]) =>
    ratingMarks(
      SESSIONS,
      kinds.map((kind, index) => action('2026-01-05', `Firm ${index}`, { action: kind })),
    ).map(({ direction }) => direction);
  expect(marksOf('UPGRADE', 'REITERATION')).toEqual(['up']);
  expect(marksOf('UPGRADE', 'DOWNGRADE')).toEqual([null]);
  expect(marksOf('INITIATION')).toEqual([null]);
});

it('leaves out what is before the first or after the last session', () => {
  expect(ratingMarks(SESSIONS, [action('2026-01-01', 'Ash'), action('2026-01-07', 'Birch')])).toEqual([]);
  expect(ratingMarks([], [action('2026-01-01', 'Ash')])).toEqual([]);
});
