import type { Mark } from '../../parts/lines.js';
import type { StreetGradesPanelFragment } from '../../generated/types.js';
import { day, price, words } from '../../app/format.js';

export type RatingAction = NonNullable<StreetGradesPanelFragment['streetGrades']>['recent'][number];

const DIRECTIONS: Partial<Record<RatingAction['action'], 'up' | 'down'>> = { UPGRADE: 'up', DOWNGRADE: 'down' };

/** What a firm said: its rating before and after, and its own target. */
function actionWords({ firm, action, previousRating, rating, priceTarget }: RatingAction): string {
  const change = previousRating === null || previousRating === rating ? rating : `${previousRating} → ${rating}`;
  return `${firm}: ${words(action).toLowerCase()}, ${change}${priceTarget === null ? '' : `, target ${price(priceTarget)} USD`}`;
}

/** Up or down if all actions of a session that change a rating agree; else neither. */
function directionOf(actions: readonly RatingAction[]): 'up' | 'down' | null {
  const [first = null, ...others] = new Set(actions.flatMap(({ action }) => DIRECTIONS[action] ?? []));
  return others.length === 0 ? first : null;
}

/**
 * One mark for each session with actions; those of a day without a session are at the next one. Actions before the
 * first or after the last session have no mark.
 */
export function ratingMarks(dates: readonly string[], actions: readonly RatingAction[]): readonly Mark[] {
  const byIndex = new Map<number, RatingAction[]>();
  for (const action of actions) {
    const index = dates.findIndex((date) => date >= action.date);
    if (index === -1 || action.date < (dates[0] ?? '')) continue;
    byIndex.set(index, [...(byIndex.get(index) ?? []), action]);
  }
  return [...byIndex]
    .sort(([one], [other]) => one - other)
    .map(([index, ofSession]) => ({
      index,
      direction: directionOf(ofSession),
      text: `${day(ofSession[0]?.date)} · ${ofSession.map(actionWords).join(' · ')}`,
    }));
}
